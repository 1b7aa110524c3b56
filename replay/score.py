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
    """Whether the player was eliminated and so scores nothing, unless a ruling says otherwise."""
    between: tuple[int, int] | None = None
    """The fewest and the most points that are possible, if the total is not known and the game can tell."""
    tie: tuple[int, ...] = ()
    """What the game compares between players with the same total, one after the other; more is better."""
    name: str | msgspec.UnsetType = msgspec.UNSET
    """The player's name, if the header gives one. The engine fills in this and what follows, unless the game hears
    rulings itself."""
    place: int | msgspec.UnsetType = msgspec.UNSET
    """1 for a winner, and so on; absent while it is not known."""
    counted: int | str | msgspec.UnsetType | None = msgspec.UNSET
    """If a ruling adjusted the result: the total by the log."""
    ruling: int | msgspec.UnsetType = msgspec.UNSET
    """The ruling that gave this seat its total."""

    @property
    def words(self) -> str:
        """The total as people read it: `41`, `?`, `12 to 19`, `out`, or nothing in a game without points.

        If a ruling gave it, that is said too: `40 as ruled (event 96), 29 by the count`.
        """
        if self.ruling is msgspec.UNSET:
            return self._words(self.total)
        counted = "out" if self.out else "" if self.counted is None else str(self.counted)
        by_count = f", {counted} by the count" if counted else ""
        return f"{self._words(self.total)} as ruled (event {self.ruling}){by_count}"

    def _words(self, total: int | str | None) -> str:
        if self.between is not None:
            return f"{self.between[0]} to {self.between[1]}"
        if total is None:
            return "out" if self.out else ""
        return str(total)


class Adjusted(msgspec.Struct, frozen=True):
    """The ruling that adjusted a result last, and how: assigned, weighted or artificial."""

    ruling: int
    kind: str


class Score(msgspec.Struct, frozen=True):
    """The score of a game so far, or at its end."""

    seats: tuple[SeatScore, ...]
    winners: tuple[str, ...]
    over: bool
    """Whether the game has ended, or a ruling has decided it, so that the winners are final."""
    notes: tuple[str, ...] = ()
    adjusted: Adjusted | msgspec.UnsetType = msgspec.UNSET
    """If a ruling that stands changed the result."""
