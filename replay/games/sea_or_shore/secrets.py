"""Who sees which field of which action. All other fields are public."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN, Action
from replay.game import Secret
from replay.games.sea_or_shore.actions import Act, DeckPosition, Position
from replay.table import Table
from replay.view import TABLE


def _owner(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return () if key is None else (key,)


def _giver_and_receiver(table: Table, action: Action, key: str | None) -> Sequence[str]:
    assert key is not None
    return (key, table.next_seat(key, -1))


def _both(table: Table, action: Action, key: str | None) -> Sequence[str]:
    assert isinstance(action, Act)
    return tuple(seat for seat in (action.by, action.from_) if seat is not None)


def _actor(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return (action.by,) if action.by is not None else ()


def _discard(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return _actor(table, action, key) if table.readings["SS-Q14"] == "hidden" else (*table.seats, TABLE)


def _position(table: Table, action: Action, position: Position, viewer: str | None) -> Any:
    """A position shows a seat its own hand; what lies face down is nobody's to see."""
    hands = {seat: hand if seat == viewer else [UNKNOWN] * len(hand) for seat, hand in position.hands.items()}
    decks = {
        name: DeckPosition(deck.up, None if deck.down is None else [UNKNOWN] * len(deck.down))
        for name, deck in position.decks.items()
    }
    return replace(position, hands=hands, decks=decks)


SECRETS = {
    "setup": (Secret("hands", _owner, keyed=True), Secret("position", _owner, cover=_position)),
    "round": (Secret("hands", _owner, keyed=True),),
    "pass": (Secret("cards", _giver_and_receiver, keyed=True),),
    "act": (
        Secret("took", _both),
        Secret("gave", _both),
        Secret("saw", _actor),
        Secret("order", _actor),
        Secret("discard", _discard),
    ),
}
