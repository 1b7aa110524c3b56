"""The count of faces: which tiles were turned, when, and which face a later event told."""

from collections import Counter
from collections.abc import Iterator

from replay.action import UNKNOWN, Reveal
from replay.games.lost_island.kit import Kit
from replay.games.lost_island.reveals import cell_of, face_of
from replay.games.lost_island.state import State, Turned
from replay.games.lost_island.words import DEEP, STONE, STONE_UNKNOWN, UP_UNKNOWN, WATER, is_stone
from replay.rule import Answer, Broken
from replay.table import Table

_NO_FACE = (UNKNOWN, STONE, UP_UNKNOWN, STONE_UNKNOWN, WATER, DEEP)
STONES = 4


class TileLedger:
    """Faces of stones and ordinary tiles, counted in the order in which they were turned."""

    def __init__(self, table: Table, forward: bool) -> None:
        self._kit: Kit = table.kit
        self._forward = forward
        self._events: list[tuple[int, tuple[Turned, ...] | Counter[tuple[bool, str]]]] = []
        """(seq, tiles turned), or (seq, the count from which to go on)."""
        self._pending: dict[str, list[tuple[int, Turned]]] = {}
        self._told: dict[int, dict[str, str]] = {}
        self._closers: dict[int, int] = {}
        self._answers: list[tuple[int, str, Answer]] = []
        self._count: Counter[tuple[bool, str]] = Counter()
        self.has_unknown = False

    def begin(self, state: State) -> None:
        """Count what lies face up in a position."""
        words = [*state.tiles.values(), *state.lost_tiles]
        counted = Counter(_face(word) for word in words if word not in _NO_FACE)
        self._pending = {}
        self._events.append((0, counted))
        if self._forward:
            self._count = counted.copy()

    def turned(self, seq: int, tiles: tuple[Turned, ...]) -> None:
        """An event turned these tiles."""
        self._events.append((seq, tiles))
        for tile in tiles:
            if tile.face is None:
                self.has_unknown = True
                self._pending.setdefault(tile.cell, []).append((seq, tile))
            elif self._forward:
                self._enter(seq, tile, tile.face)

    def told(self, seq: int, reveal: Reveal) -> None:
        """A reveal told the face of a tile that was turned but not noted; the first one counts."""
        cell = cell_of(reveal)
        for turned_at, tile in self._pending.get(cell or "", ()):
            face = face_of(reveal, tile.stone)
            if face is not None:
                self._told.setdefault(turned_at, {})[tile.cell] = face
                self._closers[turned_at] = seq
                if self._forward:
                    self._count[tile.stone, face] += 1
        if cell is not None and reveal.value != UNKNOWN:
            self._pending.pop(cell, None)

    def faces(self) -> dict[int, dict[str, str]]:
        """By seq and cell: the faces told later; without looking ahead there are none."""
        return {} if self._forward else self._told

    def closers(self) -> dict[int, int]:
        """The event that told the face, by the event that turned the tile."""
        return self._closers

    def answers(self) -> list[tuple[int, str, Answer]]:
        """Where a face turned up too often (SL-TILE-3, SL-TILE-4)."""
        if not self._forward:
            for seq, what in self._events:
                if isinstance(what, Counter):
                    self._count = what.copy()
                    continue
                for tile in what:
                    face = tile.face or self._told.get(seq, {}).get(tile.cell)
                    if face is not None:
                        self._enter(seq, tile, face)
        return self._answers

    def _enter(self, seq: int, tile: Turned, face: str) -> None:
        if tile.was not in _NO_FACE:
            self._count[_face(tile.was)] -= 1
        self._count[tile.stone, face] += 1
        for rule, answer in (*self._flags(tile, face), *self._too_many(tile, face)):
            self._answers.append((seq, rule, answer))

    def _flags(self, tile: Turned, face: str) -> Iterator[tuple[str, Answer]]:
        if not tile.stone:
            return
        flags = self._count[True, "flag"]
        if face == "flag" and flags > 1:
            yield "SL-TILE-3", Broken(f"{tile.cell} is flag number {flags}", {"cell": tile.cell, "flags": flags})
        loot = sum(count for (stone, _), count in self._count.items() if stone) - flags
        if flags == 0 and loot == STONES:
            facts = {"cell": tile.cell, "face": face}
            yield "SL-TILE-3", Broken(f"{tile.cell} is the fourth stone, and none of the four was the flag", facts)

    def _too_many(self, tile: Turned, face: str) -> Iterator[tuple[str, Answer]]:
        if face == "flag":
            return
        group = "stone" if tile.stone else "ordinary"
        limit = self._kit.limit(group, face)
        count = self._count[tile.stone, face]
        if limit is not None and count > limit:
            why = f"{tile.cell} is number {count} of {face} among the {group} tiles, the kit has {limit}"
            yield "SL-TILE-4", Broken(why, {"cell": tile.cell, "face": face, "count": count, "kit": limit})


def _face(word: str) -> tuple[bool, str]:
    return (True, word.removeprefix("stone-")) if is_stone(word) else (False, word)
