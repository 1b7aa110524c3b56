"""Who sees what: hands belong to their owners, the event deck and the healers to nobody until they are turned up."""

from collections.abc import Sequence
from typing import Any

import msgspec

from replay.action import Action
from replay.game import Secret
from replay.games.loot_island.actions import AARON, Position
from replay.table import Table
from replay.view import covered


def _owner(table: Table, action: Action, seat: str | None) -> Sequence[str]:
    """A hand is its owner's; Aaron's lies open."""
    if seat == AARON:
        return (*table.seats, "table")
    return (seat,) if seat is not None else ()


def _actor(table: Table, action: Action, seat: str | None) -> Sequence[str]:
    """What the actor draws is his own; what is drawn for Aaron lies open."""
    if getattr(action, "for_", None) is not None:
        return (*table.seats, "table")
    return (action.by,) if action.by is not None else ()


def _events(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """The event deck is face down, unless the variant shows which four it holds."""
    return value if "events-known" in table.variants else covered(value)


def _healers(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """Healers lie face down, open, or in the hands of those they were dealt to."""
    if isinstance(value, dict):
        return {seat: cards if seat == viewer else _covered_healers(cards) for seat, cards in value.items()}
    return value if "healers-open" in table.variants else covered(value)


def _covered_healers(cards: Any) -> Any:
    return covered(cards) if isinstance(cards, tuple) else cards


def _hands(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """Dealt hands; a seal tells nobody anything, so it stays."""
    return {
        seat: cards if seat in (viewer, AARON) or not isinstance(cards, tuple) else covered(cards)
        for seat, cards in value.items()
    }


def _position(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """A position with the hands, event deck and healers that the viewer may not see covered."""
    assert isinstance(value, Position)
    hands = {seat: cards if seat in (viewer, AARON) else covered(cards) for seat, cards in value.hands.items()}
    healers = value.healers
    if healers.pile is not None:
        healers = msgspec.structs.replace(healers, pile=covered(healers.pile))
    if healers.dealt is not None:
        dealt = {seat: cards if seat == viewer else covered(cards) for seat, cards in healers.dealt.items()}
        healers = msgspec.structs.replace(healers, dealt=dealt)
    events = value.events if value.events is None else _events(table, action, value.events, viewer)
    return msgspec.structs.replace(value, hands=hands, healers=healers, events=events)


SECRETS: dict[str, tuple[Secret, ...]] = {
    "setup": (
        Secret("hands", _owner, cover=_hands),
        Secret("events", _owner, cover=_events),
        Secret("healers", _owner, cover=_healers),
        Secret("position", _owner, cover=_position),
    ),
    "event": (Secret("draw", _owner, keyed=True),),
    "refill": (Secret("draw", _owner, keyed=True),),
    "play": (Secret("draw", _owner, keyed=True),),
    "island": (Secret("draw", _actor),),
}
"""The fields that not everybody sees."""
