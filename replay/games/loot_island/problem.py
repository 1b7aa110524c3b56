"""What cannot be read: seats that are not at the table. Unknown cards and tiles are judged, not refused."""

from collections.abc import Callable
from typing import Any

from replay.action import Action
from replay.game import Problem
from replay.games.loot_island.actions import (
    AARON,
    Cleanup,
    Event,
    Healer,
    Healers,
    Island,
    Pass,
    Play,
    Position,
    Recall,
    Refill,
    Setup,
    Take,
)
from replay.games.loot_island.geometry import CORNERS, FACINGS
from replay.games.loot_island.state import has_aaron
from replay.seats import no_seat, seats_in
from replay.table import Table


def problem(table: Table, action: Action) -> Problem | None:
    """A name that is not a seat of this table, where there must be one."""
    kind = type(action)
    if kind in _BY_SEAT and action.by not in table.seats:
        told_of_aaron = kind is Take and action.by == AARON and has_aaron(table)
        return None if told_of_aaron else no_seat(table, "by", action.by)
    look: Look | None = _LOOKS.get(kind)
    return None if look is None else look(table, action)


def _in_play(table: Table, action: Play) -> Problem | None:
    if action.draw is None and action.shed is None:
        return None
    return seats_in(table, AARON, draw=action.draw, shed=action.shed)


def _in_setup(table: Table, action: Setup) -> Problem | None:
    healers = action.healers if isinstance(action.healers, dict) else None
    found = seats_in(table, AARON, hands=action.hands, healers=healers, discards=action.discards)
    return found or (_position(table, action.position) if action.position is not None else None)


def _in_healers(table: Table, action: Healers) -> Problem | None:
    return seats_in(table, AARON, cards=action.cards if isinstance(action.cards, dict) else None)


def _position(table: Table, place: Position) -> Problem | None:
    for field, seat in (("first", place.first), ("turn", place.turn)):
        if isinstance(seat, str) and seat not in table.seats:
            return no_seat(table, f"position.{field}", seat)
    if place.ship is not None and (place.ship.corner not in CORNERS or place.ship.facing not in FACINGS):
        ship = {"corner": place.ship.corner, "facing": place.ship.facing}
        return Problem("position.ship", ship, f"a corner ({', '.join(CORNERS)}), facing cw or ccw")
    stacks = [name for landing in place.landings.values() for name in landing.stack]
    names = {
        "passed": place.passed,
        "hands": place.hands,
        "cubes": place.cubes,
        "compasses": place.compasses,
        "kept": place.kept,
        "landings": stacks,
        "out": place.out,
        "healers": [*place.healers.taken, *(place.healers.order or ()), *(place.healers.dealt or ())],
    }
    return seats_in(table, AARON, **{f"position.{field}": value for field, value in names.items()})


Look = Callable[[Table, Any], Problem | None]
_BY_SEAT = frozenset[type[Action]]((Recall, Play, Island, Pass, Take, Healer))
"""What only a seat does."""
_LOOKS: dict[type[Action], Look] = {
    Play: _in_play,
    Event: lambda table, action: seats_in(table, AARON, draw=action.draw),
    Refill: lambda table, action: seats_in(table, AARON, draw=action.draw, discard=action.discard),
    Cleanup: lambda table, action: seats_in(table, AARON, shed=action.shed),
    Healers: _in_healers,
    Setup: _in_setup,
}
"""Where else an action names seats."""
