"""Corrections that a scribe makes while logging: undo as an event to append, and what waits to be mended."""

from collections.abc import Sequence
from typing import Any

from records.event import Event
from records.timeline import CORRECTIONS, Places
from replay.disputes.line import line_of
from replay.disputes.log import PROCEDURE
from replay.table import Table

Body = dict[str, Any]

UNDO = "undo"
"""The reason given for an undo."""


def counting(table: Table, events: Sequence[Event]) -> list[Event]:
    """The events that count, in their order."""
    return line_of(table.header, events).events_that_count()


def undo(places: Places) -> Body | None:
    """The event that takes back the last one that counts or waits, by number. None if nothing is left.

    A correction is voided, an event rewound to the one before it. Passed over are claims and rulings, which are
    withdrawn or appealed, and what an earlier undo wrote. A close is voided: the scribe may take back a slip of the
    hand with the very next event.
    """
    line = [event for event in places.events_that_count() if not is_procedure(event) and event.do not in CORRECTIONS]
    counted = {event.seq for event in line}
    corrections = [
        event.seq
        for event in places.events.values()
        if event.do in CORRECTIONS
        and event.fields.get("why") != UNDO
        and not places.is_undone(event.seq)
        and (event.do != "insert" or event.seq in counted or event.seq in places.idle)
    ]
    last = max((*counted, *corrections), default=None)
    if last is None:
        return None
    place = next((index for index, event in enumerate(line) if event.seq == last), 0)
    if place == 0 or places.events[last].do in (*CORRECTIONS, "close"):
        return {"do": "amend", "target": last, "action": None, "why": UNDO}
    return {"do": "rewind", "to": line[place - 1].seq, "why": UNDO}


def is_procedure(event: Event) -> bool:
    """Whether the event is a claim, a ruling or another part of procedure, which undo never touches."""
    return event.do in PROCEDURE and event.do not in (*CORRECTIONS, "reveal", "close")


def is_correction(events: Sequence[Event], seq: int) -> bool:
    """Whether the event is an amendment or a rewind, which a strike takes back."""
    return any(event.seq == seq and event.do in ("amend", "rewind") for event in events)


def unread(table: Table, events: Sequence[Event]) -> list[Event]:
    """The events not understood yet."""
    return [event for event in counting(table, events) if event.do == "unread"]


def unsure(table: Table, events: Sequence[Event]) -> list[Event]:
    """The events whose scribe ended the line with a `?`."""
    return [event for event in counting(table, events) if _ends_unsure(event.fields.get("said"))]


def _ends_unsure(said: Any) -> bool:
    if not isinstance(said, str):
        return False
    return said.partition("#")[0].rstrip().endswith(" ?")
