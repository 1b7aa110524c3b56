"""Hindsight: a look at the whole record at once, for the rules whose answers depend on more than one event.

Faces and fields that are told later are written into their events (`telling.py`); what else the record proves goes into
`Facts`. Without looking ahead, each event gets what the events up to it prove.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from replay.action import UNKNOWN, Action, Reveal
from replay.game import Completed
from replay.games.lost_island.actions import Battle, Blast, Flip, Move, Reinforce, Setup, Shrink, Spy, Swim
from replay.games.lost_island.outcome import battle_outcome
from replay.games.lost_island.phrases import explorer, explorers
from replay.games.lost_island.reckoning import (
    Conflict,
    Entry,
    Reckoning,
    fits,
    is_decided,
    pieces_in,
    possible_values,
    values_known,
)
from replay.games.lost_island.rules.common import doubted
from replay.games.lost_island.shrinking import FLAG_TILE
from replay.games.lost_island.state import Fought, Met, Shown, State
from replay.games.lost_island.telling import Telling
from replay.games.lost_island.walk import Lit, Walk, walks
from replay.games.lost_island.words import SEA, STONE, STONE_UNKNOWN, WATER, bomb_of, is_stone, told_face
from replay.rule import Answer, Broken, Open
from replay.saying import listed, people
from replay.step import Placed
from replay.table import Table

TOUCHED = frozenset({"SL-BATTLE-3", "SL-BOMB-4", "SL-BOMB-5", "SL-SHRINK-3", "SL-LOG-2", "SL-HID-4"})
"""The rules whose answers later events can change, if they tell nothing that is written into an earlier event."""


_ALWAYS = (Setup, Battle, Blast, Spy, Reveal)


def looks_back(state: State, action: Action) -> bool:
    """Whether judging this action at once needs what was shown and turned before it."""
    if isinstance(action, Flip | Shrink):
        return state.fuse is not None or not _tells_only_itself(state, action)
    if isinstance(action, Move | Swim | Reinforce):  # a stone of which nothing is said is the flag if no other can be
        return action.stone is not None or state.tiles.get(action.to) == STONE
    return isinstance(action, _ALWAYS)


def _tells_only_itself(state: State, action: Flip | Shrink) -> bool:
    """Whether a tile that is turned or taken shows no explorer's value, and tells nothing about one turned before: an
    ordinary tile that lies face down, with a face that is noted, or a tile face up of which nothing is said."""
    tile, face = state.tiles.get(action.cell, WATER), told_face(action.tile)
    if action.stones or tile in SEA or is_stone(tile):
        return False
    if tile == UNKNOWN:
        return face is not None and face != "storm" and (isinstance(action, Shrink) or bomb_of(face) is None)
    return isinstance(action, Shrink) and face is None


class Facts(msgspec.Struct, frozen=True):
    """What the rules need to know about the rest of the record."""

    answers: dict[int, dict[str, tuple[Answer, ...]]]
    """By seq and rule: what is broken or open there."""
    known_flag: frozenset[int] = frozenset()
    """Events that take a stone of unknown face although another stone turns out to be the flag."""

    def flag_elsewhere(self, seq: int) -> bool:
        """Whether the stone that an event takes cannot be the flag, as the record shows later."""
        return seq in self.known_flag


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """What the record proves about values, tiles and bombs: up to each event, or seen from the end."""
    found = walks(table, line)
    told = found.telling
    late = told.late if told is not None else frozenset()
    if not forward:
        return _whole(found.whole, late, told)
    findings = Findings(found.forward)
    findings.as_it_went()
    findings.say_misfits(told.misfits_then if told is not None else {})
    final = not findings.has_open and told is None
    whole = None if final else _whole(found.whole, late, told, findings.answers)
    walk = found.forward
    return Completed(walk.line, Facts(findings.answers), states=walk.states, start=walk.start, final=final, whole=whole)


def _whole(
    walk: Walk, late: frozenset[int], told: Telling | None, at_first: Mapping[int, object] | None = None
) -> Completed:
    findings = Findings(walk)
    findings.from_the_end(late)
    findings.say_misfits(told.misfits if told is not None else {})
    facts = Facts(findings.answers, _with_known_flag(walk))
    rewritten = told is not None and bool(told.closers)
    closers = {**findings.closers(), **(told.closers if told is not None else {})}
    places = None if at_first is None or rewritten else frozenset((*at_first, *findings.answers, *facts.known_flag))
    touches = None if rewritten else TOUCHED
    return Completed(walk.line, facts, closers, walk.states, walk.start, touches=touches, places=places)


def _with_known_flag(walk: Walk) -> frozenset[int]:
    """The events that take a stone of unknown face in a game in which another stone is known to be the flag."""
    if walk.is_settled:
        return frozenset()
    found: set[int] = set()
    taking: list[int] = []
    last = before = walk.start
    for (seq, action), after in [*zip(walk.line, walk.states, strict=True), (Placed(0, Setup()), walk.start)]:
        if isinstance(action, Setup):  # the tiles of another game
            if taking and FLAG_TILE in (*last.tiles.values(), *last.lost_tiles):
                found.update(taking)
            taking = []
        elif isinstance(action, Shrink) and before.tiles.get(action.cell) == STONE_UNKNOWN:
            taking.append(seq)
        last = before = after
    return frozenset(found)


class Findings:
    """The answers of the rules that depend on several events."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.answers: dict[int, dict[str, tuple[Answer, ...]]] = {}
        self.has_open = False
        self._states: dict[int, State] = {}
        self._accepted: dict[str, int] = {}
        self._reckoning: Reckoning | None = None

    def as_it_went(self) -> None:
        """Judge each event by those up to it."""
        for entry in self.walk.entries:
            self._say_faults(entry)
        for place in range(len(self.walk.entries)):
            self._judge_by_those_before(place)
        self.say_unmet(self.walk.bombs)

    def hear_last(self, before: State) -> None:
        """Judge the last event of a walk that goes on; `before` is the state in which it showed something."""
        entry = self.walk.entries[-1]
        self._states = {entry.seq: before}
        self._say_faults(entry)
        self._judge_by_those_before(len(self.walk.entries) - 1)

    def say_unmet(self, bombs: Iterable[Lit]) -> None:
        """Say of bombs, as they went, whom they had yet to meet."""
        for bomb in bombs:
            self._say(bomb.seq, "SL-BOMB-4", _unmet(bomb, bomb.first.queue, "so far", Open))

    def so_far(self, burning: Iterable[Lit]) -> Facts:
        """All that was said until now, and whom these bombs have yet to meet, which may change."""
        told = Findings(self.walk)
        told.answers = {seq: dict(answers) for seq, answers in self.answers.items()}
        told.say_unmet(burning)
        return Facts(told.answers)

    def _say_faults(self, entry: Entry) -> None:
        for rule, shown, other in entry.faults:
            self._say(entry.seq, rule, _fault(self._before(entry.seq), rule, shown, other))

    def _judge_by_those_before(self, place: int) -> None:
        entry = self.walk.entries[place]
        for shown in entry.accepted:
            self._accepted.setdefault(shown.piece, int(shown.value))
        unknown = self._judge_results(entry, self._accepted)
        if self._reckoning is None and unknown:
            # as long as every value is known, only values were shown, and those cannot contradict each other
            self._reckoning = Reckoning(self.walk.start.table.seats)
            for earlier in self.walk.entries[:place]:
                self._reckoning.add(earlier)
        if self._reckoning is not None and self._reckoning.add(entry):
            self._say_conflict(self._reckoning.conflicts[-1])

    def from_the_end(self, late: frozenset[int]) -> None:
        """Judge each event by all of them. `late` are the bombs that were told only later."""
        for entry in self.walk.entries:
            self._say_faults(entry)
        unknown = [self._judge_results(entry, self.walk.accepted) for entry in self.walk.entries]
        if any(unknown):
            reckoning = Reckoning(self.walk.start.table.seats)
            reckoning.add_all(self.walk.entries)
            for conflict in reckoning.conflicts:
                self._say_conflict(conflict)
        for bomb in self.walk.bombs:
            if bomb.over is None:
                self._say(bomb.seq, "SL-BOMB-4", _unmet(bomb, bomb.fuse.queue, "by the end of the record", Open))
            elif bomb.dropped:
                kind = Open if bomb.seq in late and not bomb.told else Broken
                when = f"before the game goes on with event {bomb.over}"
                self._say(bomb.seq, "SL-BOMB-4", _unmet(bomb, bomb.fuse.queue, when, kind))

    def say_misfits(self, misfits: Mapping[int, tuple[Answer, ...]]) -> None:
        """What does not fit in reveals (SL-LOG-2)."""
        for seq, answers in misfits.items():
            for answer in answers:
                self._say(seq, "SL-LOG-2", answer)

    def closers(self) -> dict[int, int]:
        """For each event that later events told something about: the last of those."""
        walk, since = self.walk, self.walk.since
        found = [(bomb.seq, bomb.over) for bomb in walk.bombs if bomb.over is not None]
        for entry in walk.entries:
            pieces = (piece for result in entry.results for piece in pieces_in(result))
            found += [(entry.seq, since[piece]) for piece in pieces if piece in since]
        closers: dict[int, int] = {}
        for seq, by in found:
            if by > closers.get(seq, seq):
                closers[seq] = by
        return closers

    def _before(self, seq: int) -> State:
        """The state before an event, for its words."""
        if not self._states:
            states = (self.walk.start, *self.walk.states)
            self._states = {placed.seq: state for placed, state in zip(self.walk.line, states, strict=False)}
        return self._states[seq]

    def _say(self, seq: int, rule: str, answer: Answer) -> None:
        self.has_open = self.has_open or type(answer) is Open
        here = self.answers.setdefault(seq, {})
        here[rule] = (*here.get(rule, ()), answer)

    def _judge_results(self, entry: Entry, accepted: dict[str, int]) -> bool:
        """Pass 2. True if a result is left for pass 3 because a value is not known."""
        unknown = False
        for result in entry.results:
            rule = "SL-BATTLE-3" if isinstance(result, Fought) else "SL-BOMB-5"
            if entry.doubted:
                self._say(entry.seq, rule, doubted(list(entry.doubted)))
                continue
            values = values_known(result, accepted)
            if values is not None:
                if not fits(result, values):
                    self._say(entry.seq, rule, _misfit(self._before(entry.seq), result, values))
            elif not is_decided(result):
                unknown = True
                missing = [piece for piece in pieces_in(result) if piece not in accepted]
                noun, verb = ("value", "is") if len(missing) == 1 else ("values", "are")
                why = f"the {noun} of {explorers(self._before(entry.seq), missing)} {verb} not known"
                self._say(entry.seq, rule, Open(why, _facts(result), rests_on=()))
            elif isinstance(result, Met) and not possible_values(result):
                self._say(entry.seq, rule, _impossible(result))
        return unknown

    def _say_conflict(self, conflict: Conflict) -> None:
        events = list(conflict.events)
        others = [str(event) for event in events if event != conflict.event]
        among = f" together with event{'s' if len(others) > 1 else ''} {listed(others)}" if others else ""
        why = f"no deal of the values of {people(self.walk.start.table, conflict.seats)} explains this{among}"
        rests = ("SL-Q25",) if conflict.rests_on_rings else ()
        facts = {"events": events, "seats": list(conflict.seats)}
        self._say(conflict.event, "SL-HID-4", Broken(why, facts, rests_on=rests))


def _fault(before: State, rule: str, shown: Shown, other: int | str | None) -> Broken:
    piece, value = shown.piece, shown.value
    facts = {"piece": piece, "value": value, "other": other}
    said = f"{explorer(before, piece)} is said to be"
    if rule == "SL-HID-1":
        return Broken(f"{explorer(before, piece)} is said to have the value {value}", facts)
    if rule == "SL-HID-2":
        return Broken(f"{said} a {value}, but was shown as a {other} before", facts)
    return Broken(f"{said} a {value}, but {explorer(before, str(other))} has that value", facts)


def _unmet(bomb: Lit, left: tuple[str, ...], when: str, kind: type[Broken] | type[Open]) -> Answer:
    queue = list(left)
    verb = "has" if len(queue) == 1 else "have"
    why = f"{explorers(bomb.state, queue)} {verb} not been met {when}"
    return kind(why, {"cell": bomb.fuse.cell, "queue": queue}, rests_on=bomb.rests_on(left))


def _facts(result: Fought | Met) -> dict[str, Any]:
    if isinstance(result, Fought):
        return {
            "attacker": result.attacker,
            "defender": result.defender,
            "rings": [result.ring, result.other_ring],
            "result": result.result,
        }
    return {"piece": result.piece, "ring": result.ring, "bomb": result.bomb, "result": result.fate}


def _misfit(before: State, result: Fought | Met, values: list[int]) -> Broken:
    facts = {**_facts(result), "values": values}
    if isinstance(result, Fought):
        right = battle_outcome(values[0], result.ring, values[1], result.other_ring)
        one = f"{explorer(before, result.attacker)} has a {values[0]}{_ring(result.ring)}"
        other = f"{explorer(before, result.defender)} a {values[1]}{_ring(result.other_ring)}"
        why = f"{one}, {other}: so {_stays(right)}, but by the log {_stays(result.result)}"
        rests = ("SL-Q25",) if fits(result.otherwise, values) else ()
        return Broken(why, {**facts, "right": right}, rests_on=rests)
    one = f"{explorer(before, result.piece)} has a {values[0]}{_ring(result.ring)}"
    right_word = "goes home" if result.fate == "stay" else "stays"
    return Broken(f"{one} against a bomb of {result.bomb}: it {right_word}", facts)


def _impossible(result: Met) -> Broken:
    word = "stay" if result.fate == "stay" else "go home"
    return Broken(f"no explorer{_ring(result.ring)} can {word} at a bomb of {result.bomb}", _facts(result))


def _ring(worn: int) -> str:
    return " with a ring" if worn else ""


def _stays(result: str) -> str:
    return "both go home" if result == "draw" else f"the {result} stays"
