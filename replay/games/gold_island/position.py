"""A position in setup: merged into the start of the game, and filled in from the box where it leaves things out."""

from collections import Counter
from typing import Any

import msgspec
from msgspec import UNSET

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Position, Setup, number_of, text_of, texts_of
from replay.games.gold_island.setup import set_up
from replay.games.gold_island.state import IN_POSITION, NOTED, End, Isle, Owned, Permit, Relic, State, Turn, empty_isle
from replay.games.gold_island.words import CARDS, COLOURS, ISLAND_CARDS, RELICS, SEVEN, VOLCANOES
from replay.table import Table


def begin(table: Table, setup: Setup) -> State:
    """The state after `setup`, from its position if it has one."""
    if setup.position is None:
        return msgspec.structs.replace(set_up(table, setup), begun=True)
    plain = msgspec.structs.replace(setup, hands=None, permits=None, islandCards=None, pirates=None)
    return _merged(set_up(table, plain), setup.position)


def _merged(base: State, given: Position) -> State:
    islands = _islands(base, given)
    placed = Counter(permit.seat for isle in islands.values() for permit in isle.stack)
    owned = {seat: _owned(base.owned[seat], given, seat, placed[seat]) for seat in base.owned}
    phase = base.phase if given.phase is UNSET else given.phase
    colours = {island: isle.colour for island, isle in islands.items() if _names_colour(given, island)}
    relics = _relics(base, given)
    named_gold = {
        relic: gold
        for relic, part in (given.relics or {}).items()
        if relic in RELICS and type(gold := part.gold) is int
    }
    state = msgspec.structs.replace(
        base,
        phase=phase,
        turn=_turn(base, given) if phase == "play" else None,
        owned=owned,
        houses=_houses(base, given, owned, islands),
        relics=relics,
        islands=_with_gains(islands, owned),
        end=_end(base, given),
        colours={**base.colours, **colours},
        relic_gold={**base.relic_gold, **named_gold},
        begun=True,
    )
    return _with_island_cards(state, given)


def _turn(base: State, given: Position) -> Turn:
    assert base.turn is not None, "at the start of the game it is somebody's turn"
    if given.turn is UNSET or given.turn is None:
        return base.turn
    turn = msgspec.structs.replace(base.turn, **_given(given.turn))
    # A position does not say what was passed, nor what came first: the usual order is taken.
    return msgspec.structs.replace(turn, entered=None if turn.moved else (), used_since=turn.moved and turn.used)


def _given(part: msgspec.Struct) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(part).items() if value is not UNSET}


def _end(base: State, given: Position) -> End | None:
    if given.end is UNSET or given.end is None:
        return base.end
    by = given.end.by
    if given.end.left is not UNSET:
        return End(by, tuple(given.end.left))
    return End(by, others_after(base.table, by))


def others_after(table: Table, seat: str) -> tuple[str, ...]:
    """All other seats, clockwise."""
    return table.clockwise(seat)[1:] if seat in table.seats else table.seats


def _islands(base: State, given: Position) -> dict[str, Isle]:
    islands = dict(base.islands)
    lying = 0
    for island, part in (given.islands or {}).items():
        before = islands.get(island) or empty_isle(base, island)
        changed: dict[str, Any] = {}
        if part.pirates is not UNSET:
            changed["pirates"] = counted({**before.pirates, **part.pirates})
        if island not in VOLCANOES:
            changed |= _treasure_island(before, part)
        if island not in VOLCANOES and part.stack is not UNSET:
            changed["stack"] = tuple(
                _permit(seat, number_of(value), lying + place) for place, (seat, value) in enumerate(part.stack, 1)
            )
            lying += len(part.stack)
        islands[island] = msgspec.structs.replace(before, **changed)
    return islands


def _with_gains(islands: dict[str, Isle], owned: dict[str, Owned]) -> dict[str, Isle]:
    """The permits of a position were placed after all those that their owners are said to have received."""
    gains = {seat: len(each.gained) for seat, each in owned.items()}
    found = dict(islands)
    for island, isle in islands.items():
        if isle.stack:
            stack = tuple(msgspec.structs.replace(each, gains=gains.get(each.seat, 0)) for each in isle.stack)
            found[island] = msgspec.structs.replace(isle, stack=stack)
    return found


def _treasure_island(before: Isle, part: Any) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if part.colour is not UNSET:
        changed["colour"] = part.colour
    if part.chest is not UNSET:
        changed["chest"] = number_of(part.chest)
    if part.peeked is not UNSET:
        peeked = {seat: number_of(value) for seat, value in part.peeked.items()}
        changed["peeked"] = {**before.peeked, **peeked}
        changed["notes"] = tuple(value for value in peeked.values() if type(value) is int)
    return changed


def _permit(seat: str, value: int | str, number: int) -> Permit:
    return Permit(seat, value, NOTED if value == UNKNOWN else IN_POSITION, -number)


def counted(pirates: dict[str, int]) -> dict[str, int]:
    """Pirates by colour: always all four, and those of unseen colour only if there are any."""
    known = {colour: pirates.get(colour, 0) for colour in COLOURS}
    return {**known, UNKNOWN: pirates[UNKNOWN]} if pirates.get(UNKNOWN) else known


def _owned(base: Owned, given: Position, seat: str, placed: int) -> Owned:
    changed: dict[str, Any] = {"placed": placed}
    hand = texts_of(given.hands[seat]) if given.hands and seat in given.hands else base.hand
    discard = tuple(given.discard[seat]) if given.discard and seat in given.discard else base.discard
    changed["hand"], changed["discard"] = hand, discard
    changed["draw"] = (given.draw or {}).get(seat, CARDS - len(hand) - len(discard))
    changed["captain"] = (given.captains or {}).get(seat, base.captain)
    changed["ship"] = (given.ships or {}).get(seat, base.ship)
    if given.crew and seat in given.crew:
        changed["crew"] = counted({**base.crew, **given.crew[seat]})
    return msgspec.structs.replace(base, **changed, **_permits(base, given, seat, placed))


def _permits(base: Owned, given: Position, seat: str, placed: int) -> dict[str, Any]:
    part = (given.permits or {}).get(seat)
    told = _given(part) if part is not None else {}
    held = told.get("held", base.held)
    volcano = told.get("volcano", base.volcano)
    gained: tuple[int | str, ...] = (UNKNOWN,) * min(max(0, held + placed), 100)
    if volcano == 0 and gained:
        gained = (*gained[:-1], SEVEN)
    if "gained" in told:
        gained = tuple(number_of(value) for value in told["gained"])
    nest = told.get("nest", SEVEN - volcano - held - placed)
    return {"held": held, "volcano": volcano, "gained": gained, "nest": nest}


def _houses(base: State, given: Position, owned: dict[str, Owned], islands: dict[str, Isle]) -> dict[str, int]:
    places = [*(each.crew for each in owned.values()), *(isle.pirates for isle in islands.values())]
    rest = {colour: len(owned) - sum(place[colour] for place in places) for colour in COLOURS}
    return counted({**rest, **(given.houses or {})})


def _relics(base: State, given: Position) -> dict[str, Relic]:
    relics = dict(base.relics)
    for relic, part in (given.relics or {}).items():
        if relic in relics:
            told = _given(part)
            if "gold" in told:
                told["gold"] = number_of(told["gold"])
            relics[relic] = msgspec.structs.replace(relics[relic], **told)
    return relics


def _names_colour(given: Position, island: str) -> bool:
    part = (given.islands or {}).get(island)
    return part is not None and part.colour is not UNSET and part.colour != UNKNOWN and island not in VOLCANOES


def _with_island_cards(state: State, given: Position) -> State:
    part = given.islandCards
    told = _given(part) if part is not UNSET else {}
    held = told.get("held", {})
    owned = {
        seat: msgspec.structs.replace(each, cards=texts_of(held[seat])) if seat in held else each
        for seat, each in state.owned.items()
    }
    cards = [card for each in owned.values() for card in each.cards]
    named = dict.fromkeys((*told.get("named", state.named), *(card for card in cards if card != UNKNOWN)))
    return msgspec.structs.replace(
        state,
        owned=owned,
        deck=told.get("deck", ISLAND_CARDS - len(cards)),
        gold=text_of(told["gold"]) if "gold" in told else state.gold,
        named=tuple(named),
    )
