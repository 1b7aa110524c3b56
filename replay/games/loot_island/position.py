"""A record that begins in the middle of a game: what its `position` leaves out is filled in."""

from collections import Counter

import msgspec
from msgspec import UNSET

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, AaronPosition, HealersPosition, LandingPosition, Position
from replay.games.loot_island.ending import choosing_order, count_up, eliminated
from replay.games.loot_island.geometry import CORNERS, FACINGS, RING
from replay.games.loot_island.hands import knowledge
from replay.games.loot_island.kit import Kit, readable, readable_healer, readable_healers, treasures
from replay.games.loot_island.plan import final_queue, round_queue
from replay.games.loot_island.state import (
    Memory,
    Plan,
    State,
    hand_size,
    has_aaron,
    healer_count,
    turned_up,
)
from replay.table import Table


def position(table: Table, given: Position, tick: int) -> State:
    """The state that a position describes."""
    kit: Kit = table.kit
    first = given.first if given.first in table.seats else table.seats[0]
    actors = (*table.seats, AARON) if has_aaron(table) else table.seats
    hands = {seat: readable(kit, given.hands.get(seat, (UNKNOWN,) * hand_size(table))) for seat in actors}
    places = {landing: given.landings.get(landing, LandingPosition()) for landing in RING}
    columns: dict[str, tuple[str, ...]] = {place: readable(kit, at.cards) for place, at in places.items()}
    stacks: dict[str, tuple[str, ...]] = {place: _only(actors, at.stack) for place, at in places.items()}
    kept = {seat: treasures(kit, given.kept.get(seat, ())) for seat in actors}
    discard = readable(kit, given.map.discard)
    pile, healers, dealt = _healers(table, given.healers)
    held = sum(len(cards) for cards in (*hands.values(), *columns.values(), discard))
    out_there = {actor: sum(actor in stack for stack in stacks.values()) for actor in actors}
    state = State(
        table=table,
        round=given.round,
        phase=given.phase,
        corner=given.ship.corner if given.ship is not None and given.ship.corner in CORNERS else "NW",
        facing=given.ship.facing if given.ship is not None and given.ship.facing in FACINGS else "cw",
        first=first,
        turn=_turn(table, given, first),
        turns=given.turns,
        passed=tuple(dict.fromkeys(_only(table.seats, given.passed))),
        event=given.event,
        events=given.events if given.events is not None else (UNKNOWN,) * min(4, 5 - given.round),
        spent=given.spent,
        islands={**dict.fromkeys(kit.in_play, "up"), **given.islands},
        hands=hands,
        cubes={seat: given.cubes.get(seat, 3) for seat in table.seats},
        compasses={seat: given.compasses.get(seat, max(0, 3 - out_there[seat])) for seat in actors},
        kept=kept,
        columns=columns,
        stacks=stacks,
        deck=given.map.deck if given.map.deck is not None else max(0, kit.map_total - held),
        discard=discard,
        treasure_deck=_treasure_deck(kit, given, kept),
        treasure_discard=treasures(kit, given.treasure.discard),
        open=treasures(kit, given.treasure.open),
        offer=treasures(kit, given.treasure.offer),
        loot=None,
        pile=pile,
        healers=healers,
        order=_only(table.seats, given.healers.order or ()),
        taken={seat: readable_healer(kit, card) for seat, card in given.healers.taken.items() if seat in table.seats},
        dealt=dealt,
        out=_only(table.seats, given.out or ()),
        cutoff=given.cutoff,
        color=given.aaron.color if given.aaron is not None and has_aaron(table) else None,
        done=given.aaron.done if given.aaron is not None and has_aaron(table) else False,
        result=None,
        memory=_memory(table, given),
        **knowledge(kit, hands, columns.values(), discard, tick),
    )
    return _completed(state, given)


def _completed(state: State, given: Position) -> State:
    """What follows from the rest: the plan for the loot, who is out, who chooses, and the count."""
    replace = msgspec.structs.replace
    if isinstance(given.loot, msgspec.Struct):
        state = replace(state, loot=Plan(given.loot.queue, given.loot.at, given.loot.takers))
    elif given.loot is UNSET and state.phase == "loot":
        state = replace(state, loot=Plan(round_queue(state)))
    elif given.loot is UNSET and state.phase == "final":
        state = replace(state, loot=Plan(() if state.cutoff else final_queue(state)))
    if state.phase in ("healer", "over") and given.out is None:
        state = replace(state, out=eliminated(state))
    if state.phase == "healer" and given.healers.order is None:
        waiting = [seat for seat in choosing_order(state, state.out) if seat not in state.taken]
        state = replace(state, order=tuple(waiting))
    return count_up(state) if state.phase == "over" else state


def _memory(table: Table, given: Position) -> Memory:
    """What the position tells about the past."""
    kit: Kit = table.kit
    maps, chests = given.renewed.map, given.renewed.treasure
    aaron = given.aaron if given.aaron is not None and has_aaron(table) else AaronPosition()
    taken = treasures(kit, aaron.given)
    return Memory(
        renewed_map=readable(kit, maps) if maps is not None else None,
        renewed_treasure=treasures(kit, chests) if chests is not None else None,
        given=taken,
        guessed=(False,) * len(taken),
        unseen=aaron.unseen,
    )


def _only(allowed: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name in allowed)


def _turn(table: Table, given: Position, first: str) -> str | None:
    if given.turn is not UNSET:
        return given.turn if given.turn in table.seats else None
    if given.phase != "actions":
        return None
    return next((seat for seat in table.clockwise(first) if seat not in given.passed), None)


def _treasure_deck(kit: Kit, given: Position, kept: dict[str, tuple[str, ...]]) -> tuple[tuple[str, int], ...]:
    """The segments given; or the piles without the treasures that lie elsewhere, unknown ones off the top."""
    there = given.treasure
    if there.deck is not None:
        return tuple((pile, size) for pile, size in there.deck if size)
    elsewhere = treasures(kit, (*there.discard, *there.open, *there.offer, *(t for own in kept.values() for t in own)))
    gone = Counter(kit.treasure[name].pile for name in elsewhere if name != UNKNOWN)
    left = tuple((pile, size - gone[pile]) for pile, size in kit.piles if size > gone[pile])
    _, deck, _ = turned_up(left, 0, elsewhere.count(UNKNOWN))
    return deck


def _healers(
    table: Table, given: HealersPosition
) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, tuple[str, ...]] | None]:
    """The healers as (face down, open, dealt)."""
    kit: Kit = table.kit
    each = (UNKNOWN,) * healer_count(table)
    pile = readable_healers(kit, given.pile) if given.pile is not None else None
    opened = readable_healers(kit, given.open) if given.open is not None else None
    if "healers-dealt" in table.variants:
        told = given.dealt or {}
        dealt = {seat: readable_healers(kit, told.get(seat, (UNKNOWN,) * 2)) for seat in table.seats}
        return pile or (), opened or (), dealt
    if "healers-open" in table.variants:
        return pile or (), opened if opened is not None else each, None
    return pile if pile is not None else each, opened or (), None
