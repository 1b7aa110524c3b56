"""A log followed to its end: what counts of it, its steps, and what the rules say; each worked out once, if asked for.

A log that differs little from one followed before takes over what is the same. What comes out never depends on that.
"""

from collections.abc import Sequence
from functools import cached_property
from operator import is_
from typing import Any

from records.event import Event
from records.timeline import CORRECTIONS, Places
from replay.action import Action
from replay.audit import Finding
from replay.disputes.line import line_of
from replay.followed_line import FollowedLine
from replay.game import Completed, Game, State
from replay.read import line_read, read_event
from replay.refolding import Folded, same
from replay.step import Placed, Step
from replay.table import Table

_WORKS_ON_OTHERS = CORRECTIONS | {"ruling"}
"""What may change how other events count or are read."""
_Plain = tuple[list[Event], list[Placed]]


class FollowedLog:
    """The events of a record, or those it would have, with all that follows from them on the effective timeline."""

    def __init__(self, game: Game, table: Table, events: Sequence[Event], before: "FollowedLog | None" = None) -> None:
        """`before` is a log of the same record, followed earlier, that has most of these events."""
        if game.is_linked:
            before = None  # its rules look at the log itself, so in another log they may say something else
        self.game = game
        self.table = table
        self.events = list(events)
        self._actions: dict[int, tuple[Event, Action]] = before._actions if before is not None else {}
        """What was read already, by seq: the event and its action."""
        self._plain: _Plain = before._plain if before is not None else ([], [])
        """The events of this log or of one before it in which nothing works on another event, and their line."""
        self._latest: FollowedLine | None = before._latest if before is not None else None
        """Its own line once that was read, and until then the one of the log before it."""

    def has(self, events: Sequence[Event]) -> bool:
        """Whether it is the log of these very events, or of others that say the same."""
        if len(events) != len(self.events):
            return False
        others = [pair for pair in zip(self.events, events, strict=True) if pair[0] is not pair[1]]
        return all(same(*pair) for pair in others)

    @cached_property
    def places(self) -> Places:
        """The places of its events, and which of its corrections count. To try something on it, copy it."""
        return line_of(self.table.header, self.events)

    @cached_property
    def _followed(self) -> FollowedLine:
        line = self._line()
        if self._latest is None or not self._latest.has(line):
            self._latest = FollowedLine(self.game, self.table, line, self._latest)
        return self._latest

    def _line(self) -> list[Placed]:
        """The line; what is logged behind a plain log, and is plain too, is put behind its line."""
        known, line = self._plain
        if len(known) > len(self.events) or not all(map(is_, known, self.events)):
            known, line = [], []
        new = self.events[len(known) :]
        if any(event.do in _WORKS_ON_OTHERS for event in new):
            is_corrected = any(event.do in CORRECTIONS for event in self.events)
            return line_read(self.game, self.table, self.events, self.places if is_corrected else None, self._read)
        line = [*line, *(Placed(event.seq, self._read(event)) for event in new)]
        self._plain = self.events, line
        return line

    def _read(self, event: Event) -> Action:
        known = self._actions.get(event.seq)
        if known is None or known[0] is not event:
            known = self._actions[event.seq] = (event, read_event(self.game, self.table, event))
        return known[1]

    @property
    def line(self) -> list[Placed]:
        """The actions that count, each at its place."""
        return self._followed.line

    @property
    def known_then(self) -> Completed:
        """The line with what each event could know by itself."""
        return self._followed.known_then

    @property
    def told(self) -> Folded:
        """The line folded as it was logged, without hindsight of any kind: as events are told one by one."""
        return self._followed.told

    @property
    def state(self) -> State:
        """The state after the last event, as it is known now."""
        return self._followed.state

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those of an audit with hindsight, except that they do not say which later event changed an answer."""
        return self._followed.findings

    def state_before(self, place: int) -> State:
        """The state before the event at this place, from 0; at the end, the one after them all."""
        steps = self.told.steps
        return steps[place].before if place < len(steps) else self.told.final

    def step_at(self, seq: int) -> Step[Any, Any] | None:
        """The step of an event, as it was logged; None if the event does not count."""
        return next((step for step in self.told.steps if step.seq == seq), None)
