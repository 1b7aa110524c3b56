"""Seating that anybody can recompute and nobody could choose: it follows from the log and a seed, to the byte.

A search of our own, on purpose. OR-Tools adds 245 MB and found more repeated meetings in far longer time; the libraries
for pairings are for two players at a table.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, permutations

import msgspec

from records.canonical import canonical
from replay.games.tournament.seating_search import (
    DEFAULT_WEIGHTS,
    EarlierRounds,
    History,
    Ids,
    history_of,
    prices,
    search,
)


class SeatingFacts(msgspec.Struct, frozen=True, kw_only=True):
    """All that the seating of a round follows from."""

    round: int
    seed: str
    players: Ids
    """Who sits in this round; their order does not matter."""
    places: Mapping[str, int] | None = None
    """The places in the standings, by which the Swiss system ranks; None in round 1 and in other systems."""
    swiss: bool = False
    want: int = 4
    least: int = 3
    most: int = 5
    games: tuple[tuple[str, tuple[int, int]], ...]
    """The games of the round in the order of their queue, each with its fewest and most players."""
    earlier: EarlierRounds = ()
    clubs: Mapping[str, str] = {}
    weights: Mapping[str, int] = {}
    """What differs from the usual weights."""


class SeatedTable(msgspec.Struct, frozen=True):
    """One table: its game, and its players in seat order; the first starts."""

    game: str
    players: Ids


class Seated(msgspec.Struct, frozen=True):
    """A whole seating, largest table first, and its cost."""

    cost: int
    tables: tuple[SeatedTable, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of players at each table."""
        return tuple(len(table.players) for table in self.tables)


def seed_of(head: str, round: int, nonce: str | None = None) -> str:
    """The seed of a round, from the head before it (`size:root`) and what was thrown in public after the last result.

    >>> seed_of("10:root", 1, "6 2 5")[:8]
    '576eb8eb'
    """
    return sha256(canonical(["quartermaster/seating/1", head, round, nonce or ""])).hexdigest()


def lot(seed: str, player: str) -> str:
    """The player's lot in a round, which decides between those who are level: the smaller comes first."""
    return sha256(canonical(["quartermaster/seat/1", seed, player])).hexdigest()


def sizes_of(count: int, want: int, allowed: Iterable[int]) -> tuple[int, ...] | None:
    """How this many players are divided into tables, largest first; None if it cannot be done.

    >>> [sizes_of(count, 4, (3, 4, 5)) for count in (5, 6, 9, 13)]
    [(5,), (3, 3), (5, 4), (5, 4, 4)]
    """
    sizes = sorted({size for size in allowed if size > 0})
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())]
    for players in range(1, count + 1):
        ways = []
        for size in sizes:
            rest = best[players - size] if size <= players else None
            if rest is not None:
                # Negative sizes, so that of two ways with as many tables the one with the larger first comes first.
                ways.append((rest[0] + (size - want) ** 2, rest[1] + 1, tuple(sorted((*rest[2], -size)))))
        best.append(min(ways, default=None))
    found = best[count]
    return None if found is None else tuple(-size for size in found[2])


def allowed_sizes(facts: SeatingFacts) -> tuple[int, ...]:
    """The sizes that the format and at least one game of the round allow."""
    return tuple(
        size
        for size in range(facts.least, facts.most + 1)
        if any(fewest <= size <= most for _, (fewest, most) in facts.games)
    )


def games_for(sizes: Sequence[int], games: Sequence[tuple[str, tuple[int, int]]]) -> tuple[str, ...]:
    """The game of each table: the first in the queue that allows its size, which then goes to the end."""
    queue = list(games)
    found = []
    for size in sizes:
        taken = next(entry for entry in queue if entry[1][0] <= size <= entry[1][1])
        queue.remove(taken)
        queue.append(taken)
        found.append(taken[0])
    return tuple(found)


def ranked(facts: SeatingFacts) -> Ids:
    """Who sits, by the standings if they count, and those who are level by lot."""
    places = facts.places or {}
    return tuple(sorted(facts.players, key=lambda player: (places.get(player, 0), lot(facts.seed, player))))


def seat(facts: SeatingFacts) -> Seated | None:
    """The seating of a round; None if this many players cannot be divided into tables."""
    sizes = sizes_of(len(facts.players), facts.want, allowed_sizes(facts))
    if sizes is None:
        return None
    games = games_for(sizes, facts.games)
    order, history = ranked(facts), history_of(facts.earlier)
    clubs = facts.clubs if facts.round == 1 else {}
    weights = {**DEFAULT_WEIGHTS, **facts.weights}
    price = prices(order, list(zip(games, sizes, strict=True)), history, clubs, weights, facts.swiss)
    cost, tables = search(sizes, price, facts.seed)
    return Seated(
        cost,
        tuple(
            SeatedTable(game, in_order([order[number] for number in table], history, facts.seed))
            for game, table in zip(games, tables, strict=True)
        ),
    )


def in_order(players: Sequence[str], history: History, seed: str) -> Ids:
    """The order at a table: who has started least often first, then who has sat least often on each place."""
    lots = {player: lot(seed, player) for player in players}

    def key(order: Ids) -> tuple[int, int, list[str]]:
        again = sum(history.sat[player, place] for place, player in enumerate(order))
        return history.sat[order[0], 0], again, [lots[player] for player in order]

    return min(permutations(players), key=key)


def meetings(tables: Iterable[Sequence[str]], earlier: EarlierRounds) -> dict[tuple[str, str], int]:
    """The pairs at one table that have met before, and how often; in the order of the tables."""
    met = history_of(earlier).met
    pairs = (pair for players in tables for pair in combinations(players, 2))
    return {pair: met[frozenset(pair)] for pair in pairs if met[frozenset(pair)]}


def meeting_cost(tables: Iterable[Sequence[str]], earlier: EarlierRounds) -> int:
    """The sum of the squares of `meetings`, by which two seatings of one round are compared."""
    return sum(count**2 for count in meetings(tables, earlier).values())


def starts(earlier: EarlierRounds) -> dict[str, int]:
    """How often each player has started, for those who have."""
    sat = history_of(earlier).sat
    return {player: count for (player, place), count in sat.items() if place == 0}
