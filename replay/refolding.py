"""Folding and judging a line again: what has not changed since another line was followed is taken over from it.

The same action makes the same state of the same state, and a rule says the same of the same step. So whatever is found
to be the same need not be worked out again, wherever it stands in the line.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from replay.action import Observe, Readings
from replay.audit import Finding, judge_step, with_agreement
from replay.game import Completed, Game, State
from replay.step import Step

StepsBySeq = Mapping[int, Step[Any, Any]]
"""Steps of a line that was followed before, by seq."""


class Folded(NamedTuple):
    """The steps of a line, and the state after it."""

    steps: list[Step[Any, Any]]
    final: State

    def known(self) -> StepsBySeq:
        """The steps by seq, for another line to take over."""
        return {step.seq: step for step in self.steps}


class JudgedStep(NamedTuple):
    """A step, and what the rules say of it."""

    step: Step[Any, Any]
    findings: list[Finding]


def same(one: object, other: object) -> bool:
    """Whether two values are the same. `1` and `True` are equal, but a rule may tell them apart; so do their words."""
    return one is other or (one == other and repr(one) == repr(other))


def refold(game: Game, start: State, completed: Completed, known: Sequence[StepsBySeq]) -> Folded:
    """The steps of a completed line. Its states are taken from the known steps as far as these are the same."""
    steps: list[Step[Any, Any]] = []
    state, facts, states = start, completed.facts, completed.states
    for place, (seq, action) in enumerate(completed.line):
        old = _same_step(known, seq, state, action)
        if old is not None:
            action = old.action  # so that the next comparison is one of identity
        if states is not None:
            after = states[place]
        else:
            after = old.after if old is not None else game.after(state, seq, action)
        if type(action) is not Readings:
            steps.append(Step(seq, state, action, after, facts))
        state = after
    return Folded(steps, state)


def _same_step(known: Sequence[StepsBySeq], seq: int, before: State, action: object) -> Step[Any, Any] | None:
    for steps in known:
        old = steps.get(seq)
        if old is not None and old.before is before and same(old.action, action):
            return old
    return None


def rejudge(game: Game, steps: Sequence[Step[Any, Any]], known: Sequence[JudgedStep]) -> list[JudgedStep]:
    """What the rules say of each step, as an audit with hindsight has it; of a known step they are not asked again."""
    told = _still_told(steps, known)
    agreed: dict[str, int] = {}
    judged = []
    for step in steps:
        old = told.get(step.seq)
        if type(step.action) is Observe:  # what is said of it depends on the counts before it too
            found = with_agreement(game, step, judge_step(game, step), agreed)
        elif old is not None and _is_same(old.step, step):
            found = old.findings
        else:
            found = judge_step(game, step)
        judged.append(JudgedStep(step, found))
    return judged


def _still_told(steps: Sequence[Step[Any, Any]], known: Iterable[JudgedStep]) -> dict[int, JudgedStep]:
    """The known steps by seq; none if hindsight has found other facts, which any rule may look at."""
    found = {one.step.seq: one for one in known}
    if not steps or not found or not same(next(iter(found.values())).step.facts, steps[0].facts):
        return {}
    return found


def _is_same(old: Step[Any, Any], new: Step[Any, Any]) -> bool:
    return old.before is new.before and old.after is new.after and same(old.action, new.action)
