"""The seeded search for a seating: random numbers from the seed, the cost of a table, and exchanges of two players."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations

import msgspec

STARTS = 4
STEPS = 5000

DEFAULT_WEIGHTS: Mapping[str, int] = {"meet": 10**13, "club": 10**10, "short": 10**7, "game": 10**4, "score": 1}
"""What each kind of cost weighs, unless the organiser says otherwise."""

Ids = tuple[str, ...]
"""Player ids."""


class EarlierTable(msgspec.Struct, frozen=True):
    """A table of an earlier round: its game, and its players in seat order."""

    game: str
    players: Ids


EarlierRounds = Sequence[Sequence[EarlierTable]]


class History(msgspec.Struct, frozen=True):
    """What earlier rounds say about people: who met whom, who sat where, and who played what."""

    met: Counter[frozenset[str]]
    played: Counter[tuple[str, str]]
    """(player, game)."""
    sat: Counter[tuple[str, int]]
    """(player, place at the table); place 0 starts."""
    short: frozenset[str]
    """Who sat at a table that was smaller than the largest of its round."""


def history_of(rounds: EarlierRounds) -> History:
    """Everything that the cost and the order at a table ask about earlier rounds."""
    met: Counter[frozenset[str]] = Counter()
    played: Counter[tuple[str, str]] = Counter()
    sat: Counter[tuple[str, int]] = Counter()
    short: set[str] = set()
    for tables in rounds:
        largest = max((len(table.players) for table in tables), default=0)
        for table in tables:
            met.update(frozenset(pair) for pair in combinations(table.players, 2))
            played.update((player, table.game) for player in table.players)
            sat.update((player, place) for place, player in enumerate(table.players))
            if len(table.players) < largest:
                short.update(table.players)
    return History(met, played, sat, frozenset(short))


class Draw:
    """Random numbers that follow from a seed alone."""

    def __init__(self, seed: str) -> None:
        self._numbers = _numbers(bytes.fromhex(seed))

    def rand(self, below: int) -> int:
        """The next number, from 0 to one below `below`."""
        return next(self._numbers) % below


def _numbers(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


class Prices(msgspec.Struct, frozen=True):
    """What it costs to seat players, named by their number in the ranked list, at tables."""

    pair: list[list[int]]
    """Of two players at one table."""
    seat: list[list[int]]
    """Of a player (first number) at a table (second)."""
    distance: int
    """Of each rank between the best and the last player of a table."""

    def of(self, table: int, players: list[int]) -> int:
        """The cost of one table."""
        cost = (max(players) - min(players)) * self.distance
        for place, player in enumerate(players):
            cost += self.seat[player][table]
            row = self.pair[player]
            for other in players[place + 1 :]:
                cost += row[other]
        return cost


def prices(
    ranked: Ids,
    tables: Sequence[tuple[str, int]],
    history: History,
    clubs: Mapping[str, str],
    weights: Mapping[str, int],
    swiss: bool,
) -> Prices:
    """The prices of one round: `tables` gives game and size, `clubs` only what counts in this round."""
    largest = max((size for _, size in tables), default=0)

    def pair(one: str, other: str) -> int:
        same_club = one in clubs and clubs[one] == clubs.get(other)
        return weights["meet"] * history.met[frozenset((one, other))] ** 2 + weights["club"] * same_club

    def seat(player: str, game: str, size: int) -> int:
        again_short = size < largest and player in history.short
        return weights["short"] * again_short + weights["game"] * history.played[player, game]

    return Prices(
        [[pair(one, other) if one != other else 0 for other in ranked] for one in ranked],
        [[seat(player, game, size) for game, size in tables] for player in ranked],
        weights["score"] if swiss else 0,
    )


def search(sizes: Sequence[int], price: Prices, seed: str) -> tuple[int, list[list[int]]]:
    """The cheapest seating that four starts find: its cost, and the players of each table by rank number."""
    if len(sizes) == 1:  # there is nothing to change, and of equal starts the first counts
        order = list(range(sum(sizes)))
        return price.of(0, order), [order]
    draw = Draw(seed)
    best: tuple[int, list[list[int]]] | None = None
    for start in range(STARTS):
        order = list(range(sum(sizes)))
        if start:
            for last in range(len(order) - 1, 0, -1):
                other = draw.rand(last + 1)
                order[last], order[other] = order[other], order[last]
        found = _improved(sizes, order, price, draw)
        if best is None or found[0] < best[0]:
            best = found
    assert best is not None, "there is at least one start"
    return best


def _improved(sizes: Sequence[int], order: list[int], price: Prices, draw: Draw) -> tuple[int, list[list[int]]]:
    """A seating after its steps: two players change places unless that makes it dearer."""
    seats = [(table, place) for table, size in enumerate(sizes) for place in range(size)]
    filling = iter(order)
    tables = [[next(filling) for _ in range(size)] for size in sizes]
    costs = [price.of(table, players) for table, players in enumerate(tables)]
    total = sum(costs)
    for _ in range(STEPS):
        if total == 0:
            break
        (one, place), (other, elsewhere) = seats[draw.rand(len(seats))], seats[draw.rand(len(seats))]
        if one == other:
            continue
        here, there = tables[one], tables[other]
        here[place], there[elsewhere] = there[elsewhere], here[place]
        new_here, new_there = price.of(one, here), price.of(other, there)
        change = new_here + new_there - costs[one] - costs[other]
        if change > 0:
            here[place], there[elsewhere] = there[elsewhere], here[place]
        else:
            costs[one], costs[other] = new_here, new_there
            total += change
    return total, tables
