"""A score that explains itself, in lines that players can check by hand."""

import msgspec


class ScoreLine(msgspec.Struct, frozen=True):
    """One item of a player's score."""

    what: str
    points: int | str | None
    """The points; `"?"` if they are not known, None if the line only explains."""
    why: str = ""


class SeatScore(msgspec.Struct, frozen=True):
    """One player's score."""

    seat: str
    total: int | str | None
    """The total; `"?"` if it is not known, None for a player who is out and in a game without points."""
    lines: tuple[ScoreLine, ...] = ()
    out: bool = False
    """Whether the player was eliminated and so scores nothing."""
    between: tuple[int, int] | None = None
    """The fewest and the most points that are possible, if the total is not known and the game can tell."""
    tie: tuple[int, ...] = ()
    """What the game compares between players with the same total, one after the other; more is better."""

    @property
    def words(self) -> str:
        """The total as people read it: `41`, `?`, `12 to 19`, `out`, or nothing in a game without points."""
        if self.between is not None:
            return f"{self.between[0]} to {self.between[1]}"
        return "out" if self.out else "" if self.total is None else str(self.total)


class Score(msgspec.Struct, frozen=True):
    """The score of a game so far, or at its end."""

    seats: tuple[SeatScore, ...]
    winners: tuple[str, ...]
    over: bool
    """Whether the game has ended, so that the winners are final."""
    notes: tuple[str, ...] = ()
