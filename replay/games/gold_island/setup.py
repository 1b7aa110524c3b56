"""The beginning: the table as `setup` describes it."""

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Setup, number_of, text_of, texts_of
from replay.games.gold_island.state import Isle, Owned, Relic, State, Turn, no_pirates
from replay.games.gold_island.words import (
    CARDS,
    COLOURS,
    HAND,
    ISLAND_CARDS,
    RELICS,
    VOLCANOES,
    is_treasure_island,
)
from replay.table import Table


def start(table: Table) -> State:
    """The table before the first event: set up for these players, with everything hidden."""
    return set_up(table, Setup())


def starter(action: Setup) -> str | None:
    """Who starts, if the set-up says so. A position begins in the middle: who started before it is not known."""
    return action.first if action.position is None else None


def set_up(table: Table, setup: Setup) -> State:
    """The start of the game as `setup` describes it, ignoring any position."""
    listed = tuple(dict.fromkeys(setup.islands)) if setup.islands is not None else table.kit.islands
    listed = tuple(island for island in listed if is_treasure_island(island))
    seats = table.seats
    first = setup.first if setup.first in seats else seats[0]
    pirates = setup.pirates if setup.pirates is not None else len(seats)
    relic_gold = {relic: gold for relic, gold in (setup.relics or {}).items() if relic in RELICS and type(gold) is int}
    gold_printed = {**table.kit.firm_relics, **relic_gold}
    owned = {seat: _owned(setup, seat) for seat in seats}
    named = dict.fromkeys(card for seat in seats for card in owned[seat].cards if card != UNKNOWN)
    colours = {island: colour for island, colour in (setup.colours or {}).items() if colour != UNKNOWN}
    return State(
        table=table,
        phase="play",
        turn=Turn(first),
        owned=owned,
        houses=dict.fromkeys(COLOURS, pirates),
        deck=ISLAND_CARDS - len(seats),
        gold=text_of(setup.gold),
        named=tuple(named),
        relics={relic: Relic(gold=gold_printed.get(relic, UNKNOWN)) for relic in RELICS},
        islands=_islands(table, setup, listed, colours),
        end=None,
        listed=listed,
        colours=colours,
        relic_gold=relic_gold,
    )


def _owned(setup: Setup, seat: str) -> Owned:
    named = (setup.hands or {}).get(seat)
    hand = texts_of(named) if isinstance(named, list) else (UNKNOWN,) * HAND
    permit = number_of((setup.permits or {}).get(seat))
    card = text_of((setup.islandCards or {}).get(seat))
    return Owned(no_pirates(), hand=hand, draw=CARDS - len(hand), gained=(permit,), cards=(card,))


def _islands(table: Table, setup: Setup, listed: tuple[str, ...], colours: dict[str, str]) -> dict[str, Isle]:
    chests = setup.chests or {}
    printed = {**table.kit.firm_colours, **colours}
    names = [
        *listed,
        *(island for island in (*colours, *chests) if island not in listed and is_treasure_island(island)),
    ]
    islands = {
        island: Isle(no_pirates(), colour=printed.get(island, UNKNOWN), chest=number_of(chests.get(island)))
        for island in names
    }
    return {**islands, **{volcano: Isle(no_pirates()) for volcano in VOLCANOES}}
