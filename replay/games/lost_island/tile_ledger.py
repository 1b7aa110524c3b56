"""The count of faces: which tiles were turned and when, and which faces later events told."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from replay.action import UNKNOWN, Reveal
from replay.games.lost_island.kit import Kit
from replay.games.lost_island.reveals import cell_of, face_of
from replay.games.lost_island.state import State, Turned
from replay.games.lost_island.words import DEEP, STONE, STONE_UNKNOWN, UP_UNKNOWN, WATER, is_stone
from replay.rule import Answer, Broken
from replay.table import Table

_NO_FACE = (UNKNOWN, STONE, UP_UNKNOWN, STONE_UNKNOWN, WATER, DEEP)
STONES = 4
_AT_START = 0
"""Stands for the event that began the record."""
Count = Counter[tuple[bool, str]]
"""How often each face was turned, by whether it is a stone's."""


class _Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile that an event turned, or (`told`) whose face an event told."""

    seq: int
    tile: Turned
    told: str | None = None


class _Start(msgspec.Struct):
    """What lies face up when a record begins."""

    count: Count
    known: dict[str, tuple[bool, str]]
    """The faces by cell, as far as they are known."""
    told: dict[str, tuple[bool, str]] = {}
    """Those that a later event told."""


class TileLedger:
    """Faces of stones and ordinary tiles, in the order they were turned."""

    def __init__(self, table: Table) -> None:
        self._kit: Kit = table.kit
        self._events: list[_Tile | _Start] = []
        """Tiles turned and told, or what to go on from."""
        self._start: _Start | None = None
        self._pending: dict[str, list[_Tile]] = {}
        self.faces: dict[int, dict[str, str]] = {}
        """By seq and cell: the face of a tile that the event turned and a later event told."""
        self.closers: dict[int, int] = {}
        """The event that told the face, by the event that turned the tile."""
        self.unknown: set[int] = set()
        """The events that turned a tile whose face was not noted."""

    @property
    def completed(self) -> bool:
        """Whether a later event told what a position had not noted."""
        return self._start is not None and bool(self._start.told)

    def begin(self, state: State) -> None:
        """Count what lies face up in a position. Faces not noted there may still be told."""
        known = {cell: _face(word) for cell, word in state.tiles.items() if word not in _NO_FACE}
        lost = [_face(word) for word in state.lost_tiles if word not in _NO_FACE]
        self._start = _Start(Counter([*known.values(), *lost]), known)
        self._events.append(self._start)
        unnoted = {cell: word for cell, word in state.tiles.items() if word in (UP_UNKNOWN, STONE_UNKNOWN)}
        self._pending = {
            cell: [_Tile(_AT_START, Turned(cell, word == STONE_UNKNOWN, None, word))] for cell, word in unnoted.items()
        }

    def turned(self, seq: int, tiles: tuple[Turned, ...]) -> None:
        """An event turned these tiles."""
        for tile in tiles:
            entry = _Tile(seq, tile)
            self._events.append(entry)
            if tile.face is None:
                self.unknown.add(seq)
                self._pending.setdefault(tile.cell, []).append(entry)

    def told(self, seq: int, reveal: Reveal) -> None:
        """A reveal told the face of a tile that was turned but not noted; the first one counts."""
        cell = cell_of(reveal)
        if cell is None or face_of(reveal, False) is None:
            return
        for entry in self._pending.pop(cell, ()):
            face = face_of(reveal, entry.tile.stone)
            if face is None:
                continue
            if entry.seq != _AT_START:
                self.faces.setdefault(entry.seq, {})[cell] = face
                self.closers[entry.seq] = seq
            elif self._start is not None:
                self._start.told[cell] = (entry.tile.stone, face)
            self._events.append(_Tile(seq, entry.tile, face))

    def answers(self, *, forward: bool) -> list[tuple[int, str, Answer]]:
        """Where a face turned up too often (SL-TILE-3, SL-TILE-4); told faces count from when they were told, or
        as if they had been noted at once."""
        found: list[tuple[int, str, Answer]] = []
        count: Count = Counter()
        known: dict[str, tuple[bool, str]] = {}
        for event in self._events:
            if isinstance(event, _Start):
                count, known = event.count.copy(), dict(event.known)
                if not forward:
                    count.update(event.told.values())
                    known |= event.told
            elif event.told is not None:
                if forward:
                    _count(count, known, event.tile, event.told)
            else:
                face = event.tile.face
                if face is None and not forward:
                    face = self.faces.get(event.seq, {}).get(event.tile.cell)
                if face is not None:
                    _count(count, known, event.tile, face)
                    found += self._judged(count, event.seq, event.tile, face)
        return found

    def _judged(self, count: Count, seq: int, tile: Turned, face: str) -> list[tuple[int, str, Answer]]:
        found: list[tuple[int, str, Answer]] = []
        if tile.stone:
            found += [(seq, "SL-TILE-3", answer) for answer in _flags(count, tile, face)]
        limit = self._kit.limit("stone" if tile.stone else "ordinary", face) if face != "flag" else None
        many = count[tile.stone, face]
        if limit is not None and many > limit:
            why = f"{tile.cell} is {face} number {many} among tiles of its kind, but the kit has {limit}"
            facts = {"cell": tile.cell, "face": face, "count": many, "kit": limit}
            found.append((seq, "SL-TILE-4", Broken(why, facts)))
        return found


def _count(count: Count, known: dict[str, tuple[bool, str]], tile: Turned, face: str) -> None:
    """Count a tile by its face; one that is turned again is not counted twice."""
    before = known.get(tile.cell) if tile.was not in (WATER, DEEP) else None
    if before is not None:
        count[before] -= 1
    count[tile.stone, face] += 1
    known[tile.cell] = (tile.stone, face)


def _flags(count: Count, tile: Turned, face: str) -> Iterator[Answer]:
    flags = count[True, "flag"]
    if face == "flag" and flags > 1:
        yield Broken(f"{tile.cell} is flag number {flags}", {"cell": tile.cell, "flags": flags})
    others = sum(many for (stone, _), many in count.items() if stone) - flags
    if flags == 0 and others == STONES:
        facts = {"cell": tile.cell, "face": face}
        yield Broken(f"{tile.cell} is the fourth stone, but none of the four was the flag", facts)


def _face(word: str) -> tuple[bool, str]:
    return (True, word.removeprefix("stone-")) if is_stone(word) else (False, word)
