"""The log as the procedure reads it: which events are play, and the shared actions among them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from records.event import Event
from records.timeline import CORRECTIONS
from records.tree import leaf_hash, root_of
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


class Heads:
    """The roots of the beginnings of a record. Its events are hashed only when somebody asks."""

    def __init__(self, leaf: bytes, events: Sequence[Event]) -> None:
        self._leaves = [leaf]
        self._events = events

    def root(self, size: int) -> bytes:
        """The root of the first `size` lines, the header among them."""
        for event in self._events[len(self._leaves) - 1 : size - 1]:
            self._leaves.append(leaf_hash(event.data()))
        return root_of(self._leaves[:size])


def _seq(play: Play) -> int:
    return play.seq


class Log(msgspec.Struct, frozen=True):
    """The plays of a record, and where turns and rounds change if its game can say so."""

    plays: tuple[Play, ...]
    marks: tuple[TurnMark, ...] | None = None
    by: dict[int, str | None] = {}
    """Who acted in each event."""
    unread: frozenset[int] = frozenset()
    corrections: tuple[int, ...] = ()
    heads: Heads | None = None
    """The roots of the record; None if nobody may ask for them."""

    def plays_between(self, after: int, before: int) -> Iterator[Play]:
        """The events of play after one event and before another. Mostly the first of them tells enough."""
        first, last = bisect_right(self.plays, after, key=_seq), bisect_left(self.plays, before, key=_seq)
        return (self.plays[place] for place in range(first, last))


def log_of(events: Iterable[Event], marks: tuple[TurnMark, ...] | None = None, leaf: bytes = b"") -> Log:
    """The log of the recorded timeline; `leaf` is that of its header."""
    kept = list(events)
    return Log(
        tuple(Play(event.seq, event.by) for event in kept if event.do not in SHARED_NAMES),
        marks,
        {event.seq: event.by for event in kept},
        frozenset(event.seq for event in kept if event.do == "unread"),
        tuple(event.seq for event in kept if event.do in CORRECTIONS),
        Heads(leaf, kept) if leaf else None,
    )


def log_with(log: Log, event: Event, events: Sequence[Event], leaf: bytes = b"") -> Log:
    """A log without marks, with the last of these events put behind it: what `log_of` makes of them all."""
    return Log(
        log.plays if event.do in SHARED_NAMES else (*log.plays, Play(event.seq, event.by)),
        None,
        {**log.by, event.seq: event.by},
        log.unread | {event.seq} if event.do == "unread" else log.unread,
        (*log.corrections, event.seq) if event.do in CORRECTIONS else log.corrections,
        Heads(leaf, list(events)) if leaf else None,
    )
