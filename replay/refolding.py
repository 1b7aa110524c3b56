"""Folding and judging a line again: what has not changed since another line was followed is taken over from it.

The same action makes the same state of the same state, and a rule says the same of the same step. So whatever is found
to be the same need not be worked out again, wherever it stands in the line.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any, NamedTuple

from replay.action import Action, Observe, Readings
from replay.audit import Finding, judge_step, with_agreement
from replay.game import Completed, Game, State
from replay.step import Placed, Step

StepsBySeq = Mapping[int, Step[Any, Any]]
"""Steps of a line that was followed before, by seq."""


class SharedEnds(NamedTuple):
    """How many places at the beginning of two lines are the same, and how many at their ends."""

    start: int = 0
    end: int = 0

    def also(self, other: "SharedEnds") -> "SharedEnds":
        """What a third line has of the first, if this is what the second has of it, and `other` the third of that."""
        return SharedEnds(min(self.start, other.start), min(self.end, other.end))


NOTHING = SharedEnds()


class Folded(NamedTuple):
    """The steps of a line, and the state after it."""

    steps: list[Step[Any, Any]]
    final: State
    telling: int = 0
    """How many of the steps may tell something about earlier ones, so that their states are not those known now."""

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


def differ(one: Placed, other: Placed) -> bool:
    """Whether two places of a line hold other actions, or those of other events."""
    return one.seq != other.seq or not same(one.action, other.action)


def shared_ends(one: Sequence[Any], other: Sequence[Any], differ: Callable[[Any, Any], bool] = is_not) -> SharedEnds:
    """How much of two lists is the same, from both ends. It is asked of every place, so no Python runs for most."""
    most = min(len(one), len(other))
    start = next(compress(count(), map(differ, one, other)), most)
    end = next(compress(count(), map(differ, reversed(one), reversed(other))), most)
    return SharedEnds(start, min(end, most - start))


LOOKED_AT = 8
"""Of this many states that are folded anew, one is compared with what it was: it takes half as long as to fold it."""


def refold(game: Game, start: State, line: Sequence[Placed], known: Folded, shared: SharedEnds) -> Folded:
    """The steps of a line as it was logged. Those that are `known` of another line are taken over.

    Behind what is not shared, states are folded until one is the same as it was there.
    """
    old, first, behind = known.steps, shared.start, len(line) - shared.end
    between = {step.seq: step for step in old[first : len(old) - shared.end]}
    made: list[Step[Any, Any]] = []
    state = old[first - 1].after if first else start
    for seq, action in line[first:behind]:
        if type(action) is Readings:
            state = game.after(state, seq, action)
            continue
        made.append(_step_again(game, state, seq, action, between.get(seq)))
        state = made[-1].after
    same_from = rest = len(old) - shared.end
    while same_from < len(old) and old[same_from].before is not state:
        step = old[same_from]
        is_compared = (same_from - rest) % LOOKED_AT == 0
        made.append(_step_again(game, state, step.seq, step.action, step, is_compared))
        state, same_from = made[-1].after, same_from + 1
    telling = known.telling + _telling(game, made) - _telling(game, old[first:same_from])
    steps = old.copy()
    steps[first:same_from] = made
    return Folded(steps, steps[-1].after if same_from < len(old) else state, telling)


def _step_again(
    game: Game, before: State, seq: int, action: Action, old: Step[Any, Any] | None, is_compared: bool = True
) -> Step[Any, Any]:
    """A step, made from the one that the event had before; if its state is the same then, so is all that follows."""
    if old is not None and same(old.action, action):
        if old.before is before:
            return old
        action = old.action  # so that the next comparison is one of identity
    after = game.after(before, seq, action)
    if old is not None and is_compared and same(after, old.after):
        after = old.after
    return Step(seq, before, action, after)


def _telling(game: Game, steps: Iterable[Step[Any, Any]]) -> int:
    return 0 if game.tells_back is None else sum(map(game.tells_back, steps))


def refold_completed(
    game: Game, start: State, completed: Completed, known: Sequence[StepsBySeq]
) -> list[Step[Any, Any]]:
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
    return steps


def _same_step(known: Sequence[StepsBySeq], seq: int, before: State, action: object) -> Step[Any, Any] | None:
    for steps in known:
        old = steps.get(seq)
        if old is not None and old.before is before and same(old.action, action):
            return old
    return None


def rejudge(
    game: Game, steps: Sequence[Step[Any, Any]], known: Sequence[JudgedStep], agreed: dict[str, int] | None = None
) -> list[JudgedStep]:
    """What the rules say of each step, as an audit with hindsight has it; of a known step they are not asked again.

    `agreed` are the counts before these steps that agreed with the record, and is added to.
    """
    told = _still_told(steps, known)
    agreed = agreed if agreed is not None else {}
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
