"""What may be logged next by somebody who taps: events as far as the game knows them, and what is asked for the rest.

A page that shows offers knows no game: everything it has to ask, and when, is said here as data.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from replay.action import UNKNOWN, Action, body_of

At = tuple[str, ...]
"""Where a value stands in the body of an event: `("hits", "red.e")`; the second of a list is at `"1"`."""


class When(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something is only asked for if what was answered before is one of these; of a list, if one of its entries is."""

    at: At
    among: tuple[Any, ...] | None = None
    count: int | None = None
    """How many values there must be; with `among`, how many of those."""


class ToAsk(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that has to be answered, may be added, or follows from what was answered.

    What can have only one value is not asked for: it is filled in.
    """

    at: At
    of: tuple[Any, ...] | None = None
    """The values that can be meant here; None means any of its kind. Anything else is `something else`."""
    n: tuple[int, int | None] | None = None
    """For a list: how many values, at least and at most. Where they differ, somebody has to say that it was all."""
    when: tuple[When, ...] = ()
    """What must hold of the earlier answers, all of it."""
    extra: bool = False
    """Whether it may be added but is not asked for."""
    usual: Any = UNSET
    """For something extra: what it is unless somebody says otherwise."""
    unseen: Literal["?", "leave", "none"] = "leave"
    """What `not seen` writes: that it is unknown, or nothing; `none`: it cannot have been missed."""
    last: bool = False
    """Whether this and all that follow may be left open: the rest of it has not happened yet."""
    labels: dict[str, str] = {}
    """Words for values that only make sense here, by their JSON text."""
    question: str = ""
    """By default, that of its slot."""


class Offer(msgspec.Struct, frozen=True):
    """An event that may come next, without what is asked for."""

    body: dict[str, Any]
    asks: tuple[ToAsk, ...] = ()
    says: str = ""
    """What happened, as a phrase without the one who did it. By default, what the game tells of it."""


def offered(action: Action, *asks: ToAsk, **fields: Any) -> Offer:
    """An offer made of an action that the game suggests. Fields that are asked for are left out."""
    asked = {ask.at[0] for ask in asks if not ask.extra and len(ask.at) == 1}
    body = {field: value for field, value in body_of(action).items() if field not in asked}
    return Offer({**body, **fields}, tuple(asks))


def given(at: At | str, value: Any, *when: When) -> ToAsk:
    """What follows from the answers, without being asked for."""
    return ToAsk((at,) if isinstance(at, str) else at, of=(value,), when=when, unseen="none")


def unseen(number: int) -> list[str]:
    """So many cards that nobody saw."""
    return [UNKNOWN] * number


def is_set(value: Any | UnsetType) -> bool:
    """Whether there is a usual value."""
    return value is not UNSET


def holds(when: Sequence[When], body: dict[str, Any]) -> bool:
    """Whether the conditions hold of the answers so far."""
    return all(_holds(one, value_at(body, one.at)) for one in when)


def value_at(body: dict[str, Any], at: At) -> Any:
    """The value at a place of a body; UNSET if there is none."""
    value: Any = body
    for key in at:
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return UNSET
    return value


def put_at(body: dict[str, Any], at: At, value: Any) -> dict[str, Any]:
    """A body with a value put at a place."""
    inner = _put_in(body, at, value)
    assert isinstance(inner, dict)
    return inner


def _put_in(held: Any, at: At, value: Any) -> Any:
    if not at:
        return value
    key, rest = at[0], at[1:]
    if isinstance(held, list):
        return [_put_in(item, rest, value) if place == int(key) else item for place, item in enumerate(held)]
    before = held if isinstance(held, dict) else {}
    return {**before, key: _put_in(before.get(key), rest, value)}


def _holds(one: When, value: Any) -> bool:
    values = [] if value is UNSET else value if isinstance(value, list) else [value]
    found = values if one.among is None else [item for item in values if item in one.among]
    return len(found) == one.count if one.count is not None else bool(found)
