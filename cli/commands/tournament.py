"""`qm tournament`: the day of an organiser."""

from pathlib import Path
from typing import Annotated

import typer

from cli.terminal.options import Anyway, AsJson, At, Db, DryRun, Force, Output, Plain, command_app

app = command_app()

TournamentName = Annotated[
    str, typer.Argument(metavar="T", help="The tournament: its name, or the beginning of its record id.")
]
Nonce = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Dice thrown in public after the last result, as they fell.")
]
Why = Annotated[str | None, typer.Option(metavar="TEXT", help="Why, for the log.")]


@app.callback()
def tournament() -> None:
    """Run a tournament: entrants, rounds, results, standings.

    A tournament is a record of its own: its score is the standings, and its head pins every move of every table.
    See `qm help tournament`.
    """


@app.command("new")
def new(
    title: Annotated[str, typer.Argument(metavar="NAME", help="What the event is called.")],
    rounds: Annotated[int, typer.Option(min=1, max=99, metavar="N", help="How many rounds.")],
    games: Annotated[
        list[str], typer.Option("--game", metavar="GAME", help="A game that is played. Repeatable; a,b for one round.")
    ],
    official: Annotated[
        list[str] | None, typer.Option(metavar="NAME[:LEVEL]", help="Who rules: Kim, Mo:head. Repeatable.")
    ] = None,
    players: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Entrants: name, and if known club, number.")
    ] = None,
    scoring: Annotated[str | None, typer.Option(metavar="places|wins|share", help="What a table brings.")] = None,
    system: Annotated[str | None, typer.Option(metavar="swiss|spread|fixed", help="Who meets whom.")] = None,
    size: Annotated[
        str | None, typer.Option(metavar="MIN-WANT-MAX", help="Players at a table; as usual 3-4-5.")
    ] = None,
    breaks: Annotated[
        str | None, typer.Option(metavar="NAMES", help="What decides between level players: wins,seconds,opponents.")
    ] = None,
    bye: Annotated[int | None, typer.Option(metavar="N", help="Points for a round out, in sixtieths.")] = None,
    minutes: Annotated[int | None, typer.Option(min=1, metavar="N", help="How long a round lasts.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option(metavar="QUESTION=ANSWER", help="How all tables read a question. Repeatable.")
    ] = None,
    kit: Annotated[
        list[str] | None, typer.Option(metavar="GAME=KIT", help="The kit of a game at all tables. Repeatable.")
    ] = None,
    setup: Annotated[
        str | None, typer.Option(metavar="JSON", help="Further fields of the format: points, ladder, weights, deduct.")
    ] = None,
    scribe: Annotated[str | None, typer.Option(metavar="NAME", help="Who logs.")] = None,
    at: At = None,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Begin a tournament: its format, its officials, and those who have entered."""
    from cli.desk.tournaments.tournaments_begin import FormatWords, check_name, header_of, setup_of
    from cli.desk.tournaments.tournaments_entrants import enter as entering
    from cli.desk.tournaments.tournaments_entrants import entrants_in
    from cli.desk.written import official_of
    from cli.machine.folders_and_clock import now, random_bytes
    from cli.machine.input_files import file_text
    from cli.machine.round_tables import TOURNAMENT, tournaments
    from cli.machine.stores import opened
    from cli.terminal.json_options import read_object
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_filing import Organising

    screen = Screen(as_json=json)
    more = read_object(setup, "--setup") if setup is not None else None
    form = setup_of(
        FormatWords(rounds, games, scoring, system, size, breaks, bye, minutes, reading or (), kit or (), more)
    )
    lines = entrants_in(file_text(players)) if players is not None else []
    header = header_of(TOURNAMENT, title, [official_of(one) for one in official or []], scribe, now(), random_bytes)
    with opened(db, create=True) as store:
        check_name(header["title"], tournaments(store))
        store.create(header, record_id=header["id"], at=now())
        opened_one = Organising(store, header["id"], at, False)
        entered = entering(opened_one.tournament.state, lines)
        opened_one.write([form, *entered.bodies], screen)
    for words in entered.warnings:
        screen.words(f"look: {words}")
    if screen.for_people:
        screen.line(f"record {header['id']}")
        screen.words(f'next: qm tournament round "{title}" --nonce "the dice"')


@app.command("enter")
def enter(
    name: TournamentName,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME...]", help="Who enters.", show_default=False)
    ] = None,
    players: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="A list of entrants.")] = None,
    club: Annotated[str | None, typer.Option(metavar="NAME", help="Their club.")] = None,
    number: Annotated[str | None, typer.Option(metavar="TEXT", help="Their number, of one person.")] = None,
    at: At = None,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Let people in, late ones too; whoever had dropped out comes back with their points.

    Names that look like one person twice are said, and both are kept.
    """
    from cli.desk.tournaments.tournaments_entrants import EntrantLine, entrants_in
    from cli.desk.tournaments.tournaments_entrants import enter as entering
    from cli.machine.input_files import file_text
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_filing import organising
    from records.errors import Refused

    screen = Screen(as_json=json)
    if any(not one.strip() for one in names or []):
        raise Refused("an entrant needs a name; nothing was written", mend="write the name")
    lines = [EntrantLine(one.strip(), club, number) for one in names or []]
    lines += entrants_in(file_text(players)) if players is not None else []
    if not lines:
        raise Refused("nobody is named", mend="give names, or --players FILE.csv")
    with organising(name, db, at, dry_run=dry_run) as opened:
        entered = entering(opened.tournament.state, lines)
        opened.write(entered.bodies, screen)
    for words in entered.warnings:
        screen.words(f"look: {words}")


@app.command("drop")
def drop(
    name: TournamentName,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Who drops out.")],
    why: Why = None,
    at: At = None,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Take people out of the rounds to come; they stay in the standings, and may come back."""
    from cli.desk.tournaments.tournaments_entrants import drop as dropping
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_filing import organising

    with organising(name, db, at, dry_run=dry_run) as opened:
        opened.write(dropping(opened.tournament, names, why), Screen(as_json=json))


@app.command("round")
def round_(
    name: TournamentName,
    nonce: Nonce = None,
    out: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Somebody who sits this round out. Repeatable.")
    ] = None,
    games: Annotated[
        list[str] | None, typer.Option("--games", metavar="GAME", help="Other games for this round. Repeatable.")
    ] = None,
    tables: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Tables seated by hand: game, players in seat order.")
    ] = None,
    why: Why = None,
    begin: Annotated[
        bool, typer.Option("--begin", help="Only begin the records of seated tables that are not in the store.")
    ] = False,
    anyway: Anyway = False,
    at: At = None,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Seat the next round, and begin the records of its tables.

    The seating follows from the log so far and the nonce, so anybody can work it out again and nobody could choose it.
    """
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_filing import organising
    from cli.terminal.tournament_rounds import RoundWords, begin_tables, seat_round

    screen = Screen(as_json=json)
    with organising(name, db, at, dry_run=dry_run) as opened:
        if begin:
            begin_tables(opened, screen)
            return
        seat_round(opened, screen, RoundWords(nonce, out or [], games or [], tables, why, anyway))


@app.command("collect")
def collect(
    name: TournamentName,
    unsigned: Annotated[
        str | None, typer.Option(metavar="WHY", help="Take results that somebody has not signed; needs --by.")
    ] = None,
    by: Annotated[str | None, typer.Option(metavar="OFFICIAL", help="The official who says so.")] = None,
    at: At = None,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Write what the tables say into the tournament: results, penalties, time given back.

    A table is collected when its game is over, everybody has signed and nothing waits. What is not written is named
    with the reason. A second run writes nothing.
    """
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_filing import organising
    from cli.terminal.tournament_screen import collect_and_tell

    with organising(name, db, at, dry_run=dry_run) as opened:
        collect_and_tell(opened, Screen(as_json=json), unsigned, by)


@app.command("result")
def result(
    name: TournamentName,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="r1t3, or 3 for table 3 of the last round.")],
    order: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="From first to last; level players joined by =.")
    ],
    score: Annotated[
        list[str] | None, typer.Option(metavar="NAME=POINTS", help="Points at the table; ann=out. Repeatable.")
    ] = None,
    forfeit: Annotated[bool, typer.Option("--forfeit", help="It was not played to the end.")] = False,
    ruling: Annotated[
        int | None, typer.Option(metavar="SEQ", min=1, help="The ruling of this record by which it is given.")
    ] = None,
    nobody_won: Annotated[bool, typer.Option("--nobody-won", help="All are out; they share the first place.")] = False,
    signed: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Who signed the slip. Repeatable.")] = None,
    code: Annotated[
        str | None, typer.Option(metavar="XXXX-XXXX", help="The code on the slip; compared with the table's record.")
    ] = None,
    why: Why = None,
    by: Annotated[str | None, typer.Option(metavar="WHO", help="Who says so.")] = None,
    anyway: Anyway = False,
    at: At = None,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Enter a result from a paper slip: qm tournament result T r1t3 ann bob=cleo dee.

    If the table has a result, both stay in the log and this one counts.
    """
    from cli.desk.tournaments.tournaments_result import SlipWords, slip_result
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_filing import organising

    screen = Screen(as_json=json)
    how = "ruling" if ruling is not None else "forfeit" if forfeit else "slip"
    words = SlipWords(table, order, score or (), how, ruling, why, by, nobody_won, signed or (), code)
    with organising(name, db, at, dry_run=dry_run) as opened:
        made = slip_result(opened.tournament, words, anyway=anyway, leaves_of=opened.leaves_of)
        opened.write([made.body], screen)
    for told in made.warnings:
        screen.words(f"look: {told}")


@app.command("board")
def board(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[T]", help="The tournament; without one, the newest still open.", show_default=False),
    ] = None,
    number: Annotated[int | None, typer.Option("--round", min=1, metavar="N", help="Only this round.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All rounds; else the last one, and what is not done.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Look again every few seconds, until Ctrl-C.")] = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Show the control room: one line for each table, and what it waits for."""
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_screen import show_board

    show_board(Screen(as_json=json, plain=plain), name, db, number, every=every, watch=watch)


@app.command("print")
def print_(
    name: TournamentName,
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="pairings, names, slips, standings; or the lists entrants, results.")
    ],
    number: Annotated[
        int | None, typer.Option("--round", min=1, metavar="N", help="Which round, if not the last.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="csv|json|bgstats", help="Of a list: csv, unless told otherwise.")
    ] = None,
    begins: Annotated[str | None, typer.Option(metavar="TEXT", help="When the round begins, for the heading.")] = None,
    appeal: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Until when a ruling may be appealed, for the slips.")
    ] = None,
    output: Output = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write a page for paper: who sits where by name or by table, slips, standings; or a list as a file.

    `pairings` is by table, `names` by name. Pages are for A4 and need nothing else.
    """
    from cli.machine.files import write_output
    from cli.terminal.tournament_paper import PaperWords, paper

    words = PaperWords(what, number, form, begins, appeal)
    write_output(output, paper(name, db, words), force=force)
