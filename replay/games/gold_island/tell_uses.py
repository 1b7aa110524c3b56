"""A second card as a sentence: what was played, and what it did."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Use, colours_of, stolen
from replay.games.gold_island.effects import ASHORE, PICK_UP, ROBBERY, SEER
from replay.games.gold_island.phrases import (
    a_card,
    a_permit,
    gold,
    some_island_cards,
    some_pirates,
    the_place,
    the_relic,
    where,
)
from replay.games.gold_island.state import State
from replay.games.gold_island.words import LOWER, PORT, UPPER
from replay.saying import listed, owner, person
from replay.step import Step
from replay.table import Table


def tell_use(step: Step[State, Any], action: Use, who: str) -> str:
    """`Ann plays a seer 2 and looks at the chest on isle 8`."""
    done = [f"plays {a_card(action.card)}"]
    if action.copy is not None:
        done.append(_copied(step, action.copy))
    effects = [phrase for effect in step.after.effects for phrase in _effect(step, action, effect)]
    if action.drop is not None:
        effects.append(f"puts {some_pirates(colours_of(action.drop))} back")
    words = f"{who} {listed([*done, *effects])}" if effects else f"{who} {listed(done)} without effect"
    begun = step.before.end is None and step.after.end is not None
    return f"{words}, which starts the last round" if begun else words


def _copied(step: Step[State, Any], copy: str) -> str:
    pile = step.before.owned[copy].discard if copy in step.before.owned else ()
    if not pile:
        return f"uses the top card of {owner(step.after.table, copy)} discard pile"
    return f"uses {a_card(pile[-1])} on top of {owner(step.after.table, copy)} discard pile"


def _effect(step: Step[State, Any], action: Use, effect: str) -> list[str]:
    ship = step.before.owned[action.by].ship if action.by in step.before.owned else PORT
    if effect == ROBBERY:
        return [_robbery(step.after.table, action)]
    if effect == SEER:
        return [_look(action)]
    if effect == PICK_UP:
        return [f"picks up {some_pirates(action.pirates or ())} {where(ship)}"]
    assert effect == ASHORE, "there are four effects"
    pirates = some_pirates(action.pirates or ())
    if ship == PORT:
        return [f"goes ashore with {pirates} in port, which changes nothing"]
    shown = f" ({action.shown})" if action.shown not in (None, UNKNOWN) else ""
    landed = f"puts {pirates} ashore {where(ship)}{shown}"
    if ship == UPPER:
        return [landed, "fetches the seven"]
    if ship == LOWER or action.relic is not None:
        return [landed, *([_placed(action)] if ship != LOWER else []), _relic(action)]
    return [landed, _placed(action)]


def _placed(action: Use) -> str:
    return f"places {a_permit(action.permit)}"


def _relic(action: Use) -> str:
    if action.relic is None:
        return "takes a relic that was not named"
    return f"takes {the_relic(action.relic)}{f' ({gold(action.gold)})' if type(action.gold) is int else ''}"


def _robbery(table: Table, action: Use) -> str:
    robbed = [
        f"{some_island_cards(stolen(cards))} from {person(table, victim)}"
        for victim, cards in (action.rob or {}).items()
    ]
    return f"steals {listed(robbed)}"


def _look(action: Use) -> str:
    seen = f" ({gold(action.value)})" if type(action.value) is int else ""
    island = action.island or UNKNOWN
    return f"looks at the chest on {'an unseen island' if island == UNKNOWN else the_place(island)}{seen}"
