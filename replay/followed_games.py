"""The games of a line, one after the other, each followed and judged by itself: what is told in one stays in it.

So a correction of one game leaves alone what was found about the others at the same table.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import compress, count, pairwise, repeat
from operator import is_, itemgetter
from typing import Any, NamedTuple

from replay.action import Action, Observe, Readings, Reveal, name_of
from replay.audit import Finding, seen_from_the_end
from replay.game import Game, State
from replay.hindsight import reference
from replay.refolding import JudgedStep, refold_completed, rejudge, same
from replay.step import Placed, Step
from replay.table import Table


class FollowedGame(NamedTuple):
    """A game of a line, as it was logged, and what the rules say of its steps in the light of all of it."""

    line: list[Placed]
    judged: list[JudgedStep]
    findings: list[Finding]
    is_counted: bool
    """Whether anything was counted in it: what is said of that depends on the counts before it too."""

    @property
    def steps(self) -> list[Step[Any, Any]]:
        """Its steps, as they are known from the end."""
        return [one.step for one in self.judged]


def bounds_of(game: Game, line: Sequence[Placed]) -> list[int] | None:
    """Where the games of a line begin, and its end; None if it has to be followed as a whole."""
    kinds = list(map(type, map(itemgetter(1), line)))
    if not game.is_apart or Readings in kinds:
        return None
    begun = list(compress(count(), map(is_, kinds, repeat(_setup_of(game)))))
    bounds = [0, *begun[1:], len(line)]
    if len(bounds) < 3 or _is_named_elsewhere(line, kinds, bounds):
        return None
    return bounds


@cache
def _setup_of(game: Game) -> type[Action] | None:
    return next((kind for kind in game.actions if name_of(kind) == "setup"), None)


def _is_named_elsewhere(line: Sequence[Placed], kinds: Sequence[type], bounds: Sequence[int]) -> bool:
    """Whether a reveal names an event of another game."""
    if Reveal not in kinds:
        return False
    for first, end in pairwise(bounds):
        part = line[first:end]
        seqs = {seq for seq, _ in part}
        told = [found for _, action in part if type(action) is Reveal and (found := reference(action.what))]
        if any(seq not in seqs for seq, _ in told):
            return True
    return False


def follow_games(
    game: Game,
    table: Table,
    line: list[Placed],
    bounds: Sequence[int],
    told: Sequence[Step[Any, Any]],
    known: Mapping[int, FollowedGame],
) -> list[FollowedGame]:
    """Follow the games of a line. `told` are its steps as logged; what is the same in those `known` is taken over."""
    state, agreed, found = told[0].before, dict[str, int](), list[FollowedGame]()
    for first, end in pairwise(bounds):
        part = line[first:end]
        old = known.get(part[0].seq)
        kept = _kept(game, old, part, state) if old is not None else None
        if kept is None or kept.is_counted or kept is not old:
            steps = kept.steps if kept is not None else _steps(game, table, part, state, told[first:end], old)
            judged = rejudge(game, steps, old.judged if old is not None else [], agreed)
            is_counted = any(type(action) is Observe for _, action in part)
            kept = FollowedGame(part, judged, [finding for one in judged for finding in one.findings], is_counted)
        found.append(kept)
        state = kept.judged[-1].step.after
    return found


def _kept(game: Game, old: FollowedGame, line: list[Placed], before: State) -> FollowedGame | None:
    """A game of the same events, with another state before it perhaps; None if that makes a difference behind it."""
    if len(line) != len(old.line) or not all(map(is_, line, old.line)):
        return None
    first = old.judged[0].step
    if same(first.before, before):
        return old
    if not same(game.after(before, first.seq, first.action), first.after):
        return None
    begun = JudgedStep(Step(first.seq, before, first.action, first.after, first.facts), [])
    return FollowedGame(line, [begun, *old.judged[1:]], [], old.is_counted)


def _steps(
    game: Game,
    table: Table,
    line: list[Placed],
    before: State,
    told: Sequence[Step[Any, Any]],
    old: FollowedGame | None,
) -> list[Step[Any, Any]]:
    first = game.complete(table, line, True)
    completed = seen_from_the_end(game, table, line, first) or first
    known = [] if old is None else [{step.seq: step for step in old.steps}]
    return refold_completed(game, before, completed, [*known, {step.seq: step for step in told}])
