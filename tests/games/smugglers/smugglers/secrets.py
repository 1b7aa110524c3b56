"""Who sees which field of which action. All other fields are public."""

from collections.abc import Sequence

from msgspec.structs import replace

from replay.action import UNKNOWN, Action
from replay.game import Secret
from replay.table import Table
from smugglers.actions import Position


def _owner(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return () if key is None else (key,)


def _actor(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return () if action.by is None else (action.by,)


def _position(table: Table, action: Action, position: Position, viewer: str | None) -> Position:
    """A position shows a seat its own hand only."""
    hands = {seat: hand if seat == viewer else [UNKNOWN] * len(hand) for seat, hand in position.hands.items()}
    return replace(position, hands=hands)


SECRETS = {
    "setup": (Secret("hands", _owner, keyed=True), Secret("position", _owner, cover=_position)),
    "pass": (Secret("took", _actor),),
}
