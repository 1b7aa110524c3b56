"""Who sees what: hands belong to their owners, the event deck and the healers to nobody until they are turned up."""

from collections.abc import Sequence
from typing import Any

import msgspec

from replay.action import Action
from replay.game import HiddenPath, Secret
from replay.games.loot_island.actions import AARON, Position
from replay.seats import actor, cover_hands, everybody, named_in_path, nobody, nobody_at_path, owner
from replay.table import Table
from replay.view import TABLE, covered


def _owner(table: Table, action: Action, seat: str | None) -> Sequence[str]:
    """A hand is its owner's; Aaron's is face up."""
    seers = everybody if seat == AARON else owner
    return seers(table, action, seat)


def _actor(table: Table, action: Action, seat: str | None) -> Sequence[str]:
    """What the actor draws is their own; what is drawn for Aaron is face up."""
    seers = everybody if getattr(action, "for_", None) is not None else actor
    return seers(table, action, seat)


def _events(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """The event deck is face down, unless the variant shows which four it holds."""
    return value if "events-known" in table.variants else covered(value)


def _healers(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """Healers lie face down, open, or in the hands of those they were dealt to."""
    if isinstance(value, dict):
        return cover_hands(value, (viewer,))
    return value if "healers-open" in table.variants else covered(value)


def _hands(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """Dealt hands; Aaron's is face up."""
    return cover_hands(value, (viewer, AARON))


def _position(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """A position with the hands, decks and healers that the viewer may not see covered."""
    assert isinstance(value, Position)
    healers = value.healers
    if healers.pile is not None:
        healers = msgspec.structs.replace(healers, pile=covered(healers.pile))
    if healers.dealt is not None:
        healers = msgspec.structs.replace(healers, dealt=cover_hands(healers.dealt, (viewer,)))
    events = value.events if value.events is None else _events(table, action, value.events, viewer)
    hands = cover_hands(value.hands, (viewer, AARON))
    # What is left of a renewed map deck tells which cards others drew from it.
    renewed = msgspec.structs.replace(value.renewed, map=None)
    return msgspec.structs.replace(value, hands=hands, healers=healers, events=events, renewed=renewed)


SECRETS = {
    "setup": (
        Secret("hands", nobody, cover=_hands),
        Secret("events", nobody, cover=_events),
        Secret("healers", nobody, cover=_healers),
        Secret("position", nobody, cover=_position),
    ),
    "event": (Secret("draw", _owner, keyed=True),),
    "refill": (Secret("draw", _owner, keyed=True),),
    "play": (Secret("draw", _owner, keyed=True),),
    "island": (Secret("draw", _actor),),
}
"""The fields that not everybody sees."""


def _hand_at(table: Table, keys: Sequence[str]) -> Sequence[str]:
    """A hand is its owner's; Aaron's is face up."""
    return (*table.seats, TABLE) if AARON in keys else named_in_path(table, keys)


def _events_at(table: Table, keys: Sequence[str]) -> Sequence[str]:
    """The event deck is face down, unless the variant shows which four it holds."""
    return (*table.seats, TABLE) if "events-known" in table.variants else ()


HIDDEN_PATHS = (
    HiddenPath("hands.<seat>", _hand_at, number_is_public=True),
    HiddenPath("events", _events_at, number_is_public=True),
    HiddenPath("map.deck", nobody_at_path, number_is_public=True),
    HiddenPath("renewed.map", nobody_at_path),
    HiddenPath("healers.pile", nobody_at_path, number_is_public=True),
    HiddenPath("healers.dealt.<seat>", named_in_path, number_is_public=True),
)
"""What an observer may have looked at, and not everybody sees."""
