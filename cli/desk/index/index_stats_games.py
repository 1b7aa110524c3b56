"""Games by their lengths, by what hindsight changed, and by who won in the order of play at the start."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from cli.desk.index.index_file import Index
from cli.desk.index.stats_asked import StatsAsked
from records.clock import to_text
from records.store.read_half import fold


class GameStats(msgspec.Struct, frozen=True):
    """One game: how many were played to the end, how long they took, and what hindsight changed."""

    game: str
    games: int
    mean_plays: float
    mean_minutes: float | None
    seconds_a_play: float | None
    turned: int
    """Answers that hindsight changed."""
    turned_games: int


class OrderStats(msgspec.Struct, frozen=True):
    """A place in the order of play at the start: 1 starts. How many games it won, of how many that had it."""

    order: int
    wins: int
    games: int
    chance: float | None
    """How many it would have won if chance decided. Nothing for the games of one player."""


class PlayCount(NamedTuple):
    """The games of one kind that were won from the same places in the order of play."""

    game: str
    won_from: str
    games: int
    plays: int
    seconds: int | None
    timed: int
    timed_plays: int | None
    turned: int
    turned_games: int
    first_at: str | None = None
    """When the first of them was played, by the scribe's times."""
    first_begun: int | None = None
    """When the first of those without such times came into the store."""


def play_counts(index: Index, asked: StatsAsked) -> list[PlayCount]:
    """All games that are meant, in one look at them."""
    where, values = asked.games("r")
    rows = index.rows(
        "SELECT game, won_from, count(*), sum(plays), sum(seconds), count(seconds),"
        " sum(CASE WHEN seconds IS NOT NULL THEN plays END), sum(turned), sum(turned > 0),"
        " min(CASE WHEN last_at <> '' THEN last_at END), min(CASE WHEN last_at = '' THEN begun END)"
        f" FROM records r WHERE {where} AND plays > 0 GROUP BY game, over, won_from",  # as its index is sorted
        values,
    )
    return [PlayCount(*row) for row in rows]


def first_day(counts: Iterable[PlayCount]) -> str:
    """The day on which the first of these games was played, as `2026-03-01`; empty if there is none."""
    times = [one.first_at for one in counts if one.first_at is not None]
    times += [to_text(one.first_begun) for one in counts if one.first_begun is not None]
    return min(times)[:10] if times else ""


def game_stats(counts: Iterable[PlayCount]) -> list[GameStats]:
    """By game, the one played most first."""
    by_game: dict[str, list[PlayCount]] = {}
    for one in counts:
        by_game.setdefault(one.game, []).append(one)
    found = [_game(game, parts) for game, parts in by_game.items()]
    return sorted(found, key=lambda one: (-one.games, one.game))


def _game(game: str, parts: list[PlayCount]) -> GameStats:
    games, timed = sum(one.games for one in parts), sum(one.timed for one in parts)
    seconds, plays = sum(one.seconds or 0 for one in parts), sum(one.timed_plays or 0 for one in parts)
    return GameStats(
        game,
        games,
        sum(one.plays for one in parts) / games,
        seconds / timed / 60 if timed else None,
        seconds / plays if plays else None,
        sum(one.turned for one in parts),
        sum(one.turned_games for one in parts),
    )


def order_stats(counts: Iterable[PlayCount]) -> list[OrderStats]:
    """By the order of play at the start; games that do not tell who started are left out."""
    wins, games, chance = dict[int, int](), dict[int, int](), dict[int, float]()
    for one in counts:
        if one.won_from:
            places, _, seats = one.won_from.partition("/")
            won = [int(place) for place in places.split()]
            for place in range(1, int(seats) + 1):
                wins[place] = wins.get(place, 0) + one.games * (place in won)
                games[place] = games.get(place, 0) + one.games
                chance[place] = chance.get(place, 0) + one.games * len(won) / int(seats)
    return [OrderStats(place, wins[place], games[place], chance[place]) for place in sorted(games)]


def order_of_one(index: Index, asked: StatsAsked) -> list[OrderStats]:
    """The same of one player's games, by where they came in the order of play."""
    where, values = asked.where("r")
    rows = index.rows(
        f"SELECT started, sum(winner), count(*) FROM results r WHERE {where} AND word = ? AND started IS NOT NULL"
        " GROUP BY started ORDER BY started",
        [*values, fold(asked.player)],
    )
    return [OrderStats(place, wins, games, None) for place, wins, games in rows]
