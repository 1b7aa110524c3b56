"""`qm new`: begin a record."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.desk.written import number_or_text, official_of, player_of
from cli.terminal.options import AsJson, Db, Plain, command_app
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
            help="Who plays, clockwise: Ann Bob, or with their seats blue=Ann red=Bob.",
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

    On a terminal, what is missing is asked for: the game, who plays and, if wanted, variants, open questions and the
    kit; then the log opens. Names without seats get the seats of the game in order.
    The record gets an id and holds only its header until events are logged. The short code stands for everything in
    the record so far: written on paper, it shows later that nothing was changed.
    """
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain)
    agreed = Agreed(game, _seated(game, seats or []), variant or [], reading or [], kit)
    asks = game is None or not seats
    if asks:
        agreed = complete(agreed, _check, may_ask=not no_input and not json and not plain)
    body = _body(agreed)
    body |= {"title": title, "event": event, "round": number_or_text(round_), "table": number_or_text(table)}
    body |= {"place": place, "scribe": scribe}
    body = {key: value for key, value in body.items() if value is not None}
    if official:
        body["officials"] = [official_of(text) for text in official]
    if window:
        body["windows"] = _windows(window)
    if agreed.seats != (seats or []) and not json and not plain:
        screen.words(f"seats  {', '.join(agreed.seats)}")
    if _create(body, at, db, screen, goes_on=asks) and asks:
        _log(body, db, screen)


def _seated(game: str | None, seats: list[str]) -> list[str]:
    """The seats as given; names alone get the seats of the game in order."""
    from cli.desk.headers import seated
    from records.errors import NotFound
    from replay.library import game_of

    if game is None or not seats:
        return seats
    try:
        return seated(game_of(game), seats)
    except NotFound:
        return seats


def _body(agreed: Agreed) -> dict[str, Any]:
    """The header, as far as it was agreed."""
    body = {"quartermaster": 1, "game": agreed.game, "players": [player_of(text) for text in agreed.seats]}
    options = _options(agreed.variants, agreed.readings, agreed.kit)
    return {**body, "options": options} if options else body


def _check(agreed: Agreed) -> None:
    from cli.desk.games_known import check_header
    from records.event import read_header

    check_header(read_header(_body(agreed), "the new record"))


def _log(body: dict[str, Any], db: str | None, screen: "Screen") -> None:
    """Straight on to the log, with an example of its first line."""
    from cli.main import main
    from cli.terminal.first_line import first_line
    from replay.library import game_of

    screen.words(f"the first line tells how the table is laid, for example:  {first_line(game_of(body['game']), body)}")
    code = main(["log", body["id"], *(["--db", db] if db is not None else [])])
    if code:
        raise typer.Exit(code)


def _create(body: dict[str, Any], at: str | None, db: str | None, screen: "Screen", *, goes_on: bool) -> bool:
    """Write the record and tell about it. Whether it can be logged in the words of its game."""
    from cli.desk.headers import begun
    from cli.machine.folders_and_clock import now, random_bytes
    from cli.machine.stores import opened
    from cli.terminal.screen import after_writing
    from cli.terminal.seating_words import warn

    moment = now() if at is None else _moment(at)
    whole, judged = begun(body, moment, random_bytes)
    body |= whole
    with opened(db, create=True) as store:
        info = store.create(body, record_id=body["id"], at=moment)
        warn(screen, store, [info.id])
    with after_writing(f"the record {info.id} is written", look="qm list"):
        _tell(info, judged, body["game"], screen, opens_log=judged and goes_on)
    return judged


def _tell(info: "Info", judged: bool, game: str, screen: "Screen", *, opens_log: bool) -> None:
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
        if not opens_log:
            screen.words(f"next: qm log {info.id[:12]}")


def _moment(text: str) -> int:
    from records.clock import from_text
    from records.errors import Refused

    moment = from_text(text)
    if moment < 0:
        raise Refused(f"{text} lies before 1970", where="--at", mend="an id holds the time since 1970")
    return moment


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
    from cli.desk.headers import readings_of

    options: dict[str, Any] = {}
    if variants:
        options["variants"] = variants
    if readings:
        options["readings"] = readings_of(readings, "--reading")
    if kit is not None:
        options["kit"] = _kit(kit)
    return options


def _kit(text: str) -> str | dict[str, Any]:
    """The name of a kit, or the whole inventory from a TOML file."""
    from cli.machine.kit_files import kit_from

    return kit_from(Path(text)) if text.endswith(".toml") else text
