"""Delays: how much of a record somebody may know now who is to be told later than the others.

A delay is `0` (no delay), a number of seconds, `round` (all but the current round) or `end` (nothing before the record
is closed). Whatever they are shown, its size and its head too, is made of the first lines only, as `released` counts
them.
"""

from collections.abc import Sequence
from typing import Any

from records.errors import Refused
from records.event import Event
from replay.game import Game
from replay.playout import play_out
from replay.reel import ROUND_PATH, TURN_PATHS
from replay.step import Step
from replay.table import Table
from replay.view import TABLE

NONE, ROUND, END = "0", "round", "end"
SECONDS_MAX = 7 * 24 * 3600
_MICROSECONDS = 1_000_000


def check_delay(delay: str) -> str:
    """The same text, if it is a delay."""
    if delay not in (ROUND, END):
        _seconds(delay)
    return delay


def _seconds(delay: str) -> int:
    if not (delay.isascii() and delay.isdigit() and len(delay) <= 6 and int(delay) <= SECONDS_MAX):
        mend = f"write 0, a number of seconds up to {SECONDS_MAX}, round or end"
        raise Refused(f"{delay[:20]!r} is not a delay", mend=mend)
    return int(delay)


def released(delay: str, times: Sequence[int], now: int, *, round_began: int = 1, closed: bool = False) -> int:
    """How many lines of a record, the header counted, somebody with this delay may know now.

    `times` are the store's own times of all its events, in microseconds: what scribes write into `at` does not count
    here. `round_began` (`Rounds.began`) and `closed` (`Watch.closed`) come from somebody who knows every line.
    """
    every = len(times) + 1
    if delay == END:
        return every if closed else 1
    if delay == ROUND:
        return every if closed else min(every, max(1, round_began))
    held = _held(delay, times, now)
    return every if held is None else held + 1


def next_release(delay: str, times: Sequence[int], now: int) -> int | None:
    """When time alone will release more lines, in microseconds; None if it never will."""
    held = None if delay in (ROUND, END) else _held(delay, times, now)
    return None if held is None else times[held] + _seconds(delay) * _MICROSECONDS


def _held(delay: str, times: Sequence[int], now: int) -> int | None:
    """The place of the first event that is younger than the delay; what was logged behind it is held back too."""
    seconds = _seconds(delay)
    if seconds == 0:
        return None
    latest = now - seconds * _MICROSECONDS
    return next((place for place, time in enumerate(times) if time > latest), None)


class Rounds:
    """Where the current round began; in a game without rounds, the last turn round the table.

    It is told the steps of somebody who knows every line, each as it comes. To look for the round in a state takes a
    while, so only a table with such a delay has one.
    """

    def __init__(self, game: Game, table: Table, events: Sequence[Event] = ()) -> None:
        played = play_out(game, table, events, viewer=TABLE, hindsight=False)
        self._look = game.look
        paths = [path for path in (ROUND_PATH, *TURN_PATHS) if self._look(played.start, path) is not None]
        by_round = ROUND_PATH in paths
        self._paths = [ROUND_PATH] if by_round else paths
        self._every = 1 if by_round else len(table.seats)
        self._stops = 0
        self._last: Any = self
        self.began = 1
        """The number of its first line: all lines before it are of earlier rounds."""
        for step in played.steps:
            self.add(step)

    def add(self, step: Step[Any, Any]) -> None:
        """One more step behind the others. If a correction changed those, begin anew with all events."""
        now = self._key(step)
        if now != self._last:
            if self._stops % self._every == 0:
                self.began = step.seq
            self._stops += 1
        self.began = min(self.began, step.seq)  # what begins a round may have been put in later
        self._last = now

    def _key(self, step: Step[Any, Any]) -> Any:
        if not self._paths:
            return step.action.by
        if step.after is step.before and self._stops:
            return self._last
        seen = [self._look(step.after, path) for path in self._paths]
        return [None if one is None else one.value for one in seen]
