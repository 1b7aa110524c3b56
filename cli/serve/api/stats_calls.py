"""Calls about statistics: what the games that are over say, and the games behind each number. Only for the desk."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from cli.desk.index.index_file import Index
from cli.desk.index.index_games import GAMES_MOST, GamesWanted, games_behind
from cli.desk.index.index_stats import MOST, statistics
from cli.desk.index.stats_asked import StatsAsked
from cli.export.html.stats_games import game_title
from cli.export.html.stats_page import stat_plots
from cli.export.plots import is_long, ticks
from cli.export.stats_words import FEW, behind_words, stats_notes, stats_summary, stats_title
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import Given, Sent
from replay.library import game_ids, game_of

Answer = TypeVar("Answer")

ORDER_MAX = 99
MOST_AT_ONCE = 200
"""How many people and rules a browser is given at most."""


class StatsQuery(Given):
    """Whom or what: a player, a game, an event by a part of its name, and from which year on."""

    player: str | None = None
    game: str | None = None
    event: str | None = None
    year: int | None = None
    most: int | None = None
    """How many people and rules are wanted; the first 12 unless more are asked for."""


class BehindQuery(StatsQuery):
    """The same, and which of these games: by who took part, who won, from which place in the order of play it was won
    (1 started), which rule was broken."""

    person: str | None = None
    winner: str | None = None
    order: int | None = None
    rule: str | None = None


class StatBar(Sent, omit_defaults=False):
    """A bar: what it is, how long, the number at its end, and what to ask for the games behind it."""

    label: str
    value: float
    text: str
    behind: str
    few: bool
    """Whether so few games are behind it that its mean says little."""
    small: str
    """What stands small below the label."""


class StatLine(Sent, omit_defaults=False):
    """A line: whose, and the values from left to right, with nothing where there is none."""

    name: str
    values: list[int | None]


class StatPlotOut(Sent, omit_defaults=False):
    """A plot of bars or of lines."""

    name: str
    note: str
    bars: list[StatBar]
    long: bool
    """Whether the labels are too long to stand beside their bars."""
    lines: list[StatLine]
    ticks: list[int]
    """The heights of the lines of the grid, the lowest first."""
    labels: list[str]
    """What stands below the lines, from left to right."""


class StatPerson(Sent, omit_defaults=False):
    """A person: games, wins, mean place, and how often they were ahead of each of the others, in their order."""

    name: str
    games: int
    wins: int
    mean_place: float | None
    ahead: list[tuple[int, int] | None]


class GameName(Sent, omit_defaults=False):
    """A game by id and title."""

    id: str
    title: str


class StatsOut(Sent, omit_defaults=False):
    """Everything that was counted."""

    title: str
    summary: str
    notes: str
    """What counts, what hindsight changed, what was left out."""
    total: int
    plots: list[StatPlotOut]
    people: list[StatPerson]
    people_in_all: int
    rules: int
    """How many rules are shown; `people` and they may be only the first of all."""
    rules_in_all: int
    games: list[GameName]
    year: int
    """The year it is now."""
    few: int
    left: int
    """How many records were not looked at yet: ask again."""


class StatGame(Sent, omit_defaults=False):
    """A game that is over, and when it was played."""

    record: str
    game: str
    title: str
    event: str
    played: str
    players: list[str]
    winners: str
    line: int | None
    """Where the rule was first broken, if one is asked for."""


class StatGames(Sent, omit_defaults=False):
    """The games behind a number, the newest first."""

    heading: str
    games: list[StatGame]
    in_all: int
    """How many there are; only the newest are listed."""
    says: str
    """The sentence of the rule, if one is asked for."""
    left: int


async def get_stats(asked: Incoming) -> StatsOut:
    """Statistics over the games that are over."""
    wanted = _asked(asked)
    most = min(max(asked.query.most or MOST, 1), MOST_AT_ONCE)
    found, left = await _from_index(asked, lambda index: statistics(index, wanted, most))
    names = [one.name for one in found.people]
    plots = [
        StatPlotOut(
            plot.name,
            plot.note,
            [StatBar(bar.label, bar.value, bar.text, bar.link, bar.hollow, bar.small) for bar in plot.bars],
            is_long(plot.bars),
            [StatLine(name, values) for name, values in plot.lines.items()],
            ticks([one for values in plot.lines.values() for one in values if one is not None]) if plot.lines else [],
            plot.labels,
        )
        for plot in stat_plots(found)
    ]
    people = [
        StatPerson(
            one.name, one.games, one.wins, one.mean_place, [found.against.get(one.name, {}).get(name) for name in names]
        )
        for one in found.people
    ]
    return StatsOut(
        title=stats_title(found, game_title),
        summary=stats_summary(found, year=asked.query.year is None),
        notes=stats_notes(found),
        total=found.total,
        plots=plots,
        people=people,
        people_in_all=found.people_in_all,
        rules=len(found.rules),
        rules_in_all=found.rules_in_all,
        games=[GameName(one, game_of(one).title) for one in game_ids() if not game_of(one).is_linked],
        year=_year(asked),
        few=FEW,
        left=left,
    )


async def get_stat_games(asked: Incoming) -> StatGames:
    """The games behind a number of the statistics."""
    wanted, query = _asked(asked), asked.query
    if query.order is not None and not 1 <= query.order <= ORDER_MAX:
        mend = "1 is who started, and so on; or leave it out"
        raise WebProblem("malformed", f"there is no place {query.order} in the order of play", mend=mend)
    behind = GamesWanted(query.person, query.winner, query.order, query.rule, query.game or None)
    found, left = await _from_index(asked, lambda index: games_behind(index, wanted, behind, GAMES_MOST))
    games = [
        StatGame(
            one.record,
            one.game,
            one.title,
            one.event,
            one.played,
            one.players,
            one.winners,
            one.seq,
        )
        for one in found.games
    ]
    return StatGames(behind_words(behind, game_title), games, found.in_all, found.games[0].says if games else "", left)


def _asked(asked: Incoming) -> StatsAsked:
    query, grant = asked.query, asked.session.grant
    if query.year is not None and not 1 <= query.year <= 9999:
        raise WebProblem(
            "malformed", f"the year {query.year} is none", mend="give a year such as 2026, or leave it out"
        )
    since = None if query.year is None else int(datetime(query.year, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000
    return StatsAsked(query.player or None, query.game or None, query.event or None, grant.event, since)


async def _from_index(asked: Incoming, question: Callable[[Index], Answer]) -> tuple[Answer, int]:
    index = asked.service.rooms.index
    if index is None:
        raise WebProblem(
            "unavailable", "this service keeps no index", mend="start it where its store can be written beside"
        )
    return await asyncio.to_thread(index.ask, question)


def _year(asked: Incoming) -> int:
    return datetime.fromtimestamp(asked.service.clock() / 1_000_000, UTC).year


CALLS = (
    Call("GET", "/stats", get_stats, "desk", "Statistics.", query=StatsQuery, gives=StatsOut),
    Call(
        "GET", "/stats/games", get_stat_games, "desk", "The games behind a number.", query=BehindQuery, gives=StatGames
    ),
)
