"""A timeline played out: every state, so that stepping back is as cheap as stepping forward."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec

from records.errors import NotFound
from records.event import Event
from replay.action import NEVER_REDUCED, Readings
from replay.diff import digest_of
from replay.game import Completed, Game, State, Steps, Whole
from replay.read import TimelineName, read_timeline
from replay.salting import OFFICIAL as OFFICIAL
from replay.salting import mask_line
from replay.step import Placed, Step, unreduced
from replay.table import Table


def fold(game: Game, table: Table, line: Sequence[Placed], facts: Any = None) -> Iterator[Step[Any, Any]]:
    """The steps of a timeline, one after the other."""
    state, reduce = game.start(table), game.reduce
    if game.hears is not None:
        yield from _heard(game, state, line, facts)
        return
    for seq, action in line:
        # `follow`, written out: a call for each event shows in the time of a fold
        if type(action) not in NEVER_REDUCED:
            after = reduce(state, action)
        elif type(action) is Readings:
            state = unreduced(state, action)
            continue
        else:
            after = state
        yield Step(seq, state, action, after, facts)
        state = after


def _heard(game: Game, state: State, line: Sequence[Placed], facts: Any) -> Iterator[Step[Any, Any]]:
    """The same for a game that follows every event."""
    for seq, action in line:
        after = game.after(state, seq, action)
        yield Step(seq, state, action, after, facts)
        state = after


def steps_of(game: Game, table: Table, completed: Completed) -> Iterator[Step[Any, Any]]:
    """The steps of a completed line. Its states are taken as they are if the game folded it itself: without looking
    ahead, an event may tell something about an earlier one, which then counts from here on."""
    if completed.states is None:
        yield from fold(game, table, completed.line, completed.facts)
        return
    state = completed.start
    for (seq, action), after in zip(completed.line, completed.states, strict=True):
        if type(action) is not Readings:
            yield Step(seq, state, action, after, completed.facts)
        state = after


class Replay(msgspec.Struct, frozen=True):
    """All steps of a timeline, and the state before the first."""

    game: Game
    table: Table
    start: State
    steps: tuple[Step[Any, Any], ...]

    def state_at(self, seq: int | None = None) -> State:
        """The state after the event `seq`, or after the last one before it if the timeline lacks it."""
        if seq is None:
            return self.steps[-1].after if self.steps else self.start
        index = self.index_at(seq)
        return self.steps[index].after if index >= 0 else self.start

    def index_at(self, seq: int) -> int:
        """The place of the event `seq` in the timeline, or of the last one logged before it; -1 before the first."""
        if seq < 0:
            raise NotFound(f"there is no event {seq}", mend="events are counted from 1; 0 is the start")
        places = [step.seq for step in self.steps]
        if seq in places:
            return places.index(seq)
        return bisect_right(sorted(places), seq) - 1


class LoggedLine:
    """A timeline as it was logged, read and folded once for all who look at it."""

    def __init__(self, game: Game, table: Table, events: Sequence[Event], timeline: TimelineName) -> None:
        self.game = game
        self.table = table
        self.events = events
        self.timeline = timeline
        self._whole: Whole = None

    @cached_property
    def line(self) -> list[Placed]:
        """What was logged, not masked."""
        return read_timeline(self.game, self.table, self.events, self.timeline)

    def seen_by(self, viewer: str) -> list[Placed]:
        """The line as a viewer sees it. What may be seen depends on the whole record."""
        whole = self._whole_for(viewer)
        return mask_line(self.game, self.table, self.line, self.events, self.timeline, viewer, whole)

    def in_view(self, steps: Steps, viewer: str) -> Steps:
        """Steps of the line as a viewer sees it, with states that hold what a seat can look at."""
        whole = self._whole_for(viewer)
        return steps if whole is None else in_view(self.game, self.table, self.line, steps, viewer, whole)

    def was_folded(self, steps: Steps) -> None:
        """These are its steps, with hindsight and not masked: it need not be folded again for what seats remember."""
        self._whole = {step.seq: step.after for step in steps}

    @property
    def final(self) -> State:
        """The state after all that was logged, not masked."""
        whole = self._folded()
        return whole[next(reversed(whole))] if whole else self.game.start(self.table)

    def _whole_for(self, viewer: str) -> Whole:
        """Its states, for a seat that may not look up all it saw."""
        if self.game.keep_in_view is None or viewer not in self.table.seats:
            return None
        return self._folded()

    def _folded(self) -> dict[int, State]:
        if self._whole is None:
            completed = self.game.complete(self.table, self.line, False)
            self._whole = {step.seq: step.after for step in steps_of(self.game, self.table, completed)}
        return self._whole


def play_out(
    game: Game,
    table: Table,
    events: Sequence[Event],
    *,
    timeline: TimelineName = "effective",
    viewer: str = OFFICIAL,
    until: int | None = None,
    hindsight: bool = True,
) -> Replay:
    """Play out a timeline through the eyes of a viewer, with what the events up to `until` reveal filled in.

    Without hindsight each step knows only what was known then.
    """
    logged = LoggedLine(game, table, events, timeline)
    seen = logged.seen_by(viewer)
    completed = game.complete(table, seen if until is None else _up_to(seen, until), not hindsight)
    steps = logged.in_view(tuple(steps_of(game, table, completed)), viewer)
    return Replay(game, table, game.start(table), steps)


def in_view(game: Game, table: Table, line: list[Placed], steps: Steps, viewer: str, whole: Whole = None) -> Steps:
    """The steps of a masked line, with states that hold what a seat can look at.

    `line` is not masked, and `whole` are its states, if it was folded.
    """
    if game.keep_in_view is None or viewer not in table.seats:
        return steps
    return game.keep_in_view(table, line, steps, viewer, whole)


def _up_to(line: list[Placed], seq: int) -> list[Placed]:
    for index, placed in enumerate(line):
        if placed.seq == seq:
            return line[: index + 1]
    return [placed for placed in line if abs(placed.seq) <= seq]


def digest(game: Game, state: State) -> str:
    """A short name for a state: SHA-256 over its document, in hex."""
    return digest_of(game.document(state))
