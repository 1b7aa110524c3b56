"""A score that explains itself: lines a table can check by hand."""

import msgspec


class ScoreLine(msgspec.Struct, frozen=True):
    """One item of a player's count."""

    what: str
    points: int | str | None
    """The points, `"?"` where they are not known, None where the line only explains."""
    why: str = ""


class SeatScore(msgspec.Struct, frozen=True):
    """One player's count."""

    seat: str
    total: int | str | None
    """The sum, `"?"` where it is not known, None for a player who is out."""
    lines: tuple[ScoreLine, ...] = ()


class Score(msgspec.Struct, frozen=True):
    """The count of a game so far, or at its end."""

    seats: tuple[SeatScore, ...]
    winners: tuple[str, ...]
    over: bool
    """Whether the game has ended, so that the winners stand."""
    notes: tuple[str, ...] = ()
