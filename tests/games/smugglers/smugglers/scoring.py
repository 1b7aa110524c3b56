"""The count: the sum of the crates left in each hand."""

from replay.action import UNKNOWN
from replay.score import Score, ScoreLine, SeatScore
from smugglers.kit import NUMBER
from smugglers.state import State


def total(hand: tuple[str, ...]) -> int | str:
    """The sum of a hand; `"?"` where a crate is not known."""
    return UNKNOWN if UNKNOWN in hand else sum(NUMBER[crate] for crate in hand)


def winners(state: State) -> list[str] | str:
    """Who has the largest sum at the end; nobody before it, and `"?"` where a sum is not known."""
    totals = {seat: total(hand) for seat, hand in state.hands.items()}
    if state.phase != "over":
        return []
    if UNKNOWN in totals.values():
        return UNKNOWN
    best = [seat for seat in totals if totals[seat] == max(map(int, totals.values()))]
    if state.table.readings["SM-Q1"] == "first":
        best = [min(best, key=lambda seat: state.table.distance(state.starter, seat))]
    return best


def score(state: State) -> Score:
    """The count so far, or at the end, with lines to check by hand."""
    found = winners(state)
    seats = tuple(
        SeatScore(seat, total(hand), (ScoreLine("crates left", total(hand), " + ".join(hand) or "none"),))
        for seat, hand in state.hands.items()
    )
    return Score(seats, () if isinstance(found, str) else tuple(found), state.phase == "over")
