"""Which permits a player can have in front of them, by all that the log fixes about what they received and placed."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from replay.action import UNKNOWN
from replay.games.gold_island.state import State
from replay.games.gold_island.words import SEVEN

Value = int | str
Values = tuple[int, ...]

OTHER = 0
"""A value that is not of interest."""


class Placement(NamedTuple):
    """A permit that was placed: its value, and how many permits had been received by then."""

    value: Value
    gains: int


def placements(state: State, seat: str) -> list[Placement]:
    """The permits of a seat on the islands."""
    return [
        Placement(permit.value, permit.gains)
        for isle in state.islands.values()
        for permit in isle.stack
        if permit.seat == seat
    ]


def fillings(gained: tuple[Value, ...], volcano: int, of_interest: set[int]) -> Iterator[Values]:
    """Every way to give the permits received their values: all different, as named, the others from 1 to 6.

    While the seven is on the volcano nobody has it; if it is not and no gain is named 7, one of the others is. Only
    the values of interest are told apart: any other is `OTHER`, so that there are few ways.
    """
    named = [value for value in gained if type(value) is int]
    if len(gained) > SEVEN or len(set(named)) < len(named) or not set(named) <= set(range(1, SEVEN + 1)):
        return
    if SEVEN in named and volcano > 0:
        return
    missing = volcano <= 0 and SEVEN not in named
    free = [value for value in range(1, SEVEN) if value not in named]
    told = [value for value in free if value in of_interest]
    blanks = [place for place, value in enumerate(gained) if value == UNKNOWN]
    filling = [value if isinstance(value, int) else OTHER for value in gained]
    others = len(free) - len(told)
    for chosen in _chosen([SEVEN, *told] if missing else told, blanks):
        if len(blanks) - len(chosen) <= others and (not missing or SEVEN in chosen.values()):
            yield tuple(chosen.get(place, value) for place, value in enumerate(filling))


def _chosen(values: list[int], blanks: list[int]) -> Iterator[dict[int, int]]:
    """Every way to give some of the values to some of the blanks, each to one."""
    if not values:
        yield {}
        return
    for rest in _chosen(values[1:], blanks):
        yield rest
        yield from ({**rest, place: values[0]} for place in blanks if place not in rest)


def in_front(filling: Values, placed: list[Placement]) -> Iterator[list[int]]:
    """The values that can be left in front of the player, if the permits received have these values."""
    left = list(range(len(filling)))
    for value, gains in placed:
        if value != UNKNOWN:
            place = filling.index(value) if value in filling else len(filling)
            if place >= gains or place not in left:
                return
            left.remove(place)
    unseen = sorted(gains for value, gains in placed if value == UNKNOWN)
    for gone in combinations(left, len(unseen)):
        if all(place < gains for place, gains in zip(gone, unseen, strict=True)):
            yield [filling[place] for place in left if place not in gone]


def can_show(state: State, seat: str, shown: list[Value]) -> bool | None:
    """Whether these can be a player's permits; None if the log contradicts itself already."""
    owned, placed = state.owned[seat], placements(state, seat)
    named = {value for value in shown if isinstance(value, int)}
    known = {value for value, _ in placed if isinstance(value, int)}
    possible = False
    for filling in fillings(owned.gained, owned.volcano, named | known):
        for front in in_front(filling, placed):
            if named.issubset(front) and len(front) == len(shown):
                return True
            possible = True
    return False if possible else None
