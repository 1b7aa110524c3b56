"""Which values can the explorers have? An exact solver over permutations.

Each seat holds the values 1 to 6, each once: 720 ways, kept as one integer of 720 bits. A constraint on one piece is
a mask; a battle between two seats is a relation of two sets of values, looked up in tables. Propagation narrows the
ways of each seat, and a search splits what propagation cannot decide. A *box* (one set of ways per seat, with which
every battle comes out right whichever ways are chosen) proves at once that all its values are possible.

Pure: nothing is kept between calls but tables and remembered sub-results.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

from replay.games.lost_island.outcome import Outcome, battle_outcome

VALUES = (1, 2, 3, 4, 5, 6)
WAYS = tuple(permutations(VALUES))
ALL_WAYS = (1 << len(WAYS)) - 1
ALL_VALUES = 0b111111
"""A set of values is six bits: bit 0 is the value 1."""

Ways = int
"""The ways of dealing out one seat's values that are still possible, one bit each."""
Domain = int
"""A set of values, six bits."""
Box = tuple[Ways, ...]
"""The ways of each seat."""


class Only(NamedTuple):
    """A piece (of a seat, the n-th letter) has one of these values."""

    seat: int
    piece: int
    domain: Domain


class Fight(NamedTuple):
    """A battle between pieces: `relation` names the pairs of values with which it ends as it did."""

    seat: int
    piece: int
    other: int
    target: int
    relation: int


Constraint = Only | Fight


def bits(values: Iterable[int]) -> Domain:
    """A set of values as bits."""
    return sum(1 << (value - 1) for value in set(values))


@cache
def values_of(domain: Domain) -> tuple[int, ...]:
    """The values of a set, rising."""
    return tuple(value for value in VALUES if domain >> (value - 1) & 1)


def _having(piece: int, value: int) -> Ways:
    return sum(1 << place for place, way in enumerate(WAYS) if way[piece] == value)


_WITH: tuple[tuple[Ways, ...], ...] = tuple(tuple(_having(piece, value) for value in VALUES) for piece in range(6))
"""The ways in which a piece has a value."""


def _keeping(piece: int) -> tuple[Ways, ...]:
    found = [0] * 64
    for domain in range(1, 64):
        low = domain & -domain
        found[domain] = found[domain ^ low] | _WITH[piece][low.bit_length() - 1]
    return tuple(found)


_KEEP: tuple[tuple[Ways, ...], ...] = tuple(_keeping(piece) for piece in range(6))
"""The ways in which a piece has one of a set of values."""

_RESULTS: tuple[Outcome, ...] = ("attacker", "defender", "draw")


def relation_of(result: Outcome, ring: int, other_ring: int) -> int:
    """The number of the relation between the two values with which a battle has this result."""
    return _RESULTS.index(result) * 4 + ring * 2 + other_ring


def _allowed(relation: int) -> tuple[Domain, ...]:
    """For each value of the attacker, the defender's values with which the battle has this result."""
    result, ring, other_ring = _RESULTS[relation // 4], relation // 2 % 2, relation % 2
    return tuple(bits(d for d in VALUES if battle_outcome(a, ring, d, other_ring) == result) for a in VALUES)


_ALLOWED = tuple(_allowed(relation) for relation in range(12))


def _turned(allowed: Sequence[Domain]) -> tuple[Domain, ...]:
    return tuple(bits(a for a in VALUES if allowed[a - 1] >> (d - 1) & 1) for d in VALUES)


def _any_and_all(allowed: Sequence[Domain]) -> tuple[tuple[Domain, ...], tuple[Domain, ...]]:
    some, every = [0] * 64, [ALL_VALUES] * 64
    for domain in range(1, 64):
        low = domain & -domain
        row = allowed[low.bit_length() - 1]
        some[domain] = some[domain ^ low] | row
        every[domain] = every[domain ^ low] & row
    return tuple(some), tuple(every)


_FORTH = tuple(_any_and_all(_ALLOWED[relation]) for relation in range(12))
_BACK = tuple(_any_and_all(_turned(_ALLOWED[relation])) for relation in range(12))
_SOME_D = tuple(tables[0] for tables in _FORTH)
"""By relation and the attacker's set: values of the defender that go with some of them."""
_EVERY_D = tuple(tables[1] for tables in _FORTH)
"""By relation and the attacker's set: values of the defender that go with all of them."""
_SOME_A = tuple(tables[0] for tables in _BACK)


@lru_cache(maxsize=1 << 14)
def domains(ways: Ways) -> tuple[Domain, ...]:
    """For each of a seat's six pieces, the values it has in some of these ways."""
    found = []
    for piece in range(6):
        domain = 0
        for value, having in enumerate(_WITH[piece]):
            if ways & having:
                domain |= 1 << value
        found.append(domain)
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _own_fight(piece: int, target: int, relation: int) -> Ways:
    """A battle between two pieces of one seat: the ways with which it has this result."""
    found = 0
    for place, way in enumerate(WAYS):
        if _ALLOWED[relation][way[piece] - 1] >> (way[target] - 1) & 1:
            found |= 1 << place
    return found


class Problem(NamedTuple):
    """Constraints, sorted: the ways each of them leaves to its seat, and the battles between two seats."""

    ways: Box
    fights: tuple[Fight, ...]

    def plus(self, constraints: Iterable[Constraint]) -> "Problem":
        """The problem with more constraints."""
        ways = list(self.ways)
        fights = list(self.fights)
        for constraint in constraints:
            if isinstance(constraint, Only):
                ways[constraint.seat] &= _KEEP[constraint.piece][constraint.domain]
            elif constraint.seat == constraint.other:
                ways[constraint.seat] &= _own_fight(constraint.piece, constraint.target, constraint.relation)
            elif constraint not in fights:
                fights.append(constraint)
        return Problem(tuple(ways), tuple(fights))


def nothing_known(seats: int) -> Problem:
    """No constraint except that each seat has six different values."""
    return Problem((ALL_WAYS,) * seats, ())


def solve(problem: Problem, within: Box | None = None) -> Box | None:
    """A box in which every constraint holds, inside `within` if given; None if there is no assignment."""
    ways = list(problem.ways)
    if within is not None:
        ways = [one & other for one, other in zip(ways, within, strict=True)]
    return _search(ways, problem.fights)


def _search(ways: list[Ways], fights: tuple[Fight, ...]) -> Box | None:
    open_fights = _narrow(ways, fights)
    if open_fights is None:
        return None
    if not open_fights:
        return tuple(ways)
    seat, piece, domain = _split(ways, open_fights)
    for value in values_of(domain):
        tried = list(ways)
        tried[seat] &= _WITH[piece][value - 1]
        found = _search(tried, open_fights)
        if found is not None:
            return found
    return None


def _narrow(ways: list[Ways], fights: tuple[Fight, ...]) -> tuple[Fight, ...] | None:
    """Remove ways that no battle allows until nothing changes. Returns the undecided battles; None: no assignment."""
    if not all(ways):
        return None
    known = [domains(one) for one in ways]
    while True:
        changed = False
        undecided = []
        for fight in fights:
            seat, piece, other, target, relation = fight
            attack, defence = known[seat][piece], known[other][target]
            if not defence & ~_EVERY_D[relation][attack]:
                continue
            left = defence & _SOME_D[relation][attack]
            if left != defence:
                ways[other] &= _KEEP[target][left]
                if not ways[other]:
                    return None
                known[other] = domains(ways[other])
                changed = True
            kept = attack & _SOME_A[relation][left]
            if kept != attack:
                ways[seat] &= _KEEP[piece][kept]
                if not ways[seat]:
                    return None
                known[seat] = domains(ways[seat])
                changed = True
            undecided.append(fight)
        fights = tuple(undecided)
        if not changed:
            return fights


def _split(ways: list[Ways], fights: tuple[Fight, ...]) -> tuple[int, int, Domain]:
    """The fighter with the fewest possible values (but more than one)."""
    best: tuple[int, int, int] | None = None
    size = 7
    for fight in fights:
        for seat, piece in ((fight.seat, fight.piece), (fight.other, fight.target)):
            domain = domains(ways[seat])[piece]
            count = domain.bit_count()
            if 1 < count < size:
                best, size = (seat, piece, domain), count
    assert best is not None, "a battle whose fighters have one value each is decided"
    return best


class Possible(NamedTuple):
    """Every value that some assignment gives to a piece, and boxes that prove it."""

    domains: tuple[tuple[Domain, ...], ...]
    """By seat and piece."""
    boxes: tuple[Box, ...]


def possible(problem: Problem, hints: Sequence[Box] = ()) -> Possible | None:
    """All possible values of all pieces; None if there is no assignment. `hints` are boxes of a weaker problem."""
    ways = list(problem.ways)
    if _narrow(ways, problem.fights) is None:
        return None
    narrowed = Problem(tuple(ways), problem.fights)
    boxes: list[Box] = []
    proved = [[0] * 6 for _ in ways]
    for hint in hints:
        if not _adds(hint, ways, proved):
            continue
        box = solve(narrowed, hint)
        if box is not None:
            _take(box, boxes, proved)
    if not boxes:
        box = solve(narrowed)
        if box is None:
            return None
        _take(box, boxes, proved)
    _settle(ways, problem.fights, boxes, proved)
    return Possible(tuple(tuple(seat) for seat in proved), tuple(boxes))


def _settle(ways: list[Ways], fights: tuple[Fight, ...], boxes: list[Box], proved: list[list[Domain]]) -> None:
    """For every value not yet proved possible: find a box that has it, or rule it out."""
    for seat in range(len(ways)):
        for piece in range(6):
            while True:
                left = domains(ways[seat])[piece] & ~proved[seat][piece]
                if not left:
                    break
                value = (left & -left).bit_length() - 1
                tried = list(ways)
                tried[seat] &= _WITH[piece][value]
                box = _search(tried, fights)
                if box is None:
                    ways[seat] &= ~_WITH[piece][value]
                else:
                    _take(box, boxes, proved)


def _take(box: Box, boxes: list[Box], proved: list[list[Domain]]) -> None:
    boxes.append(box)
    for seat, ways in enumerate(box):
        for piece, domain in enumerate(domains(ways)):
            proved[seat][piece] |= domain


def _adds(hint: Box, ways: list[Ways], proved: list[list[Domain]]) -> bool:
    """Whether a box may prove a value that is not yet proved."""
    for seat, one in enumerate(hint):
        left = one & ways[seat]
        if not left:
            return False
    return any(
        domain & ~proved[seat][piece]
        for seat, one in enumerate(hint)
        for piece, domain in enumerate(domains(one & ways[seat]))
    )
