"""Rules about the end: the result that the table declares, and play after it.

They are asked by replay/closing.py, which knows the count; the other rules of procedure know only the log.
"""

from collections.abc import Iterator

from replay.action import UNKNOWN, Action, Close, Result
from replay.places import standing_of
from replay.result import place_of
from replay.rule import Answer, Broken, Cite, Open, rule
from replay.score import Score, SeatScore
from replay.step import Step

_END = Cite("The result (qm help record)")
_UNFINISHED = "the log does not reach the end of the game"


@rule("QM-CLOSE-1", cite=_END, judges=Close, may_open=True)
def the_result_is_what_the_count_gives(step: Step[Score, Close]) -> Iterator[Answer]:
    """The result of a close is what the count gives: winners, places and scores, and only seats of the table."""
    told, count = step.action.told, step.before
    seats = {seat.seat for seat in count.seats}
    named = dict.fromkeys((*(told.winners or ()), *(told.scores or ()), *(told.places or ())))
    for stranger in [seat for seat in named if seat not in seats]:
        yield Broken(f"{stranger} has no seat here", {"seat": stranger})
    if told.end != "finished":
        return
    if not count.over:
        yield Open(_UNFINISHED, {"end": told.end})
        return
    for seat in count.seats:
        yield from _of_seat(told, seat)
    yield from _of_winners(told, count)


def _of_seat(told: Result, seat: SeatScore) -> Iterator[Answer]:
    if told.scores is not None and seat.seat in told.scores:
        claimed = told.scores[seat.seat]
        standing = standing_of(seat)
        facts = {"seat": seat.seat, "told": claimed, "counted": seat.total}
        if seat.total == UNKNOWN:
            possible = claimed is None or standing.low is None or _lies_between(claimed, standing.low, standing.high)
            words = f"{seat.seat} has {_points(claimed)}, but the count is {seat.words}"
            yield Open(words, facts) if possible else Broken(words, facts)
        elif claimed != seat.total:
            yield Broken(
                f"{seat.seat} has {_points(claimed)}, but the count is {seat.words or 'without points'}", facts
            )
    if told.places is not None and seat.seat in told.places:
        claimed_place, place = told.places[seat.seat], place_of(seat)
        facts = {"seat": seat.seat, "told": claimed_place, "counted": place}
        if place is None:
            yield Open(f"{seat.seat} has place {claimed_place}, but by the count no place is known", facts)
        elif claimed_place != place:
            yield Broken(f"{seat.seat} has place {claimed_place}, but by the count place {place}", facts)


def _lies_between(points: int, low: object, high: object) -> bool:
    return isinstance(low, int) and isinstance(high, int) and low <= points <= high


def _points(points: int | None) -> str:
    return "no points, being out" if points is None else str(points)


def _of_winners(told: Result, count: Score) -> Iterator[Answer]:
    if told.winners is None:
        return
    facts = {"told": told.winners, "counted": list(count.winners)}
    claimed = " and ".join(told.winners) or "nobody"
    if not count.winners and any(seat.total == UNKNOWN for seat in count.seats):
        yield Open(f"{claimed} won, it says, but by the count it is not known who did", facts)
    elif set(told.winners) != set(count.winners):
        yield Broken(f"{claimed} won, it says, but by the count {' and '.join(count.winners) or 'nobody'} did", facts)


@rule("QM-CLOSE-2", cite=_END, judges=Action)
def nothing_is_played_after_the_end(step: Step[int, Action]) -> Iterator[Answer]:
    """Nothing is played after the record was closed."""
    yield Broken(f"the record was closed by event {step.before}", {"close": step.before})


CLOSING_RULES = (the_result_is_what_the_count_gives, nothing_is_played_after_the_end)
