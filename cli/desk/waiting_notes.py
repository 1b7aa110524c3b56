"""What waits in a record, noted beside it, so that a list of many records need read none of them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from records.canonical import canonical
from records.event import Event, Header
from records.store import Store
from records.strict import read_json

WAITING = "waiting"


class WaitingNote(msgspec.Struct, frozen=True):
    """The corrections that wait for somebody's word, and whether the record is closed as long as they do."""

    closed: bool
    waits: list[dict[str, Any]]


def waiting_note(header: Header, events: Sequence[Event]) -> tuple[str, bytes] | None:
    """The note for a record, kept with its events; None if nothing was corrected after a signature or a close."""
    from records.ids import id_from  # a list of records needs none of these
    from replay.disputes.line import is_contested, line_of
    from replay.disputes.log_reader import cases_of
    from replay.disputes.waiting_words import held_fields

    if not is_contested(events):
        return None
    cases = cases_of(header, header.id or id_from(header.leaf), events)
    closed = any(event.do == "close" for event in line_of(header, events).events_that_count())
    return WAITING, canonical({"closed": closed, "waits": [held_fields(held) for held in cases.waiting]})


def waiting_noted(store: Store, record_id: str) -> WaitingNote | None:
    """What was noted beside a stored record; None for most."""
    notes = store.notes(record_id, WAITING, newest=True)
    return msgspec.convert(read_json(notes[-1][1])[0], WaitingNote) if notes else None
