"""A line followed to its end: its steps and what the rules say of them, each worked out once, if asked for."""

from collections.abc import Sequence
from functools import cached_property

from replay.audit import Finding, in_order, seen_from_the_end
from replay.game import Completed, Game, State
from replay.refolding import Folded, JudgedStep, refold, rejudge, same
from replay.step import Placed
from replay.table import Table


class FollowedLine:
    """The actions that count, each at its place, with all that follows from them."""

    def __init__(self, game: Game, table: Table, line: list[Placed], before: "FollowedLine | None" = None) -> None:
        """`before` is a line of the same record, followed earlier: what is the same is taken over from it."""
        self.game = game
        self.table = table
        self.line = line
        self._start: State = before._start if before is not None else game.start(table)
        self._told: Folded | None = before._told if before is not None else None
        self._judged: list[JudgedStep] = before._judged if before is not None else []

    def has(self, line: Sequence[Placed]) -> bool:
        """Whether it is a line of the same actions at the same places."""
        if len(line) != len(self.line):
            return False
        pairs = zip(self.line, line, strict=True)
        return all(old.seq == new.seq and same(old.action, new.action) for old, new in pairs)

    @cached_property
    def known_then(self) -> Completed:
        """The line with what each event could know by itself."""
        return self.game.complete(self.table, self.line, True)

    @cached_property
    def told(self) -> Folded:
        """The line folded as it was logged, without hindsight of any kind: as events are told one by one."""
        known = [self._told.known()] if self._told is not None else []
        self._told = refold(self.game, self._start, Completed(self.line), known)
        return self._told

    @property
    def state(self) -> State:
        """The state after the last event, as it is known now."""
        completed = self.known_then
        if completed.states:
            return completed.states[-1]
        return self.told.final if completed.line is self.line else self._folded(completed).final

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Those of an audit with hindsight, except that they do not say which later event changed an answer."""
        completed = seen_from_the_end(self.game, self.table, self.line, self.known_then) or self.known_then
        self._judged = rejudge(self.game, self._folded(completed).steps, self._judged)
        return tuple(in_order(finding for one in self._judged for finding in one.findings))

    def _folded(self, completed: Completed) -> Folded:
        start = completed.start if completed.start is not None else self._start
        judged = {one.step.seq: one.step for one in self._judged}
        return refold(self.game, start, completed, [judged, self.told.known()])
