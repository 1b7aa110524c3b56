"""What a second card does: the effective property, the effects read from the fields, and how each changes the table."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Use, colours_of, number_of, stolen
from replay.games.gold_island.position import others_after
from replay.games.gold_island.state import End, Owned, Permit, State, isle_at
from replay.games.gold_island.words import (
    COLOURS,
    LAST_ROUND_AT,
    LOWER,
    PORT,
    RELICS,
    SEVEN,
    UPPER,
    card_of,
    is_treasure_island,
)
from replay.zones import but_one, unseen

ROBBERY, SEER, PICK_UP, ASHORE = "robbery", "seer", "pick up", "ashore"


class Effects(NamedTuple):
    """What a `use` does, and by which property."""

    property: str
    """The effective property; `"?"` if it is not known."""
    all: tuple[str, ...]


def effects_of(state: State, use: Use) -> Effects:
    """The effective property and the effects of a second card, in the state before it."""
    own = card_of(use.card).property
    if own == "monument":
        own = _copied(state, use)
    if own == UNKNOWN and use.as_ is not None:
        own = use.as_
    found: list[str] = []
    if use.rob is not None:
        found.append(ROBBERY)
    if use.island is not None:
        found.append(SEER)
    if use.permit is not None or use.relic is not None or use.shown is not None:
        found.append(ASHORE)
    elif use.pirates is not None:
        found.append(ASHORE if own == "ashore" else PICK_UP)
    return Effects(own, tuple(found))


def _copied(state: State, use: Use) -> str:
    owner = state.owned.get(use.copy) if use.copy is not None else None
    if owner is None or not owner.discard:
        return UNKNOWN
    top = card_of(owner.discard[-1]).property
    chained = top == "monument" and state.table.readings["GI-Q14"] == "chain"
    return UNKNOWN if chained else top


def move_pirates(pirates: dict[str, int], colours: tuple[str, ...] | list[str], by: int) -> dict[str, int]:
    """The pirates at a place after some came (`by` 1) or left (-1). The unseen ones are counted while any are left."""
    if not colours:
        return pirates
    moved = dict(pirates)
    for colour in colours:
        key = colour if colour in COLOURS else UNKNOWN
        moved[key] = moved.get(key, 0) + by
    if moved.get(UNKNOWN) == 0:
        del moved[UNKNOWN]
    return moved


def with_owned(state: State, seat: str, owned: Owned) -> dict[str, Owned]:
    """What the seats own, with one of them changed."""
    changed = dict(state.owned)
    changed[seat] = owned
    return changed


def apply_effects(before: State, state: State, use: Use, seat: str) -> State:
    """The table after the effects of a second card (the card itself has already left the hand)."""
    effective, effects = effects_of(before, use)
    state = replace(state, effective=effective, effects=effects)
    for effect in effects:
        if effect == ROBBERY:
            state = _robbed(state, use, seat)
        elif effect == SEER:
            state = _peeked(state, use, seat)
        elif effect == PICK_UP:
            state = _picked_up(state, use, seat)
        else:
            state = _ashore(state, use, seat)
    return state


def _robbed(state: State, use: Use, seat: str) -> State:
    owned = dict(state.owned)
    named = state.named
    for victim, told in (use.rob or {}).items():
        cards = stolen(told)
        known = [card for card in cards if card != UNKNOWN]
        for card in known:
            _lose(owned, victim, card)
            _gain(owned, seat, card)
            if card not in named:
                named = (*named, card)
        for left in range(len(cards) - len(known), 0, -1):
            _gain(owned, seat, _lose_unseen(owned, victim, left))
    return replace(state, owned=owned, named=named)


def _gain(owned: dict[str, Owned], seat: str, card: str) -> None:
    owned[seat] = replace(owned[seat], cards=(*owned[seat].cards, card))


def _lose(owned: dict[str, Owned], victim: str, card: str) -> None:
    if victim not in owned:
        return
    cards = owned[victim].cards
    left = but_one(cards, card) if card in cards or UNKNOWN in cards else unseen(len(cards) - 1)
    owned[victim] = replace(owned[victim], cards=left)


def _lose_unseen(owned: dict[str, Owned], victim: str, to_take: int) -> str:
    """The card taken: known only if the victim must give up all their cards."""
    cards = owned[victim].cards if victim in owned else ()
    if not cards:
        return UNKNOWN
    if len(cards) <= to_take:
        owned[victim] = replace(owned[victim], cards=cards[1:])
        return cards[0]
    owned[victim] = replace(owned[victim], cards=unseen(len(cards) - 1))
    return UNKNOWN


def _peeked(state: State, use: Use, seat: str) -> State:
    island = use.island
    if island is None or island == UNKNOWN or not is_treasure_island(island):
        return state
    isle = isle_at(state, island)
    value = number_of(use.value)
    changed: dict[str, Any] = {"peeked": {**isle.peeked, seat: value}}
    if type(value) is int:
        changed["notes"] = (*isle.notes, value)
    return replace(state, islands={**state.islands, island: replace(isle, **changed)})


def _picked_up(state: State, use: Use, seat: str) -> State:
    owned = state.owned[seat]
    colours, drop = use.pirates or [], colours_of(use.drop)
    crew = move_pirates(move_pirates(owned.crew, colours, 1), drop, -1)
    islands = state.islands
    if owned.ship != PORT:
        isle = isle_at(state, owned.ship)
        islands = {**islands, owned.ship: replace(isle, pirates=move_pirates(isle.pirates, colours, -1))}
    return replace(
        state,
        owned=with_owned(state, seat, replace(owned, crew=crew)),
        islands=islands,
        houses=move_pirates(state.houses, drop, 1),
    )


def _ashore(state: State, use: Use, seat: str) -> State:
    owned = state.owned[seat]
    if owned.ship == PORT:
        return state
    colours = use.pirates or []
    isle = isle_at(state, owned.ship)
    isle = replace(isle, pirates=move_pirates(isle.pirates, colours, 1))
    owned = replace(owned, crew=move_pirates(owned.crew, colours, -1))
    changed: dict[str, Any] = {}
    if owned.ship == UPPER:
        gained = (*owned.gained, SEVEN)
        owned = replace(owned, gained=gained, held=owned.held + 1, volcano=owned.volcano - 1)
    elif owned.ship != LOWER:
        landing = state.landings + 1
        permit = Permit(seat, number_of(use.permit), landing=landing, gains=len(owned.gained))
        isle = replace(isle, stack=(*isle.stack, permit))
        owned = replace(owned, held=owned.held - 1, placed=owned.placed + 1)
        changed = {"landings": landing, "end": state.end or _end(state, owned, seat)}
        if use.shown is not None and use.shown != UNKNOWN:
            isle = replace(isle, colour=use.shown)
            changed["colours"] = {**state.colours, owned.ship: use.shown}
    if use.relic in RELICS:
        changed |= _relic_taken(state, use, use.relic, seat)
    islands = {**state.islands, owned.ship: isle}
    return replace(state, owned=with_owned(state, seat, owned), islands=islands, **changed)


def _relic_taken(state: State, use: Use, relic: str, seat: str) -> dict[str, Any]:
    gold = number_of(use.gold)
    if type(gold) is not int:
        return {"relics": {**state.relics, relic: replace(state.relics[relic], at=seat)}}
    return {
        "relics": {**state.relics, relic: replace(state.relics[relic], at=seat, gold=gold)},
        "relic_gold": {**state.relic_gold, relic: gold},
    }


def _end(state: State, owned: Owned, seat: str) -> End | None:
    counted = owned.placed
    if state.table.readings["GI-Q18"] == "with-seven":
        counted += max(0, owned.volcano)
    return End(seat, others_after(state.table, seat)) if counted >= LAST_ROUND_AT else None
