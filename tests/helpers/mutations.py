"""Damage to dealt games: one illegal change for each rule. The audit must name that rule at that event."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from replay.playout import fold
from replay.step import Step
from tests.helpers.tools import Body, audit_of, dealt, timeline


class Play(NamedTuple):
    """A dealt game to work on: its lines, and its steps (step i belongs to line i)."""

    header: Body
    lines: list[Body]
    steps: list[Step[Any, Any]]
    rng: Random

    def some(self, do: str, fits: Callable[[Step[Any, Any]], bool] = lambda step: True) -> int | None:
        """The index of a random line of this kind that fits."""
        found = [index for index, step in enumerate(self.steps) if self.lines[index]["do"] == do and fits(step)]
        return self.rng.choice(found) if found else None

    def changed(self, index: int, **fields: Any) -> list[Body]:
        """The lines with some fields of one of them set."""
        lines = copy.deepcopy(self.lines)
        lines[index].update(fields)
        return lines

    def without(self, index: int) -> list[Body]:
        """The lines without one of them."""
        return [*self.lines[:index], *self.lines[index + 1 :]]

    def with_line(self, index: int, line: Body) -> list[Body]:
        """The lines with another one inserted before an index."""
        return [*self.lines[:index], line, *self.lines[index:]]


class Mutated(NamedTuple):
    """The damaged lines, and the seq of the event at fault."""

    lines: list[Body]
    seq: int
    header: Body | None = None


Mutation = Callable[[Play], Mutated | None]


def play_of(game_id: str, players: int, seed: int, **options: Any) -> Play:
    """A dealt game in full, to be damaged."""
    simulated = dealt(game_id, players, seed, **options)
    game, table, line, _ = timeline(simulated.header, simulated.full)
    return Play(simulated.header, simulated.full, list(fold(game, table, line)), Random(seed))


def recall(
    plays: list[Play], rule: str, mutate: Mutation, answer: str = "broken", *, tries: int
) -> tuple[int, int, list[str]]:
    """(found, tried, misses): how often the audit named the rule at the event, in at most this many tries."""
    tried = found = 0
    misses = []
    for number, play in enumerate(plays):
        mutated = mutate(play) if tried < tries else None
        if mutated is None:
            continue
        tried += 1
        findings = audit_of(mutated.header or play.header, mutated.lines).findings
        if any((item.seq, item.rule, item.answer) == (mutated.seq, rule, answer) for item in findings):
            found += 1
        else:
            misses.append(f"{rule} in game {number} at {mutated.seq}: {mutated.lines[mutated.seq - 1]}")
    return found, tried, misses
