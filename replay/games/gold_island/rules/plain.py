"""What an ordinary step plainly keeps, so that the rules about it need not be asked one by one."""

from functools import lru_cache
from typing import Any

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Draw, Move, Take, Use
from replay.games.gold_island.rules.common import AnyStep, MoveStep, TakeStep, UseStep
from replay.games.gold_island.rules.fields import offers
from replay.games.gold_island.state import State
from replay.games.gold_island.words import LIGHTHOUSE, PORT, PROPERTIES, VOLCANOES, card_of, is_treasure_island

_CACHED = 8192


def in_order(before: State, action: Any) -> bool:
    """Whether somebody acts on their own turn, in the order of a turn: GI-TURN, GI-DRAW-2 and GI-END-1 are kept."""
    turn = before.turn
    if turn is None or turn.seat != action.by or before.phase != "play":
        return False
    kind = type(action)
    if kind is Move:
        return not turn.moved
    if not turn.moved:
        return False
    if kind is Use:
        return not turn.used
    return not turn.used_since if kind is Take else kind is Draw


def is_held(hand: tuple[str, ...], card: str) -> bool:
    """Whether a hand has this card, or one that was not seen: GI-CARD-1 is kept."""
    return card in hand or UNKNOWN in hand


@lru_cache(_CACHED)
def _counted(name: str) -> tuple[str, str, str, int]:
    """A card without its icon, how its property and it begin in a list, and the most a player has of the property."""
    card = card_of(name)
    return card.base, f"|{card.property}-", f"|{card.base}", PROPERTIES.get(card.property, 0)


def cards_fit(step: AnyStep, shown: tuple[str, ...] | list[Any]) -> bool:
    """Whether all cards shown are in the kit, and no card or property was shown too often since the last shuffle:
    GI-CARD-2 and GI-CARD-3 are kept, and GI-KIT-1 as far as cards go."""
    cards = step.before.table.kit.cards
    owned = step.after.owned[step.action.by or ""]
    lying = f"|{'|'.join(owned.discard)}|{'|'.join(owned.hand)}|"
    for name in shown:
        if type(name) is not str or name == UNKNOWN:
            continue  # a card that was not seen says nothing
        base, its_property, itself, most = _counted(name)
        line = cards.get(base)  # a card seen in part is in no kit
        if line is None or lying.count(its_property) > most or lying.count(itself) > line.copies:
            return False
    return True


def path_fits(step: MoveStep) -> bool:
    """Whether the path has as many steps as the card has points: GI-MOVE-3 is kept."""
    path = step.action.path
    return path is not None and len(path) == card_of(step.action.card).points


def walk_fits(step: MoveStep) -> bool:
    """Whether each figure went a way that the kit knows while the other was home, and nowhere twice: GI-MOVE-1, 2, 4,
    5, 6 and 7 are kept, and GI-ISLE-1."""
    walk, path = step.after.walk, step.action.path
    if not walk or path is None or len(walk) != len(path):
        return False
    kit, listed = step.before.table.kit, step.after.listed
    been: set[str] = set()
    for captain, start, end, other in walk:
        been.add(start)
        if end in been:
            return False
        been.add(end)
        if captain:
            if other != PORT or end not in kit.ring.get(start, ()):
                return False
        else:
            strange = end not in listed and is_treasure_island(end)
            if strange or other != LIGHTHOUSE or end not in kit.lines.get(start, ()):
                return False
    return True


def names_only_its_card(action: Use) -> bool:
    """Whether a second card tells no colour and no relic: GI-KIT-2 is kept, and GI-KIT-1 but for the card itself."""
    return (action.shown is None or action.shown == UNKNOWN) and action.relic is None


TREASURE, VOLCANO = "treasure", "volcano"


def landed_plainly(step: UseStep) -> str:
    """Where somebody goes ashore: on a treasure island without taking a relic, or on a volcano; otherwise nothing."""
    ship = step.before.owned[step.action.by or ""].ship
    if ship in VOLCANOES:
        return VOLCANO
    return TREASURE if ship != PORT and step.action.relic is None else ""


def field_fits(step: TakeStep) -> bool:
    """Whether the field where the movement ended offers what is taken: GI-NEST-1 and 2 are kept."""
    turn, action = step.before.turn, step.action
    if turn is None or turn.seat != action.by or turn.field is None or turn.field == UNKNOWN:
        return False
    return offers(turn.field, action)
