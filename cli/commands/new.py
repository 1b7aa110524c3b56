"""`qm new`: begin a record."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Db, Plain, command_app, number_or_text
from cli.terminal.wizard import Agreed, complete

if TYPE_CHECKING:
    from cli.terminal.screen import Screen
    from records.store import Info

app = command_app()


@app.command()
def new(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game's id, such as loot-island.", show_default=False)
    ] = None,
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SEAT[=NAME]...",
            help="The seats in clockwise order, such as blue=Ann red=Bob.",
            show_default=False,
        ),
    ] = None,
    title: Annotated[str | None, typer.Option(help="What people call this game.")] = None,
    event: Annotated[str | None, typer.Option(help="The tournament or evening it belongs to.")] = None,
    round_: Annotated[str | None, typer.Option("--round", help="The round of the event.")] = None,
    table: Annotated[str | None, typer.Option(help="The table's number or name.")] = None,
    place: Annotated[str | None, typer.Option(help="Where it is played.")] = None,
    scribe: Annotated[str | None, typer.Option(help="Who logs.")] = None,
    official: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:LEVEL]", help="Who may rule: floor (default), head or committee. Repeatable."),
    ] = None,
    window: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=JSON",
            help='How long to claim or undo, as undo={"until":"n-actions","n":3} (qm help disputes). Repeatable.',
        ),
    ] = None,
    variant: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A variant agreed on before play. Repeatable.")
    ] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(metavar="QUESTION=ANSWER", help="How the table reads an open question. Repeatable."),
    ] = None,
    kit: Annotated[
        str | None, typer.Option(metavar="NAME|FILE.toml", help="The components in the box: a name, or your own list.")
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="When it began, if not now: 2026-11-15T18:00:00Z.", show_default=False),
    ] = None,
    no_input: Annotated[bool, typer.Option("--no-input", help="Ask nothing, also on a terminal.")] = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Begin a record.

    On a terminal, what is missing is asked for: the game, who sits where, variants, open questions, the kit.
    The record gets an id and holds only its header until events are logged. The short code stands for everything in
    the record so far: written on paper, it shows later that nothing was changed.
    """
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain)
    agreed = Agreed(game, seats or [], variant or [], reading or [], kit)
    if game is None or not seats:
        agreed = complete(agreed, may_ask=not no_input and not json and not plain)
    body: dict[str, Any] = {
        "quartermaster": 1,
        "game": agreed.game,
        "players": [_player(text) for text in agreed.seats],
    }
    body |= {"title": title, "event": event, "round": number_or_text(round_), "table": number_or_text(table)}
    body |= {"place": place, "scribe": scribe}
    body = {key: value for key, value in body.items() if value is not None}
    if official:
        body["officials"] = [_official(text) for text in official]
    if window:
        body["windows"] = _windows(window)
    if options := _options(agreed.variants, agreed.readings, agreed.kit):
        body["options"] = options
    _create(body, at, db, screen)


def _create(body: dict[str, Any], at: str | None, db: str | None, screen: "Screen") -> None:
    from cli.desk.games_known import check_header, known_game
    from cli.machine.folders_and_clock import now, random_bytes
    from cli.machine.stores import opened
    from cli.terminal.screen import after_writing
    from cli.terminal.seating_words import warn
    from records.event import read_header
    from records.ids import new_id

    moment = now() if at is None else _moment(at)
    body["id"] = new_id(moment, random_bytes(10))
    game = known_game(read_header(body, "the new record"))
    if game is not None:  # the record keeps the defaults of the version it was made for
        body["rules"] = game.version
    judged = check_header(read_header(body, "the new record"))
    with opened(db, create=True) as store:
        info = store.create(body, record_id=body["id"], at=moment)
        warn(screen, store, [info.id])
    with after_writing(f"the record {info.id} is written", look="qm list"):
        _tell(info, judged, body["game"], screen)


def _tell(info: "Info", judged: bool, game: str, screen: "Screen") -> None:
    from cli.desk.summaries import head_fields

    if screen.as_json:
        screen.value({"id": info.id, **head_fields(info.head)})
    elif screen.plain:
        screen.cells(info.id, info.head.code)
    else:
        screen.line(f"record {info.id}")
        screen.line(f"code   {info.head.code}")
        if not judged:
            screen.words(f"there are no rules for {game!r} here: it is recorded, not judged (see `qm games`)")
        screen.words(f"next: qm log {info.id[:12]}")


def _moment(text: str) -> int:
    from records.clock import from_text
    from records.errors import Refused

    moment = from_text(text)
    if moment < 0:
        raise Refused(f"{text} lies before 1970", where="--at", mend="an id holds the time since 1970")
    return moment


def _player(text: str) -> dict[str, str]:
    seat, equals, name = text.partition("=")
    return {"seat": seat, "name": name} if equals else {"seat": seat}


def _official(text: str) -> dict[str, str]:
    name, colon, level = text.rpartition(":")
    return {"name": name, "level": level} if colon else {"name": text}


def _windows(texts: list[str]) -> dict[str, Any]:
    from cli.terminal.json_options import read_object
    from records.errors import Refused
    from replay.disputes.windows import DEFAULTS, problem_with
    from replay.disputes.words import KINDS

    windows: dict[str, Any] = {}
    for text in texts:
        name, equals, rest = text.partition("=")
        if not equals or name not in (*DEFAULTS, *KINDS):
            names = ", ".join(dict.fromkeys((*DEFAULTS, *KINDS)))
            raise Refused(f"{text!r} is not a window", where="--window", mend=f"write NAME=JSON; the names are {names}")
        policy = read_object(rest, f"--window {name}")
        assert policy is not None
        if trouble := problem_with(policy):
            raise Refused(trouble, where=f"--window {name}", mend="see `qm help disputes`")
        windows[name] = policy
    return windows


def _options(variants: list[str] | None, readings: list[str] | None, kit: str | None) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if variants:
        options["variants"] = variants
    if readings:
        options["readings"] = _readings(readings)
    if kit is not None:
        options["kit"] = _kit(kit)
    return options


def _readings(texts: list[str]) -> dict[str, str]:
    from records.errors import Refused

    readings: dict[str, str] = {}
    for text in texts:
        question, equals, answer = text.partition("=")
        if not equals or not question or not answer:
            raise Refused(f"{text!r} answers no question", where="--reading", mend="write it as LI-Q3=clockwise")
        if readings.setdefault(question, answer) != answer:
            raise Refused(f"{question} has two answers", where="--reading", mend="give one")
    return readings


def _kit(text: str) -> str | dict[str, Any]:
    """The name of a kit, or the whole inventory from a TOML file."""
    from cli.machine.kit_files import kit_from

    return kit_from(Path(text)) if text.endswith(".toml") else text
