"""A record as it is beside what it would be: scores and answers in pairs."""

from replay.disputes.whatif import WhatIf
from replay.score import SeatScore


def totals(both: WhatIf) -> list[tuple[SeatScore, SeatScore]]:
    """The seats of the table, each with its score on both sides, whatever order a game counts them in."""
    then = {seat.seat: seat for seat in both.then.score.seats}
    return [(seat, then[seat.seat]) for seat in both.now.score.seats]


def answers(both: WhatIf) -> dict[tuple[int, str], tuple[str | None, str | None]]:
    """For every finding on either side, the answers side by side."""
    now = {(item.seq, item.rule): item.answer for item in both.now.findings}
    then = {(item.seq, item.rule): item.answer for item in both.then.findings}
    return {key: (now.get(key), then.get(key)) for key in sorted({*now, *then})}
