"""What if: the two sides of a row belong to one seat, in whatever order a game counts its seats."""

from cli.desk.comparisons import totals
from replay.disputes.whatif import TimelineEnd, WhatIf
from replay.score import Score, SeatScore


def _outcome(*seats: tuple[str, int]) -> TimelineEnd:
    return TimelineEnd([], None, {}, Score(tuple(SeatScore(seat, total) for seat, total in seats), (), True), ())


def test_rows_are_paired_by_seat() -> None:
    both = WhatIf(_outcome(("p1", 3), ("p2", 5)), _outcome(("p2", 6), ("p1", 4)))

    assert [(now.seat, now.total, then.total) for now, then in totals(both)] == [("p1", 3, 4), ("p2", 5, 6)]
