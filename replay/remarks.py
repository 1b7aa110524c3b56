"""What later events say about earlier ones: notes and corrections."""

import re

from records.ids import id_of
from records.record import Record
from records.timeline import CORRECTIONS
from replay.disputes.cases import Held
from replay.disputes.line import is_contested, line_of
from replay.disputes.log_reader import cases_of
from replay.disputes.waiting_words import waits_words

_ABOUT = re.compile(r"@(\d{1,7})\s+(.*)", re.S)
"""A note that begins like this is about that event."""


def notes_about(record: Record) -> dict[int, list[str]]:
    """The notes about each event: those that begin with `@SEQ`."""
    found: dict[int, list[str]] = {}
    for event in record.events:
        told = _ABOUT.match(str(event.fields.get("text", ""))) if event.do == "note" else None
        if told:
            found.setdefault(int(told[1]), []).append(f"{event.by + ': ' if event.by else ''}{told[2]}")
    return found


def corrections_of(record: Record) -> dict[int, int | None]:
    """Events that were corrected, with the correction; None if the event no longer counts at all."""
    if not any(event.do in CORRECTIONS for event in record.events):
        return {}
    line = line_of(record.header, record.events)
    placed = {one.event.seq: one.corrected_by for one in line.placed()}
    changed = {seq: by for seq, by in placed.items() if by is not None}
    gone = [event.seq for event in record.events if event.seq not in placed and event.do not in CORRECTIONS]
    return {**changed, **dict.fromkeys(gone, None)}


def waiting_in(record: Record) -> tuple[Held, ...]:
    """The corrections of what was signed or closed that wait for somebody's word."""
    return cases_of(record.header, id_of(record), record.events).waiting if is_contested(record.events) else ()


def waiting_about(record: Record) -> dict[int, list[str]]:
    """The corrections that wait, in words, by the event that each one names and by its own."""
    found: dict[int, list[str]] = {}
    for held in waiting_in(record):
        for seq in (held.target, held.seq):
            if seq is not None:
                found.setdefault(seq, []).append(waits_words(held))
    return found


def correction_words(seq: int, by: int | None) -> str:
    """What happened to a corrected event."""
    if by is None:
        return "− no longer counts: taken back later"
    return "~ was forgotten, and inserted later" if by == seq else f"~ corrected by event {by}"
