"""Which rules have anything to judge in an event. Only a shortcut: the others would have nothing to say."""

from functools import lru_cache

from replay.action import Reveal
from replay.games.gold_island.actions import Draw, Move, Take, Use
from replay.games.gold_island.effects import ASHORE, PICK_UP, ROBBERY, SEER
from replay.games.gold_island.reducer import what_is_taken
from replay.games.gold_island.rules.common import AnyStep
from replay.games.gold_island.rules.plain import (
    TREASURE,
    VOLCANO,
    cards_fit,
    field_fits,
    in_order,
    is_held,
    landed_plainly,
    names_only_its_card,
    path_fits,
    walk_fits,
)
from replay.games.gold_island.rules.second_card import BELONGS
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.state import hand_limit
from replay.games.gold_island.words import LIGHT, card_of, kind_of, property_of
from replay.rule import Gate

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
_ON_LAND = {
    TREASURE: _ids("ASH", 1) | _ids("VOLC", 1, 2, 3, 4) | _ids("RELIC", 1),
    VOLCANO: _ids("ASH", 1, 2, 4, 5) | _ids("PERMIT", 2, 3),
}
"""What somebody who goes ashore keeps by where the ship is."""
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


def gate(step: AnyStep) -> Gate | Ids | None:
    """The rules to check for an event; None for all of them."""
    action = step.action
    kind = type(action)
    if kind is Move:
        return _move_gate(step)
    if kind is Draw:
        return _draw_gate(step)
    if kind is Use:
        return _use_gate(step)
    if kind is Take:
        taken = what_is_taken(action, step.before.owned[action.by].captain)
        named = taken[0] is not None, taken[1] is not None, taken[2] is not None, action.drop is not None
        return _of_take(*named, in_order(step.before, action), field_fits(step))
    if kind is Reveal:
        return _BY_REVEAL.get(named_by(action.what).kind)
    return None


def _move_gate(step: AnyStep) -> Gate:
    action, readings, walk = step.action, step.before.table.readings, step.after.walk
    card = action.card
    special = readings["GI-Q7"] == "one" or readings["GI-Q8"] == "no"
    captain = ship = False
    for stride in walk:
        if stride.captain:
            captain = True
        else:
            ship = True
    to_sea = action.to is not None and kind_of(action.to) is None
    light = card_of(card).flag == LIGHT
    if light and action.path:
        ship = True
    played = is_held(step.before.owned[action.by].hand, card)
    fits = cards_fit(step, (card,)), path_fits(step), walk_fits(step)
    return _of_move(light, captain, ship, to_sea, special, in_order(step.before, action), played, *fits)


def _draw_gate(step: AnyStep) -> Gate:
    action, before = step.action, step.before
    names = isinstance(action.cards, list)
    fits = names and cards_fit(step, action.cards)
    full = len(step.after.owned[action.by].hand) == hand_limit(before, action.by)
    return _of_draw(names, before.table.readings["GI-Q5"] == "required", in_order(before, action), fits, full)


def _use_gate(step: AnyStep) -> Gate:
    action, before = step.action, step.before
    card = action.card
    told = (property_of(card) == "monument", action.drop is not None, before.table.readings["GI-Q5"] == "required")
    played = is_held(before.owned[action.by].hand, card)
    fits = cards_fit(step, (card,)), names_only_its_card(action)
    effects = step.after.effects
    land = "" if ASHORE not in effects else landed_plainly(step)
    does = effects, step.after.effective, land
    return _of_use(*does, *told, in_order(before, action), played, *fits)


@lru_cache(1024)
def _of_move(
    light: bool,
    captain: bool,
    ship: bool,
    to_sea: bool,
    special: bool,
    ordered: bool,
    played: bool,
    cards: bool,
    path: bool,
    walk: bool,
) -> Gate:
    found = _PLAYED | _ids("TURN", 3)
    found |= _ids("MOVE", 9) if light else _ids("MOVE", 3)
    if captain:
        found |= _ids("MOVE", 1, 4, 6)
    if ship:
        found |= _ids("MOVE", 2, 5, 7)
    if special:
        found |= _ids("MOVE", 8)
    if ship or to_sea:
        found |= _ids("ISLE", 1)
    kept = _kept(_EVERY_TURN | _ids("TURN", 3), ordered) | _kept(_CARD, cards) | _kept(_ids("CARD", 1), played)
    kept |= _kept(_ids("MOVE", 1, 2, 4, 5, 6, 7) | _ids("ISLE", 1), walk) | _kept(_ids("MOVE", 3), path)
    return Gate(found, kept)


def _kept(ids: Ids, are_kept: bool) -> Ids:
    return ids if are_kept else frozenset()


@lru_cache(64)
def _of_draw(names_cards: bool, required: bool, ordered: bool, cards: bool, full: bool) -> Gate:
    found = _EVERY_TURN | _ids("TURN", 2) | _ids("DRAW", 1)
    if names_cards:
        found |= _CARD
    if required:
        found |= _ids("NEST", 6)
    kept = _kept(_EVERY_TURN | _ids("TURN", 2), ordered) | _kept(_CARD, cards) | _kept(_ids("DRAW", 1), full)
    return Gate(found, kept)


@lru_cache(1024)
def _of_use(
    effects: tuple[str, ...],
    effective: str,
    land: str,
    monument: bool,
    drops: bool,
    required: bool,
    ordered: bool,
    played: bool,
    cards: bool,
    only_its_card: bool,
) -> Gate:
    found = _SECOND_CARD
    for effect in effects:
        found |= _BY_EFFECT[effect]
    if monument:
        found |= _ids("MON", 1, 2)
    if drops:
        found |= _ids("LIMIT", 2)
    if required:
        found |= _ids("NEST", 6)
    kept = _kept(_EVERY_TURN | _ids("TURN", 2, 4), ordered) | _kept(_ids("CARD", 2, 3), cards)
    kept |= _kept(_ids("CARD", 1), played) | _kept(_ids("KIT", 1), cards and only_its_card)
    kept |= _kept(_ids("PROP", 2), bool(effects)) | _ON_LAND.get(land, frozenset())
    kept |= _kept(_ids("PROP", 1), all(effective in BELONGS[effect] for effect in effects))
    return Gate(found, kept | _kept(_ids("KIT", 2), only_its_card))


@lru_cache(64)
def _of_take(permit: bool, pirate: bool, card: bool, drops: bool, ordered: bool, offered: bool) -> Gate:
    found = _EVERY_TURN | _ids("TURN", 2, 5) | _ids("NEST", 1, 2)
    if permit:
        found |= _ids("NEST", 3) | _ids("PERMIT", 1, 5)
    if pirate:
        found |= _ids("NEST", 4) | _ids("LIMIT", 1)
    if card:
        found |= _ids("NEST", 5) | _ids("ISLE", 1, 2)
    if drops:
        found |= _ids("LIMIT", 2)
    return Gate(found, _kept(_EVERY_TURN | _ids("TURN", 2, 5), ordered) | _kept(_ids("NEST", 1, 2), offered))
