"""`qm stats`: what the records say about people, games and rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import AsJson, Db, Force, Output, command_app

if TYPE_CHECKING:
    from cli.desk.index_stats import Statistics
    from cli.terminal.screen import Screen

app = command_app()


@app.command()
def stats(
    about: Annotated[
        str | None, typer.Argument(metavar="[PLAYER|GAME]", help="A name, or a game.", show_default=False)
    ] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only records whose event contains this text.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="Only this game, beside a player.")] = None,
    csv: Annotated[bool, typer.Option("--csv", help="The people as a table for a spreadsheet.")] = False,
    rounds: Annotated[
        bool, typer.Option("--rounds", help="With --csv: the last game by rounds, where its game has such figures.")
    ] = False,
    html: Annotated[bool, typer.Option("--html", help="A page with plots.")] = False,
    output: Output = None,
    force: Force = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Count what the records say about people, games and rules: wins, places, lengths, slips.

    Only games that are over count. A person is a name: two people of one name are one here. Points mean something
    within one game only; name it to see them.
    """
    from cli.desk.index_stats import statistics
    from cli.desk.stats_asked import StatsAsked
    from cli.terminal.indexed import indexed
    from cli.terminal.screen import Screen
    from records.errors import NotFound, Refused

    if html + csv + json > 1:
        raise Refused("--html, --csv and --json exclude each other", mend="give one of them")
    if output is not None and not (html or csv):
        raise Refused("-o goes with --html or --csv", mend="give one of them, or send the output into a file")
    if rounds and not csv:
        raise Refused("--rounds goes with --csv", mend="the other forms show the rounds anyway")
    screen = Screen(as_json=json)
    with indexed(db) as found:
        known = found.asked(lambda index: bool(index.rows("SELECT 1 FROM records WHERE game = ? LIMIT 1", (about,))))
        asked = StatsAsked(None if known else about, about if known else game, event)
        counted = found.asked(lambda index: statistics(index, asked))
        unread = found.unread()
    if asked.player is not None and not counted.people:
        raise NotFound(f"{about} is not a game that was played here, nor a player", mend="see `qm find NAME`")
    if html or csv:
        _write(counted, "html" if html else "rounds" if rounds else "people", output, force)
    elif screen.as_json:
        import msgspec

        screen.value(msgspec.to_builtins(counted))
    else:
        _show(screen, counted)
    if unread is not None:
        raise unread


def _write(counted: "Statistics", form: str, output: Path | None, force: bool) -> None:
    from cli.export.csv_tables import table
    from cli.export.html.stats_page import stats_page
    from cli.machine.files import write_output

    if form == "html":
        write_output(output, stats_page(counted), force=force)
        return
    if form == "rounds":
        write_output(output, table(("record", "name", "round", "value"), _by_round(counted)), force=force)
        return
    columns = ("name", "games", "wins", "mean_place", "mean_points", "seconds_a_turn")
    rows = [[getattr(one, name) for name in columns] for one in counted.people]
    write_output(output, table(columns, rows), force=force)


def _by_round(counted: "Statistics") -> list[list[object]]:
    """One row for each person and round."""
    last = counted.rounds
    if last is None:
        return []
    return [
        [last.record, name, number, value]
        for name, values in last.people
        for number, value in zip(last.rounds, values, strict=True)
    ]


def _show(screen: "Screen", counted: "Statistics") -> None:
    from cli.export.html.stats_page import rounds_note, stats_summary, stats_title

    screen.line(screen.bold(stats_title(counted)))
    screen.paragraph(stats_summary(counted), hang="")
    if counted.people:
        screen.line()
        _show_people(screen, counted)
    if counted.player is not None and counted.against:
        screen.line()
        ahead = counted.against.get(counted.player, {})
        rows = [[name, f"{won} of {games}"] for name, (won, games) in sorted(ahead.items())]
        screen.table(["opponent", f"{counted.player} ahead"], rows)
    if counted.seats:
        screen.line()
        screen.table(["seat", "won"], [[seat, f"{won} of {games}"] for seat, won, games in counted.seats])
    if counted.games:
        screen.line()
        rows = [
            [one.game, str(one.games), _mean(one.mean_plays), _mean(one.mean_minutes), _mean(one.seconds_a_play)]
            for one in counted.games
        ]
        screen.table(["game", "games", "moves", "minutes", "seconds a move"], rows)
    if counted.rules:
        screen.line()
        rows = [
            [one.rule, str(one.times), ", ".join(f"{name} {times}" for name, times in one.people)]
            for one in counted.rules
        ]
        screen.table(["rule broken", "times", "most by"], rows)
    if counted.rounds is not None:
        screen.line()
        screen.paragraph(f"{counted.rounds.name} ({rounds_note(counted.rounds)})", hang="")
        rows = [[name, *map(str, values)] for name, values in counted.rounds.people]
        screen.table(["person", *map(str, counted.rounds.rounds)], rows)


def _show_people(screen: "Screen", counted: "Statistics") -> None:
    timed = any(one.seconds_a_turn is not None for one in counted.people)
    rows = [
        [one.name, str(one.games), str(one.wins), _mean(one.mean_place)]
        + ([_mean(one.mean_points)] if counted.game else [])
        + ([_mean(None if one.seconds_a_turn is None else one.seconds_a_turn / 60)] if timed else [])
        for one in counted.people
    ]
    points, turns = (["mean points"] if counted.game else []), (["minutes a turn"] if timed else [])
    screen.table(["person", "games", "won", "mean place", *points, *turns], rows)


def _mean(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
