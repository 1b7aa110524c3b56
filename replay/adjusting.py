"""A result adjusted by rulings: points, places and winners that an official assigned, in place of the counted ones."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Any

import msgspec
from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.places import Points, Standing, first_of, placed, places_of, standing_of
from replay.score import Adjusted, Score, SeatScore

ADJUSTMENTS = ("assigned", "weighted", "artificial")
"""The kinds of an adjusted result."""


class Assigned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an outcome gives: points, places, winners, or several of these."""

    scores: dict[str, int] | None = None
    places: dict[str, int] | None = None
    winners: list[str] | None = None


class WeighedOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way in which the game might have ended, and how much it weighs."""

    result: Assigned
    weight: int = 1


class Adjust(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `adjust` of a ruling."""

    kind: str
    outcomes: list[WeighedOutcome]
    why: str | None = None


class Ruled(msgspec.Struct, frozen=True):
    """An adjustment that counts, and the event of its ruling."""

    seq: int
    adjust: Adjust


def read_adjust(given: dict[str, Any]) -> Adjust:
    """The `adjust` of a ruling as a typed value. Raises `msgspec.ValidationError` for what cannot be read."""
    return msgspec.convert(given, Adjust)


def adjust_problems(given: dict[str, Any], seats: Sequence[str]) -> list[str]:
    """Why an `adjust` changes nothing at a table with these seats; nothing if it is in order."""
    try:
        adjust = read_adjust(given)
    except msgspec.ValidationError as error:
        return [str(error).replace("`$.", "`").replace("`", "'")]
    return list(_problems(adjust, seats))


def _problems(adjust: Adjust, seats: Sequence[str]) -> Iterator[str]:
    if adjust.kind not in ADJUSTMENTS:
        yield f"the kind is {adjust.kind!r}; it must be assigned, weighted or artificial"
    weighted, several = adjust.kind == "weighted", len(adjust.outcomes) > 1
    if weighted != several or not adjust.outcomes:
        needs = "two outcomes or more" if weighted else "one outcome"
        yield f"a result that is {adjust.kind} has {needs}, not {len(adjust.outcomes)}"
    for outcome in adjust.outcomes:
        if outcome.weight < 1:
            yield f"the weight is {outcome.weight}; it must be a whole number from 1"
        yield from _problems_of(outcome.result, seats, weighted)


def _problems_of(result: Assigned, seats: Sequence[str], weighted: bool) -> Iterator[str]:
    scores, places, winners = result.scores, result.places, result.winners
    if scores is None and places is None and winners is None:
        yield "an outcome names neither scores nor places nor winners"
    if weighted and (scores is None or places is not None or winners is not None):
        yield "an outcome that is weighted names scores alone"
    strangers = dict.fromkeys(
        seat for seat in (*(scores or ()), *(places or ()), *(winners or ())) if seat not in seats
    )
    for seat in strangers:
        yield f"{seat} has no seat here"
    if places is None:
        return
    missing = [seat for seat in seats if seat not in places]
    if missing:
        yield f"places leave out {', '.join(missing)}"
    if any(place < 1 for place in places.values()):
        yield "a place is a whole number from 1"
    if winners is not None and set(winners) != _firsts(places):
        yield "the winners are not those in the first place"


def _firsts(places: dict[str, int]) -> set[str]:
    return {seat for seat, place in places.items() if place == 1}


def adjusted(count: Score, rulings: Sequence[Ruled]) -> Score:
    """The count as rulings changed it, each what it names, in the order of the log."""
    if not rulings:
        return count
    tally = _Tally(count)
    for ruled in rulings:
        tally.follow(ruled)
    return tally.score()


class _Tally:
    """The points of every seat, and the places and winners that a ruling gave, while rulings are followed."""

    def __init__(self, count: Score) -> None:
        self.count = count
        self.standings = {seat.seat: replace(standing_of(seat), tie=()) for seat in count.seats}
        self.ruled: dict[str, int] = {}
        """For a seat whose points were given: the ruling that gave them last."""
        self.places: dict[str, int] | None = None
        self.winners: list[str] | None = None
        self.last: Adjusted | None = None

    def follow(self, ruled: Ruled) -> None:
        """What one more ruling changes."""
        adjust, outcomes = ruled.adjust, ruled.adjust.outcomes
        self.last = Adjusted(ruled.seq, adjust.kind)
        named = {seat for outcome in outcomes for seat in outcome.result.scores or {}}
        means = {seat: self._mean(seat, outcomes) for seat in named}
        self.standings |= means
        self.ruled |= dict.fromkeys(named, ruled.seq)
        result = outcomes[0].result
        if result.places is not None:
            self.places, self.winners = result.places, None
        elif result.winners is not None:
            self.places, self.winners = None, result.winners

    def _mean(self, seat: str, outcomes: Sequence[WeighedOutcome]) -> Standing:
        """The mean by weight; where an outcome does not name the seat, it has the points it had before."""
        before = self.standings[seat]
        low, high = (before.low, before.high) if before.has_points and not before.out else (0, 0)
        return Standing(seat, _mean(seat, outcomes, low), _mean(seat, outcomes, high))

    def score(self) -> Score:
        """The count with what the rulings changed."""
        assert self.last is not None
        standings = [self._standing(seat.seat) for seat in self.count.seats]
        given = self.places is not None or self.winners is not None
        decided = self.count.over or given or all(seat.seat in self.ruled for seat in self.count.seats)
        places = self.places if self.places is not None else places_of(standings) if decided else {}
        winners = self._winners(places, standings) if decided else ()
        return replace(
            self.count,
            seats=tuple(placed(self._seat(seat), places) for seat in self.count.seats),
            winners=winners,
            over=decided,
            notes=(*self.count.notes, f"adjusted by the ruling of event {self.last.ruling} ({self.last.kind})"),
            adjusted=self.last,
        )

    def _standing(self, seat: str) -> Standing:
        return replace(self.standings[seat], wins=seat in (self.winners or ()))

    def _winners(self, places: dict[str, int], standings: list[Standing]) -> tuple[str, ...]:
        if self.winners is not None:
            return tuple(seat.seat for seat in self.count.seats if seat.seat in self.winners)
        if self.places is not None:
            return tuple(seat.seat for seat in self.count.seats if self.places[seat.seat] == 1)
        return first_of(places, standings)

    def _seat(self, seat: SeatScore) -> SeatScore:
        bare = replace(seat, counted=seat.total, place=msgspec.UNSET)
        if seat.seat not in self.ruled:
            return bare
        standing = self.standings[seat.seat]
        low, high = _rounded(standing.low), _rounded(standing.high)
        known = low is not None and low == high
        between = (low, high) if not known and low is not None and high is not None else None
        total = low if known else UNKNOWN
        return replace(bare, total=total, between=between, ruling=self.ruled[seat.seat])


def _mean(seat: str, outcomes: Sequence[WeighedOutcome], before: Points | None) -> Points | None:
    total, weight = Fraction(0), 0
    for outcome in outcomes:
        points = (outcome.result.scores or {}).get(seat, before)
        if points is None:
            return None
        total += points * outcome.weight
        weight += outcome.weight
    return total / weight


def _rounded(points: Points | None) -> int | None:
    """Half up: 12½ is 13, and −12½ is −12."""
    return None if points is None else floor(points + Fraction(1, 2))
