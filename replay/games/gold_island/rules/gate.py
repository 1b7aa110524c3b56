"""Which rules have anything to judge in an event. Only a shortcut: the others would have nothing to say."""

from functools import lru_cache

from replay.action import Reveal
from replay.games.gold_island.actions import Draw, Move, Take, Use
from replay.games.gold_island.effects import ASHORE, PICK_UP, ROBBERY, SEER
from replay.games.gold_island.reducer import what_is_taken
from replay.games.gold_island.rules.common import AnyStep
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.words import LIGHT, card_of, kind_of, property_of

Ids = frozenset[str]


def _ids(prefix: str, *numbers: int) -> Ids:
    return frozenset(f"GI-{prefix}-{number}" for number in numbers)


_EVERY_TURN = _ids("TURN", 1) | _ids("DRAW", 2) | _ids("END", 1)
_CARD = _ids("CARD", 2, 3) | _ids("KIT", 1)
_PLAYED = _EVERY_TURN | _CARD | _ids("CARD", 1)
_SECOND_CARD = _PLAYED | _ids("TURN", 2, 4) | _ids("PROP", 1, 2)
_BY_EFFECT = {
    ROBBERY: _ids("ROB", 1, 2, 3, 4, 5) | _ids("ISLE", 1),
    SEER: _ids("SEER", 1, 2, 3) | _ids("ISLE", 1),
    PICK_UP: _ids("LIMIT", 1) | _ids("PIR", 1, 2, 3),
    ASHORE: _ids("ASH", 1, 2, 3, 4, 5)
    | _ids("VOLC", 1, 2, 3, 4)
    | _ids("RELIC", 1)
    | _ids("PERMIT", 1, 2, 3, 4)
    | _ids("KIT", 2),
}
_SETTLED = _ids("SETTLE", 1, 2) | _ids("DRAW", 2) | _ids("KIT", 2) | _ids("ISLE", 1)
_KEPT_HIDDEN = _ids("SETTLE", 5) | _ids("DRAW", 2) | _ids("OBS", 1) | _ids("REV", 1)
_BY_REVEAL = {
    "chest": _SETTLED | _ids("SETTLE", 3) | _ids("KIT", 1),
    "permits": _SETTLED | _ids("SETTLE", 4) | _ids("PERMIT", 1),
    "permit": _SETTLED | _ids("PERMIT", 1),
    "gold": _SETTLED | _ids("ISLE", 3),
    "relic": _ids("KIT", 1, 2),
    "colour": _ids("KIT", 1, 2) | _ids("ISLE", 1),
    "hand": _CARD | _ids("OBS", 1) | _ids("REV", 1),
    "held": _ids("PERMIT", 1, 2) | _KEPT_HIDDEN,
    "islandCards": _ids("ISLE", 1, 2) | _KEPT_HIDDEN,
    "@": _ids("OBS", 1),
}


def gate(step: AnyStep) -> Ids | None:
    """The rules to check for an event; None for all of them."""
    action = step.action
    kind = type(action)
    readings = step.before.table.readings
    if kind is Move:
        special = readings["GI-Q7"] == "one" or readings["GI-Q8"] == "no"
        walk = step.after.walk
        captain = any(stride.captain for stride in walk)
        ship = len(walk) > 0 and not all(stride.captain for stride in walk)
        to_sea = action.to is not None and kind_of(action.to) is None
        light = card_of(action.card).flag == LIGHT
        return _of_move(light, captain, ship or (light and bool(action.path)), to_sea, special)
    if kind is Draw:
        return _of_draw(isinstance(action.cards, list), readings["GI-Q5"] == "required")
    if kind is Use:
        monument = property_of(action.card) == "monument"
        return _of_use(step.after.effects, monument, action.drop is not None, readings["GI-Q5"] == "required")
    if kind is Take:
        taken = what_is_taken(action, step.before.owned[action.by].captain)
        return _of_take(taken[0] is not None, taken[1] is not None, taken[2] is not None, action.drop is not None)
    if kind is Reveal:
        return _BY_REVEAL.get(named_by(action.what).kind)
    return None


@lru_cache(64)
def _of_move(light: bool, captain: bool, ship: bool, to_sea: bool, special: bool) -> Ids:
    found = _PLAYED | _ids("TURN", 3)
    found |= _ids("MOVE", 9) if light else _ids("MOVE", 3)
    if captain:
        found |= _ids("MOVE", 1, 4, 6)
    if ship:
        found |= _ids("MOVE", 2, 5, 7)
    if special:
        found |= _ids("MOVE", 8)
    return found | _ids("ISLE", 1) if ship or to_sea else found


@lru_cache(64)
def _of_draw(names_cards: bool, required: bool) -> Ids:
    found = _EVERY_TURN | _ids("TURN", 2) | _ids("DRAW", 1)
    if names_cards:
        found |= _CARD
    return found | _ids("NEST", 6) if required else found


@lru_cache(256)
def _of_use(effects: tuple[str, ...], monument: bool, drops: bool, required: bool) -> Ids:
    found = _SECOND_CARD
    for effect in effects:
        found |= _BY_EFFECT[effect]
    if monument:
        found |= _ids("MON", 1, 2)
    if drops:
        found |= _ids("LIMIT", 2)
    return found | _ids("NEST", 6) if required else found


@lru_cache(64)
def _of_take(permit: bool, pirate: bool, card: bool, drops: bool) -> Ids:
    found = _EVERY_TURN | _ids("TURN", 2, 5) | _ids("NEST", 1, 2)
    if permit:
        found |= _ids("NEST", 3) | _ids("PERMIT", 1, 5)
    if pirate:
        found |= _ids("NEST", 4) | _ids("LIMIT", 1)
    if card:
        found |= _ids("NEST", 5) | _ids("ISLE", 1, 2)
    return found | _ids("LIMIT", 2) if drops else found
