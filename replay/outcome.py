"""What one record may tell another: the outcome of a table up to a head, as a tournament's rules are handed it.

Everything here is public at the end of a game: places, points, who signed, and what officials decided.
"""

from collections.abc import Mapping

import msgspec

from records.event import Header

SeatPlaces = dict[str, int]
"""The place of each seat."""

UNPINNED = "?"
"""In place of a root that is kept back: a due salt is missing, so that the root could tell a hidden fact."""


class TableResult(msgspec.Struct, frozen=True):
    """How a table ended, as far as it is known: by the effective timeline, and as rulings adjusted it."""

    places: SeatPlaces = {}
    """Only the places that are known."""
    winners: tuple[str, ...] = ()
    scores: dict[str, int | None] = {}
    """Points that are known; None for a player who is out."""


class TablePenalty(msgspec.Struct, frozen=True):
    """A penalty of a ruling at a table."""

    person: str
    """As the ruling writes it: a seat or a name."""
    seat: str | None
    """The seat of that person; None for somebody who does not sit there."""
    level: str
    infraction: str
    usual: str | None = None
    why: str | None = None


class TableRuling(msgspec.Struct, frozen=True):
    """A ruling that stands at the head."""

    seq: int
    label: str
    """Its dispute, as people call it: D1."""
    by: str | None = None
    penalties: tuple[TablePenalty, ...] = ()
    time: int | None = None
    """Seconds given back."""
    deviates: bool = False
    """Whether it says why it is not the usual remedy or penalty."""
    adjusts: bool = False
    """Whether it changed the result of its table."""
    in_effect: bool = True
    is_final: bool = False
    without: TableResult | None = None
    """The result if this ruling, and the corrections that name it, were left out; None if it is the same."""


class TableDispute(msgspec.Struct, frozen=True):
    """A dispute in which something is still to be decided, or may still be appealed."""

    seq: int
    label: str
    kind: str
    state: str
    about: int | list[int] | str
    claim: str
    by: str | None = None
    ruling: int | None = None
    """The ruling that stands so far; None if nobody has decided anything."""


class WaitingCorrection(msgspec.Struct, frozen=True):
    """A correction of what was signed or closed that waits for somebody's word."""

    seq: int
    do: str
    target: int | None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A record cut at a head, and what it says there."""

    record: str
    head: str
    """`size:root`, or `57:?` if the root is kept back."""
    size: int
    whole: bool = True
    """False if the lines at hand are damaged or are not those of the head; all else is then empty."""
    trouble: str = ""
    """Why it is not whole, or why its game cannot be followed, in words."""
    header: Header | None = None
    begun: bool = False
    """Whether anything was played."""
    over: bool = False
    """Whether the game has ended by its phase, by a close that counts, or by a ruling."""
    closed: bool = False
    ended: int | None = None
    """The event with which the game ended by its own rules."""
    result: TableResult = TableResult()
    possible: tuple[SeatPlaces, ...] = ()
    """If the game is over and a place is not known: every order that is possible."""
    out: tuple[str, ...] = ()
    """The seats that are out."""
    adjusted: int | None = None
    """The ruling that changed the result last."""
    grades: dict[str, str] = {}
    """For each seat A, B or C, with `-with` behind it for reservations; `refuse` or `none`."""
    disputes: tuple[TableDispute, ...] = ()
    waiting: tuple[WaitingCorrection, ...] = ()
    rulings: tuple[TableRuling, ...] = ()
    readings: dict[str, str] = {}
    """The answer in force to each question of the game."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of the table."""
        return self.header.seats if self.header is not None else ()

    @property
    def is_known(self) -> bool:
        """Whether the game is over and the place of every seat is known."""
        return self.over and bool(self.seats) and all(seat in self.result.places for seat in self.seats)

    @property
    def unsigned(self) -> tuple[str, ...]:
        """The seats that have not signed, or refuse to."""
        return tuple(seat for seat in self.seats if self.grades.get(seat, "none") in ("refuse", "none"))

    def ruling(self, seq: int) -> TableRuling | None:
        """The standing ruling of an event."""
        return next((ruling for ruling in self.rulings if ruling.seq == seq), None)


class Outcomes(msgspec.Struct, frozen=True):
    """The outcomes at hand: for each head that was asked for, and for the newest of each record."""

    at_heads: Mapping[tuple[str, str], Outcome] = {}
    """By record and head."""
    newest: Mapping[str, Outcome] = {}
    """By record: cut at the newest head at hand."""

    def at(self, record: str | None, head: str | None) -> Outcome | None:
        """The outcome of a record at a head; None if that much of it is not at hand."""
        return self.at_heads.get((record, head)) if record is not None and head is not None else None


NO_OUTCOMES = Outcomes()
