"""What cannot be read: seats that are not at the table. Unknown cards and tiles are judged, not refused."""

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
    if isinstance(action, Recall | Play | Island | Pass | Take | Healer) and action.by not in table.seats:
        told_of_aaron = isinstance(action, Take) and action.by == AARON and has_aaron(table)
        return None if told_of_aaron else no_seat(table, "by", action.by)
    match action:
        case Play():
            return seats_in(table, AARON, draw=action.draw, shed=action.shed)
        case Event():
            return seats_in(table, AARON, draw=action.draw)
        case Refill():
            return seats_in(table, AARON, draw=action.draw, discard=action.discard)
        case Cleanup():
            return seats_in(table, AARON, shed=action.shed)
        case Healers():
            return seats_in(table, AARON, cards=action.cards if isinstance(action.cards, dict) else None)
        case Setup():
            healers = action.healers if isinstance(action.healers, dict) else None
            found = seats_in(table, AARON, hands=action.hands, healers=healers, discards=action.discards)
            return found or (_position(table, action.position) if action.position is not None else None)
        case _:
            return None


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
