"""A record with its game: what the commands that replay and judge begin with."""

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

if TYPE_CHECKING:
    from cli.machine.target import Loaded
    from records.record import Record
    from replay.game import Game
    from replay.playout import Replay
    from replay.reel import Eyes
    from replay.table import Table

TimelineOption = Annotated[
    str,
    typer.Option(
        "--timeline",
        metavar="effective|recorded",
        help="With corrections applied, or every event as it was logged.",
    ),
]
ViewerOption = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="SEAT", show_default=False, help="Only what this seat knew; `table`: what everybody saw."
    ),
]
ForwardOption = Annotated[
    bool, typer.Option("--forward", help="Without hindsight: what was revealed later does not count.")
]
FirstOption = Annotated[
    int | None, typer.Option("--from", metavar="SEQ", min=0, help="The first event to show.", show_default=False)
]
LastOption = Annotated[
    int | None, typer.Option("--to", metavar="SEQ", min=0, help="The last event to show.", show_default=False)
]
OnlyFindings = Annotated[bool, typer.Option("--findings", help="Only events of which the rules have something to say.")]


class Played(NamedTuple):
    """A record, its game, and its table."""

    record: "Record"
    game: "Game"
    table: "Table"


def played(loaded: "Loaded") -> Played:
    """The record with the game that its header names."""
    from replay.library import game_of, table_of

    game = game_of(loaded.record.header.game)
    return Played(loaded.record, game, table_of(game, loaded.record.header))


def timeline_name(text: str) -> Literal["effective", "recorded"]:
    """The timeline that an option names."""
    from records.errors import Refused

    if text == "effective":
        return "effective"
    if text == "recorded":
        return "recorded"
    raise Refused(f"there is no timeline {text!r}", where="--timeline", mend="effective or recorded")


def viewer_name(table: "Table", seat: str | None) -> str:
    """The viewer that an option names: a seat, `table`, or the official who sees everything."""
    from records.errors import Refused
    from replay.playout import OFFICIAL
    from replay.view import TABLE

    if seat is None:
        return OFFICIAL
    if seat not in (*table.seats, TABLE, OFFICIAL):
        raise Refused(f"there is no seat {seat!r}", where="--as", mend=f"the seats are {', '.join(table.seats)}")
    return seat


def eyes_of(found: Played, seat: str | None, timeline: str, forward: bool) -> "Eyes":
    """The eyes that the options name."""
    from replay.reel import Eyes

    return Eyes(viewer_name(found.table, seat), timeline_name(timeline), not forward)


def check_event(loaded: "Loaded", seq: int) -> None:
    """Raise `NotFound` for an event that the record does not have."""
    from records.errors import NotFound

    last = loaded.record.size - 1
    if seq > last:
        raise NotFound(f"there is no event {seq}", where=loaded.name, mend=f"the last one is {last}")


def replay_of(
    loaded: "Loaded", *, timeline: str = "effective", seat: str | None = None, until: int | None = None
) -> tuple[Played, "Replay"]:
    """The record played out, through the eyes of a seat if one is named, up to an event."""
    from replay.playout import play_out

    found = played(loaded)
    if until is not None:
        check_event(loaded, until)
    viewer = viewer_name(found.table, seat)
    line = timeline_name(timeline)
    return found, play_out(found.game, found.table, found.record.events, timeline=line, viewer=viewer, until=until)
