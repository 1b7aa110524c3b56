"""What the records say about people, games and rules, from the index. A person is a name.

Only games that are over count, and of them only what their result shows and what the rules say. Everything is added up
by the database, in queries that its indexes answer.
"""

from typing import Any

import msgspec

from cli.desk.index import Index
from cli.desk.index_rounds import LastRounds, last_rounds
from cli.desk.stats_asked import StatsAsked
from records.store.read_half import fold

PEOPLE_MOST = 12
RULES_MOST = 12
SERIES_MOST = 12
PAIRS_MOST = 20_000
"""Who is ahead of whom is worked out for at most this many games of the people shown."""


class PersonStats(msgspec.Struct, frozen=True):
    """One person: games that are over, how many they won, and their means."""

    name: str
    word: str
    games: int
    wins: int
    mean_place: float | None
    mean_points: float | None
    seconds_a_turn: float | None
    """The median turn of each game, in the mean of their games."""


class GameStats(msgspec.Struct, frozen=True):
    """One game: how many were played to the end, and how long they took."""

    game: str
    games: int
    mean_plays: float
    mean_minutes: float | None
    seconds_a_play: float | None


class RuleStats(msgspec.Struct, frozen=True):
    """One rule: how often it was broken, and by whom most."""

    rule: str
    times: int
    people: list[tuple[str, int]]


class Statistics(msgspec.Struct, frozen=True):
    """Everything that was counted."""

    player: str | None
    game: str | None
    event: str | None
    games: list[GameStats]
    people: list[PersonStats]
    seats: list[tuple[str, int, int]]
    """Seat, wins, games."""
    against: dict[str, dict[str, tuple[int, int]]]
    """How often somebody was ahead of somebody else, and how often both had a place."""
    rules: list[RuleStats]
    turned: int
    """Answers that hindsight changed."""
    turned_games: int
    points: dict[str, list[tuple[str, int]]]
    """The last games of each person: record and points, where one game is asked for."""
    rounds: LastRounds | None = None
    """The last game that can be followed by rounds."""

    @property
    def total(self) -> int:
        """How many games are counted."""
        return sum(one.games for one in self.games)


def statistics(index: Index, asked: StatsAsked) -> Statistics:
    """Count. With a player, the people are that player and whoever they played with."""
    people = _people(index, asked)
    turned, turned_games = _turned(index, asked)
    return Statistics(
        player=people[0].name if asked.player is not None and people else asked.player,
        game=asked.game,
        event=asked.event,
        games=_games(index, asked),
        people=people,
        seats=_seats(index, asked),
        against=_against(index, asked, people),
        rules=_rules(index, asked),
        turned=turned,
        turned_games=turned_games,
        points=_points(index, asked, people) if asked.game is not None else {},
        rounds=last_rounds(index, asked),
    )


def _games(index: Index, asked: StatsAsked) -> list[GameStats]:
    where, values = asked.games("r")
    rows = index.rows(
        "SELECT game, count(*), avg(plays), avg(seconds) / 60.0,"
        " sum(CASE WHEN seconds IS NOT NULL THEN seconds END) * 1.0 / sum(CASE WHEN seconds IS NOT NULL THEN plays END)"
        f" FROM records r WHERE {where} AND plays > 0 GROUP BY game ORDER BY 2 DESC, 1",
        values,
    )
    return [GameStats(*row) for row in rows]


def _turned(index: Index, asked: StatsAsked) -> tuple[int, int]:
    where, values = asked.games("r")
    ((turned, games),) = index.rows(
        f"SELECT coalesce(sum(turned), 0), coalesce(sum(turned > 0), 0) FROM records r WHERE {where} AND plays > 0",
        values,
    )
    return turned, games


def _people(index: Index, asked: StatsAsked) -> list[PersonStats]:
    where, values = asked.games("r")
    rows = index.rows(
        "SELECT word, count(*), sum(winner), avg(place), avg(total), avg(turn_seconds)"
        f" FROM results r WHERE {where} GROUP BY word ORDER BY 3 DESC, 2 DESC, 1",
        values,
    )
    if asked.player is not None:
        rows = sorted(rows, key=lambda row: row[0] != fold(asked.player))
    return [
        PersonStats(_name(index, word), word, games, wins or 0, place, points, turn)
        for word, games, wins, place, points, turn in rows[:PEOPLE_MOST]
    ]


def _name(index: Index, word: str) -> str:
    rows = index.rows("SELECT name FROM people WHERE word = ? LIMIT 1", (word,))
    return str(rows[0][0]) if rows else word


def _seats(index: Index, asked: StatsAsked) -> list[tuple[str, int, int]]:
    """Wins by seat: only of one game, for in another the same seat means something else."""
    if asked.game is None:
        return []
    where, values = asked.where("r")
    if asked.player is not None:
        where, values = f"{where} AND word = ?", [*values, fold(asked.player)]
    return [
        (seat, wins or 0, games)
        for seat, wins, games in index.rows(
            f"SELECT seat, sum(winner), count(*) FROM results r WHERE {where} GROUP BY seat ORDER BY seat", values
        )
    ]


def _against(index: Index, asked: StatsAsked, people: list[PersonStats]) -> dict[str, dict[str, tuple[int, int]]]:
    """Who was ahead of whom. Level places count for nobody."""
    if sum(one.games for one in people) > PAIRS_MOST:
        return {}
    names = {one.word: one.name for one in people}
    where, values = asked.where("a")
    ones = [fold(asked.player)] if asked.player is not None else list(names)
    marks = ", ".join("?" * len(ones))
    rows = index.rows(
        "SELECT a.word, b.word, sum(a.place < b.place), count(*) FROM results a JOIN results b"
        " ON b.record = a.record AND b.word <> a.word"
        f" WHERE a.word IN ({marks}) AND a.place IS NOT NULL AND b.place IS NOT NULL AND {where}"
        " GROUP BY a.word, b.word",
        [*ones, *values],
    )
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for one, other, ahead, games in rows:
        if one in names and other in names:
            found.setdefault(names[one], {})[names[other]] = (ahead, games)
    return found


def _rules(index: Index, asked: StatsAsked) -> list[RuleStats]:
    """Rules that were broken in games that are over, settled or not."""
    terms, values = "answer = 'broken' AND over = 1", list[object]()
    if asked.player is not None:
        terms, values = f"{terms} AND word = ?", [fold(asked.player)]
    if asked[1:] != (None,) * (len(asked) - 1):
        where, more = asked.where("r")
        terms, values = f"{terms} AND record IN (SELECT record FROM records r WHERE {where})", [*values, *more]
    rows = index.rows(
        f"SELECT rule, count(*) FROM findings WHERE {terms} GROUP BY rule ORDER BY 2 DESC, 1 LIMIT {RULES_MOST}", values
    )
    found = []
    for rule, times in rows:
        whose = index.rows(
            f"SELECT word, count(*) FROM findings WHERE {terms} AND rule = ? AND word <> ''"
            " GROUP BY word ORDER BY 2 DESC, 1 LIMIT 3",
            [*values, rule],
        )
        found.append(RuleStats(rule, times, [(_name(index, word), count) for word, count in whose]))
    return found


def _points(index: Index, asked: StatsAsked, people: list[PersonStats]) -> dict[str, list[tuple[str, int]]]:
    """The points of the last games, oldest first."""
    where, values = asked.where("r")
    found: dict[str, list[tuple[str, int]]] = {}
    for one in people[:4]:
        rows: list[tuple[Any, ...]] = index.rows(
            "SELECT r.record, total FROM results r JOIN records s ON s.record = r.record"
            f" WHERE {where} AND word = ? AND total IS NOT NULL"
            f" ORDER BY s.begun DESC, r.record DESC LIMIT {SERIES_MOST}",
            [*values, one.word],
        )
        if len(rows) > 1:
            found[one.name] = [(record, total) for record, total in reversed(rows)]
    return found
