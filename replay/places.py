"""Places: who came first, second and so on, as far as the count decides it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

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
    """The count with the place of each seat, as far as it is known. Before the end of the game nobody has one."""
    if not count.over:
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
