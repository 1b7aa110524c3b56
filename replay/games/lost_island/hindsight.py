"""Hindsight: the whole record looked at once, for the rules whose answers hang on more than one event.

The line stays as it is (a value or face that is told later has no other effect on the table); what it proves goes into
`Facts`. Without looking ahead, each event gets what the events up to it can know.
"""

import msgspec

from replay.action import NEVER_REDUCED, Reveal
from replay.game import Completed
from replay.games.lost_island.actions import TURN_ACTIONS, Battle, Flip, Setup
from replay.games.lost_island.knowledge import (
    Conflict,
    Entry,
    Reckoning,
    Screen,
    fits,
    pieces_in,
    values_known,
)
from replay.games.lost_island.outcome import battle_outcome
from replay.games.lost_island.questions import doubts
from replay.games.lost_island.reducer import reduce
from replay.games.lost_island.references import Told, resolve
from replay.games.lost_island.setup import start
from replay.games.lost_island.state import Fought, Met, State
from replay.games.lost_island.tile_ledger import TileLedger
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


class Facts(msgspec.Struct, frozen=True):
    """What the rules need to know of the rest of the record."""

    answers: dict[int, dict[str, tuple[Answer, ...]]]
    """By seq and rule: what is broken or open there."""
    faces: dict[int, dict[str, str]]
    """By seq and cell: the face of a tile that the event turned and a later one told."""


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """What the record proves about values, tiles and bombs; each event's own part of it, or seen from the end."""
    ledger = Ledger(table, forward)
    line = ledger.go_through(line)
    facts, closers = ledger.facts()
    return Completed(line, facts, closers, ledger.states, forward and ledger.is_final(), TOUCHED)


def entries_of(table: Table, line: list[Placed]) -> list[Entry]:
    """Everything that the events of a line showed, screened."""
    ledger = Ledger(table, False)
    ledger.go_through(line)
    return ledger.entries


class Ledger:
    """One walk through a line, keeping what was shown, what was turned and which bomb is burning."""

    def __init__(self, table: Table, forward: bool) -> None:
        self.table = table
        self.forward = forward
        self.states: list[State] = []
        self.entries: list[Entry] = []
        self._lost_rings: dict[int, int] = {}
        self._screen = Screen()
        self._tiles = TileLedger(table, forward)
        self._answers: dict[int, dict[str, tuple[Answer, ...]]] = {}
        self._closers: dict[int, int] = {}
        self._reckoning: Reckoning | None = None
        self._lit: tuple[int, str] | None = None
        """The event that lit the bomb in progress, and its cell."""

    def go_through(self, line: list[Placed]) -> list[Placed]:
        """Fold the line. The same line comes back, with references of reveals spelled out."""
        state = start(self.table)
        told: dict[int, Told] = {}
        changed: dict[int, Reveal] = {}
        refers = any(type(action) is Reveal and action.what.startswith("@") for _, action in line)
        for place, (seq, action) in enumerate(line):
            if type(action) in NEVER_REDUCED:
                self.states.append(state)
                continue
            if type(action) is Reveal and action.what.startswith("@"):
                action = resolve(action, told)
                changed[place] = action
            after = reduce(state, action)
            self._enter(seq, state, action, after)
            if refers:
                told[seq] = Told(action, after.evidence)
            self.states.append(after)
            state = after
        self._end(state)
        if not changed:
            return line
        return [Placed(seq, changed.get(place, action)) for place, (seq, action) in enumerate(line)]

    def _enter(self, seq: int, before: State, action: object, after: State) -> None:
        evidence = after.evidence
        if evidence is not None and (evidence.shown or evidence.fought or evidence.met):
            rule = "SL-BATTLE-3" if isinstance(action, Battle) else "SL-BOMB-5"
            doubted = bool(doubts(self.table.readings, rule, before.lost_rings))
            self._lost_rings[seq] = before.lost_rings
            entry = self._screen.entry(seq, evidence, doubted)
            self.entries.append(entry)
            for fault in entry.faults:
                self._say(seq, fault[0], Broken(*_fault_words(*fault)))
            if self.forward:
                self._judge_results(entry)
                self._judge_conflict(entry)
        if isinstance(action, Setup):
            self._tiles.begin(after)
        elif evidence is not None and evidence.turned:
            self._tiles.turned(seq, evidence.turned)
        elif isinstance(action, Reveal):
            self._tiles.told(seq, action)
        if before.fuse is not None or after.fuse is not None:
            self._watch_bomb(seq, before, action, after)

    def _say(self, seq: int, rule: str, *answers: Answer) -> None:
        here = self._answers.setdefault(seq, {})
        here[rule] = (*here.get(rule, ()), *answers)

    # bombs

    def _watch_bomb(self, seq: int, before: State, action: object, after: State) -> None:
        if self._lit is not None and before.fuse is not None and after.fuse is not before.fuse:
            lit = self._lit[0]
            dropped = isinstance(action, TURN_ACTIONS)
            if dropped and not self.forward:
                self._say(lit, "SL-BOMB-4", _unmet(before, f"when event {seq} went on", Broken))
            if dropped or isinstance(action, Setup) or after.fuse is None:
                self._closers[lit] = max(seq, self._closers.get(lit, 0))
                self._lit = None
        if after.fuse is not None and isinstance(action, Flip | Setup):
            self._lit = (seq, after.fuse.cell)
            if self.forward:
                self._say(seq, "SL-BOMB-4", _unmet(after, "so far", Open))

    def _end(self, state: State) -> None:
        if self._lit is not None and state.fuse is not None and not self.forward:
            self._say(self._lit[0], "SL-BOMB-4", _unmet(state, "at the end of the record", Open))
        if not self.forward:
            for entry in self.entries:
                self._judge_results(entry)
            self._judge_conflicts()
        for seq, rule, answer in self._tiles.answers():
            self._say(seq, rule, answer)

    # results

    def _judge_results(self, entry: Entry) -> None:
        for result in entry.results:
            rule = "SL-BATTLE-3" if isinstance(result, Fought) else "SL-BOMB-5"
            if entry.doubted:
                questions = doubts(self.table.readings, rule, self._lost_rings[entry.seq])
                self._say(entry.seq, rule, Open(f"the table reads {', '.join(questions)} in its own way"))
                continue
            values = values_known(result, self._screen.accepted)
            if values is None:
                unknown = [piece for piece in pieces_in(result) if piece not in self._screen.accepted]
                self._say(entry.seq, rule, Open(f"the value of {' and '.join(unknown)} is not known", _facts(result)))
                continue
            since = max((self._screen.since.get(piece, 0) for piece in pieces_in(result)), default=0)
            self._closers[entry.seq] = max(since, self._closers.get(entry.seq, 0))
            if not fits(result, values):
                why, facts = _misfit(result, values)
                self._say(entry.seq, rule, Broken(why, facts))

    def _judge_conflict(self, entry: Entry) -> None:
        """Whether the events so far can be true together, asked when something is not known."""
        if self._reckoning is None:
            if entry.doubted or all(values_known(one, self._screen.accepted) is not None for one in entry.results):
                return
            self._reckoning = Reckoning(self.table.seats)
            for earlier in self.entries[:-1]:
                self._reckoning.add(earlier)
        if self._reckoning.add(entry):
            self._say_conflict(self._reckoning.conflicts[-1])

    def _judge_conflicts(self) -> None:
        if all(
            values_known(result, self._screen.accepted) is not None
            for entry in self.entries
            for result in entry.results
        ):
            return
        reckoning = Reckoning(self.table.seats)
        reckoning.add_all(self.entries)
        for conflict in reckoning.conflicts:
            self._say_conflict(conflict)

    def _say_conflict(self, conflict: Conflict) -> None:
        events = list(conflict.events)
        others = ", ".join(str(event) for event in events if event != conflict.event) or "the six values of a set"
        why = f"no dealing-out of the values of {' and '.join(conflict.seats)} explains this together with {others}"
        self._say(conflict.event, "SL-HID-4", Broken(why, {"events": events, "seats": list(conflict.seats)}))

    # what came of it

    def facts(self) -> tuple[Facts, dict[int, int]]:
        """What the rules need to know, and which event told about which."""
        closers = dict(self._closers)
        for seq, by in self._tiles.closers().items():
            closers[seq] = max(by, closers.get(seq, 0))
        late = {seq: by for seq, by in closers.items() if by > seq}
        return Facts(self._answers, self._tiles.faces()), late

    def is_final(self) -> bool:
        """Whether nothing is open that later events could close."""
        opened = any(type(one) is Open for here in self._answers.values() for told in here.values() for one in told)
        return not opened and not self._tiles.has_unknown


def _fault_words(rule: str, shown: object, other: object) -> tuple[str, dict[str, object]]:
    piece, value = getattr(shown, "piece", ""), getattr(shown, "value", "")
    facts = {"piece": piece, "value": value, "other": other}
    if rule == "SL-HID-1":
        return f"{piece} is said to be {value!r}", facts
    if rule == "SL-HID-2":
        return f"{piece} is said to be {value}, it was shown as {other} before", facts
    return f"{piece} is said to be {value}, but that is {other}", facts


def _unmet(state: State, when: str, kind: type[Broken] | type[Open]) -> Answer:
    assert state.fuse is not None
    queue = list(state.fuse.queue)
    verb = "was" if len(queue) == 1 else "were"
    return kind(f"{' and '.join(queue)} {verb} not met {when}", {"cell": state.fuse.cell, "queue": queue})


def _facts(result: Fought | Met) -> dict[str, object]:
    if isinstance(result, Fought):
        return {
            "attacker": result.attacker,
            "defender": result.defender,
            "rings": [result.ring, result.other_ring],
            "result": result.result,
        }
    return {"piece": result.piece, "ring": result.ring, "bomb": result.bomb, "result": result.fate}


def _misfit(result: Fought | Met, values: list[int]) -> tuple[str, dict[str, object]]:
    facts = {**_facts(result), "values": values}
    if isinstance(result, Fought):
        right = battle_outcome(values[0], result.ring, values[1], result.other_ring)
        one = f"{result.attacker} has {values[0]}{' with a ring' if result.ring else ''}"
        other = f"{result.defender} {values[1]}{' with a ring' if result.other_ring else ''}"
        return f"{one}, {other}: {_stays(right)}, not {_stays(result.result)}", {**facts, "right": right}
    one = f"{result.piece} has {values[0]}{' with a ring' if result.ring else ''}"
    right_word = "goes home" if result.fate == "stay" else "stays"
    return f"{one} against a bomb of {result.bomb}: it {right_word}", facts


def _stays(result: str) -> str:
    return "a draw" if result == "draw" else f"the {result} stays"
