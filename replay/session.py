"""A record being logged: each new event is folded and judged at once, without going through the whole log again."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from records.event import Event
from records.timeline import CORRECTIONS, effective
from replay.action import NEVER_REDUCED
from replay.audit import Finding, judge_step
from replay.game import Game, State
from replay.read import read_event, read_timeline
from replay.step import Placed, Step, follow
from replay.table import Table

LoadEvents = Callable[[], Sequence[Event]]


class Judged(msgspec.Struct, frozen=True):
    """A new event: its step, and what the rules say of it at once."""

    step: Step[Any, Any]
    findings: list[Finding]


class Session:
    """The state after the events so far. `load` fetches them all, for the few events that need the whole log."""

    def __init__(self, game: Game, table: Table, state: State, load: LoadEvents) -> None:
        self.game = game
        self.table = table
        self.state = state
        self._load = load
        self._added: list[Event] = []
        self._begun = False

    @classmethod
    def of(cls, game: Game, table: Table, events: Sequence[Event]) -> "Session":
        """A session on events that are at hand."""
        kept = list(events)
        return cls(game, table, _state_after(game, table, kept), lambda: kept)

    def add(self, event: Event) -> Judged:
        """Fold one more event and judge it. A correction is judged by what it makes of the timeline."""
        if event.do in CORRECTIONS:
            return self._correct(event)
        action = read_event(self.game, self.table, event)
        facts = None
        if self.game.looks_back(action):
            line = read_timeline(self.game, self.table, self.events())
            completed = self.game.complete(self.table, [*line, Placed(event.seq, action)], True)
            facts, action = completed.facts, completed.line[-1].action
        after = follow(self.game.reduce, self.state, action)
        step = Step(event.seq, self.state, action, after, facts)
        self.state = after
        self._added.append(event)
        return Judged(step, judge_step(self.game, step))

    def _correct(self, event: Event) -> Judged:
        before = self.state
        self._begun = False  # it may be the set-up that is taken back
        self._added.append(event)
        line = read_timeline(self.game, self.table, self.events())
        self.state = _fold(self.game, self.table, line)
        action = read_event(self.game, self.table, event)
        step = Step(event.seq, before, action, self.state, None)
        stray = [placed.action for placed in line if placed.seq == event.seq and type(placed.action) in NEVER_REDUCED]
        findings = judge_step(self.game, Step(event.seq, before, stray[0], self.state)) if stray else []
        return Judged(step, findings)

    @property
    def begun(self) -> bool:
        """Whether the game was set up, so that something else may come."""
        self._begun = self._begun or any(event.do == "setup" for event in effective(self.events()))
        return self._begun

    def events(self) -> list[Event]:
        """All events so far."""
        return [*self._load(), *self._added]


def _state_after(game: Game, table: Table, events: Sequence[Event]) -> State:
    return _fold(game, table, read_timeline(game, table, events))


def _fold(game: Game, table: Table, line: Sequence[Placed]) -> State:
    state = game.start(table)
    for _, action in game.complete(table, list(line), True).line:
        state = follow(game.reduce, state, action)
    return state
