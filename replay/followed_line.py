"""A line followed to its end: its steps and what the rules say of them, each worked out once, if asked for."""

from collections.abc import Mapping
from functools import cached_property
from operator import is_
from typing import Any

from msgspec.structs import replace

from replay.action import name_of
from replay.audit import Finding, in_order, seen_from_the_end
from replay.followed_games import FollowedGame, bounds_of, follow_games
from replay.game import Completed, Game, State
from replay.refolding import NOTHING, Folded, JudgedStep, SharedEnds, differ, refold, refold_completed, rejudge
from replay.step import Placed, Step
from replay.table import Table


class FollowedLine:
    """The actions that count, each at its place, with all that follows from them."""

    def __init__(
        self,
        game: Game,
        table: Table,
        line: list[Placed],
        before: "FollowedLine | None" = None,
        shared: SharedEnds = NOTHING,
    ) -> None:
        """`before` is a line of the same record, followed earlier, and `shared` the places that it has too."""
        self.game = game
        self.table = table
        self.line = line
        self._start: State = before._start if before is not None else game.start(table)
        self._told: Folded | None = None
        self._known = before._to_take_over(shared) if before is not None else (Folded([], self._start), NOTHING)
        self._judged: list[JudgedStep] = before._judged if before is not None else []
        self._games: Mapping[int, FollowedGame] = before._games if before is not None else {}
        """Games that were judged last, by the number of their first event."""

    def _to_take_over(self, shared: SharedEnds) -> tuple[Folded, SharedEnds]:
        """The last steps that were folded of a line, and the places that the next line has of it."""
        if self._told is not None:
            return self._told, shared
        return self._known[0], self._known[1].also(shared)

    def has(self, line: list[Placed], shared: SharedEnds) -> bool:
        """Whether it has the same actions at the same places, and at the `shared` ends of the line the very same."""
        if len(line) != len(self.line):
            return False
        start, end = shared.start, len(line) - shared.end
        return (
            not any(map(differ, self.line[start:end], line[start:end]))
            and all(map(is_, self.line[:start], line))
            and all(map(is_, self.line[end:], line[end:]))
        )

    @cached_property
    def known_then(self) -> Completed:
        """The line with what each event could know by itself."""
        return self.game.complete(self.table, self.line, True)

    @property
    def told(self) -> Folded:
        """The line folded as it was logged, without hindsight of any kind: as events are told one by one."""
        if self._told is None:
            self._told = refold(self.game, self._start, self.line, *self._known)
            self._known = (Folded([], self._start), NOTHING)
        return self._told

    @property
    def state(self) -> State:
        """The state after the last event, as it is known now."""
        if not self.tells_back:
            return self.told.final
        completed = self.known_then
        return completed.states[-1] if completed.states else self.told.final

    @property
    def tells_back(self) -> bool:
        """Whether the last states may be others than those folded event by event; no game looks back to another."""
        tells = self.game.tells_back
        if tells is None or not self.told.telling:
            return False
        last_game = next(step for step in reversed(self.told.steps) if tells(step) or name_of(step.action) == "setup")
        return tells(last_game)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Those of an audit with hindsight, except that they do not say which later event changed an answer."""
        bounds = bounds_of(self.game, self.line)
        if bounds is not None:
            games = follow_games(self.game, self.table, self.line, bounds, self.told.steps, self._games)
            self._games = {one.line[0].seq: one for one in games}
            return tuple(in_order(finding for one in games for finding in one.findings))
        completed = seen_from_the_end(self.game, self.table, self.line, self.known_then) or self.known_then
        if self.game.tells_back is not None and not self.told.telling and completed.line is self.line:
            completed = replace(completed, states=None, start=None)  # they are those that were folded already
        self._judged = rejudge(self.game, self._steps_of(completed), self._judged)
        return tuple(in_order(finding for one in self._judged for finding in one.findings))

    def _steps_of(self, completed: Completed) -> list[Step[Any, Any]]:
        start = completed.start if completed.start is not None else self._start
        judged = {one.step.seq: one.step for one in self._judged}
        return refold_completed(self.game, start, completed, [judged, self.told.known()])
