"""Shrinking: which tiles may go, and what happens when one does."""

from replay.action import UNKNOWN
from replay.games.lost_island.actions import Shrink
from replay.games.lost_island.draft import Draft
from replay.games.lost_island.state import State
from replay.games.lost_island.storms import blow
from replay.games.lost_island.words import (
    LOOT,
    SEA,
    STONE,
    UP_UNKNOWN,
    WATER,
    is_face_down,
    is_land,
    is_noted,
    is_stone,
)


def stays_as_stone(state: State, tile: str) -> bool:
    """Whether a tile may not be taken because it is a stone, by the table's reading."""
    if not is_stone(tile):
        return False
    if tile == STONE or state.reads("SL-Q5", "never"):
        return True
    return state.reads("SL-Q5", "flag-goes") and tile != "stone-flag"


def removable(state: State) -> list[str]:
    """The cells whose tiles may be taken, leaving rings aside, in cell order."""
    flag = state.flag
    return [
        cell
        for cell, tile in state.tiles.items()
        if tile not in SEA and cell != flag and not (tile.startswith(STONE) and stays_as_stone(state, tile))
    ]


def is_removable(state: State, cell: str, tile: str) -> bool:
    """Whether the tile of a cell may be taken, leaving rings aside: land, not a stone, and without the flag."""
    return tile not in SEA and cell != state.flag and not (tile.startswith(STONE) and stays_as_stone(state, tile))


def ring_of(state: State, cell: str) -> int:
    """How far out a cell is: 1 goes first."""
    board = state.board
    if state.reads("SL-Q29", "rings"):
        return board.rings[cell]
    sides = board.sides[cell]
    return 1 if len(sides) < 4 or any(not is_land(state.tiles[side]) for side in sides) else 2


def shrink(draft: Draft, action: Shrink, by: str) -> None:
    """A tile is taken away, with everything on it."""
    cell = action.cell
    state = draft.base
    if not state.is_land(cell):
        return
    had_flag = state.flag_cell() == cell
    for piece in draft.pieces_at(cell):
        draft.go_home(piece)
    if cell in draft.loot:
        draft.lost_coins += draft.take_loot(cell)
    tile = draft.tiles[cell]
    down = is_face_down(tile)
    if down:
        draft.note_turned(cell, tile == STONE, action.tile)
    draft.lost_tiles = (*draft.lost_tiles, _face_up(tile, action.tile))
    draft.set_tile(cell, WATER)
    if had_flag:
        _move_flag(draft, cell, action.flag_to)
    if down:
        _bonus(draft, action, by)
        if action.tile == "storm" and tile != STONE and state.plays("shrink-storms"):
            blow(draft, cell, action.dir, action.stones)


def _face_up(tile: str, told: str | None) -> str:
    """The word for a tile that lies beside the board."""
    if tile == STONE:
        return f"stone-{told or UNKNOWN}"
    if tile == UNKNOWN:
        return told or UNKNOWN
    return UNKNOWN if tile == UP_UNKNOWN else tile


def _move_flag(draft: Draft, cell: str, told: str | None) -> None:
    near = draft.nearest(cell)
    place = told if told is not None else (near[0] if near else cell)
    if place in draft.tiles:
        draft.put_flag(place)
    else:
        draft.flag = cell


def _bonus(draft: Draft, action: Shrink, by: str) -> None:
    if draft.turn.won and is_noted(action.tile) and action.tile in LOOT and draft.plays("bonus-loot"):
        coins = draft.from_supply(LOOT[action.tile])
        seat = by if by in draft.coins else draft.turn.seat
        draft.earn(seat, coins)
