"""Which tiles were turned without a face being noted, and what later events say about them."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from replay.action import Action
from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Setup, Shrink, Swim
from replay.games.lost_island.shrinking import FLAG_TILE
from replay.games.lost_island.state import State
from replay.games.lost_island.words import (
    LOOT,
    SEA,
    STONE,
    STONE_UNKNOWN,
    UNKNOWN_WORDS,
    a_face,
    is_face_down,
    is_stone,
    stone_face,
    told_face,
)
from replay.rule import Answer, Broken, Open

_LOOT_STONES = tuple(f"stone-{face}" for face in LOOT)
_STONES = 4


class Pending(msgspec.Struct, frozen=True):
    """A tile that was turned at a place of the line without a face, and the field in which that would stand."""

    place: int
    field: Literal["tile", "stone", "stones", "position"]
    stone: bool
    implied: bool = False
    """Whether the event has a face that nobody told, but that can be no other; a face that is told outranks it."""


class News(msgspec.Struct, frozen=True):
    """What is known about tiles after an event."""

    pending: dict[str, Pending] = {}
    """By cell: tiles whose faces may still be told."""
    taken: dict[str, str] = {}
    """By cell: the faces of tiles that are gone, as far as they are known."""


def after_event(
    news: News, place: int, action: Action, before: State, after: State, implied: set[tuple[int, str]]
) -> News:
    """What is known after an event: it may turn tiles, take them away, or lay the table anew."""
    if isinstance(action, Setup):
        unnoted = {cell: tile for cell, tile in after.tiles.items() if tile in UNKNOWN_WORDS}
        return News({cell: Pending(place, "position", tile == STONE_UNKNOWN) for cell, tile in unnoted.items()})
    turned = after.evidence.turned if after.evidence is not None else ()
    gone = [cell for cell, tile in before.tiles.items() if tile not in SEA and after.tiles[cell] in SEA]
    if not turned and not gone:
        return news
    pending = dict(news.pending)
    for tile in turned:
        pending.pop(tile.cell, None)
        guessed = (place, tile.cell) in implied
        if tile.face is None or guessed:
            pending[tile.cell] = Pending(place, _field(action, tile.cell), tile.stone, guessed)
    faces = {tile.cell: tile.face for tile in turned}
    taken = dict(news.taken)
    for cell in gone:
        face = faces.get(cell) if is_face_down(before.tiles[cell]) else stone_face(before.tiles[cell])
        if face is not None and before.tiles[cell] not in UNKNOWN_WORDS:
            taken[cell] = face
    return News(pending, taken)


def _field(action: Action, cell: str) -> Literal["tile", "stone", "stones"]:
    if isinstance(action, Flip | Shrink):
        return "tile" if action.cell == cell else "stones"
    return "stone"


def faces_said(action: Action, before: State, after: State, news: News) -> Iterator[tuple[str, str]]:
    """(cell, face) of tiles turned earlier whose faces an arrival, or the taking of the tile, tells now."""
    if not news.pending:
        return
    for cell, face in _said(action, before):
        told, tile = told_face(face), before.tiles.get(cell, "")
        if cell not in news.pending or told is None or told == stone_face(tile):
            continue
        if tile not in UNKNOWN_WORDS and not news.pending[cell].implied:
            continue
        taken = isinstance(action, Shrink) and cell == action.cell
        if taken or (is_stone(tile) and _arrives(before, after, cell)):
            yield cell, told


def _said(action: Action, before: State) -> Iterator[tuple[str, str | None]]:
    match action:
        case Move() | Swim() | Reinforce():
            yield action.to, action.stone
        case Battle():
            yield before.where.get(action.target, ""), action.stone
        case Flip():
            yield from action.stones.items()
        case Shrink():
            yield action.cell, action.tile
            yield from action.stones.items()


def _arrives(before: State, after: State, cell: str) -> bool:
    return any(place == cell and before.where.get(piece) != cell for piece, place in after.where.items())


def implied_flag(after: State, news: News) -> str | None:
    """The cell of a stone that must be the flag: the other three of the four show loot, and no flag has turned up."""
    unnoted = news.pending.items()
    cells = [cell for cell, tile in unnoted if tile.stone and tile.field != "position" and not tile.implied]
    if not cells:
        return None
    stones = [tile for tile in (*after.tiles.values(), *after.lost_tiles) if is_stone(tile)]
    loot = [tile for tile in stones if tile in _LOOT_STONES]
    if len(stones) != _STONES or len(loot) != _STONES - 1 or STONE in stones or FLAG_TILE in stones:
        return None
    return cells[0] if len(cells) == 1 else None


def misfit_of_tile(before: State, news: News, cell: str, face: str) -> Iterator[Answer]:
    """Why a reveal of a tile does not fit: it shows something else, lies face down, or is not there at all."""
    tile = before.tiles.get(cell)
    facts = {"field": f"tiles.{cell}", "says": face, "follows": tile}
    if tile is None:
        yield Broken(f"the face of {cell} is told, but {cell} is off the grid", facts)
    elif is_face_down(tile):
        if before.phase != "over":
            yield Open(f"the face of {cell} is told, but the tile still lies face down", facts)
    else:
        known = news.taken.get(cell) if tile in SEA else stone_face(tile)
        if known is not None and known != face:
            said, showed = a_face(before.table, face), a_face(before.table, known)
            yield Broken(f"{cell} is said to show {said}, but showed {showed}", {**facts, "follows": known})
