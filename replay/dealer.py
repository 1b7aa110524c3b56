"""The dealer's table: the state so far, the lines written, and chance. A game adds how its players choose."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from replay.action import Action, Reveal, body_of, name_of
from replay.table import Table

Body = dict[str, Any]
State = TypeVar("State")
Thing = TypeVar("Thing")


class Dealer(Generic[State]):
    """A simulated table. What is logged here takes effect at once, exactly as it will be read from the record."""

    def __init__(
        self,
        table: Table,
        rng: Random,
        *,
        start: State,
        reduce: Callable[[State, Any], State],
        actions: tuple[type[Action], ...],
    ) -> None:
        self.table = table
        self.rng = rng
        self.state = start
        self.lines: list[Body] = []
        self._reduce = reduce
        kinds: tuple[type[Action], ...] = (*actions, Reveal)
        self._kinds = {name_of(kind): kind for kind in kinds}

    def log(self, line: Action | Body) -> None:
        """Write one line and apply it."""
        body = line if isinstance(line, dict) else body_of(line)
        self.lines.append(body)
        self.state = self._reduce(self.state, msgspec.convert(body, self._kinds[body["do"]]))

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        """The same things in random order."""
        pile = list(things)
        self.rng.shuffle(pile)
        return pile

    def draw(self, pile: list[Thing], number: int, discard: list[Thing]) -> list[Thing]:
        """Things off the top (the end) of a pile; when it runs out, the discard pile is shuffled and becomes the pile.

        Both piles are changed in place. If both run out, fewer things are drawn.
        """
        drawn: list[Thing] = []
        while len(drawn) < number:
            if not pile:
                if not discard:
                    break
                pile[:] = self.shuffled(discard)
                discard.clear()
            drawn.append(pile.pop())
        return drawn
