"""Which view of a record the options of a command name: its eyes, its timeline, how far."""

from typing import TYPE_CHECKING

from records.errors import NotFound, Refused
from replay.playout import OFFICIAL, play_out
from replay.reel import Eyes, Played, played
from replay.view import TABLE

if TYPE_CHECKING:
    from cli.machine.target import Loaded
    from replay.playout import Replay
    from replay.read import TimelineName
    from replay.table import Table


def timeline_name(text: str) -> "TimelineName":
    """The timeline that an option names."""
    if text == "effective":
        return "effective"
    if text == "recorded":
        return "recorded"
    raise Refused(f"there is no timeline {text!r}", where="--timeline", mend="effective or recorded")


def viewer_name(table: "Table", seat: str | None) -> str:
    """The viewer that an option names: a seat, `table`, or the official who sees everything."""
    if seat is None:
        return OFFICIAL
    if seat not in (*table.seats, TABLE, OFFICIAL):
        raise Refused(f"there is no seat {seat!r}", where="--as", mend=f"the seats are {', '.join(table.seats)}")
    return seat


def eyes_of(found: Played, seat: str | None, timeline: str, forward: bool) -> Eyes:
    """The eyes that the options name."""
    return Eyes(viewer_name(found.table, seat), timeline_name(timeline), not forward)


def check_event(loaded: "Loaded", seq: int) -> None:
    """Raise `NotFound` for an event that the record does not have."""
    last = loaded.record.size - 1
    if seq > last:
        raise NotFound(f"there is no event {seq}", where=loaded.name, mend=f"the last one is {last}")


def replay_of(
    loaded: "Loaded", *, timeline: str = "effective", seat: str | None = None, until: int | None = None
) -> "tuple[Played, Replay]":
    """The record played out, through the eyes of a seat if one is named, up to an event."""
    found = played(loaded.record)
    if until is not None:
        check_event(loaded, until)
    viewer = viewer_name(found.table, seat)
    line = timeline_name(timeline)
    return found, play_out(found.game, found.table, found.record.events, timeline=line, viewer=viewer, until=until)
