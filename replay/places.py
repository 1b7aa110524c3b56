"""Places: who came first, second and so on, as far as the count decides it."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec
from msgspec.structs import replace

from replay.score import Score, SeatScore

Points = int | Fraction


class Standing(msgspec.Struct, frozen=True):
    """What decides a seat's place: whether it won or is out, and between which points it lies."""

    seat: str
    low: Points | None = None
    high: Points | None = None
    """The fewest and the most points; None on both sides if nothing is known."""
    tie: tuple[int, ...] = ()
    wins: bool = False
    out: bool = False
    has_points: bool = True
    """False in a game without points."""


def with_places(count: Score) -> Score:
    """The count with the place of each seat, as far as it is known. Before the end of the game nobody has one.

    A game that gives places itself, at any time, has said all of it.
    """
    if not count.over or any(seat.place is not msgspec.UNSET for seat in count.seats):
        return count
    places = places_of([standing_of(seat, seat.seat in count.winners) for seat in count.seats])
    return replace(count, seats=tuple(placed(seat, places) for seat in count.seats))


def placed(seat: SeatScore, places: dict[str, int]) -> SeatScore:
    """A seat with its place, if it is among those that are known."""
    return replace(seat, place=places[seat.seat]) if seat.seat in places else seat


def standing_of(seat: SeatScore, wins: bool = False) -> Standing:
    """What the count says of a seat."""
    low, high = seat.between if seat.between is not None else (None, None)
    if isinstance(seat.total, int):
        low = high = seat.total
    has_points = seat.total is not None or seat.between is not None
    return Standing(seat.seat, low, high, seat.tie, wins, seat.out, has_points)


def places_of(standings: Sequence[Standing]) -> dict[str, int]:
    """The places that are certain, each one more than the number of players before it: 1, 2, 2, 4."""
    found: dict[str, int] = {}
    for one in standings:
        ahead = [_is_ahead(other, one) for other in standings if other.seat != one.seat]
        if None not in ahead:
            found[one.seat] = 1 + ahead.count(True)
    return found


def first_of(places: dict[str, int], standings: Iterable[Standing]) -> tuple[str, ...]:
    """The seats that certainly have the most points; nobody who is out is among them."""
    return tuple(one.seat for one in standings if places.get(one.seat) == 1 and not one.out)


def _is_ahead(one: Standing, other: Standing) -> bool | None:
    """Whether one seat stands before another; None if that is not certain."""
    if one.wins or other.wins:
        return one.wins and not other.wins
    if one.out or other.out:
        staying = other if one.out else one
        if not staying.out and staying.has_points and staying.low is None:
            return None  # whoever may have any number of points may be out too
        return other.out and not one.out
    if not (one.has_points and other.has_points):
        return one.has_points and not other.has_points
    return _has_more(one, other)


def _has_more(one: Standing, other: Standing) -> bool | None:
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return None
    if one.low > other.high or (one.low == other.high and one.tie > other.tie):
        return True
    if one.high < other.low or (one.high == other.low and one.tie <= other.tie):
        return False
    return None


_ORDERS_MAX = 6
"""With more players than this, nobody goes through all their orders."""


def possible_places(standings: Sequence[Standing]) -> tuple[dict[str, int], ...]:
    """The places of each order that what is known allows; nothing if they are too many to go through."""
    if len(standings) > _ORDERS_MAX:
        return ()
    return tuple(_orders(tuple(standings), 1))


def _orders(left: tuple[Standing, ...], place: int) -> Iterator[dict[str, int]]:
    """Every way to place those who are left, from this place on."""
    if not left:
        yield {}
    for count in range(1, len(left) + 1):
        for level in combinations(left, count):
            rest = tuple(one for one in left if one not in level)
            fits_level = all("level" in _relations(*pair) for pair in combinations(level, 2))
            if fits_level and all("ahead" in _relations(one, other) for one in level for other in rest):
                for order in _orders(rest, place + count):
                    yield {**{one.seat: place for one in level}, **order}


def _relations(one: Standing, other: Standing) -> frozenset[str]:
    """How one seat may stand to another: ahead, level or behind."""
    ahead, behind = _is_ahead(one, other), _is_ahead(other, one)
    if ahead is not None and behind is not None:
        return frozenset({"ahead" if ahead else "behind" if behind else "level"})
    if one.out or other.out:
        return frozenset({"level", "behind" if one.out else "ahead"})
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return frozenset({"ahead", "level", "behind"})
    found = {word for word, is_so in (("ahead", one.high > other.low), ("behind", other.high > one.low)) if is_so}
    if max(one.low, other.low) <= min(one.high, other.high):  # the same points: the tie-break decides
        found.add("ahead" if one.tie > other.tie else "behind" if one.tie < other.tie else "level")
    return frozenset(found)
