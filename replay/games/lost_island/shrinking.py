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
    is_stone,
    stone_face,
    told_face,
)

FLAG_TILE = "stone-flag"


def stays_as_stone(state: State, tile: str) -> bool:
    """Whether a tile may not be taken because it is a stone, by the table's reading."""
    if not is_stone(tile):
        return False
    if tile == STONE or state.reads("SL-Q5", "never"):
        return True
    return state.reads("SL-Q5", "flag-goes") and tile != FLAG_TILE


def _need_not_go(state: State, tile: str) -> bool:
    """Whether a stone need not be taken, so that leaving it breaks no rule. The flag tile may be, but need not."""
    return tile == STONE or not state.reads("SL-Q5", "turned-go")


def removable(state: State) -> list[str]:
    """The cells of which one has to be taken, leaving rings aside, in cell order."""
    flag = state.flag
    return [
        cell
        for cell, tile in state.tiles.items()
        if tile not in SEA and cell != flag and not (tile.startswith(STONE) and _need_not_go(state, tile))
    ]


def is_removable(state: State, cell: str, tile: str) -> bool:
    """Whether the tile of a cell is one of these: land, not a stone, and without the flag."""
    return tile not in SEA and cell != state.flag and not (tile.startswith(STONE) and _need_not_go(state, tile))


def ring_of(state: State, cell: str) -> int:
    """How far out a cell is: 1 goes first."""
    board = state.board
    if state.reads("SL-Q29", "rings"):
        return board.rings[cell]
    sides = board.sides[cell]
    return 1 if len(sides) < 4 or any(not is_land(state.tiles[side]) for side in sides) else 2


def shrink(draft: Draft, action: Shrink, by: str) -> None:
    """A tile is taken away, with everything on it."""
    cell, state = action.cell, draft.base
    tile = draft.tiles.get(cell, WATER)
    if tile in SEA:
        return
    had_flag = state.flag_cell() == cell
    for piece in draft.pieces_at(cell):
        draft.go_home(piece)
    if cell in draft.loot:
        draft.lost_coins += draft.take_loot(cell)
    face = stone_face(action.tile or UNKNOWN) if is_face_down(tile) else None
    if face is not None:
        draft.note_turned(cell, tile == STONE, face, "taken", by)
    draft.lost_tiles = (*draft.lost_tiles, _face_up(tile, face))
    draft.set_tile(cell, WATER)
    if had_flag or (tile == STONE and face == "flag"):
        _move_flag(draft, cell, action.flag_to)
    if face is not None and face in LOOT:
        _bonus(draft, LOOT[face], by)
    elif face == "storm" and tile != STONE and state.plays("shrink-storms"):
        blow(draft, cell, action.dir, action.stones)


def found_flag(tile: str, told: str | None) -> bool:
    """Whether a tile that is taken is a face-down stone that turns out to be the flag."""
    return tile == STONE and told_face(told) == "flag"


def _face_up(tile: str, face: str | None) -> str:
    """The word for a tile that lies beside the board; `face` is that of a tile that lay face down."""
    if face is not None:
        return f"stone-{face}" if tile == STONE else face
    return UNKNOWN if tile == UP_UNKNOWN else tile


def _move_flag(draft: Draft, cell: str, told: str | None) -> None:
    """The flag goes where the event says, or else to the first of the nearest tiles; without land it stays."""
    near = draft.nearest(cell)
    if told is not None and told in draft.tiles:
        draft.put_flag(told)
    elif near:
        draft.put_flag(near[0])
    else:
        draft.flag = cell


def _bonus(draft: Draft, coins: int, by: str) -> None:
    if draft.turn.won and draft.plays("bonus-loot"):
        draft.earn(by if by in draft.coins else draft.turn.seat, draft.from_supply(coins))
