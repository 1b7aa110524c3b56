"""The words for tiles, pieces and bombs: how the record has them, how they are read, and how players say them."""

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from replay.action import UNKNOWN
from replay.saying import counted
from replay.saying import owner as whose
from replay.table import Table

LETTERS = ("a", "b", "c", "d", "e", "f")
"""The six explorers of a seat."""

STONE = "stone"
WATER = "water"
DEEP = "deep"
HIDDEN = "hidden"
UP_UNKNOWN = "up-?"
STONE_UNKNOWN = "stone-?"

UNKNOWN_WORDS = (UP_UNKNOWN, STONE_UNKNOWN)
"""A tile that was turned, and nobody noted what it shows."""

LOOT = {"loot-1": 1, "loot-2": 2, "loot-3": 3}
STONE_FACES = ("flag", *LOOT)

_CELL = re.compile(r"[a-z][0-9]{1,2}", re.ASCII)
_PIECE = re.compile(r"[a-z0-9][a-z0-9._-]*\.[a-z]", re.ASCII)
_BOMB = re.compile(r"bomb-(cross|diagonal|line)-([1-9][0-9]{0,8})", re.ASCII)

SHAPE_WAYS = {"cross": ("n", "e", "s", "w"), "diagonal": ("ne", "se", "sw", "nw")}
AXIS_WAYS = {"ns": ("n", "s"), "ew": ("e", "w")}
_CACHED = 1_024


class Bomb(msgspec.Struct, frozen=True):
    """A bomb's face: its shape and its value."""

    shape: str
    value: int

    def ways(self, axis: str | None, order: Sequence[str] = ()) -> tuple[str, ...] | None:
        """The directions it works in, in the usual order; None if it is two-sided and nothing says how it points.

        An order that names directions of one axis only says so too.
        """
        if self.shape != "line":
            return SHAPE_WAYS[self.shape]
        if axis is not None:
            return AXIS_WAYS.get(axis)
        named = {ways for ways in AXIS_WAYS.values() for way in order if way in ways}
        return named.pop() if len(named) == 1 else None


@lru_cache(_CACHED)
def bomb_of(face: str) -> Bomb | None:
    """The bomb that a face shows, if it shows one."""
    found = _BOMB.fullmatch(face)
    return Bomb(found[1], int(found[2])) if found else None


@lru_cache(_CACHED)
def is_ordinary_face(face: str) -> bool:
    """Whether an ordinary tile can show this."""
    return face in ("plain", "storm") or face in LOOT or bomb_of(face) is not None


SEA = frozenset((WATER, DEEP))
"""What a cell has once its tile is gone."""


def is_stone(tile: str) -> bool:
    """Whether the tile is a stone, turned or not."""
    return tile == STONE or tile.startswith("stone-")


def is_land(tile: str | None) -> bool:
    """Whether a cell with this tile (None: off the grid) belongs to the island."""
    return tile is not None and tile != WATER and tile != DEEP


def is_face_down(tile: str | None) -> bool:
    """Whether the tile has not been turned yet."""
    return tile in (UNKNOWN, STONE)


def is_noted(face: str | None) -> bool:
    """Whether the log names the face of a tile."""
    return bool(face) and face != UNKNOWN


def stone_face(face: str) -> str:
    """A face without what a tile's word puts before it: an event may say `flag` or `stone-flag`, `?` or `up-?`."""
    return face.removeprefix("stone-").removeprefix("up-")


def told_face(face: str | None) -> str | None:
    """The face that an event names, in the form of `stone_face`; None if it names none."""
    plain = stone_face(face or UNKNOWN)
    return plain if is_noted(plain) else None


@lru_cache(_CACHED)
def looks_like_cell(text: str) -> bool:
    """Whether a text can be read as a cell, on the grid or off it."""
    return _CELL.fullmatch(text) is not None


@lru_cache(_CACHED)
def looks_like_piece(text: str) -> bool:
    """Whether a text can be read as an explorer, `red.a`."""
    return _PIECE.fullmatch(text) is not None


def owner(piece: str) -> str:
    """The seat of a piece: `red` of `red.a`."""
    return piece[:-2]


def letter(piece: str) -> str:
    """The letter of a piece: `a` of `red.a`."""
    return piece[-1]


# --- as players say it

_SHAPES = {"cross": "cross", "diagonal": "diagonal", "line": "two-sided"}
_SAID = {
    "plain": "plain tile",
    UNKNOWN: "face-down tile",
    STONE: "face-down stone",
    UP_UNKNOWN: "tile that nobody noted",
    STONE_UNKNOWN: "stone that nobody noted",
    WATER: "shallow water",
    DEEP: "deep water",
    HIDDEN: "under a stone",
    "stone-flag": "stone with the flag",
    "play": "in play",
    "out": "goes home",
    "stay": "stays",
}
AXES = {"ns": "north and south", "ew": "east and west"}
WAYS = {
    "n": "north",
    "e": "east",
    "s": "south",
    "w": "west",
    "ne": "north-east",
    "se": "south-east",
    "sw": "south-west",
    "nw": "north-west",
}
"""Not in `say`: an explorer may be called `e` too."""
_WITHOUT_ARTICLE = ("loot of ", "shallow water", "deep water", "under a stone")


def say(table: Table, name: str) -> str:
    """A tile, an explorer or a word of the record as players say it: `two-sided bomb of 4`, `Ann's explorer a`."""
    if name in _SAID:
        return _SAID[name]
    bomb = bomb_of(name)
    if bomb is not None:
        return f"{_SHAPES[bomb.shape]} bomb of {bomb.value}"
    if name in LOOT:
        return f"loot of {counted(LOOT[name], 'coin')}"
    if name.startswith("stone-"):
        return f"stone with {a_face(table, stone_face(name))}"
    if looks_like_piece(name):
        return f"{whose(table, owner(name))} explorer {letter(name)}"
    return name.replace("-", " ")


def a_face(table: Table, face: str) -> str:
    """What a tile shows or is, with its article: `a storm`, `the flag`; what no tile shows, as it was written."""
    if face == "flag":
        return "the flag"
    if face not in _SAID and not face.startswith("stone-") and not is_ordinary_face(face):
        return f"“{face}”"
    said = say(table, face)
    return said if said.startswith(_WITHOUT_ARTICLE) else f"a {said}"


def way(name: str) -> str:
    """A direction in words; what is none, as it was written."""
    return AXES.get(name) or WAYS.get(name) or f"“{name}”"
