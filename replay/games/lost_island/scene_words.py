"""Tiles as people say them, in pictures."""

from replay.games.lost_island.state import State
from replay.games.lost_island.words import DEEP, LOOT, STONE, WATER, bomb_of, is_stone, stone_face
from replay.saying import counted

SHAPES = {"cross": "in a cross", "diagonal": "diagonally", "line": "in a line"}
"""How a bomb works."""


def tile_words(state: State, cell: str) -> str:
    """A tile as people say it: `face down`, `a bomb of 4 in a line`, `a stone with loot of 2, taken`."""
    tile = state.tiles[cell]
    fixed = {"?": "face down", STONE: "a stone, face down", WATER: "shallow water", DEEP: "deep water"}.get(tile)
    coins = state.loot.get(cell, 0)
    told = fixed or face_words(tile)
    if stone_face(tile) in LOOT and not coins:
        told += ", taken"
    elif coins:
        told += f", with {counted(coins, 'coin')}"
    return f"{told}, with the flag" if state.flag == cell else told


def face_words(tile: str) -> str:
    """What a turned tile shows, as people say it."""
    face = stone_face(tile)
    bomb = bomb_of(face)
    if bomb is not None:
        told = f"a bomb of {bomb.value} {SHAPES[bomb.shape]}"
    elif face in LOOT:
        told = f"loot of {LOOT[face]}"
    else:
        told = {"plain": "nothing on it", "storm": "a storm", "flag": "the place of the flag"}.get(
            face, "turned, but not noted"
        )
    return f"a stone, {told}" if is_stone(tile) else told


def face_short(tile: str) -> str:
    """The same in a word or two: `bomb 4`, `loot 2`."""
    face = stone_face(tile)
    bomb = bomb_of(face)
    if bomb is not None:
        return f"bomb {bomb.value}"
    return f"loot {LOOT[face]}" if face in LOOT else face
