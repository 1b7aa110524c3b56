"""Corrections that a scribe makes while logging, as events to append: undo, and an event's place."""

from collections.abc import Sequence
from typing import Any

from records.event import Event
from records.timeline import CORRECTIONS, effective
from replay.disputes.log import PROCEDURE
from replay.game import Game, State
from replay.read import read_timeline
from replay.step import follow
from replay.table import Table

Body = dict[str, Any]

UNDO = "undo"
"""The reason given for an undo."""


def place_of(events: Sequence[Event], seq: int) -> int | None:
    """The event's place in the effective timeline; None if it does not count or does not exist."""
    places = [event.seq for event in effective(events)]
    return places.index(seq) if seq in places else None


def state_before(game: Game, table: Table, events: Sequence[Event], place: int) -> State:
    """The state before the event at this place of the effective timeline."""
    state = game.start(table)
    for _, action in read_timeline(game, table, events)[:place]:
        state = follow(game.reduce, state, action)
    return state


def undo(events: Sequence[Event]) -> Body | None:
    """The event that takes back the last one: a correction is voided, anything else rewound. None if nothing is left.

    Claims and rulings are skipped: they are withdrawn or appealed, never undone.
    """
    if not events:
        return None
    last = events[-1]
    if last.do in CORRECTIONS and last.fields.get("why") != UNDO:
        return {"do": "amend", "target": last.seq, "action": None, "why": UNDO}
    line = [event for event in effective(events) if not is_procedure(event)]
    if not line:
        return None
    if len(line) == 1:
        return {"do": "amend", "target": line[0].seq, "action": None, "why": UNDO}
    return {"do": "rewind", "to": line[-2].seq, "why": UNDO}


def is_procedure(event: Event) -> bool:
    """Whether the event is a claim, a ruling or another part of procedure, which undo never touches."""
    return event.do in PROCEDURE and event.do not in (*CORRECTIONS, "reveal", "close")


def is_correction(events: Sequence[Event], seq: int) -> bool:
    """Whether the event is an amendment or a rewind, which a strike takes back."""
    return any(event.seq == seq and event.do in ("amend", "rewind") for event in events)


def falls_away(events: Sequence[Event], correction: Body) -> list[Event]:
    """The events that no longer count once a rewind or a strike is logged. Claims and rulings still count."""
    line = effective(events)
    if correction["do"] == "rewind":
        place = place_of(events, correction["to"])
        return [] if place is None else [event for event in line[place + 1 :] if not is_procedure(event)]
    if correction["do"] == "amend" and correction["action"] is None:
        return [event for event in line if event.seq == correction["target"]]
    return []


def unread(events: Sequence[Event]) -> list[Event]:
    """The events not understood yet."""
    return [event for event in effective(events) if event.do == "unread"]


def unsure(events: Sequence[Event]) -> list[Event]:
    """The events whose scribe ended the line with a `?`."""
    return [event for event in effective(events) if _ends_unsure(event.fields.get("said"))]


def _ends_unsure(said: Any) -> bool:
    if not isinstance(said, str):
        return False
    return said.partition("#")[0].rstrip().endswith(" ?")
