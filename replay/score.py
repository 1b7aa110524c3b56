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
    """The sum, `"?"` where it is not known, None for a player who is out and in a game without points."""
    lines: tuple[ScoreLine, ...] = ()
    out: bool = False
    """Whether the player was eliminated and so has no points."""

    @property
    def words(self) -> str:
        """The sum as people read it: `41`, `?`, `out`, or nothing in a game without points."""
        return "out" if self.out else "" if self.total is None else str(self.total)


class Score(msgspec.Struct, frozen=True):
    """The count of a game so far, or at its end."""

    seats: tuple[SeatScore, ...]
    winners: tuple[str, ...]
    over: bool
    """Whether the game has ended, so that the winners stand."""
    notes: tuple[str, ...] = ()
