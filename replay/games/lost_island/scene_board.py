"""The island in the picture: its cells, what their tiles show, and the explorers that stand there.

All measures are parts of a tile's side, so that the same tile is drawn for a wide screen and for a phone.
"""

import msgspec

from replay.games.lost_island.state import State
from replay.games.lost_island.view import short_seats, value_for
from replay.games.lost_island.words import DEEP, LOOT, STONE, STONE_FACES, WATER, bomb_of, is_stone, stone_face
from replay.saying import counted, listed, people
from replay.scene import LETTERS, Box, Piece, Zone

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


def eyes_of(state: State, viewer: str | None) -> Eyes:
    """The eyes of a viewer. Seats that are no colours are drawn in colours that are left."""
    seats = state.table.seats
    free = [colour for colour in LETTERS if colour not in seats]
    colours = {seat: seat if seat in LETTERS else free.pop(0) if free else "grey" for seat in seats}
    burning = frozenset(state.fuse.queue) if state.fuse is not None else frozenset()
    return Eyes(state, viewer, viewer if viewer in seats else None, short_seats(seats), colours, burning)


class Grid(msgspec.Struct, frozen=True):
    """Where the cells lie: the upper left corner of the highest row, and the side of a tile."""

    x: float
    y: float
    tile: float

    def cell(self, spot: tuple[int, int], rows: int) -> Box:
        """The place of a cell, from its column and row, both counted from 0; rows go upwards."""
        column, row = spot
        return Box(self.x + column * self.tile, self.y + (rows - 1 - row) * self.tile, self.tile, self.tile)


def board(eyes: Eyes, grid: Grid) -> tuple[list[Zone], list[Piece]]:
    """Every cell with what lies on it, in cell order."""
    state = eyes.state
    zones: list[Zone] = []
    pieces: list[Piece] = []
    for cell, spot in state.board.place.items():
        box = grid.cell(spot, state.kit.rows)
        here = state.pieces_at(cell)
        occupied = bool(here) or state.flag == cell
        lying = _lying(state, cell, box, occupied)
        zones.append(_zone(eyes, cell, box, here, lying))
        if state.flag == cell:
            lying.append(_flag(cell, box, bool(here)))
        pieces += lying
        pieces += _standing(eyes, cell, box, here)
    return zones, pieces


def _zone(eyes: Eyes, cell: str, box: Box, here: list[str], lying: list[Piece]) -> Zone:
    """The cell itself: water, or a tile with the sign of its face where that is a plain one."""
    tile = eyes.state.tiles[cell]
    says = "; ".join([f"{cell}, {tile_words(eyes.state, cell)}", *_who_stands(eyes, here)])
    if tile in (WATER, DEEP):
        return Zone(cell, box, "shallow" if tile == WATER else "sea-d", says, corner=0)
    kind = "stone" if is_stone(tile) else "down" if tile == "?" else "up"
    name = _sign(tile)
    place = _sign_box(name, box, bool(here) or eyes.state.flag == cell, bool(lying))
    mark = {"stone": "mark-rock", "down": "mark-leaf", "up": "mark-sand"}[kind]
    face = box.inset(box.w * INSET)
    return Zone(cell, face, _TILES[kind], says, corner=box.w * 0.09, symbol=name, symbol_look=mark, symbol_box=place)


_TILES = {"stone": "tile stone", "down": "tile down", "up": "tile"}


def _sign(tile: str) -> str:
    """The symbol of a tile; none where coins or a bomb are drawn instead."""
    if is_stone(tile):
        return "stone"
    if tile in ("?", "plain", "storm"):
        return {"?": "compass"}.get(tile, tile)
    return "" if tile in LOOT or bomb_of(tile) is not None else "unknown"


def _sign_box(name: str, box: Box, occupied: bool, moved_aside: bool) -> Box:
    """In the middle of an empty tile, at the left beside something else, at the upper left of an occupied one."""
    if occupied:
        return _part(box, _OUTSIDE, 0.1, 0.28 if name == "compass" else 0.33)
    if moved_aside:
        return _part(box, 0.1, 0.24, 0.52)
    size = 0.46 if name == "compass" else 0.52
    return _part(box, (1 - size) / 2, (1 - size) / 2, size)


def _part(box: Box, x: float, y: float, w: float, h: float | None = None) -> Box:
    """A part of a cell, in parts of its side."""
    return Box(box.x + x * box.w, box.y + y * box.w, w * box.w, (w if h is None else h) * box.w)


def _round(box: Box, x: float, y: float, r: float) -> Box:
    return _part(box, x - r, y - r, 2 * r)


def _lying(state: State, cell: str, box: Box, occupied: bool) -> list[Piece]:
    """What lies on a tile or is shown by it: coins or where they were, a spent bomb, what was under a stone."""
    rim = box.inset(box.w * INSET)
    tile = state.tiles[cell]
    face, stone = stone_face(tile), is_stone(tile)
    bomb = bomb_of(tile)
    coins = state.loot.get(cell, 0)
    found: list[Piece] = []
    if bomb is not None:
        at = _part(box, _OUTSIDE, 0.1, 0.33, 0.56) if occupied else _part(box, 0.12, 0.23, 0.76, 0.52)
        words = f"a bomb of {bomb.value}, {_SHAPES[bomb.shape]}"
        found.append(
            Piece(f"{cell}-face", cell, "bomb", at, words, "mark-bomb", str(bomb.value), symbol=bomb.shape, rim=rim)
        )
    if coins or face in LOOT:
        at = _coins_box(box, occupied, aside=stone or face not in LOOT)
        found.append(_coins(cell, at, coins, LOOT.get(face, 0), stone, rim))
    if tile != STONE and stone and face not in LOOT:
        at = _part(box, 0.33, 0.05, 0.2) if occupied else _part(box, 0.6, 0.33, 0.32)
        known = face in STONE_FACES
        words = "here the flag was found" if known else "what is under the stone was not noted"
        name = "flag" if known else "unknown"
        found.append(Piece(f"{cell}-face", cell, "picture", at, words, "mark-rock", symbol=name, rim=rim))
    return found


_SHAPES = {"cross": "in a cross", "diagonal": "diagonally", "line": "in a line"}


def _flag(cell: str, box: Box, occupied: bool) -> Piece:
    """The flag where it lies: it takes the place of an explorer, or a corner beside one."""
    at = _part(box, 0.76, 0.05, 0.18) if occupied else _part(box, 0.4, 0.32, 0.52)
    rim = box.inset(box.w * INSET)
    return Piece("flag", cell, "picture", at, f"the flag lies on {cell}", "flagmark", symbol="flag", rim=rim)


def _coins_box(box: Box, occupied: bool, aside: bool) -> Box:
    """The place of coins: in the middle of a tile of their own, else beside or below what the tile shows."""
    if occupied:
        return _round(box, 0.21, 0.8 if aside else 0.24, 0.135)
    return _round(box, 0.75, 0.56, 0.165) if aside else _round(box, 0.5, 0.5, 0.217)


def _coins(cell: str, at: Box, coins: int, printed: int, stone: bool, rim: Box) -> Piece:
    if not coins:
        look = "rock" if stone else ""
        return Piece(f"{cell}-coins", cell, "gone", at, f"loot of {printed}, taken", look, str(printed), rim=rim)
    words = f"{counted(coins, 'coin')} on {cell}"
    return Piece(f"{cell}-coins", cell, "coin", at, words, "stack", amount_words(coins), amount=coins, rim=rim)


def amount_words(amount: int) -> str:
    """A number of coins as it stands on a coin: never more than three letters."""
    return str(amount) if amount < 100 else "99+"


def _standing(eyes: Eyes, cell: str, box: Box, here: list[str]) -> list[Piece]:
    """The explorers on a cell: one at the lower right; several, which the rules do not allow, beside each other."""
    if len(here) == 1:
        rim = box.inset(box.w * INSET)
        return [explorer(eyes, here[0], cell, _part(box, 0.355, 0.21, 0.56, 0.65), f"on {cell}", rim)]
    step = 0.46 / max(1, len(here) - 1)
    return [
        explorer(eyes, piece, cell, _part(box, 0.06 + step * place, 0.42, 0.42, 0.49), f"on {cell}")
        for place, piece in enumerate(here)
    ]


def explorer(eyes: Eyes, piece: str, at: str, box: Box, where: str, rim: Box | None = None) -> Piece:
    """An explorer with the value that the viewer may know, its ring, and the flag if it carries that."""
    state = eyes.state
    seat, letter = piece[:-2], piece[-1]
    value = value_for(state, piece, eyes.viewer)
    ring, flag, bomb = piece in state.rings, state.flag == piece, piece in eyes.burning
    only_seen = value != "?" and eyes.seat not in (None, seat) and not _is_public(state, piece)
    face = f"({value})" if only_seen else value
    looks = [eyes.colours[seat], *(word for word, worn in (("ringed", ring), ("flag", flag), ("bomb", bomb)) if worn)]
    says = [
        f"{seat} {letter}",
        _value_words(state, piece, value),
        where,
        "wears a ring" if ring else "wears no ring",
        *(["carries the flag"] if flag else []),
        *(["the bomb has yet to meet it"] if bomb else []),
    ]
    return Piece(
        piece, at, "explorer", box, ", ".join(says), " ".join(looks), face, f"{eyes.short[seat]}{letter}", rim=rim
    )


def _is_public(state: State, piece: str) -> bool:
    return len(state.seen.get(piece, ())) == len(state.table.seats) - 1


def _value_words(state: State, piece: str, value: str) -> str:
    known = f"value {value}" if value != "?" else "value not known"
    seen = state.seen.get(piece, ())
    if not seen:
        return known
    return f"{known}, seen by {'all' if _is_public(state, piece) else people(state.table, seen)}"


def _who_stands(eyes: Eyes, here: list[str]) -> list[str]:
    if not here:
        return []
    names = [f"{piece[:-2]} {piece[-1]}" for piece in here]
    return [f"{listed(names)} {'stands' if len(here) == 1 else 'stand'} here"]


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
        told = f"a bomb of {bomb.value} {_SHAPES[bomb.shape]}"
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
