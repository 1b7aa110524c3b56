"""Points of a round, the total, and the winner; and what of it is known."""

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.sea_or_shore.kit import Kit
from replay.games.sea_or_shore.state import Result, Span, State
from replay.games.sea_or_shore.words import ADDITIONS, points_of, value_words
from replay.score import Score, ScoreLine, SeatScore


def round_ended(state: State) -> State:
    """Write down the points of the round and, after the second, the result."""
    points = {seat: (*state.points.get(seat, ()), round_points(state, seat)) for seat in state.table.seats}
    spans = {seat: (*state.past.spans.get(seat, ()), round_span(state, seat)) for seat in state.table.seats}
    scored = {f"SS-Q15.{seat}" for seat, held in state.additions.items() if held > 0}
    came_up = state.came_up.union(scored)
    phase = "deal" if state.round < 2 else "over"
    ended = replace(state, points=points, phase=phase, came_up=came_up, past=replace(state.past, spans=spans))
    return replace(ended, result=result_of(ended)) if phase == "over" else ended


def round_points(state: State, seat: str) -> int | str:
    """Points on the treasures plus half the addition cards, rounded down; `"?"` if a treasure is not known."""
    pile = state.piles[seat]
    if UNKNOWN in pile:
        return UNKNOWN
    return sum(points_of(treasure) for treasure in pile) + addition_points(state, state.additions[seat])


def addition_points(state: State, held: int) -> int:
    """One point for every two addition cards, in each round or only in the second; fewer than none score nothing."""
    if state.table.readings["SS-Q15"] == "end" and state.round < 2:
        return 0
    return max(0, held) // 2


def round_span(state: State, seat: str) -> Span | None:
    """The fewest and the most points that a seat can have in this round; None if that cannot be told.

    A treasure that was not noted has the points of some treasure of the kit, if that is certain. What unresolved tricks
    brought is limited by what was at stake in them; where the supply ran short meanwhile, others earned that much less.
    """
    pile, held, doubt = state.piles[seat], state.additions[seat], state.past.doubt
    kit: Kit = state.table.kit
    unseen = pile.count(UNKNOWN)
    if (unseen and kit.assumed) or (doubt is not None and not doubt.is_told):
        return None
    named = sum(points_of(treasure) for treasure in pile if treasure != UNKNOWN)
    low, high = (named + unseen * kit.least, named + unseen * kit.most) if unseen else (named, named)
    if doubt is None:
        extra = addition_points(state, held)
        return (low + extra, high + extra)
    fewest, most = held - doubt.additions, min(ADDITIONS, held + doubt.additions)
    return (low + addition_points(state, fewest), high + doubt.points + addition_points(state, most))


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


def rounds_noted(state: State) -> int:
    """How many rounds have ended, so that their points should be noted."""
    return state.round if state.phase in ("deal", "over") else state.round - 1


def lacks_points(state: State) -> bool:
    """Whether a position left out the points of a round that had ended."""
    due = rounds_noted(state)
    return any(len(state.points.get(seat, ())) < due for seat in state.table.seats)


def score(state: State) -> Score:
    """The score so far or at the end, with lines to check by hand. What is not known is not counted as nothing."""
    seats = tuple(_seat_score(state, seat) for seat in state.table.seats)
    is_over = state.phase == "over"
    notes = [] if is_over else ["the game is not over; the current round is counted so far"]
    if state.unresolved_ever:
        notes.append("a card or treasure of a trick was not noted, so what was won in it is not known")
    if lacks_points(state):
        notes.append("the points of an earlier round were not noted")
    result = state.result if state.result is not None or not is_over else result_of(state)
    known = result is not None and not any(seat.total == UNKNOWN for seat in seats)
    winners = result.winner if result is not None and known else ()
    return Score(seats, () if isinstance(winners, str) else tuple(winners), is_over, tuple(notes))


def _seat_score(state: State, seat: str) -> SeatScore:
    finished = state.points.get(seat, ())
    lines = [ScoreLine(f"round {number}", points, "as noted") for number, points in enumerate(finished, 1)]
    counts_pile = len(finished) < state.round and state.phase not in ("deal", "over")
    if counts_pile or state.phase in ("deal", "over"):
        lines += _pile_lines(state, seat, counts_pile)
    points = [line.points for line in lines if line.points is not None]
    near = state.result is not None and state.table.readings["SS-Q12"] == "near"
    tie = (-state.table.clockwise(state.starter).index(seat),) if near else ()
    missing = max(0, rounds_noted(state) - len(finished))
    if UNKNOWN not in points and not missing and not state.unresolved_ever:
        return SeatScore(seat, sum(int(item) for item in points), tuple(lines), tie=tie)
    spans = [*state.past.spans.get(seat, ()), *([round_span(state, seat)] if counts_pile else [])]
    told = [span for span in spans if span is not None]
    if missing or len(told) < len(spans):
        return SeatScore(seat, UNKNOWN, tuple(lines), tie=tie)
    low, high = sum(span[0] for span in told), sum(span[1] for span in told)
    if low == high:
        return SeatScore(seat, low, tuple(lines), tie=tie)
    return SeatScore(seat, UNKNOWN, tuple(lines), between=(low, high), tie=tie)


def _pile_lines(state: State, seat: str, is_counted: bool) -> list[ScoreLine]:
    """The treasures and additions of the round: counted, or only to explain the points noted for it."""
    pile, held = state.piles[seat], state.additions[seat]
    treasures = UNKNOWN if UNKNOWN in pile else sum(points_of(treasure) for treasure in pile)
    extra = addition_points(state, held)
    why = " + ".join(value_words(treasure) for treasure in pile) or "none"
    when = f"round {state.round}: " if is_counted else "including "
    return [
        ScoreLine(f"{when}treasures", treasures if is_counted else None, f"{why} = {treasures}"),
        ScoreLine(f"{when}additions", extra if is_counted else None, f"{held} held, one point per two = {extra}"),
    ]
