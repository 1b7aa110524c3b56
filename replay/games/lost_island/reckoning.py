"""What the record proves about hidden values: the three passes over everything shown, after every event.

Pass 1 screens the values shown; pass 2 judges results whose values are known; pass 3 adds the other results, unit by
unit, as constraints, and sets aside a unit that cannot be true together with those before it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from replay.games.lost_island.outcome import battle_outcome, bomb_fate
from replay.games.lost_island.solver import (
    Box,
    Constraint,
    Fight,
    Only,
    Possible,
    bits,
    nothing_known,
    possible,
    relation_of,
    solve,
    values_of,
)
from replay.games.lost_island.state import Evidence, Fought, Met, Shown
from replay.games.lost_island.words import LETTERS

OWN = 0
"""The seq of the unit that holds a seat's own values; no event has it."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event that showed something: what it showed, screened."""

    seq: int
    accepted: tuple[Shown, ...]
    faults: tuple[tuple[str, Shown, int | str | None], ...]
    """Pass 1: (rule, what was shown, what it contradicts)."""
    results: tuple[Fought | Met, ...]
    doubted: tuple[str, ...] = ()
    """The questions whose readings leave the results open, so that they prove nothing."""


class Conflict(msgspec.Struct, frozen=True):
    """An event that cannot be true together with others before it."""

    event: int
    seats: tuple[str, ...]
    events: tuple[int, ...]
    rests_on_rings: bool = False
    """Whether there is none if the rings of defenders count as the other answer to SL-Q25 says."""


class Known(msgspec.Struct, frozen=True):
    """What can be inferred at a step."""

    possible: Possible
    conflicts: tuple[Conflict, ...]


class Screen:
    """Pass 1: values are accepted one by one, or set aside."""

    def __init__(self) -> None:
        self.accepted: dict[str, int] = {}
        self.since: dict[str, int] = {}
        """The event that showed an accepted value first."""
        self._holder: dict[tuple[str, int], str] = {}

    def entry(self, seq: int, evidence: Evidence, doubted: tuple[str, ...] = ()) -> Entry:
        """Screen the values an event showed."""
        accepted: list[Shown] = []
        faults: list[tuple[str, Shown, int | str | None]] = []
        for shown in evidence.shown:
            fault = self._judge(seq, shown)
            if fault is None:
                accepted.append(shown)
            else:
                faults.append(fault)
        results = (*((evidence.fought,) if evidence.fought else ()), *evidence.met)
        return Entry(seq, tuple(accepted), tuple(faults), results, doubted)

    def _judge(self, seq: int, shown: Shown) -> tuple[str, Shown, int | str | None] | None:
        piece, value = shown.piece, shown.value
        if not isinstance(value, int) or not 1 <= value <= 6:
            return ("SL-HID-1", shown, None)
        before = self.accepted.get(piece)
        if before is not None:
            return None if before == value else ("SL-HID-2", shown, before)
        holder = self._holder.get((piece[:-2], value))
        if holder is not None:
            return ("SL-HID-3", shown, holder)
        self.accepted[piece] = value
        self.since[piece] = seq
        self._holder[piece[:-2], value] = piece
        return None


def pieces_in(result: Fought | Met) -> tuple[str, ...]:
    """The pieces whose values decide a result."""
    return (result.attacker, result.defender) if isinstance(result, Fought) else (result.piece,)


def numbers_in(result: Fought | Met) -> tuple[int | None, ...]:
    """The values of these pieces as the event itself has them."""
    return result.numbers if isinstance(result, Fought) else (result.number,)


def fits(result: Fought | Met, values: Sequence[int]) -> bool:
    """Pass 2: whether a result follows from the values."""
    if isinstance(result, Fought):
        return battle_outcome(values[0], result.ring, values[1], result.other_ring) == result.result
    return bomb_fate(values[0], result.ring, result.bomb) == result.fate


def possible_values(result: Met) -> list[int]:
    """The values that give a bomb's result."""
    return [value for value in range(1, 7) if bomb_fate(value, result.ring, result.bomb) == result.fate]


def is_decided(result: Fought | Met) -> bool:
    """Whether a bomb's result is right or wrong whatever the value, so that it proves nothing about that."""
    return isinstance(result, Met) and len(possible_values(result)) in (0, 6)


def values_known(result: Fought | Met, accepted: dict[str, int]) -> list[int] | None:
    """The values of a result: the numbers in the event, or else the accepted ones; None if one is not known."""
    values = []
    for piece, number in zip(pieces_in(result), numbers_in(result), strict=True):
        value = number if number is not None else accepted.get(piece)
        if value is None:
            return None
        values.append(value)
    return values


class Reckoning:
    """Pass 3, event by event: what everything logged proves, or (with `seat`) what that seat can know."""

    def __init__(self, seats: tuple[str, ...], seat: str | None = None) -> None:
        self.seats = seats
        self.seat = seat
        self._places = {
            f"{name}.{letter}": (index, place)
            for index, name in enumerate(seats)
            for place, letter in enumerate(LETTERS)
        }
        self._entries: list[Entry] = []
        self._accepted: dict[str, int] = {}
        """What is known: all accepted values, or those that the seat knows."""
        self._waiting: list[Fought | Met] = []
        """Results that were added as constraints because a value was not known."""
        self._problem = nothing_known(len(seats))
        self._boxes: tuple[Box, ...] = (self._problem.ways,)
        self._possible: Possible | None = None
        self._conflicts: tuple[Conflict, ...] = ()
        self._tangled = False
        """Whether there was a contradiction, so that all units must be added again whenever more is known."""

    def add(self, entry: Entry) -> bool:
        """Take in the next event. True if it contradicts what was kept before (SL-HID-4)."""
        self._entries.append(entry)
        learned = self._learn(entry)
        results = self._constraints_of(entry)
        if self._tangled:
            if learned or results or any(self._tells(shown) for shown in entry.accepted):
                self._rebuild()
            return bool(self._conflicts) and self._conflicts[-1].event == entry.seq
        upset = [result for result in self._waiting if self._is_broken(result)]
        self._waiting += results
        constraints: list[Constraint] = [self._only(piece, self._accepted[piece]) for piece in learned]
        constraints += [self._constraint(result) for result in results]
        if upset or not self._fit(constraints):
            self._tangled = True
            self._rebuild()
        return bool(self._conflicts) and self._conflicts[-1].event == entry.seq

    def add_all(self, entries: Iterable[Entry]) -> None:
        """Take in the events of a whole record at once."""
        for entry in entries:
            self._entries.append(entry)
            self._learn(entry)
        self._tangled = True
        self._rebuild()

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The units that were set aside, with the events they contradict."""
        return self._conflicts

    def known(self) -> Known:
        """What can be inferred now."""
        if self._possible is None:
            found = possible(self._problem, self._boxes)
            assert found is not None, "the units kept can be true together"
            self._possible, self._boxes = found, found.boxes
        return Known(self._possible, self._conflicts)

    def _fit(self, constraints: list[Constraint]) -> bool:
        """Add constraints if some assignment satisfies them with all the others."""
        if not constraints:
            return True
        problem = self._problem.plus(constraints)
        box = next((box for box in (solve(problem, hint) for hint in self._boxes) if box is not None), None)
        if box is None and solve(problem) is None:
            return False
        self._problem, self._possible = problem, None
        return True

    def _tells(self, shown: Shown) -> bool:
        """Whether a shown value is known to the seat we reckon for."""
        return self.seat is None or shown.piece[:-2] == self.seat or self.seat in shown.seers

    def _learn(self, entry: Entry) -> list[str]:
        """The pieces whose values are known from this event on."""
        learned = []
        for shown in entry.accepted:
            if self._tells(shown) and shown.piece not in self._accepted:
                assert isinstance(shown.value, int)
                self._accepted[shown.piece] = shown.value
                learned.append(shown.piece)
        return learned

    def _values(self, result: Fought | Met, accepted: dict[str, int]) -> list[int] | None:
        if self.seat is None:
            return values_known(result, accepted)
        values = [accepted.get(piece) for piece in pieces_in(result)]
        return None if None in values else [value for value in values if value is not None]

    def _is_broken(self, result: Fought | Met) -> bool:
        values = self._values(result, self._accepted)
        return values is not None and not fits(result, values)

    def _constraints_of(self, entry: Entry) -> list[Fought | Met]:
        """The results of an event that are constraints, given what is known now."""
        if entry.faults or entry.doubted:
            return []
        return [
            result
            for result in entry.results
            if self._values(result, self._accepted) is None
            and not is_decided(result)
            and all(piece in self._places for piece in pieces_in(result))
        ]

    def _only(self, piece: str, value: int) -> Only:
        seat, place = self._places[piece]
        return Only(seat, place, bits((value,)))

    def _constraint(self, result: Fought | Met) -> Constraint:
        if isinstance(result, Fought):
            (seat, piece), (other, target) = self._places[result.attacker], self._places[result.defender]
            return Fight(seat, piece, other, target, relation_of(result.result, result.ring, result.other_ring))
        seat, piece = self._places[result.piece]
        return Only(seat, piece, bits(possible_values(result)))

    # the slow way: add every unit again, in the order of the log

    def _units(self) -> list["_Unit"]:
        units = []
        if self.seat is not None:
            own = {piece: value for piece, value in self._accepted.items() if piece[:-2] == self.seat}
            if own:
                units.append(_Unit(OWN, tuple(own), tuple(self._only(*item) for item in own.items()), ()))
        for entry in self._entries:
            told = [shown for shown in entry.accepted if self._tells(shown) and shown.piece[:-2] != self.seat]
            results = self._constraints_of(entry)
            if told or results:
                pieces = (*(shown.piece for shown in told), *(piece for one in results for piece in pieces_in(one)))
                says = tuple(self._only(shown.piece, int(shown.value)) for shown in told)
                units.append(_Unit(entry.seq, pieces, says, tuple(results)))
        return units

    def _rebuild(self) -> None:
        """Add all units in the order of the log, and set aside each one that contradicts those kept."""
        problem = nothing_known(len(self.seats))
        kept: list[_Unit] = []
        conflicts = []
        box: Box | None = problem.ways
        for unit in self._units():
            tried = problem.plus(self._says(unit))
            found = solve(tried, box) or solve(tried)
            if found is None:
                conflicts.append(self._explain(kept, unit))
            else:
                problem, box = tried, found
                kept.append(unit)
        self._problem, self._boxes, self._possible = problem, (box,) if box else (), None
        self._conflicts = tuple(conflicts)

    def _says(self, unit: "_Unit", *, otherwise: bool = False) -> tuple[Constraint, ...]:
        """The constraints of a unit; `otherwise`, as if the table read the opposite about rings in defence."""
        turned = (one.otherwise if otherwise and isinstance(one, Fought) else one for one in unit.results)
        return (*unit.says, *map(self._constraint, turned))

    def _has_deal(self, units: list["_Unit"], *, otherwise: bool = False) -> bool:
        """Whether some deal of the values explains these units."""
        says = (constraint for unit in units for constraint in self._says(unit, otherwise=otherwise))
        return solve(nothing_known(len(self.seats)).plus(says)) is not None

    def _explain(self, kept: list["_Unit"], last: "_Unit") -> Conflict:
        """A minimal set of contradicting units: from the oldest on, drop each one that is not needed."""
        left = list(kept)
        for unit in kept:
            fewer = [other for other in left if other is not unit]
            if not self._has_deal([*fewer, last]):
                left = fewer
        units = [*left, last]
        named = {piece[:-2] for unit in units for piece in unit.pieces}
        events = tuple(unit.seq for unit in units if unit.seq != OWN)
        rests = self._has_deal(units, otherwise=True)
        return Conflict(last.seq, tuple(seat for seat in self.seats if seat in named), events, rests)


class _Unit(msgspec.Struct, frozen=True):
    """All that an event says: its pieces, the values it shows, and the results that constrain others."""

    seq: int
    pieces: tuple[str, ...]
    says: tuple[Constraint, ...]
    results: tuple[Fought | Met, ...]


def reckon(seats: tuple[str, ...], entries: Iterable[Entry], seat: str | None = None) -> Known:
    """What can be inferred from all these events."""
    reckoning = Reckoning(seats, seat)
    reckoning.add_all(entries)
    return reckoning.known()


def as_report(seats: tuple[str, ...], known: Known) -> dict[str, Any]:
    """What can be inferred, as plain data."""
    candidates = {
        f"{seat}.{letter}": list(values_of(known.possible.domains[index][place]))
        for index, seat in enumerate(seats)
        for place, letter in enumerate(LETTERS)
    }
    return {
        "forced": {piece: values[0] for piece, values in candidates.items() if len(values) == 1},
        "candidates": candidates,
        "conflicts": [
            {"event": conflict.event, "seats": list(conflict.seats), "events": list(conflict.events)}
            for conflict in known.conflicts
        ],
    }
