"""Who sees which field of which action. All other fields are public."""

from msgspec.structs import replace

from replay.action import Action
from replay.game import HiddenPath, Secret
from replay.seats import actor, cover_hands, named_in_path, nobody, owner
from replay.table import Table
from smugglers.actions import Position


def _position(table: Table, action: Action, position: Position, viewer: str | None) -> Position:
    """A position shows a seat its own hand only."""
    return replace(position, hands=cover_hands(position.hands, (viewer,)))


SECRETS = {
    "setup": (Secret("hands", owner, keyed=True), Secret("position", nobody, cover=_position)),
    "pass": (Secret("took", actor),),
}

HIDDEN_PATHS = (HiddenPath("hands.<seat>", named_in_path, number_is_public=True),)
