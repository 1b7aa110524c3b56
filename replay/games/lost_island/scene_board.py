"""The island in the picture: its cells, what their tiles show, and the explorers on it.

All measures are parts of a tile's side, so that the same tile is drawn for a wide screen and for a phone.
"""

from functools import partial
from typing import NamedTuple

import msgspec

from replay.action import UNKNOWN
from replay.games.lost_island.scene_words import tile_words
from replay.games.lost_island.state import State
from replay.games.lost_island.view import short_seats, value_for
from replay.games.lost_island.words import (
    LOOT,
    SEA,
    STONE,
    STONE_FACES,
    WATER,
    a_face,
    bomb_of,
    is_stone,
    letter,
    owner,
    say,
    stone_face,
)
from replay.saying import counted, listed, people
from replay.scene import LETTERS, Box, Piece, SceneGroup, ScenePart, Zone
from replay.scene_parts import Room, again, as_last

INSET = 0.04
"""How far the face of a tile lies within its cell."""
_OUTSIDE = 0.09
"""Where the small signs of an occupied tile begin."""


class Eyes(msgspec.Struct, frozen=True):
    """A state, who looks at it (None: everything in it is shown), and how its seats are drawn."""

    state: State
    viewer: str | None
    seat: str | None
    """The viewer, if they sit at the table."""
    short: dict[str, str]
    """The letter of each seat: `R` for red."""
    colours: dict[str, str]
    """The colour in which each seat is drawn."""
    burning: frozenset[str]
    """The explorers that a bomb in progress has yet to meet."""
    room: Room = None
    """Parts of earlier pictures."""


def eyes_of(state: State, viewer: str | None, room: Room = None) -> Eyes:
    """The eyes of a viewer. Seats that are no colours are drawn in colours that are left."""
    seats = state.table.seats
    short, colours = again(room, ("seats", seats), lambda: (short_seats(seats), _colours(seats)))
    burning = frozenset(state.fuse.queue) if state.fuse is not None else frozenset()
    return Eyes(state, viewer, viewer if viewer in seats else None, short, colours, burning, room)


def _colours(seats: tuple[str, ...]) -> dict[str, str]:
    free = [colour for colour in LETTERS if colour not in seats]
    return {seat: seat if seat in LETTERS else free.pop(0) if free else "grey" for seat in seats}


class Grid(msgspec.Struct, frozen=True):
    """Where the cells lie: the upper left corner of the highest row, and the side of a tile."""

    x: float
    y: float
    tile: float

    def cell(self, spot: tuple[int, int], rows: int) -> Box:
        """The place of a cell, from its column and row, both counted from 0; rows go upwards."""
        column, row = spot
        return Box(self.x + column * self.tile, self.y + (rows - 1 - row) * self.tile, self.tile, self.tile)


class Spot(msgspec.Struct, frozen=True):
    """A cell of the board, and what decides how it is drawn."""

    cell: str
    tile: str
    box: Box
    rim: Box
    """Its outline, along which it is marked whatever changes on it: that of its tile, or the whole cell."""
    here: tuple[str, ...]
    """The explorers on it."""
    flag: bool
    """Whether the flag lies on it."""
    coins: int

    @property
    def is_occupied(self) -> bool:
        """Whether something stands at the lower right, so that the face of the tile is drawn small."""
        return bool(self.here) or self.flag

    def part(self, x: float, y: float, w: float, h: float | None = None) -> Box:
        """A part of the cell, in parts of its side."""
        side = self.box.w
        return Box(self.box.x + x * side, self.box.y + y * side, w * side, (w if h is None else h) * side)

    def round(self, x: float, y: float, r: float) -> Box:
        """The place of a circle, in parts of the cell's side."""
        return self.part(x - r, y - r, 2 * r)


def board(eyes: Eyes, grid: Grid, width: int) -> SceneGroup:
    """Every cell with what lies on it, in cell order."""
    state = eyes.state
    lying = (state.tiles, state.loot, state.flag)
    standing = (state.where, state.values, state.seen, state.rings, eyes.burning)
    return as_last(eyes.room, (width, eyes.viewer, "board"), (lying, standing), partial(_board, eyes, grid, width))


def _board(eyes: Eyes, grid: Grid, width: int) -> list[ScenePart]:
    state, room, rows = eyes.state, eyes.room, eyes.state.kit.rows
    taken = set(state.where.values())
    parts = []
    for cell, place in state.board.place.items():
        here = tuple(state.pieces_at(cell)) if cell in taken else ()
        known = tuple(known_of(eyes, piece) for piece in here)
        facts = (width, cell, state.tiles[cell], state.flag == cell, state.loot.get(cell, 0), known)
        parts.append(again(room, facts, partial(_cell, eyes, grid.cell(place, rows), cell, here)))
    return parts


def _cell(eyes: Eyes, box: Box, cell: str, here: tuple[str, ...]) -> ScenePart:
    state, tile = eyes.state, eyes.state.tiles[cell]
    rim = box if tile in SEA else box.inset(box.w * INSET)
    spot = Spot(cell, tile, box, rim, here, state.flag == cell, state.loot.get(cell, 0))
    lying = _lying(state, spot) if spot.coins or tile not in _BARE else []
    pieces = [*lying, *([_flag(spot)] if spot.flag else []), *(_standing(eyes, spot) if here else [])]
    return ScenePart([_zone(state, spot, bool(lying))], pieces)


_BARE = frozenset((UNKNOWN, STONE, "plain", "storm", *SEA))
"""Tiles on which nothing is drawn but their sign."""


def _zone(state: State, spot: Spot, beside: bool) -> Zone:
    """The cell itself: water, or a tile with the sign of its face; `beside` if something else is on it too."""
    tile = spot.tile
    says = "; ".join([f"{spot.cell}, {tile_words(state, spot.cell)}", *_who_stands(state, spot.here)])
    if tile in SEA:
        return Zone(spot.cell, spot.rim, "shallow" if tile == WATER else "sea-d", says, corner=0)
    look, mark = _LOOKS["stone" if is_stone(tile) else "down" if tile == UNKNOWN else "up"]
    name = _sign(tile)
    at, corner = _sign_box(spot, name, beside), spot.box.w * 0.09
    return Zone(spot.cell, spot.rim, look, says, corner=corner, symbol=name, symbol_look=mark, symbol_box=at)


_LOOKS = {"stone": ("tile stone", "mark-rock"), "down": ("tile down", "mark-leaf"), "up": ("tile", "mark-sand")}
"""How tiles look, and the signs on them."""


def _sign(tile: str) -> str:
    """The symbol of a tile; none where coins or a bomb are drawn instead."""
    if is_stone(tile):
        return "stone"
    if tile in (UNKNOWN, "plain", "storm"):
        return {UNKNOWN: "compass"}.get(tile, tile)
    return "" if tile in LOOT or bomb_of(tile) is not None else "unknown"


def _sign_box(spot: Spot, name: str, beside: bool) -> Box:
    """In the middle of an empty tile, at the left beside something else, at the upper left of an occupied one."""
    if spot.is_occupied:
        return spot.part(_OUTSIDE, 0.1, 0.28 if name == "compass" else 0.33)
    if beside:
        return spot.part(0.1, 0.24, 0.52)
    size = 0.46 if name == "compass" else 0.52
    return spot.part((1 - size) / 2, (1 - size) / 2, size)


def _lying(state: State, spot: Spot) -> list[Piece]:
    """What lies on a tile or is shown by it: coins or where they were, a spent bomb, what was under a stone."""
    cell, small = spot.cell, spot.is_occupied
    face, stone = stone_face(spot.tile), is_stone(spot.tile)
    bomb = bomb_of(spot.tile)
    found: list[Piece] = []
    if bomb is not None:
        at = spot.part(_OUTSIDE, 0.1, 0.33, 0.56) if small else spot.part(0.12, 0.23, 0.76, 0.52)
        value, words = str(bomb.value), a_face(state.table, spot.tile)
        found.append(Piece(f"{cell}-face", cell, "bomb", at, words, face=value, symbol=bomb.shape, rim=spot.rim))
    if spot.coins or face in LOOT:
        found.append(_coins(state, spot, face))
    if stone and spot.tile != STONE and face not in LOOT:
        at = spot.part(0.33, 0.05, 0.2) if small else spot.part(0.6, 0.33, 0.32)
        name = "flag" if face in STONE_FACES else "unknown"
        words = "here the flag was found" if name == "flag" else a_face(state.table, spot.tile)
        found.append(Piece(f"{cell}-face", cell, "picture", at, words, "mark-rock", symbol=name, rim=spot.rim))
    return found


def _coins(state: State, spot: Spot, face: str) -> Piece:
    """Coins, or where they were: in the middle of a tile of their own, else beside or below what the tile shows."""
    printed, stone = LOOT.get(face, 0), is_stone(spot.tile)
    aside = stone or not printed
    if spot.is_occupied:
        at = spot.round(0.21, 0.8 if aside else 0.24, 0.135)
    else:
        at = spot.round(0.75, 0.56, 0.165) if aside else spot.round(0.5, 0.5, 0.217)
    id, coins = f"{spot.cell}-coins", spot.coins
    if not coins:
        look = "rock" if stone else ""
        return Piece(id, spot.cell, "gone", at, f"{a_face(state.table, face)}, taken", look, str(printed), rim=spot.rim)
    says = f"{counted(coins, 'coin')} on {spot.cell}"
    return Piece(id, spot.cell, "coin", at, says, "stack", amount_words(coins), amount=coins, rim=spot.rim)


def amount_words(amount: int) -> str:
    """A number of coins as it stands on a coin: never more than three letters."""
    return str(amount) if amount < 100 else "99+"


def _flag(spot: Spot) -> Piece:
    """The flag where it lies: it takes the place of an explorer, or a corner beside one."""
    at = spot.part(0.76, 0.05, 0.18) if spot.here else spot.part(0.4, 0.32, 0.52)
    says = f"the flag lies on {spot.cell}"
    return Piece("flag", spot.cell, "picture", at, says, "flagmark", symbol="flag", rim=spot.rim)


def _standing(eyes: Eyes, spot: Spot) -> list[Piece]:
    """The explorers on a cell: one at the lower right; several, which the rules do not allow, beside each other."""
    where = f"on {spot.cell}"
    if len(spot.here) == 1:
        return [explorer(eyes, spot.here[0], spot.cell, spot.part(0.355, 0.21, 0.56, 0.65), where, spot.rim)]
    step = 0.46 / max(1, len(spot.here) - 1)
    return [
        explorer(eyes, piece, spot.cell, spot.part(0.06 + step * place, 0.42, 0.42, 0.49), where)
        for place, piece in enumerate(spot.here)
    ]


class Known(NamedTuple):
    """All that a picture shows of an explorer, besides where it is."""

    piece: str
    value: str
    only_seen: bool
    """Whether the viewer knows the value, but not everybody does."""
    ring: bool
    flag: bool
    bomb: bool
    seen: tuple[str, ...]


def known_of(eyes: Eyes, piece: str) -> Known:
    """What the viewer may know of an explorer."""
    state = eyes.state
    value = value_for(state, piece, eyes.viewer)
    only_seen = value != "?" and eyes.seat not in (None, owner(piece)) and not _is_public(state, piece)
    worn = piece in state.rings, state.flag == piece, piece in eyes.burning
    return Known(piece, value, only_seen, *worn, state.seen.get(piece, ()))


def explorer(eyes: Eyes, piece: str, at: str, box: Box, where: str, rim: Box | None = None) -> Piece:
    """An explorer with the value that the viewer may know, its ring, and the flag if it carries that."""
    state, known = eyes.state, known_of(eyes, piece)
    value, ring, flag, bomb = known.value, known.ring, known.flag, known.bomb
    face = f"({value})" if known.only_seen else value
    colour = eyes.colours[owner(piece)]
    looks = [colour, *(word for word, worn in (("ringed", ring), ("flag", flag), ("bomb", bomb)) if worn)]
    says = [
        say(state.table, piece),
        _value_words(state, piece, value),
        where,
        "wears a ring" if ring else "wears no ring",
        *(["carries the flag"] if flag else []),
        *(["the bomb has yet to meet it"] if bomb else []),
    ]
    return Piece(piece, at, "explorer", box, ", ".join(says), " ".join(looks), face, short_name(eyes, piece), rim=rim)


def short_name(eyes: Eyes, piece: str) -> str:
    """An explorer as it is written in the picture: `Ra`."""
    return f"{eyes.short[owner(piece)]}{letter(piece)}"


def _is_public(state: State, piece: str) -> bool:
    return len(state.seen.get(piece, ())) == len(state.table.seats) - 1


def _value_words(state: State, piece: str, value: str) -> str:
    known = f"value {value}" if value != "?" else "value not known"
    seen = state.seen.get(piece, ())
    if not seen:
        return known
    return f"{known}, seen by {'all' if _is_public(state, piece) else people(state.table, seen)}"


def _who_stands(state: State, here: tuple[str, ...]) -> list[str]:
    if not here:
        return []
    return [f"{listed([say(state.table, piece) for piece in here])} {'stands' if len(here) == 1 else 'stand'} here"]
