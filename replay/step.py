"""A step: one action with the state before and after it."""

from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from replay.action import Action

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Step(msgspec.Struct, Generic[S, A], frozen=True, gc=False):
    """What one event did. `facts` is what the game's hindsight found in the rest of the record (or None)."""

    seq: int
    before: S
    action: A
    after: S
    facts: Any = None


class Placed(NamedTuple):
    """An action at its place in a timeline."""

    seq: int
    action: Action
