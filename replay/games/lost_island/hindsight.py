"""Hindsight: a look at the whole record at once, for the rules whose answers depend on more than one event.

The line stays as it is (a value or face that is told later has no other effect on the table); what it proves goes into
`Facts`. Without looking ahead, each event gets what the events up to it prove.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from replay.action import Action, Reveal
from replay.game import Completed
from replay.games.lost_island.actions import Battle, Blast, Flip, Setup, Shrink, Spy
from replay.games.lost_island.outcome import battle_outcome
from replay.games.lost_island.questions import doubts
from replay.games.lost_island.reckoning import Conflict, Entry, Reckoning, fits, pieces_in, values_known
from replay.games.lost_island.state import Fought, Fuse, Met, Shown
from replay.games.lost_island.walk import Walk
from replay.rule import Answer, Broken, Open
from replay.step import Placed
from replay.table import Table

TOUCHED = frozenset(
    {
        "SL-BATTLE-3",
        "SL-BOMB-4",
        "SL-BOMB-5",
        "SL-FLIP-6",
        "SL-STONE-1",
        "SL-SHRINK-8",
        "SL-TILE-1",
        "SL-TILE-2",
        "SL-TILE-3",
        "SL-TILE-4",
        "SL-HID-4",
    }
)
"""The rules whose answers later events can change."""


_ALWAYS = (Setup, Battle, Flip, Blast, Spy, Shrink, Reveal)


def looks_back(action: Action) -> bool:
    """Whether judging this action at once needs what was shown and turned before it."""
    return isinstance(action, _ALWAYS) or getattr(action, "stone", None) is not None


class Facts(msgspec.Struct, frozen=True):
    """What the rules need to know about the rest of the record."""

    answers: dict[int, dict[str, tuple[Answer, ...]]]
    """By seq and rule: what is broken or open there."""
    faces: dict[int, dict[str, str]]
    """By seq and cell: the face of a tile that the event turned and a later event told."""


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """What the record proves about values, tiles and bombs: up to each event, or seen from the end."""
    walk = Walk(table, line)
    if not forward:
        return _whole(walk)
    findings = _Findings(walk)
    findings.as_it_went()
    facts = Facts(findings.answers, {})
    final = not findings.has_open and not walk.tiles.unknown and not walk.tiles.completed
    whole = None if final else _whole(walk, findings.answers)
    return Completed(walk.line, facts, states=walk.states, start=walk.start, final=final, whole=whole)


def _whole(walk: Walk, at_first: Mapping[int, object] | None = None) -> Completed:
    findings = _Findings(walk)
    findings.from_the_end()
    facts = Facts(findings.answers, walk.tiles.faces)
    places = None if at_first is None else frozenset((*at_first, *findings.answers, *walk.tiles.faces))
    return Completed(
        walk.line,
        facts,
        findings.closers(),
        walk.states,
        walk.start,
        touches=TOUCHED,
        places=places and places | walk.tiles.unknown,
    )


class _Findings:
    """The answers of the rules that depend on several events."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.answers: dict[int, dict[str, tuple[Answer, ...]]] = {}
        self.has_open = False
        for entry in walk.entries:
            for rule, shown, other in entry.faults:
                self._say(entry.seq, rule, _fault(rule, shown, other))

    def as_it_went(self) -> None:
        """Judge each event by those up to it."""
        accepted: dict[str, int] = {}
        reckoning: Reckoning | None = None
        for place, entry in enumerate(self.walk.entries):
            for shown in entry.accepted:
                accepted.setdefault(shown.piece, int(shown.value))
            unknown = self._judge_results(entry, accepted)
            if reckoning is None and unknown:
                # as long as every value is known, only values were shown, and those cannot contradict each other
                reckoning = Reckoning(self.walk.table.seats)
                for earlier in self.walk.entries[:place]:
                    reckoning.add(earlier)
            if reckoning is not None and reckoning.add(entry):
                self._say_conflict(reckoning.conflicts[-1])
        for bomb in self.walk.bombs:
            self._say(bomb.seq, "SL-BOMB-4", _unmet(bomb.first, "so far", Open))
        self._say_tiles(self.walk.tiles.answers(forward=True))

    def from_the_end(self) -> None:
        """Judge each event by all of them."""
        unknown = [self._judge_results(entry, self.walk.accepted) for entry in self.walk.entries]
        if any(unknown):
            reckoning = Reckoning(self.walk.table.seats)
            reckoning.add_all(self.walk.entries)
            for conflict in reckoning.conflicts:
                self._say_conflict(conflict)
        for bomb in self.walk.bombs:
            if bomb.over is None:
                self._say(bomb.seq, "SL-BOMB-4", _unmet(bomb.fuse, "at the end of the record", Open))
            elif bomb.dropped:
                self._say(bomb.seq, "SL-BOMB-4", _unmet(bomb.fuse, f"when event {bomb.over} went on", Broken))
        self._say_tiles(self.walk.tiles.answers(forward=False))

    def closers(self) -> dict[int, int]:
        """For each event that later events told something about: the last of those."""
        walk = self.walk
        found = [(bomb.seq, bomb.over) for bomb in walk.bombs if bomb.over is not None]
        found += walk.tiles.closers.items()
        for entry in walk.entries:
            pieces = (piece for result in entry.results for piece in pieces_in(result))
            found += [(entry.seq, walk.since[piece]) for piece in pieces if piece in walk.since]
        closers: dict[int, int] = {}
        for seq, by in found:
            if by > closers.get(seq, seq):
                closers[seq] = by
        return closers

    def _say(self, seq: int, rule: str, answer: Answer) -> None:
        self.has_open = self.has_open or type(answer) is Open
        here = self.answers.setdefault(seq, {})
        here[rule] = (*here.get(rule, ()), answer)

    def _say_tiles(self, answers: Iterable[tuple[int, str, Answer]]) -> None:
        for seq, rule, answer in answers:
            self._say(seq, rule, answer)

    def _judge_results(self, entry: Entry, accepted: dict[str, int]) -> bool:
        """Pass 2. True if a result is left for pass 3 because a value is not known."""
        unknown = False
        for result in entry.results:
            rule = "SL-BATTLE-3" if isinstance(result, Fought) else "SL-BOMB-5"
            if entry.doubted:
                questions = doubts(self.walk.readings[entry.seq], rule, self.walk.lost_rings[entry.seq])
                self._say(entry.seq, rule, Open(f"the table has its own reading of {', '.join(questions)}"))
                continue
            values = values_known(result, accepted)
            if values is None:
                unknown = True
                missing = [piece for piece in pieces_in(result) if piece not in accepted]
                self._say(entry.seq, rule, Open(f"the value of {' and '.join(missing)} is not known", _facts(result)))
            elif not fits(result, values):
                self._say(entry.seq, rule, _misfit(result, values))
        return unknown

    def _say_conflict(self, conflict: Conflict) -> None:
        events = list(conflict.events)
        others = [str(event) for event in events if event != conflict.event]
        among = f" together with event{'s' if len(others) > 1 else ''} {', '.join(others)}" if others else ""
        why = f"no deal of the values of {' and '.join(conflict.seats)} explains this{among}"
        self._say(conflict.event, "SL-HID-4", Broken(why, {"events": events, "seats": list(conflict.seats)}))


def _fault(rule: str, shown: Shown, other: int | str | None) -> Broken:
    piece, value = shown.piece, shown.value
    facts = {"piece": piece, "value": value, "other": other}
    if rule == "SL-HID-1":
        return Broken(f"{piece} is said to be {value!r}", facts)
    if rule == "SL-HID-2":
        return Broken(f"{piece} is said to be {value}, but was shown as {other} before", facts)
    return Broken(f"{piece} is said to be {value}, but {other} has that value", facts)


def _unmet(fuse: Fuse, when: str, kind: type[Broken] | type[Open]) -> Answer:
    queue = list(fuse.queue)
    verb = "was" if len(queue) == 1 else "were"
    return kind(f"{' and '.join(queue)} {verb} not met {when}", {"cell": fuse.cell, "queue": queue})


def _facts(result: Fought | Met) -> dict[str, Any]:
    if isinstance(result, Fought):
        return {
            "attacker": result.attacker,
            "defender": result.defender,
            "rings": [result.ring, result.other_ring],
            "result": result.result,
        }
    return {"piece": result.piece, "ring": result.ring, "bomb": result.bomb, "result": result.fate}


def _misfit(result: Fought | Met, values: list[int]) -> Broken:
    facts = {**_facts(result), "values": values}
    if isinstance(result, Fought):
        right = battle_outcome(values[0], result.ring, values[1], result.other_ring)
        one = f"{result.attacker} has {values[0]}{' with a ring' if result.ring else ''}"
        other = f"{result.defender} {values[1]}{' with a ring' if result.other_ring else ''}"
        return Broken(f"{one}, {other}: {_stays(right)}, not {_stays(result.result)}", {**facts, "right": right})
    one = f"{result.piece} has {values[0]}{' with a ring' if result.ring else ''}"
    right_word = "goes home" if result.fate == "stay" else "stays"
    return Broken(f"{one} against a bomb of {result.bomb}: it {right_word}", facts)


def _stays(result: str) -> str:
    return "a draw" if result == "draw" else f"the {result} stays"
