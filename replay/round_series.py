"""What each seat has at the end of each round of a game, for statistics: a game may offer one such series."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from replay.step import Step

ROUNDS_MOST = 50
"""Later rounds are left out: nobody reads a plot of more, and a log may hold any number."""

ByRound = dict[int, Mapping[str, int]]
"""The number of each round, and what each seat had at its end."""


class RoundSeries(msgspec.Struct, frozen=True):
    """A series that a game offers. Only what everybody at the table sees may be in it."""

    name: str
    """What it is: `Cubes at the end of each round`."""
    note: str
    """What it tells: `who carried the curse`."""
    ended: Callable[[Step[Any, Any]], int | None]
    """The number of the round that a step ended; None if it ended none. The last step that ends a round counts."""
    values: Callable[[Any], Mapping[str, int]]
    """What each seat has in a state."""


def by_round(series: RoundSeries, steps: Iterable[Step[Any, Any]]) -> ByRound:
    """The series of a game, as its steps tell it, by rising rounds."""
    found: ByRound = {}
    for step in steps:
        number = series.ended(step)
        if number is not None and 0 < number <= ROUNDS_MOST:
            found[number] = series.values(step.after)
    return dict(sorted(found.items()))
