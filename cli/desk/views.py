"""Which view of a record is asked for, in words: through whose eyes, on which timeline, how far."""

from records.errors import NotFound, Refused
from records.record import Record
from replay.playout import OFFICIAL, Replay, play_out
from replay.read import TimelineName
from replay.reel import Eyes, Played, played
from replay.table import Table
from replay.view import TABLE


def timeline_name(text: str) -> TimelineName:
    """The timeline of this name."""
    if text == "effective":
        return "effective"
    if text == "recorded":
        return "recorded"
    raise Refused(f"there is no timeline {text!r}", where="--timeline", mend="effective or recorded")


def viewer_name(table: Table, seat: str | None) -> str:
    """The viewer of this name: a seat, `table`, or the official who sees everything."""
    if seat is None:
        return OFFICIAL
    if seat not in (*table.seats, TABLE, OFFICIAL):
        raise Refused(f"there is no seat {seat!r}", where="--as", mend=f"the seats are {', '.join(table.seats)}")
    return seat


def eyes_of(found: Played, seat: str | None, timeline: str, forward: bool) -> Eyes:
    """The eyes of a seat, on a timeline, with hindsight or without."""
    return Eyes(viewer_name(found.table, seat), timeline_name(timeline), not forward)


def check_event(record: Record, name: str, seq: int) -> None:
    """Raise `NotFound` for an event that the record does not have."""
    last = record.size - 1
    if seq > last:
        raise NotFound(f"there is no event {seq}", where=name, mend=f"the last one is {last}")


def replay_of(
    record: Record, name: str, *, timeline: str = "effective", seat: str | None = None, until: int | None = None
) -> tuple[Played, Replay]:
    """The record played out, through the eyes of a seat if one is named, up to an event."""
    found = played(record)
    if until is not None:
        check_event(record, name, until)
    viewer = viewer_name(found.table, seat)
    line = timeline_name(timeline)
    return found, play_out(found.game, found.table, found.record.events, timeline=line, viewer=viewer, until=until)
