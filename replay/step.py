"""A step: one action with the state before and after it."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from replay.action import NEVER_REDUCED, Action, Readings

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


def follow(reduce: Callable[[S, Any], S], state: S, action: Action) -> S:
    """The state after an action. Shared events other than `reveal` change none, and no reducer is given them."""
    return unreduced(state, action) if type(action) in NEVER_REDUCED else reduce(state, action)


def unreduced(state: S, action: Action) -> S:
    """The state after an action that no reducer is given: the same, unless the table reads a question anew."""
    if type(action) is not Readings:
        return state
    table = replace(state.table, readings=action.readings)  # type: ignore[attr-defined]  # every state has a table
    changed: S = replace(state, table=table)  # type: ignore[type-var]  # and is a Struct
    return changed
