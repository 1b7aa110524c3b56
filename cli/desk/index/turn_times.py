"""How long people take for their turns, by the times that the scribe's events have."""

from collections.abc import Iterable
from statistics import median_low

from records.clock import from_text
from records.errors import Refused

_SECOND = 1_000_000

TimedPlay = tuple[str | None, str | None]
"""A play: whose it was (None: nobody's, as a set-up), and when, as its event says."""


def turn_seconds(plays: Iterable[TimedPlay]) -> dict[str, int]:
    """The median turn of each seat in seconds; a seat whose turns have no times is not there.

    A turn is what one seat plays without anybody else between. It lasts from the play before it to its own last one: a
    table that waits, waits for whose turn it is. A turn that ends before it begins was not timed.
    """
    turns: list[TimedPlay] = []
    for play in plays:
        if turns and turns[-1][0] == play[0]:
            turns[-1] = play
        else:
            turns.append(play)
    taken: dict[str, list[int]] = {}
    begun: int | None = None
    for seat, at in turns:
        ended = _moment(at)
        if seat is not None and begun is not None and ended is not None and begun <= ended:
            taken.setdefault(seat, []).append((ended - begun) // _SECOND)
        begun = ended
    return {seat: median_low(each) for seat, each in taken.items()}


def _moment(at: str | None) -> int | None:
    if at is None:
        return None
    try:
        return from_text(at)
    except Refused:
        return None
