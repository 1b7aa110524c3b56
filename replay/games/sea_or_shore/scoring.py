"""Points of a round, the total, and the winner."""

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.sea_or_shore.state import Result, State
from replay.games.sea_or_shore.words import points_of
from replay.score import Score, ScoreLine, SeatScore


def round_ended(state: State) -> State:
    """Write down the points of the round and, after the second, the result."""
    points = {seat: (*state.points.get(seat, ()), round_points(state, seat)) for seat in state.table.seats}
    scored = {f"SS-Q15.{seat}" for seat, held in state.additions.items() if held > 0}
    came_up = state.came_up.union(scored)
    ended = replace(state, points=points, phase="deal" if state.round < 2 else "over", came_up=came_up)
    return replace(ended, result=result_of(ended)) if ended.phase == "over" else ended


def round_points(state: State, seat: str) -> int | str:
    """Points on the treasures plus half the addition cards, rounded down; `"?"` if a treasure is not known."""
    pile = state.piles[seat]
    if UNKNOWN in pile:
        return UNKNOWN
    return sum(points_of(treasure) for treasure in pile) + addition_points(state, seat)


def addition_points(state: State, seat: str) -> int:
    """One point for every two addition cards, in each round or only in the second."""
    if state.table.readings["SS-Q15"] == "end" and state.round < 2:
        return 0
    return state.additions[seat] // 2


def result_of(state: State) -> Result:
    """Everybody's total, and who has the most."""
    totals: dict[str, int | str] = {}
    for seat in state.table.seats:
        rounds = state.points[seat]
        totals[seat] = UNKNOWN if UNKNOWN in rounds else sum(int(points) for points in rounds)
    if UNKNOWN in totals.values():
        return Result(totals, UNKNOWN)
    most = max(int(total) for total in totals.values())
    best = [seat for seat in state.table.clockwise(state.starter) if totals[seat] == most]
    if state.table.readings["SS-Q12"] == "near":
        best = best[:1]
    return Result(totals, [seat for seat in state.table.seats if seat in best])


def score(state: State) -> Score:
    """The score so far or at the end, with lines to check by hand."""
    seats = tuple(_seat_score(state, seat) for seat in state.table.seats)
    winners = state.result.winner if state.result is not None else ()
    notes = () if state.result is not None else ("the game is not over; the current round is counted so far",)
    return Score(seats, () if isinstance(winners, str) else tuple(winners), state.result is not None, notes)


def _seat_score(state: State, seat: str) -> SeatScore:
    finished = state.points.get(seat, ())
    lines = [ScoreLine(f"round {number}", points, "as noted") for number, points in enumerate(finished, 1)]
    shows_pile = len(finished) < state.round
    if shows_pile or state.phase in ("deal", "over"):
        pile = state.piles[seat]
        treasures = UNKNOWN if UNKNOWN in pile else sum(points_of(treasure) for treasure in pile)
        extra = addition_points(state, seat)
        why = " + ".join(pile) or "none"
        when = f"round {state.round}: " if shows_pile else "including "
        lines.append(ScoreLine(f"{when}treasures", treasures if shows_pile else None, f"{why} = {treasures}"))
        held = state.additions[seat]
        lines.append(
            ScoreLine(f"{when}additions", extra if shows_pile else None, f"{held} held, one point per two = {extra}")
        )
    points = [line.points for line in lines if line.points is not None]
    total: int | str = UNKNOWN if UNKNOWN in points else sum(int(item) for item in points)
    near = state.result is not None and state.table.readings["SS-Q12"] == "near"
    tie = (-state.table.clockwise(state.starter).index(seat),) if near else ()
    return SeatScore(seat, total, tuple(lines), tie=tie)
