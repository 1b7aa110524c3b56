"""A log followed to its end: what counts of it, its steps, and what the rules say; each worked out once, if asked for.

A log that goes on from one followed before takes over what is the same. What comes out never depends on that.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from records.event import Event
from records.timeline import CORRECTIONS, Places
from replay.action import Action, Readings
from replay.audit import Finding
from replay.disputes.line import NO_EVENTS, LogKinds
from replay.followed_line import FollowedLine
from replay.game import Completed, Game, State
from replay.playout import steps_of
from replay.read import line_read, read_event, read_placed
from replay.refolding import NOTHING, Folded, SharedEnds, differ, shared_ends
from replay.step import Placed, Step
from replay.table import Table

if TYPE_CHECKING:
    from replay.disputes.log_reader import DecidedLine


class _Before(NamedTuple):
    """What a log takes over from the one before it: how many events that has, their line, and whether any may wait."""

    size: int
    line: FollowedLine
    is_decided: bool
    idle: frozenset[int]
    tried: FollowedLine | None = None
    """The line of a log that was tried behind it: perhaps it is the same."""


class FollowedLog:
    """The events of a record, or those it would have, with all that follows from them on the effective timeline."""

    def __init__(self, game: Game, table: Table, events: list[Event], before: "FollowedLog | None" = None) -> None:
        """The list of events is its own from here on. `before` is the log of the first of them, followed earlier."""
        if game.is_linked:
            before = None  # its rules look at the log itself, so in another log they may say something else
        self.game = game
        self.table = table
        self.events = events
        self._actions: dict[int, tuple[Event, Action]] = before._actions if before is not None else {}
        """What was read already, by seq: the event and its action."""
        self._places: Places | None = None
        self._known_places: Places | None = (before._places or before._known_places) if before is not None else None
        """The places of a log before it; None if nobody asked for any."""
        self._decided: DecidedLine | None = before._decided if before is not None else None
        """The log before it, or this one once that was read, as people decided on what waits."""
        self._before = before._followed_so_far() if before is not None else None
        self.kinds: LogKinds = (before.kinds if before is not None else NO_EVENTS).with_events(self._new(before))
        """What kinds of events there are, as far as it decides how the log is read."""
        self._is_decided = self.kinds.contested and table.header is not None  # without one there is nobody to wait for

    def _new(self, before: "FollowedLog | None") -> list[Event]:
        return self.events[len(before.events) :] if before is not None else self.events

    def _followed_so_far(self) -> "_Before":
        idle = self.places.idle if self._is_decided else frozenset[int]()
        return _Before(len(self.events), self._followed, self._is_decided, idle)

    def with_events(self, new: Sequence[Event], table: Table, tried: "FollowedLog | None" = None) -> "FollowedLog":
        """The log with these events behind the others; `table` has what the rules of that log may look at.

        `tried` is another log that goes on from this one, and may come to the same line.
        """
        made = FollowedLog(self.game, table, [*self.events, *new], self)
        if made._before is not None and tried is not None:
            made._before = made._before._replace(tried=tried._followed)
        return made

    @property
    def places(self) -> Places:
        """The places of its events, and which of its corrections count. To try something on it, copy it."""
        if self._places is None:
            self._places = self._places_decided() if self._is_decided else self._places_undecided()
        return self._places

    def _places_decided(self) -> Places:
        from replay.disputes.log_reader import line_decided  # brings the rules of disputes, which few logs need

        assert self.table.header is not None, "else nobody could have signed"
        if self._decided is None:
            self._decided = line_decided(self.table.header, self.events)
        else:
            self._decided = self._decided.with_events(self.events, len(self._decided.places.events))
        return self._decided.places

    def _places_undecided(self) -> Places:
        """The places where no correction waits for anybody's word."""
        known = self._known_places
        places = known.copy() if known is not None else Places()
        for event in self.events[len(places.events) :]:
            places.add(event)
        return places

    @cached_property
    def _followed(self) -> FollowedLine:
        before, self._before = self._before, None
        if before is None:
            return FollowedLine(self.game, self.table, self._whole_line())
        size, old, was_decided, idle, tried = before
        if self.kinds.reread or (self._is_decided and not was_decided):
            line, shared = self._compared(old.line)
        elif self._is_decided or any(event.do in CORRECTIONS for event in self.events[size:]):
            line, shared = self._corrected(size, old.line, idle)
        else:
            line = [*old.line, *(Placed(event.seq, self._read(event)) for event in self.events[size:])]
            shared = SharedEnds(len(old.line))
        for known in (old, tried):
            if known is not None and known.has(line, shared):
                return known
        return FollowedLine(self.game, self.table, line, old, shared)

    def _whole_line(self) -> list[Placed]:
        return line_read(self.game, self.table, self.events, self.places if self.kinds.corrected else None, self._read)

    def _corrected(self, size: int, old: list[Placed], idle: frozenset[int]) -> tuple[list[Placed], SharedEnds]:
        """The line, read only where the events behind a size have changed the line `old` of those before it."""
        places = self.places
        before, changed, behind = places.changed_by(self.events[size:], idle)
        line = old.copy()
        line[before : len(old) - behind] = [
            Placed(event.seq, read_placed(event, places.stray, self._read)) for event, _ in changed
        ]
        return line, SharedEnds(before, behind)

    def _compared(self, old: list[Placed]) -> tuple[list[Placed], SharedEnds]:
        """The line where any event may change what counts or how it is read, and what it has in common with `old`."""
        line = self._whole_line()
        if any(type(action) is Readings for _, action in (*old, *line)):  # they are no steps
            return line, NOTHING
        shared = shared_ends(old, line, differ)
        line[: shared.start] = old[: shared.start]
        line[len(line) - shared.end :] = old[len(old) - shared.end :]
        return line, shared

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

    def action_at(self, seq: int) -> Action | None:
        """What stands in the line under the number of an event; None if nothing does."""
        if not self.places.stands(seq):
            return None
        return next(action for placed, action in reversed(self.line) if placed == seq)

    def known_step(self, seq: int) -> Step[Any, Any]:
        """The step of an event that counts, as it is known by its own time."""
        steps: Iterable[Step[Any, Any]] = reversed(self.told.steps)
        if self._followed.tells_back:
            steps = steps_of(self.game, self.table, self.known_then)
        return next(replace(step, facts=None) for step in steps if step.seq == seq)

    def step_at(self, seq: int) -> Step[Any, Any] | None:
        """The step of an event, as it was logged; None if the event does not count."""
        return next((step for step in self.told.steps if step.seq == seq), None)
