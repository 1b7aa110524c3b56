"""How many points a player can have whose score is not known: the fewest and the most."""

from collections import Counter
from typing import NamedTuple

from replay.games.gold_island.kit import Kit
from replay.games.gold_island.state import Isle, Permit, State
from replay.games.gold_island.words import GOLD_COIN, SEVEN, is_treasure_island

Range = tuple[int, int]


class _Place(NamedTuple):
    """The best and the worst rank that a permit can have on its island."""

    best: int
    worst: int


def points_between(state: State, seat: str) -> Range | None:
    """The fewest and the most points of a seat with a permit on the known gold island; None if it cannot be told.

    It can be told as far as chests and relics are known from the log or a firm kit. Coins that can run out (GI-Q19)
    depend on the order of the islands, and equal permits that both get less (GI-Q21) on more than a rank.
    """
    readings = state.table.readings
    relics = [relic.gold for relic in state.relics.values() if relic.at == seat]
    if readings["GI-Q19"] == "stock" or readings["GI-Q21"] == "both-lower":
        return None
    fewest = most = 0
    for gold in relics:
        if not isinstance(gold, int):
            return None
        fewest, most = fewest + gold, most + gold
    for island, isle in state.islands.items():
        if is_treasure_island(island) and any(permit.seat == seat for permit in isle.stack):
            found = _on(state, island, isle, seat)
            if found is None:
                return None
            fewest, most = fewest + found[0], most + found[1]
    return fewest, most


def _on(state: State, island: str, isle: Isle, seat: str) -> Range | None:
    """What a seat can get on one island."""
    chest = _chest(state, isle)
    if chest is None:
        return None
    least = 1 if state.table.readings["GI-Q20"] == "one" else 0
    coin = GOLD_COIN if island == state.gold else 0
    fewest = most = 0
    for place, permit in enumerate(isle.stack):
        if permit.seat == seat:
            rank = _rank(state, isle, place)
            fewest += _paid(chest[0], rank.worst, least, coin)
            most += _paid(chest[1], rank.best, least, coin)
    return fewest, most


def _paid(chest: int, rank: int, least: int, coin: int) -> int:
    return chest + coin if rank == 0 else max(least, chest - rank)


def _chest(state: State, isle: Isle) -> Range | None:
    """The value of a chest, or the lowest and highest that a firm kit has left for it."""
    if isinstance(isle.chest, int):
        return isle.chest, isle.chest
    kit: Kit = state.table.kit
    known = Counter(other.chest for other in state.islands.values() if isinstance(other.chest, int))
    left = list((Counter(kit.chests) - known).elements()) if kit.chests_firm else []
    return (min(left), max(left)) if left else None


def _rank(state: State, isle: Isle, place: int) -> _Place:
    """The ranks that a permit can have; of equal permits the lower one in the stack is ahead."""
    own = _values(state, isle.stack[place])
    best = worst = 0
    for other, permit in enumerate(isle.stack):
        if other == place:
            continue
        values = _values(state, permit)
        ahead_if_equal = other < place
        best += min(values) > max(own) or (ahead_if_equal and min(values) == max(own))
        worst += max(values) > min(own) or (ahead_if_equal and max(values) == min(own))
    return _Place(best, worst)


def _values(state: State, permit: Permit) -> list[int]:
    """The values that a permit can have: its own, or any that its owner has not placed elsewhere."""
    if isinstance(permit.value, int):
        return [permit.value]
    stacks = [isle.stack for isle in state.islands.values()]
    placed = {other.value for stack in stacks for other in stack if other.seat == permit.seat}
    owner = state.owned.get(permit.seat)
    highest = SEVEN - 1 if owner is not None and owner.volcano > 0 else SEVEN
    return [value for value in range(1, highest + 1) if value not in placed] or list(range(1, SEVEN + 1))
