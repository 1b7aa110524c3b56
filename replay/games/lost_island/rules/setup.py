"""Checks on the set-up."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from replay.games.lost_island.actions import ACTIONS, Position, Setup
from replay.games.lost_island.phrases import by_letter, joined
from replay.games.lost_island.setup import boats_of, starts_of, stones_of
from replay.games.lost_island.state import State
from replay.games.lost_island.words import HIDDEN, LETTERS, is_land, looks_like_piece, say
from replay.rule import Answer, Broken, Rule, rule
from replay.saying import counted, listed, person
from replay.step import Step
from replay.table import Table

Begin = Step[State, Setup]
Named = Mapping[str, Iterable[str]]
"""Letters, by seat."""


@rule("SL-SET-1", cite="Contents; Set up 3", judges=Setup)
def two_to_four_players(step: Begin) -> Iterator[Answer]:
    """Two to four players take part, each with a colour of their own."""
    seats = [player.seat for player in step.before.table.players]
    if not 2 <= len(seats) <= 4:
        yield Broken(f"{counted(len(seats), 'player')} at the table", {"seats": seats})
    twice = [seat for seat, count in Counter(seats).items() if count > 1]
    if twice:
        yield Broken(f"two players have the same colour, {listed(twice)}", {"seats": seats})
    strange = [seat for seat in seats if seat not in step.before.kit.colours]
    if strange:
        yield Broken(f"the box has no {joined(strange, 'or')} explorers", {"seats": strange})


@rule("SL-SET-2", cite="Set up 1", judges=Setup)
def four_stones(step: Begin) -> Iterator[Answer]:
    """Four stone tiles lie on four different cells."""
    stones = stones_of(step.before.table, step.action)
    off = [cell for cell in stones if cell not in step.before.tiles]
    if len(stones) != 4 or len(set(stones)) != 4 or off:
        yield Broken(f"the stones lie on {listed(stones, 'no cell')}", {"stones": list(stones)})


@rule("SL-SET-3", cite="Set up 1 (picture)", judges=Setup)
def stones_on_the_printed_places(step: Begin) -> Iterator[Answer]:
    """The stone tiles lie on the places printed on the board."""
    kit = step.before.kit
    if not kit.printed or step.before.plays("landscape"):
        return
    stones = stones_of(step.before.table, step.action)
    if set(stones) != set(kit.stones):
        why = f"the stones lie on {listed(stones, 'no cell')}, but the printed places are {listed(kit.stones)}"
        yield Broken(why, {"stones": list(stones), "printed": list(kit.stones)})


@rule("SL-SET-4", cite="Set up 4–5", judges=Setup)
def three_on_the_island_three_in_the_boat(step: Begin) -> Iterator[Answer]:
    """Each player begins with three explorers on the island and the other three in their boat."""
    if step.action.position is not None:
        return
    action = step.action
    for why in _strange_names(step.before.table, (action.start, action.boats, action.values), action.seals):
        yield Broken(why)
    places = starts_of(step.before.table, step.action)
    boats = boats_of(step.before.table, places, step.action.boats)
    for seat in step.before.table.seats:
        letters = sorted((*places[seat], *boats[seat]))
        if len(places[seat]) != 3 or letters != list(LETTERS):
            why = _who_is_where(step.before.table, seat, places[seat], boats[seat])
            yield Broken(why, {"seat": seat, "island": places[seat], "boat": list(boats[seat])})


@rule("SL-SET-5", cite="Set up 4; Move; Advanced play", judges=Setup)
def one_to_a_cell_and_not_on_stones(step: Begin) -> Iterator[Answer]:
    """The first explorers stand one to a cell, on the grid and not on a stone."""
    if step.action.position is not None:
        return
    stones = stones_of(step.before.table, step.action)
    taken: dict[str, str] = {}
    for seat, places in starts_of(step.before.table, step.action).items():
        for letter, cell in sorted(places.items()):
            piece = f"{seat}.{letter}"
            fault = ""
            if cell not in step.before.tiles:
                fault = f"{say(step.before.table, piece)} begins on {cell}, off the grid"
            elif cell in stones:
                fault = f"{say(step.before.table, piece)} begins on the stone {cell}"
            elif cell in taken:
                both = f"{say(step.before.table, taken[cell])} and {say(step.before.table, piece)}"
                fault = f"{both} both begin on {cell}"
            if fault:
                yield Broken(fault, {"piece": piece, "cell": cell})
            taken.setdefault(cell, piece)


@rule("SL-SET-6", cite="Set up 4", judges=Setup)
def around_one_stone(step: Begin) -> Iterator[Answer]:
    """A player's first three explorers stand around one stone tile."""
    state = step.before
    if step.action.position is not None or state.plays("landscape") or state.plays("free-landing"):
        return
    circles = [set(state.board.around.get(stone, ())) for stone in stones_of(state.table, step.action)]
    for seat, places in starts_of(state.table, step.action).items():
        cells = set(places.values())
        if not any(cells <= circle for circle in circles):
            where = listed(sorted(cells), "no cell")
            why = f"{person(state.table, seat)} begins on {where}: not all around one stone"
            yield Broken(why, {"seat": seat, "cells": sorted(cells)})


@rule("SL-SET-7", cite="Contents", judges=Setup)
def a_position_adds_up(step: Begin) -> Iterator[Answer]:
    """A position adds up: pieces, coins, rings, tiles and the flag are each there once."""
    position = step.action.position
    if position is None:
        return
    found = (*_names(step, position), *_pieces(step.after, position), *_counts(step.after, position))
    for why in (*found, *_flag(step.after)):
        yield Broken(why)


@rule("SL-SET-8", cite="How to play", judges=Setup)
def the_youngest_begins(step: Begin) -> Iterator[Answer]:
    """The youngest player goes first."""
    first = step.action.first
    if first is not None and first not in step.before.table.seats:
        yield Broken(f"{first} is not at the table", {"first": first})


@rule("SL-SET-9", cite="The form of a record", judges=ACTIONS)
def set_up_once_and_first(step: Step[State, Any]) -> Iterator[Answer]:
    """The game is set up once, before anything else happens (but for a position that a ruling set)."""
    begins = isinstance(step.action, Setup)
    if begins and step.before.begun:
        yield Broken("the game was set up already, or has begun without it")
    elif not begins and not step.before.begun:
        yield Broken("the game begins before it is set up")


def _who_is_where(table: Table, seat: str, island: Iterable[str], boat: Iterable[str]) -> str:
    return f"{person(table, seat)} has {by_letter(island)} on the island and {by_letter(boat)} in the boat"


def _strange_names(table: Table, by_letter: Iterable[Named], seats: Iterable[str]) -> Iterator[str]:
    """Seats that are not at the table, and letters that no explorer has: what is said of them counts for nothing."""
    named = (*(seat for letters in by_letter for seat in letters), *seats)
    for seat in dict.fromkeys(seat for seat in named if seat not in table.seats):
        yield f"{seat} is not at the table"
    pieces = (f"{seat}.{letter}" for letters in by_letter for seat in letters for letter in letters[seat])
    for piece in dict.fromkeys(piece for piece in pieces if piece[-1] not in LETTERS):
        yield f"{person(table, piece[:-2])} has no explorer {piece[-1]}"


def _names(step: Begin, position: Position) -> Iterator[str]:
    """Names in a position that its table does not have."""
    action, table = step.action, step.after.table
    given = (position.explorers or {}, position.boats, position.rings, position.values, position.seen)
    turn, winner = position.turn.seat, position.winner
    others = [*position.coins, *action.seals, *(name for name in (turn, winner) if name is not None)]
    yield from _strange_names(table, (*given, action.start, action.boats, action.values), others)
    cells = [*position.tiles, *position.loot, *(position.turn.fresh or ())]
    for cell in dict.fromkeys(cell for cell in cells if cell not in step.after.tiles):
        yield f"{cell} is off the grid"
    if position.seats is not None and position.seats != list(table.seats):
        yield f"the position is of a table with the seats {listed(position.seats, 'of nobody')}"


def _pieces(state: State, position: Position) -> Iterator[str]:
    for seat in state.table.seats:
        island = [piece[-1] for piece in state.where if piece[:-2] == seat]
        if sorted((*island, *state.boats[seat])) != list(LETTERS):
            yield _who_is_where(state.table, seat, island, state.boats[seat])
        for letter in position.rings.get(seat, ()):
            if f"{seat}.{letter}" not in state.where:
                yield f"{say(state.table, f'{seat}.{letter}')} wears a ring, but is not on the island"
    taken: dict[str, str] = {}
    for piece, cell in state.where.items():
        if not state.is_land(cell):
            yield f"{say(state.table, piece)} is on {cell}, which is not land"
        elif cell in taken:
            yield f"{say(state.table, taken[cell])} and {say(state.table, piece)} are both on {cell}"
        taken.setdefault(cell, piece)


def _counts(state: State, position: Position) -> Iterator[str]:
    worn = sum(len(letters) for seat, letters in position.rings.items() if seat in state.table.seats)
    numbers = (*state.coins.values(), *state.loot.values(), state.supply_coins, state.supply_rings)
    if min((*numbers, state.lost_coins, state.lost_rings)) < 0:
        yield "a count is negative"
    coins = sum(state.coins.values()) + sum(state.loot.values()) + state.supply_coins + state.lost_coins
    if coins != state.kit.coins:
        yield f"the position has {counted(coins, 'coin')}, but the kit has {state.kit.coins}"
    rings = worn + state.supply_rings + state.lost_rings
    if rings != state.kit.rings:
        yield f"the position has {counted(rings, 'ring')}, but the kit has {state.kit.rings}"


def _flag(state: State) -> Iterator[str]:
    words = (*state.tiles.values(), *state.lost_tiles)
    flags = words.count("stone-flag")
    if state.flag == HIDDEN:
        if flags:
            yield "the flag is hidden, but the flag tile lies face up"
        return
    if flags != 1 and not (flags == 0 and "stone-?" in words):
        yield f"the flag is found, but the position has {counted(flags, 'flag tile')} turned"
    if state.flag in state.where:
        return
    if not is_land(state.tiles.get(state.flag)) or state.pieces_at(state.flag):
        where = f"with {say(state.table, state.flag)}" if looks_like_piece(state.flag) else f"on {state.flag}"
        yield f"the flag is {where}: neither an explorer on the island nor land without one"


RULES: tuple[Rule, ...] = (
    two_to_four_players,
    four_stones,
    stones_on_the_printed_places,
    three_on_the_island_three_in_the_boat,
    one_to_a_cell_and_not_on_stones,
    around_one_stone,
    a_position_adds_up,
    the_youngest_begins,
    set_up_once_and_first,
)
