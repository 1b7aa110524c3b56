"""The solver of hidden values against brute force, and the knowledge after each event against the page's words."""

import os
from itertools import permutations
from random import Random
from typing import Any

import pytest

from replay.games.lost_island.knowledge import knowledge, knowledge_after_each
from replay.games.lost_island.outcome import battle_outcome, bomb_fate
from replay.games.lost_island.reckoning import Entry, Screen, as_report, fits, pieces_in, values_known
from replay.games.lost_island.solver import (
    Constraint,
    Fight,
    Only,
    bits,
    nothing_known,
    possible,
    relation_of,
    solve,
    values_of,
)
from replay.games.lost_island.state import Evidence, Fought, Met, Shown
from tests.games.lost_island.helpers import SEATS
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import dealt, timeline

SETS = int(os.environ.get("QM_SOLVER_SETS", "10000"))
PARTS = 10
WAYS = list(permutations(range(1, 7)))
Results = [
    ("attacker", 0, 0),
    ("defender", 0, 0),
    ("draw", 0, 0),
    ("attacker", 1, 0),
    ("draw", 0, 1),
    ("defender", 1, 1),
]


def random_constraints(rng: Random) -> list[tuple[Any, ...]]:
    """Between one and ten facts about two seats, in the words of the page."""
    facts: list[tuple[Any, ...]] = []
    for _ in range(rng.randint(1, 10)):
        seat, piece = rng.randrange(2), rng.randrange(6)
        kind = rng.random()
        if kind < 0.12:
            facts.append(("value", seat, piece, rng.randint(1, 6)))
        elif kind < 0.35:
            facts.append(("bomb", seat, piece, rng.randrange(2), rng.randint(1, 6), rng.choice(("stay", "out"))))
        else:
            other = 1 - seat if rng.random() < 0.95 else seat
            facts.append(("battle", seat, piece, other, rng.randrange(6), *rng.choice(Results)))
    return facts


def as_constraint(fact: tuple[Any, ...]) -> Constraint:
    if fact[0] == "value":
        return Only(fact[1], fact[2], bits((fact[3],)))
    if fact[0] == "bomb":
        _, seat, piece, ring, bomb, fate = fact
        return Only(seat, piece, bits(value for value in range(1, 7) if bomb_fate(value, ring, bomb) == fate))
    _, seat, piece, other, target, result, ring, other_ring = fact
    return Fight(seat, piece, other, target, relation_of(result, ring, other_ring))


def holds_alone(fact: tuple[Any, ...], way: tuple[int, ...]) -> bool:
    """Whether one seat's way agrees with a fact about that seat alone."""
    if fact[0] == "value":
        return bool(way[fact[2]] == fact[3])
    if fact[0] == "bomb":
        return bool(bomb_fate(way[fact[2]], fact[3], fact[4]) == fact[5])
    return bool(battle_outcome(way[fact[2]], fact[6], way[fact[4]], fact[7]) == fact[5])


HAVING = {
    (piece, value): sum(1 << place for place, way in enumerate(WAYS) if way[piece] == value)
    for piece in range(6)
    for value in range(1, 7)
}
"""The ways in which a piece has a value, as bits, so that 720 × 720 pairs are looked at 720 at a time."""


def by_brute_force(facts: list[tuple[Any, ...]]) -> list[list[set[int]]] | None:
    """Every way of one seat with every way of the other: the values in pairs that explain all facts."""
    ways = []
    for seat in (0, 1):
        alone = [fact for fact in facts if fact[1] == seat and (fact[0] != "battle" or fact[3] == seat)]
        ways.append([place for place, way in enumerate(WAYS) if all(holds_alone(fact, way) for fact in alone)])
    battles = [fact for fact in facts if fact[0] == "battle" and fact[1] != fact[3]]
    partners = [{value: _partners(fact, value) for value in range(1, 7)} for fact in battles]
    mine = [fact[2] if fact[1] == 0 else fact[4] for fact in battles]
    theirs = sum(1 << place for place in ways[1])
    explained: list[tuple[int, ...]] = []
    reached = 0
    for place in ways[0]:
        way, left = WAYS[place], theirs
        for piece, allowed in zip(mine, partners, strict=True):
            left &= allowed[way[piece]]
        if left:
            reached |= left
            explained.append(way)
    if not reached:
        return None
    first = [set(values) for values in zip(*explained, strict=True)]
    second = [{value for value in range(1, 7) if HAVING[piece, value] & reached} for piece in range(6)]
    return [first, second]


def _partners(fact: tuple[Any, ...], value: int) -> int:
    """The ways of seat 1 with which a battle ends as told when the fighter of seat 0 has this value."""
    _, seat, piece, _, target, result, ring, other_ring = fact
    found = 0
    for other in range(1, 7):
        one, two = (value, other) if seat == 0 else (other, value)
        if battle_outcome(one, ring, two, other_ring) == result:
            found |= HAVING[target if seat == 0 else piece, other]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("part", range(many(2, PARTS)))
def test_sl_hid_5_the_solver_finds_exactly_what_brute_force_finds(part: int) -> None:
    rng = Random(part)
    impossible = 0
    for _ in range(SETS // PARTS):
        facts = random_constraints(rng)
        problem = nothing_known(2).plus(as_constraint(fact) for fact in facts)
        right = by_brute_force(facts)
        answer = possible(problem)

        assert (solve(problem) is None) == (right is None), facts
        if right is None:
            impossible += 1
            assert answer is None, facts
        else:
            assert answer is not None, facts
            assert [[set(values_of(one)) for one in seat] for seat in answer.domains] == right, facts
    assert 0 < impossible < SETS // PARTS


def test_sl_hid_4_a_circle_through_1_beats_6_is_not_a_contradiction() -> None:
    """6 beats 5, 5 beats 3, 3 beats 1, 1 beats 6."""
    beats = relation_of("attacker", 0, 0)
    circle = [Fight(0, 0, 1, 0, beats), Fight(1, 0, 0, 1, beats), Fight(0, 1, 1, 1, beats), Fight(1, 1, 0, 0, beats)]

    answer = possible(nothing_known(2).plus(circle))

    assert answer is not None
    for seat in range(2):
        assert {1, 6} & set(values_of(answer.domains[seat][0])) or {1, 6} & set(values_of(answer.domains[seat][1]))


# the knowledge after each event, against the page's words carried out naively


class ByTheBook:
    """Section 6.3 to 6.5 of the page, sentence by sentence, with no memory from one event to the next."""

    def __init__(self, seats: tuple[str, ...], entries: list[Entry], seat: str | None) -> None:
        self.seats = seats
        self.seat = seat
        self.place = {f"{name}.{letter}": (n, m) for n, name in enumerate(seats) for m, letter in enumerate("abcdef")}
        accepted = {shown.piece: int(shown.value) for entry in entries for shown in entry.accepted}
        if seat is not None:
            told = {one.piece for entry in entries for one in entry.accepted if seat in one.seers}
            accepted = {
                piece: value for piece, value in accepted.items() if piece.startswith(f"{seat}.") or piece in told
            }
        self.accepted = accepted
        self.units = self._units(entries)
        self.kept: list[tuple[int, list[Constraint], set[str]]] = []
        self.conflicts: list[dict[str, Any]] = []
        for unit in self.units:
            if self._can_be([*self.kept, unit]):
                self.kept.append(unit)
            else:
                self._explain(unit)

    def _units(self, entries: list[Entry]) -> list[tuple[int, list[Constraint], set[str]]]:
        units = []
        if self.seat is not None:
            own = {piece: value for piece, value in self.accepted.items() if piece.startswith(f"{self.seat}.")}
            units.append((0, [self._is(piece, value) for piece, value in own.items()], set(own)))
        for entry in entries:
            says: list[Constraint] = []
            pieces: set[str] = set()
            for shown in entry.accepted:
                if self.seat is None or self.seat in shown.seers:
                    says.append(self._is(shown.piece, int(shown.value)))
                    pieces.add(shown.piece)
            for result in () if entry.faults else entry.results:
                known = (
                    values_known(result, self.accepted) is not None
                    if self.seat is None
                    else all(piece in self.accepted for piece in pieces_in(result))
                )
                if not known and not self._says_nothing(result):
                    says.append(self._ended(result))
                    pieces.update(pieces_in(result))
            if says:
                units.append((entry.seq, says, pieces))
        return units

    def _says_nothing(self, result: Fought | Met) -> bool:
        """A bomb's result that every value gives, or none, is judged by itself and proves nothing."""
        return isinstance(result, Met) and len({fits(result, [value]) for value in range(1, 7)}) == 1

    def _is(self, piece: str, value: int) -> Constraint:
        return Only(*self.place[piece], bits((value,)))

    def _ended(self, result: Fought | Met) -> Constraint:
        if isinstance(result, Fought):
            relation = relation_of(result.result, result.ring, result.other_ring)
            return Fight(*self.place[result.attacker], *self.place[result.defender], relation)
        return Only(*self.place[result.piece], bits(value for value in range(1, 7) if fits(result, [value])))

    def _can_be(self, units: list[tuple[int, list[Constraint], set[str]]]) -> bool:
        return solve(nothing_known(len(self.seats)).plus(one for unit in units for one in unit[1])) is not None

    def _explain(self, last: tuple[int, list[Constraint], set[str]]) -> None:
        left = [*self.kept, last]
        for unit in self.kept:
            fewer = [other for other in left if other is not unit]
            if not self._can_be(fewer):
                left = fewer
        named = {piece[:-2] for unit in left for piece in unit[2]}
        events = [unit[0] for unit in left if unit[0]]
        seats = [seat for seat in self.seats if seat in named]
        self.conflicts.append({"event": last[0], "seats": seats, "events": events})

    def report(self) -> dict[str, Any]:
        answer = possible(nothing_known(len(self.seats)).plus(one for unit in self.kept for one in unit[1]))
        assert answer is not None
        candidates = {
            piece: list(values_of(answer.domains[seat][place])) for piece, (seat, place) in self.place.items()
        }
        forced = {piece: values[0] for piece, values in candidates.items() if len(values) == 1}
        return {"forced": forced, "candidates": candidates, "conflicts": self.conflicts}


def random_entries(rng: Random, seats: tuple[str, ...], errors: float) -> list[Entry]:
    """Battles, bombs and shown values of a random deal, some of them misstated."""
    values: dict[str, int] = {}
    for seat in seats:
        values.update({f"{seat}.{letter}": n for letter, n in zip("abcdef", rng.sample(range(1, 7), 6), strict=True)})
    screen = Screen()
    entries = []
    for seq in range(2, 2 + rng.randint(8, 30)):
        one = rng.choice(sorted(values))
        other = rng.choice(sorted(piece for piece in values if piece[:-2] != one[:-2]))
        wrong = rng.random() < errors
        kind = rng.random()
        if kind < 0.2:
            value = rng.randint(1, 6) if wrong else values[one]
            seers = tuple(seat for seat in seats if seat != one[:-2] and rng.random() < 0.6)
            evidence = Evidence(shown=(Shown(one, value, seers),))
        elif kind < 0.45:
            ring, bomb = rng.randrange(2), rng.randint(1, 6)
            fate = rng.choice(("stay", "out")) if wrong else bomb_fate(values[one], ring, bomb)
            evidence = Evidence(met=(Met(one, ring, bomb, fate, None),))
        else:
            rings = rng.randrange(2), rng.randrange(2)
            right = battle_outcome(values[one], rings[0], values[other], rings[1])
            result: Any = rng.choice(("attacker", "defender", "draw")) if wrong else right
            told = rng.random() < 0.3
            seen = ((one, values[one], (other[:-2],)), (other, values[other], (one[:-2],))) if told else ()
            shown = tuple(Shown(*item) for item in seen)
            numbers = (values[one], values[other]) if told else (None, None)
            evidence = Evidence(shown=shown, fought=Fought(one, rings[0], other, rings[1], result, numbers))
        entries.append(screen.entry(seq, evidence))
    return entries


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("errors", first_ones([0.15, 0.0, 0.5]))
def test_sl_hid_5_and_6_knowledge_after_each_event_is_that_of_the_events_so_far(players: int, errors: float) -> None:
    from replay.games.lost_island.reckoning import Reckoning

    rng = Random(f"{players} {errors}")
    seats = SEATS[:players]
    conflicts = 0
    for _ in range(12):
        entries = random_entries(rng, seats, errors)
        for seat in (None, rng.choice(seats)):
            reckoning = Reckoning(seats, seat)
            for count, entry in enumerate(entries, 1):
                broken = reckoning.add(entry)
                right = ByTheBook(seats, entries[:count], seat).report()

                assert as_report(seats, reckoning.known()) == right
                assert broken == any(conflict["event"] == entry.seq for conflict in right["conflicts"])
            conflicts += len(right["conflicts"])
    assert (conflicts == 0) == (errors == 0.0)


@pytest.mark.parametrize("players", [2, 4])
def test_sl_hid_5_values_dealt_out_are_always_among_the_candidates(players: int) -> None:
    for seed in range(6):
        game = dealt("lost-island", players, seed, variants=["secret-battles"])
        values = game.full[0]["values"]
        _, table, line, _ = timeline(game.header, game.scribe)
        for _, report in knowledge_after_each(table, line, None):
            assert report["conflicts"] == []
            for seat in table.seats:
                for letter, value in values[seat].items():
                    assert value in report["candidates"][f"{seat}.{letter}"]


def test_sl_hid_6_a_seat_knows_more_than_the_table_and_less_than_the_record() -> None:
    game = dealt("lost-island", 3, 5, variants=["secret-battles"])
    _, table, line, _ = timeline(game.header, game.full[:40])
    _, _, public, _ = timeline(game.header, game.scribe[:40])
    everything = knowledge(table, line, None)
    nobody = knowledge(table, public, None)
    red = knowledge(table, line, "red")

    assert len(everything["forced"]) == 18
    assert len(nobody["forced"]) < len(red["forced"]) < 18
    for piece, values in red["candidates"].items():
        assert set(everything["candidates"][piece]) <= set(values) <= set(nobody["candidates"][piece])
    assert {piece for piece in red["forced"] if piece.startswith("red.")} == {f"red.{letter}" for letter in "abcdef"}
