"""The count of faces: which tiles were turned, when, and which face a later event told."""

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
Count = Counter[tuple[bool, str]]
"""How often a face was turned, by whether it is a stone's."""


class _Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile that an event turned, or (`told`) whose face an event told."""

    seq: int
    tile: Turned
    told: str | None = None


class TileLedger:
    """Faces of stones and ordinary tiles, in the order in which they were turned."""

    def __init__(self, table: Table) -> None:
        self._kit: Kit = table.kit
        self._events: list[_Tile | Count] = []
        """Tiles turned and told, or the count from which to go on."""
        self._pending: dict[str, list[_Tile]] = {}
        self.faces: dict[int, dict[str, str]] = {}
        """By seq and cell: the face of a tile that the event turned and a later one told."""
        self.closers: dict[int, int] = {}
        """The event that told the face, by the event that turned the tile."""
        self.unknown: set[int] = set()
        """The events that turned a tile whose face was not noted."""

    def begin(self, state: State) -> None:
        """Count what lies face up in a position."""
        words = [*state.tiles.values(), *state.lost_tiles]
        self._events.append(Counter([_face(word) for word in words if word not in _NO_FACE]))
        self._pending = {}

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
            if face is not None:
                self.faces.setdefault(entry.seq, {})[cell] = face
                self.closers[entry.seq] = seq
                self._events.append(_Tile(seq, entry.tile, face))

    def answers(self, *, forward: bool) -> list[tuple[int, str, Answer]]:
        """Where a face turned up too often (SL-TILE-3, SL-TILE-4); told faces count from when they were told, or
        as if they had been noted at once."""
        found: list[tuple[int, str, Answer]] = []
        count: Count = Counter()
        for event in self._events:
            if isinstance(event, Counter):
                count = event.copy()
            elif event.told is not None:
                if forward:
                    count[event.tile.stone, event.told] += 1
            else:
                face = event.tile.face
                if face is None and not forward:
                    face = self.faces.get(event.seq, {}).get(event.tile.cell)
                if face is not None:
                    found += self._entered(count, event.seq, event.tile, face)
        return found

    def _entered(self, count: Count, seq: int, tile: Turned, face: str) -> list[tuple[int, str, Answer]]:
        if tile.was not in _NO_FACE:
            count[_face(tile.was)] -= 1
        count[tile.stone, face] += 1
        found: list[tuple[int, str, Answer]] = []
        if tile.stone:
            found += [(seq, "SL-TILE-3", answer) for answer in _flags(count, tile, face)]
        limit = self._kit.limit("stone" if tile.stone else "ordinary", face) if face != "flag" else None
        many = count[tile.stone, face]
        if limit is not None and many > limit:
            why = f"{tile.cell} is number {many} of {face} among its kind of tiles, the kit has {limit}"
            facts = {"cell": tile.cell, "face": face, "count": many, "kit": limit}
            found.append((seq, "SL-TILE-4", Broken(why, facts)))
        return found


def _flags(count: Count, tile: Turned, face: str) -> Iterator[Answer]:
    flags = count[True, "flag"]
    if face == "flag" and flags > 1:
        yield Broken(f"{tile.cell} is flag number {flags}", {"cell": tile.cell, "flags": flags})
    others = sum(many for (stone, _), many in count.items() if stone) - flags
    if flags == 0 and others == STONES:
        facts = {"cell": tile.cell, "face": face}
        yield Broken(f"{tile.cell} is the fourth stone, and none of the four was the flag", facts)


def _face(word: str) -> tuple[bool, str]:
    return (True, word.removeprefix("stone-")) if is_stone(word) else (False, word)
