"""Tiles in the picture: in the words of the game, with what became of them, and short enough to stand in a line."""

from replay.action import UNKNOWN
from replay.games.lost_island.state import State
from replay.games.lost_island.words import LOOT, UP_UNKNOWN, a_face, bomb_of, stone_face
from replay.saying import counted
from replay.table import Table


def tile_words(state: State, cell: str) -> str:
    """A tile of the island: `a two-sided bomb of 4`, `a stone with loot of two coins, taken`."""
    tile, coins = state.tiles[cell], state.loot.get(cell, 0)
    face, here = stone_face(tile), state.flag == cell
    told = [a_face(state.table, tile)]
    if (face in LOOT and not coins) or (face == "flag" and not here):
        told.append("taken")
    if coins and coins != LOOT.get(face):
        told.append(f"with {counted(coins, 'coin')}")
    if here and face != "flag":
        told.append("with the flag")
    return ", ".join(told)


def gone_words(table: Table, tile: str) -> str:
    """A tile that lies face up beside the board; what one that nobody noted shows is not known."""
    return a_face(table, UP_UNKNOWN if tile == UNKNOWN else tile)


def face_short(tile: str) -> str:
    """A face in a word or two: `bomb 4`, `loot 2`."""
    face = stone_face(tile)
    bomb = bomb_of(face)
    if bomb is not None:
        return f"bomb {bomb.value}"
    return f"loot {LOOT[face]}" if face in LOOT else face
