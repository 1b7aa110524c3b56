"""`qm state`: the table at any step."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import (
    AsJson,
    Db,
    Force,
    Output,
    Phone,
    Plain,
    Target,
    TimelineOption,
    ViewerOption,
    command_app,
)

if TYPE_CHECKING:
    from pathlib import Path

    from replay.playout import Replay
    from replay.reel import Played

app = command_app()


@app.command()
def state(
    target: Target,
    at: Annotated[
        int | None, typer.Option(metavar="SEQ", min=0, help="After this event, if not the last.", show_default=False)
    ] = None,
    seat: ViewerOption = None,
    get: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Only the value at this path. Repeatable.")
    ] = None,
    timeline: TimelineOption = "effective",
    svg: Annotated[bool, typer.Option("--svg", help="Write the table as a picture (SVG).")] = False,
    phone: Phone = False,
    output: Output = None,
    force: Force = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Show the table after any event.

    For people the table is drawn, with --svg as a picture; --json gives the state document of the game's page; --get
    gives single values as {path: value}. What was not known yet at that event is "?"; with --as, what that seat could
    not know.
    """
    from cli.desk.views import replay_of
    from cli.machine.target import load
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain)
    _check(svg, phone or output is not None, bool(get) or json or plain)
    with load(target, db) as loaded:
        found, replay = replay_of(loaded.record, loaded.name, timeline=timeline, seat=seat, until=at)
        last = _as_seen(found, replay.state_at(), seat)
        if svg:
            _write_picture(found, last, replay, seat, phone=phone, output=output, force=force)
        elif get:
            screen.value({path: _value(found, last, path) for path in get})
        elif json:
            screen.value(_document(found, last, seat, at, timeline))
        elif plain:
            _plain(screen, found.game.document(last))
        else:
            from shutil import get_terminal_size

            from replay.game import Frame

            before = replay.steps[-1].before if replay.steps else None
            frame = Frame(last, before, get_terminal_size((100, 40)).columns, seat)
            lines = found.game.render(frame)
            knowledge = _knowledge(found, seat, at, timeline)
            if knowledge is not None and found.game.tell_knowledge is not None:
                lines += ["", *found.game.tell_knowledge(knowledge, found.table.seats)]
            screen.board(lines, found.game.colour_letters, found.table.seats)


def _check(svg: bool, only_with_svg: bool, otherwise: bool) -> None:
    """Options that go together."""
    from records.errors import Refused

    if svg and otherwise:
        raise Refused("--svg, --get, --json and --plain exclude each other", mend="give one of them")
    if only_with_svg and not svg:
        raise Refused("--phone and -o go with --svg", mend="give --svg too, or leave them out")


def _write_picture(
    found: "Played", last: Any, replay: "Replay", seat: str | None, *, phone: bool, output: "Path | None", force: bool
) -> None:
    from cli.export.html.stills import picture_of, whole_picture
    from cli.machine.files import write_output

    scene = picture_of(found, last, seat, phone=phone)
    before = replay.steps[-1].before if replay.steps else last
    earlier = picture_of(found, _as_seen(found, before, seat), seat, phone=phone)
    write_output(output, whole_picture(scene, earlier).encode(), force=force)


def _as_seen(found: "Played", state: Any, seat: str | None) -> Any:
    """A state without what a seat may not look up again."""
    return found.game.hide(state) if seat in found.table.seats and found.game.hide is not None else state


def _document(found: "Played", last: Any, seat: str | None, at: int | None, timeline: str) -> dict[str, Any]:
    document = found.game.document(last)
    knowledge = _knowledge(found, seat, at, timeline)
    return document if knowledge is None else {**document, "knowledge": knowledge}


def _knowledge(found: "Played", seat: str | None, at: int | None, timeline: str) -> dict[str, Any] | None:
    """What a seat can infer about the hidden facts from what it saw, where its game works that out."""
    from cli.desk.views import timeline_name
    from replay.salting import seen_line

    if seat is None or seat not in found.table.seats or found.game.knowledge is None:
        return None
    line = seen_line(found.game, found.table, found.record.events, timeline_name(timeline), seat)
    return found.game.knowledge(found.table, [placed for placed in line if at is None or abs(placed.seq) <= at], seat)


def _value(found: "Played", last: Any, path: str) -> Any:
    from records.errors import Refused

    seen = found.game.look(last, path)
    if seen is None:
        known = ", ".join(doc.path for doc in found.game.paths)
        raise Refused(f"{found.game.title} has no path {path!r}", where="--get", mend=f"the paths are {known}")
    return seen.value


def _plain(screen: Any, document: dict[str, Any], inside: str = "") -> None:
    """A line for every value, with its path; a list is written as JSON."""
    from records.canonical import canonical

    for name, value in document.items():
        if isinstance(value, dict) and value:
            _plain(screen, value, f"{inside}{name}.")
        else:
            screen.cells(f"{inside}{name}", value if value is None or type(value) is str else canonical(value).decode())
