"""How long people take for their turns, by the times that the scribe's events have."""

from collections.abc import Iterable
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from records.clock import from_text
from records.errors import Refused

_SECOND = 1_000_000


class TimedPlay(NamedTuple):
    """A play: whose it was (None: nobody's, as a set-up), and when, as its event says."""

    seat: str | None
    at: str | None


def turn_seconds(plays: Iterable[TimedPlay]) -> dict[str, int]:
    """The median turn of each seat in seconds; a seat whose turns have no times is not there.

    A turn is what one seat plays without anybody else between. It lasts from the play before it to its own last one: a
    table that waits, waits for whose turn it is. A turn that ends before it begins was not timed.
    """
    turns: list[TimedPlay] = []
    for play in plays:
        if turns and turns[-1].seat == play.seat:
            turns.pop()
        turns.append(play)
    taken: dict[str, list[int]] = {}
    for before, turn in pairwise(turns):
        seconds = _between(before.at, turn.at)
        if turn.seat is not None and seconds is not None:
            taken.setdefault(turn.seat, []).append(seconds)
    return {seat: median_low(each) for seat, each in taken.items()}


def _between(begun: str | None, ended: str | None) -> int | None:
    if begun is None or ended is None:
        return None
    try:
        seconds = (from_text(ended) - from_text(begun)) // _SECOND
    except Refused:
        return None
    return seconds if seconds >= 0 else None
