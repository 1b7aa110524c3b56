"""The beginning: the default layout, and what `setup` says about it."""

from replay.games.lost_island.actions import Position, Setup
from replay.games.lost_island.position import fuse_in, seen_in, shown_in, turn_in, values_in
from replay.games.lost_island.state import Evidence, State
from replay.games.lost_island.words import LETTERS, STONE
from replay.table import Table


def start(table: Table) -> State:
    """The state before the first event: everything in its default place."""
    return set_up(table, Setup())


def starter(action: Setup) -> str | None:
    """Who starts, if the set-up says so. A position begins in the middle: who started before it is not known."""
    return action.first if action.position is None else None


def stones_of(table: Table, action: Setup) -> tuple[str, ...]:
    """The cells of the stone tiles: as in `setup`, or else as in the kit."""
    return tuple(action.stones) if action.stones else table.kit.stones


def starts_of(table: Table, action: Setup) -> dict[str, dict[str, str]]:
    """For each seat, the letters on the island and their cells: as in `setup`, or else around the seat's stone."""
    found: dict[str, dict[str, str]] = {}
    for index, seat in enumerate(table.seats):
        if seat in action.start:
            found[seat] = action.start[seat]
        elif index < len(table.kit.seating):
            found[seat] = table.kit.starts[table.kit.seating[index]]
        else:
            found[seat] = {}
    return found


def boats_of(
    table: Table, places: dict[str, dict[str, str]], named: dict[str, list[str]]
) -> dict[str, tuple[str, ...]]:
    """For each seat, the letters in the boat, front to back: as named, or else the rest in the order a–f."""
    return {
        seat: tuple(named[seat])
        if seat in named
        else tuple([letter for letter in LETTERS if letter not in places.get(seat, {})])
        for seat in table.seats
    }


def set_up(table: Table, action: Setup) -> State:
    """The state that a setup describes."""
    position = action.position or Position()
    places = starts_of(table, action) if position.explorers is None else position.explorers
    boats = position.boats if position.explorers is not None else {**action.boats, **position.boats}
    coins = {seat: position.coins.get(seat, 1) for seat in table.seats}
    rings = frozenset(f"{seat}.{letter}" for seat in table.seats for letter in position.rings.get(seat, ()))
    loot = {cell: count for cell, count in position.loot.items() if count != 0}
    lost, supply = position.lost, position.supply
    spare = table.kit.coins - sum(coins.values()) - sum(loot.values()) - lost.coins
    shown = shown_in(table, action)
    return State(
        table=table,
        phase=position.phase,
        winner=position.winner,
        turn=turn_in(table, action, position),
        tiles=_tiles(table, action, position),
        loot=loot,
        where={
            f"{seat}.{letter}": cell for seat in table.seats for letter, cell in sorted(places.get(seat, {}).items())
        },
        boats=boats_of(table, places, boats),
        rings=rings,
        coins=coins,
        supply_coins=spare if supply.coins is None else supply.coins,
        supply_rings=table.kit.rings - len(rings) - lost.rings if supply.rings is None else supply.rings,
        lost_coins=lost.coins,
        lost_rings=lost.rings,
        lost_tiles=tuple(lost.tiles),
        flag=position.flag,
        values=values_in(shown),
        seen=seen_in(table, position),
        fuse=fuse_in(position),
        evidence=Evidence(shown=shown) if shown else None,
    )


def _tiles(table: Table, action: Setup, position: Position) -> dict[str, str]:
    tiles = dict.fromkeys(table.kit.board.cells, "?")
    for cell in stones_of(table, action):
        if cell in tiles:
            tiles[cell] = STONE
    for cell, tile in position.tiles.items():
        if cell in tiles:
            tiles[cell] = tile
    return tiles
