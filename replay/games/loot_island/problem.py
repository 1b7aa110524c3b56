"""What no record can mean: seats that are not at the table. Strange cards and tiles are judged, not refused."""

from collections.abc import Iterable

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
from replay.table import Table


def problem(table: Table, action: Action) -> Problem | None:
    """A name that is no seat of this table, where one has to stand."""
    if isinstance(action, Recall | Play | Island | Pass | Take | Healer) and action.by not in table.seats:
        return _no_seat(table, "by", action.by)
    match action:
        case Play():
            return _seats(table, draw=action.draw, shed=action.shed)
        case Event():
            return _seats(table, draw=action.draw)
        case Refill():
            return _seats(table, draw=action.draw, discard=action.discard)
        case Cleanup():
            return _seats(table, shed=action.shed)
        case Healers():
            return _seats(table, cards=action.cards if isinstance(action.cards, dict) else None)
        case Setup():
            healers = action.healers if isinstance(action.healers, dict) else None
            found = _seats(table, hands=action.hands, healers=healers, discards=action.discards)
            return found or (_position(table, action.position) if action.position is not None else None)
        case _:
            return None


def _no_seat(table: Table, field: str, seat: str) -> Problem:
    return Problem(field, seat, f"the seats {', '.join(table.seats)}")


def _seats(table: Table, **maps: Iterable[str] | None) -> Problem | None:
    for field, names in maps.items():
        for name in names or ():
            if name not in table.seats and name != AARON:
                return _no_seat(table, field, name)
    return None


def _position(table: Table, place: Position) -> Problem | None:
    for field, seat in (("first", place.first), ("turn", place.turn)):
        if isinstance(seat, str) and seat not in table.seats:
            return _no_seat(table, f"position.{field}", seat)
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
    return _seats(table, **{f"position.{field}": value for field, value in names.items()})
