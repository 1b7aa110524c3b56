"""What later events tell about earlier ones: faces of tiles, and fields that an event left out.

What is told is written into the event it belongs to, and the fold goes on from there as if the scribe had noted it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from replay.action import NEVER_REDUCED, Action, Reveal, body_of
from replay.games.lost_island.actions import Battle, Flip, Setup, Shrink
from replay.games.lost_island.phrases import said_of, what_is_told
from replay.games.lost_island.problem import problem
from replay.games.lost_island.reducer import follow, result_of
from replay.games.lost_island.references import Field, Told, meaning
from replay.games.lost_island.state import State
from replay.games.lost_island.tile_news import News, after_event, faces_said, implied_flag, misfit_of_tile
from replay.games.lost_island.words import stone_face, told_face
from replay.hindsight import agrees, merged
from replay.read import get, rewritten
from replay.rule import Answer, Broken
from replay.step import Placed, unreduced
from replay.table import Table

Misfits = dict[int, tuple[Answer, ...]]
"""What does not fit in a reveal, by its seq."""


class Telling(msgspec.Struct):
    """A line with everything that its events tell about each other."""

    line: list[Placed]
    """As logged, with the references of its reveals spelled out."""
    whole: list[Placed]
    """With what was told later written in; the same list if nothing was."""
    forward: list[State]
    """The state after each event: with all that the events up to it tell."""
    states: list[State]
    """The state after each event: with all that the record tells."""
    closers: dict[int, int]
    """For an event that was written into: the last event that told something about it."""
    late: frozenset[int]
    """Flips whose faces were told later."""
    misfits: Misfits
    misfits_then: Misfits


def retell(table: Table, start: State, line: list[Placed]) -> Telling:
    """Go through a line, and back to an earlier event whenever something is told about it."""
    teller = _Teller(table, start, line)
    place = 0
    while place < len(line):
        back = teller.step(place)
        place = place + 1 if back is None else back
    spelled = [Placed(seq, teller.spelled.get(place, action)) for place, (seq, action) in enumerate(line)]
    told = [Placed(seq, teller.spelled.get(place, action)) for place, (seq, action) in enumerate(teller.line)]
    return Telling(
        spelled,
        told if teller.closers else spelled,
        teller.forward,
        teller.states,
        teller.closers,
        frozenset(teller.late),
        teller.misfits,
        teller.misfits_then,
    )


class _Teller:
    """The line while it is retold. Places count from 0; what is behind the place in hand is folded anew."""

    def __init__(self, table: Table, start: State, line: list[Placed]) -> None:
        self.table = table
        self.start = start
        self.line = list(line)
        self.states: list[State] = []
        self.forward: list[State] = []
        self.news: list[News] = []
        self.spelled: dict[int, Reveal] = {}
        self.closers: dict[int, int] = {}
        self.late: set[int] = set()
        self.misfits: Misfits = {}
        self.misfits_then: Misfits = {}
        self._places = {seq: place for place, (seq, _) in enumerate(line)}
        self._implied: set[tuple[int, str]] = set()
        """(place, cell) of faces that nobody told, but that can be no other."""

    def step(self, place: int) -> int | None:
        """Take in an event. If it tells something about an earlier one: the place to go on from."""
        action = self.line[place].action
        before = self._before(place)
        news = self.news[place - 1] if place else News()
        misfits: tuple[Answer, ...] = ()
        if type(action) in NEVER_REDUCED:
            self._enter(place, unreduced(before, action), news, misfits)
            return None
        if type(action) is Reveal:
            back, misfits = self._hear(place, action, before, news)
            if back is not None:
                return back
            action = self.spelled[place]
        after = follow(before, action)
        said = next(faces_said(action, before, after, news), None)
        if said is not None:
            return self._write_face(news, *said, place)
        news = after_event(news, place, action, before, after, self._implied)
        flag = implied_flag(after, news)
        if flag is not None:
            return self._write_face(news, flag, "flag", place, implied=True)
        self._enter(place, after, news, misfits)
        return None

    def _before(self, place: int) -> State:
        return self.states[place - 1] if place else self.start

    def _enter(self, place: int, after: State, news: News, misfits: tuple[Answer, ...]) -> None:
        seq = self.line[place].seq
        self.states.append(after)
        self.news.append(news)
        self.misfits[seq] = misfits
        if place == len(self.forward):
            self.forward.append(after)
            self.misfits_then[seq] = misfits

    def _write(self, place: int, action: Action, by: int) -> int:
        """Replace an event, and go back to it."""
        seq = self.line[place].seq
        self.line[place] = Placed(seq, action)
        self.closers[seq] = self.line[by].seq
        del self.states[place:], self.news[place:]
        return place

    def _write_face(self, news: News, cell: str, face: str, by: int, *, implied: bool = False) -> int:
        """Write a face into the event that turned the tile."""
        unnoted = news.pending[cell]
        place, action = unnoted.place, self.line[unnoted.place].action
        written = _with_face(action, unnoted.field, cell, f"stone-{face}" if unnoted.stone else face)
        if isinstance(action, Flip) and unnoted.field == "tile":
            self.late.add(self.line[place].seq)
        self._implied.discard((place, cell))
        if implied:
            self._implied.add((place, cell))
        return self._write(place, written, by)

    # reveals

    def _hear(self, place: int, reveal: Reveal, before: State, news: News) -> tuple[int | None, tuple[Answer, ...]]:
        """What a reveal tells: the place to go back to, or else what does not fit."""
        told = {self.line[at].seq: Told(self.line[at].action, self._before(at)) for at in self._named(place, reveal)}
        meant = meaning(reveal, told)
        self.spelled[place] = meant.reveal
        misfits: list[Answer] = []
        if meant.lost:
            misfits.append(_misfit(before, reveal, meant.lost))
        for cell, value in meant.tiles:
            if value is not None and not isinstance(value, str):
                misfits.append(_misfit(before, reveal, f"{said_of(before, 'tile', value)} is not the face of a tile"))
                continue
            face = told_face(value)
            if face is not None and cell in news.pending:
                return self._write_face(news, cell, face, place), ()
            misfits += misfit_of_tile(before, news, cell, face) if face is not None else ()
        for field in meant.fields:
            back, why = self._fill(place, field)
            if back is not None:
                return back, ()
            misfits += [_misfit(before, reveal, why)] if why else []
        if meant.fighters is not None:
            return self._end_battle(place, meant.fighters), tuple(misfits)
        return None, tuple(misfits)

    def _named(self, place: int, reveal: Reveal) -> Iterator[int]:
        """The place of the event that a reveal names, if it comes before it."""
        number = reveal.what[1:].split(".")[0] if reveal.what.startswith("@") else ""
        at = self._places.get(int(number)) if number.isascii() and number.isdecimal() and len(number) < 8 else None
        if at is not None and at < place:
            yield at

    def _fill(self, by: int, field: Field) -> tuple[int | None, str]:
        """Write a field into its event, where that left it out; or say why not."""
        place = self._places[field.seq]
        action = self.line[place].action
        name = field.path[0]
        if name not in type(action).__struct_encode_fields__ or name in ("at", "said", "salt"):
            return None, f"event {field.seq} has no such thing to tell"
        named = get(body_of(action), field.path)
        named = None if named in ([], {}) else named
        if field.value is None or field.value in ("?", [], {}):
            return None, ""
        if not agrees(named, field.value):
            return None, f"event {field.seq} says {said_of(self._before(place), name, named)}"
        filled = rewritten(action, field.path, merged(named, field.value))
        if filled is None or problem(self.table, filled) is not None:
            return None, f"it does not fit event {field.seq}"
        return (None, "") if filled == action else (self._write(place, filled, by), "")

    def _end_battle(self, by: int, field: Field) -> int | None:
        """Values that are told later end a battle that had no end in the log."""
        place = self._places[field.seq]
        before, action = self._before(place), self.line[place].action
        if not isinstance(action, Battle) or result_of(before, action) is not None:
            return None
        named = action.values or ("?", "?")
        told = [value if type(value) is int else "?" for value in field.value]
        values = tuple(old if isinstance(old, int) else new for old, new in zip(named, told, strict=True))
        ended = replace(action, values=values)
        return None if result_of(before, ended) is None else self._write(place, ended, by)


def _misfit(state: State, reveal: Reveal, why: str) -> Broken:
    facts = {"field": reveal.what, "says": reveal.value, "follows": why}
    return Broken(f"{what_is_told(state, reveal)} is told, but {why}", facts)


def _with_face(action: Action, field: str, cell: str, word: str) -> Action:
    """The event with the face of a tile that it turned, in the field where that belongs."""
    face = stone_face(word)
    if isinstance(action, Setup):
        assert action.position is not None, "only a position has tiles that lie face up"
        tiles = {**action.position.tiles, cell: word}
        return replace(action, position=replace(action.position, tiles=tiles))
    if field == "stones":
        assert isinstance(action, Flip | Shrink)
        return replace(action, stones={**action.stones, cell: face})
    changed: Any = {field: face}
    return replace(action, **changed)
