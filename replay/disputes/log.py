"""The log as the procedure reads it: which events are play, and the shared actions among them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from records.event import Event
from replay.action import SHARED, Action, Amend, Insert, Rewind, name_of

SHARED_NAMES = frozenset(name_of(kind) for kind in SHARED)

NOT_PROCEDURE = frozenset({"observe", "note", "unread"})
PROCEDURE = SHARED_NAMES - NOT_PROCEDURE
"""The events that the rules of procedure judge."""


@cache
def _holder() -> type[msgspec.Struct]:
    # A Struct that holds the union keeps its type information; a bare Union would be rebuilt on every call.
    return msgspec.defstruct("SharedHolder", [("action", reduce(or_, SHARED))])


def read_shared(event: Event) -> Action | None:
    """The event as an action every game has; None for a game's own action, and if its fields make no sense."""
    if event.do not in SHARED_NAMES:
        return None
    try:
        action: Action = msgspec.convert({"action": event.body()}, _holder()).action  # type: ignore[attr-defined]  # made above
    except msgspec.ValidationError:
        return None
    return action


def target_of(action: Amend | Insert | Rewind) -> int:
    """The event that a correction names."""
    match action:
        case Amend():
            return action.target
        case Insert():
            return action.after
        case Rewind():
            return action.to


class Play(msgspec.Struct, frozen=True, gc=False):
    """An event of play: its place and who acted."""

    seq: int
    by: str | None


class TurnMark(msgspec.Struct, frozen=True, gc=False):
    """Whose turn and which round it is after an event, as the game says."""

    seq: int
    turn: Any
    round: Any


def _seq(play: Play) -> int:
    return play.seq


class Log(msgspec.Struct, frozen=True):
    """The plays of a record, and where turns and rounds change if its game can say so."""

    plays: tuple[Play, ...]
    marks: tuple[TurnMark, ...] | None = None
    by: dict[int, str | None] = {}
    """Who acted in each event."""
    unread: frozenset[int] = frozenset()

    def plays_between(self, after: int, before: int) -> list[Play]:
        """The events of play after one event and before another."""
        first = bisect_right(self.plays, after, key=_seq)
        return list(self.plays[first : bisect_left(self.plays, before, key=_seq)])


def log_of(events: Iterable[Event], marks: tuple[TurnMark, ...] | None = None) -> Log:
    """The log of the recorded timeline."""
    kept = list(events)
    return Log(
        tuple(Play(event.seq, event.by) for event in kept if event.do not in SHARED_NAMES),
        marks,
        {event.seq: event.by for event in kept},
        frozenset(event.seq for event in kept if event.do == "unread"),
    )
