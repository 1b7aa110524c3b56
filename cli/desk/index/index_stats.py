"""What the records say about people, games and rules, from the index. A person is a name.

Only games that are over count, each table once, and of them only what their result shows and what the rules say.
Everything is added up by the database, in queries that its indexes answer.
"""

import msgspec

from cli.desk.index.index_file import Index
from cli.desk.index.index_rounds import LastRounds, last_rounds
from cli.desk.index.index_stats_games import (
    GameStats,
    OrderStats,
    first_day,
    game_stats,
    order_of_one,
    order_stats,
    play_counts,
)
from cli.desk.index.index_stats_points import PointSeries, point_series
from cli.desk.index.index_stats_twice import told_twice
from cli.desk.index.stats_asked import StatsAsked
from records.store.read_half import fold

MOST = 12
"""How many people and rules are shown unless somebody asks for more."""
PAIRS_MOST = 20_000
"""Who is ahead of whom is shown for at most this many games of the people shown."""


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


class RuleStats(msgspec.Struct, frozen=True):
    """One rule: how often it was broken, and by whom most."""

    rule: str
    says: str
    """Its sentence."""
    game: str
    times: int
    people: list[tuple[str, int]]


class Statistics(msgspec.Struct, frozen=True):
    """Everything that was counted."""

    player: str | None
    game: str | None
    event: str | None
    games: list[GameStats]
    people: list[PersonStats]
    people_in_all: int
    """How many there are; `people` may hold the first of them only."""
    order: list[OrderStats]
    """Wins by the order of play at the start."""
    against: dict[str, dict[str, tuple[int, int]]]
    """How often somebody was ahead of somebody else, and how often both had a place."""
    rules: list[RuleStats]
    rules_in_all: int
    points: PointSeries
    """The last games of each person, of the game that is asked for, or else of the one played most."""
    told_twice: int
    """How many records tell of a table that is counted by another record."""
    first_day: str = ""
    """When the first of the games was played."""
    rounds: LastRounds | None = None
    """The last game that can be followed by rounds."""

    @property
    def total(self) -> int:
        """How many games are counted."""
        return sum(one.games for one in self.games)

    @property
    def turned(self) -> int:
        """How many answers hindsight changed."""
        return sum(one.turned for one in self.games)

    @property
    def turned_games(self) -> int:
        """In how many games hindsight changed an answer."""
        return sum(one.turned_games for one in self.games)


def statistics(index: Index, asked: StatsAsked, most: int | None = None, *, points: bool = True) -> Statistics:
    """Count. With a player, the people are that player and whoever they played with.

    `most` is how many people and rules are wanted; None: all of them. Without `points`, those of the last games are
    left out: to find these is a fifth of the work.
    """
    asked, twice = told_twice(index, asked)
    people, people_in_all = _people(index, asked, most)
    rules, rules_in_all = _rules(index, asked, most)
    counts = play_counts(index, asked)
    games = game_stats(counts)
    return Statistics(
        player=people[0].name if asked.player is not None and people else asked.player,
        game=asked.game,
        event=asked.event or asked.within,
        games=games,
        people=people,
        people_in_all=people_in_all,
        order=order_stats(counts) if asked.player is None else order_of_one(index, asked),
        against=_against(index, asked, people, most),
        rules=rules,
        rules_in_all=rules_in_all,
        points=(
            point_series(index, asked, {one.word: one.name for one in people}, asked.game or games[0].game)
            if games and points
            else PointSeries()
        ),
        told_twice=twice,
        first_day=first_day(counts),
        rounds=last_rounds(index, asked),
    )


def was_played(index: Index, game: str) -> bool:
    """Whether there is a record of a game."""
    return bool(index.rows("SELECT 1 FROM records WHERE game = ? LIMIT 1", (game,)))


def games_of(index: Index, player: str) -> tuple[str, int, bool]:
    """A player's name, their games that are over, whatever they are, and whether they sit in any record at all."""
    word = fold(player)
    ((games,),) = index.rows("SELECT count(*) FROM results WHERE word = ? AND over = 1", (word,))
    known = index.rows("SELECT name FROM people WHERE word = ? AND role = 'player' LIMIT 1", (word,))
    return (str(known[0][0]) if known else player), games, bool(known)


def _people(index: Index, asked: StatsAsked, most: int | None) -> tuple[list[PersonStats], int]:
    """The people with most wins, a player who is asked for before everybody they played with; how many there are."""
    where, values = asked.games("r")
    rows = index.rows(
        "SELECT word, count(*), sum(winner), avg(place), avg(total), avg(turn_seconds)"
        f" FROM results r WHERE {where} GROUP BY word ORDER BY 3 DESC, 2 DESC, 1",
        values,
    )
    if asked.player is not None:
        rows = sorted(rows, key=lambda row: row[0] != fold(asked.player))
        most = None if most is None else most + 1
    shown = rows[:most]
    names = names_of(index, [row[0] for row in shown])
    found = [
        PersonStats(names[word], word, games, wins or 0, place, points, turn)
        for word, games, wins, place, points, turn in shown
    ]
    return found, len(rows)


def names_of(index: Index, words: list[str]) -> dict[str, str]:
    """The names of people, as the oldest record writes them."""
    found = {}
    for word in words:
        rows = index.rows("SELECT name FROM people WHERE word = ? LIMIT 1", (word,))
        found[word] = str(rows[0][0]) if rows else word
    return found


def _against(
    index: Index, asked: StatsAsked, people: list[PersonStats], most: int | None
) -> dict[str, dict[str, tuple[int, int]]]:
    """Who was ahead of whom. Level places count for nobody."""
    if most is not None and sum(one.games for one in people) > PAIRS_MOST:
        return {}
    names = {one.word: one.name for one in people}
    where, values = asked.where("a")
    ones = [fold(asked.player)] if asked.player is not None else list(names)
    rows = index.rows(
        "SELECT a.word, b.word, sum(a.place < b.place), count(*) FROM results a JOIN results b"
        " ON b.record = a.record AND b.word <> a.word"
        " WHERE a.word IN (SELECT value FROM json_each(?)) AND a.place IS NOT NULL AND b.place IS NOT NULL"
        f" AND {where} GROUP BY a.word, b.word",
        [msgspec.json.encode(ones).decode(), *values],
    )
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for one, other, ahead, games in rows:
        if one in names and other in names:
            found.setdefault(names[one], {})[names[other]] = (ahead, games)
    return found


def _rules(index: Index, asked: StatsAsked, most: int | None) -> tuple[list[RuleStats], int]:
    """Rules that were broken in games that are over, settled or not; how many there are."""
    terms, values = "answer = 'broken' AND over = 1", list[object]()
    if asked.player is not None:
        terms, values = f"{terms} AND word = ?", [fold(asked.player)]
    if asked._replace(player=None, but="") != StatsAsked():
        where, more = asked.where("r")
        terms, values = f"{terms} AND record IN (SELECT record FROM records r WHERE {where})", [*values, *more]
    elif asked.but:
        terms, values = f"{terms} AND {asked.not_counted('findings')}", [*values, asked.but]
    rows = index.rows(f"SELECT rule, count(*) FROM findings WHERE {terms} GROUP BY rule ORDER BY 2 DESC, 1", values)
    return [_rule(index, terms, values, *row) for row in rows[:most]], len(rows)


def _rule(index: Index, terms: str, values: list[object], rule: str, times: int) -> RuleStats:
    whose = index.rows(
        f"SELECT word, count(*) FROM findings WHERE {terms} AND rule = ? AND word <> ''"
        " GROUP BY word ORDER BY 2 DESC, 1 LIMIT 3",
        [*values, rule],
    )
    ((says, record),) = index.rows(
        f"SELECT says, record FROM findings WHERE {terms} AND rule = ? LIMIT 1", [*values, rule]
    )
    ((game,),) = index.rows("SELECT game FROM records WHERE record = ?", (record,))
    names = names_of(index, [word for word, _ in whose])
    return RuleStats(rule, says, game, times, [(names[word], count) for word, count in whose])
