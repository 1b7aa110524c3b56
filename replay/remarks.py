"""What later events say about earlier ones: notes and corrections."""

import re

from records.record import Record
from records.timeline import CORRECTIONS
from replay.disputes.log_reader import line_of

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


def correction_words(seq: int, by: int | None) -> str:
    """What happened to a corrected event."""
    if by is None:
        return "− no longer counts: taken back later"
    return "~ was forgotten, and inserted later" if by == seq else f"~ corrected by event {by}"
