"""Who sees which field of which action. All other fields are public."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import Action
from replay.game import HiddenPath, Secret
from replay.games.sea_or_shore.actions import Act, DeckPosition, Position
from replay.seats import actor, cover_hands, everybody, named_in_path, nobody, nobody_at_path, owner
from replay.table import Table
from replay.view import TABLE, covered


def _giver_and_receiver(table: Table, action: Action, key: str | None) -> Sequence[str]:
    assert key is not None
    return (key, table.next_seat(key, -1))


def _both(table: Table, action: Action, key: str | None) -> Sequence[str]:
    assert isinstance(action, Act)
    return tuple(seat for seat in (action.by, action.from_) if seat is not None)


def _discard(table: Table, action: Action, key: str | None) -> Sequence[str]:
    seers = actor if table.readings["SS-Q14"] == "hidden" else everybody
    return seers(table, action, key)


def _position(table: Table, action: Action, position: Position, viewer: str | None) -> Any:
    """A position shows a seat its own hand; face-down cards are shown to nobody."""
    decks = {
        name: DeckPosition(deck.up, None if deck.down is None else covered(deck.down))
        for name, deck in position.decks.items()
    }
    discard = position.discard
    if discard is not None and table.readings["SS-Q14"] == "hidden":
        discard = covered(discard)
    return replace(position, hands=cover_hands(position.hands, (viewer,)), decks=decks, discard=discard)


SECRETS = {
    "setup": (Secret("hands", owner, keyed=True), Secret("position", nobody, cover=_position)),
    "round": (Secret("hands", owner, keyed=True),),
    "pass": (Secret("cards", _giver_and_receiver, keyed=True),),
    "act": (
        Secret("took", _both),
        Secret("gave", _both),
        Secret("saw", actor),
        Secret("order", actor),
        Secret("discard", _discard),
    ),
}


def _discarded(table: Table, keys: Sequence[str]) -> Sequence[str]:
    return () if table.readings["SS-Q14"] == "hidden" else (*table.seats, TABLE)


HIDDEN_PATHS = (
    HiddenPath("hands.<seat>", named_in_path, number_is_public=True),
    HiddenPath("decks.<deck>.down", nobody_at_path, number_is_public=True),
    HiddenPath("discard", _discarded, number_is_public=True),
)
