"""`qm stats`: what the records say about people, games and rules."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import AsJson, Db, Force, Output, command_app

if TYPE_CHECKING:
    from cli.desk.index.index_file import Index
    from cli.desk.index.index_games import GamesFound
    from cli.desk.index.index_stats import Statistics
    from cli.desk.index.stats_asked import StatsAsked

app = command_app()

_GAMES_MOST = 20
"""Games that a page holds of each bar; the others are at the desk."""


class StatsPart(StrEnum):
    """The tables that --csv writes."""

    people = "people"
    opponents = "opponents"
    seats = "seats"
    lengths = "lengths"
    hindsight = "hindsight"
    rules = "rules"
    rounds = "rounds"


@app.command()
def stats(
    about: Annotated[
        str | None, typer.Argument(metavar="[PLAYER|GAME]", help="A name, or a game.", show_default=False)
    ] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only records whose event contains this text.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="Only this game, beside a player.")] = None,
    most: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Show the first N people and rules. CSV and JSON are always whole.",
            show_default="12",
        ),
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="A table for a spreadsheet: the people, or --part.")] = False,
    part: Annotated[
        StatsPart | None, typer.Option(help="With --csv: which table.", show_default=StatsPart.people.value)
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="A page with plots.")] = False,
    output: Output = None,
    force: Force = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Count what the records say about people, games and rules: wins, places, lengths, slips.

    Only games that are over count, and each table once, also if two scribes kept a record of it. A person is a name:
    two people of one name are one here. Points mean something within one game only; name it to see them. "qm help
    index" names the columns of every part of --csv.
    """
    from cli.desk.index.index_stats import MOST, statistics
    from cli.terminal.indexed import indexed
    from cli.terminal.screen import Screen

    _refuse_what_does_not_go_together(html, csv, json, output is not None, part is not None, most is not None)
    screen = Screen(as_json=json)
    shown = None if csv or json else most or MOST
    with indexed(db) as found:
        asked = found.asked(lambda index: _asked(index, about, game, event))
        counted = found.asked(lambda index: statistics(index, asked, shown, points=json or html))
        behind = found.asked(lambda index: _behind(index, asked, counted)) if html else {}
        if asked.player is not None and not counted.people:
            found.asked(lambda index: _refuse_nobody(index, asked))
        unread = found.unread()
    if html or csv:
        _write(counted, behind, "html" if html else part or StatsPart.people, output, force)
    elif screen.as_json:
        import msgspec

        told = {**msgspec.to_builtins(counted), "turned": counted.turned, "turned_games": counted.turned_games}
        screen.value(told)
    else:
        from cli.terminal.stats_shown import show_statistics

        show_statistics(screen, counted)
    if unread is not None:
        raise unread


def _refuse_what_does_not_go_together(html: bool, csv: bool, json: bool, output: bool, part: bool, most: bool) -> None:
    from records.errors import Refused

    if html + csv + json > 1:
        raise Refused("--html, --csv and --json exclude each other", mend="give one of them")
    if output and not (html or csv):
        raise Refused("-o goes with --html or --csv", mend="give one of them, or send the output into a file")
    if part and not csv:
        raise Refused("--part goes with --csv", mend="the other forms show every part")
    if most and (csv or json):
        raise Refused("--most goes with the text and --html", mend="CSV and JSON are always whole: leave it out")


def _asked(index: "Index", about: str | None, game: str | None, event: str | None) -> "StatsAsked":
    """Whom or what is meant: a name that is a game's is that game."""
    from cli.desk.index.index_stats import was_played
    from cli.desk.index.stats_asked import StatsAsked
    from records.errors import NotFound, Refused

    if game is not None and not was_played(index, game):
        raise NotFound(f"no game called {game} was played here", mend="see `qm stats` for those that were")
    if about is None or not was_played(index, about):
        return StatsAsked(about, game, event)
    if game not in (None, about):
        raise Refused(f"{about} is a game, and --game names another", mend=f"ask for one: qm stats {game}")
    return StatsAsked(None, about, event)


def _refuse_nobody(index: "Index", asked: "StatsAsked") -> None:
    """A player without a game that is meant: whether they have others, or are nobody here."""
    from cli.desk.index.index_stats import games_of
    from records.errors import NotFound

    name, games, began = games_of(index, asked.player or "")
    if games:
        what = [f"of {asked.game}"] if asked.game is not None else []
        what += [f"whose event contains {asked.event!r}"] if asked.event is not None else []
        amount = "1 game that is" if games == 1 else f"{games} games that are"
        raise NotFound(
            f"{name} has {amount} over, but none {' and '.join(what)}",
            mend=f"leave that out, or see `qm find {name!r}`",
        )
    if began:
        raise NotFound(f"{name} has no game that is over yet", mend=f"see `qm find {name!r}`")
    raise NotFound(f"{asked.player} is not a game that was played here, nor a player", mend="see `qm find NAME`")


def _behind(index: "Index", asked: "StatsAsked", counted: "Statistics") -> "dict[str, GamesFound]":
    """The games behind each bar of the page."""
    from cli.desk.index.index_games import games_behind, wanted_by
    from cli.export.html.stats_page import stat_plots

    links = dict.fromkeys(bar.link for plot in stat_plots(counted) for bar in plot.bars)
    found = {link: games_behind(index, asked, wanted_by(link), _GAMES_MOST) for link in links}
    return {link: games for link, games in found.items() if games.games}


def _write(counted: "Statistics", behind: "dict[str, GamesFound]", form: str, output: Path | None, force: bool) -> None:
    from cli.machine.files import write_output

    if form == "html":
        from cli.export.html.stats_page import stats_page

        write_output(output, stats_page(counted, behind), force=force)
        return
    from cli.export.stats_csv import stats_csv

    write_output(output, stats_csv(counted, form), force=force)
