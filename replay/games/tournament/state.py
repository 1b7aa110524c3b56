"""The state of a tournament: its format, who is in, the tables of each round, and the standings that follow."""

from typing import Any

import msgspec

from replay.games.tournament.actions import Rung
from replay.games.tournament.words import (
    LEAST,
    MOST,
    USUAL_BREAKS,
    USUAL_DEDUCTION,
    USUAL_POINTS,
    WANT,
)
from replay.table import Table


class Format(msgspec.Struct, frozen=True):
    """The format, with everything that the set-up left out as it usually is."""

    rounds: int = 0
    games: tuple[tuple[str, ...], ...] = ()
    """The games of each round; those of the last one go on."""
    want: int = WANT
    least: int = LEAST
    most: int = MOST
    system: str = "swiss"
    scoring: str = "places"
    points: dict[str, tuple[int, ...]] = msgspec.field(default_factory=lambda: dict(USUAL_POINTS))
    breaks: tuple[str, ...] = USUAL_BREAKS
    bye: int = 0
    deduct: int = USUAL_DEDUCTION
    ladder: dict[str, Rung] = {}
    weights: dict[str, int] = {}
    readings: dict[str, dict[str, str]] = {}
    kits: dict[str, Any] = {}
    minutes: int | None = None

    def games_of(self, round: int) -> tuple[str, ...]:
        """The games of a round, in the order in which tables take them."""
        return self.games[min(round, len(self.games)) - 1] if self.games and round > 0 else ()


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who entered."""

    name: str
    club: str | None = None
    number: str | None = None
    is_in: bool = True
    """Whether they are seated; not after a drop."""
    out: bool = False
    """Whether they are disqualified."""
    since: int = 0
    """The event by which they came; 0 for the header."""


class TableState(msgspec.Struct, frozen=True):
    """A table of a round, with its last result."""

    round: int
    number: int
    game: str
    players: tuple[str, ...]
    record: str | None = None
    seated: int = 0
    """The event that seated it."""
    head: str | None = None
    places: dict[str, int] | None = None
    winners: tuple[str, ...] | None = None
    scores: dict[str, int | None] | None = None
    how: str | None = None
    signed: dict[str, str] | None = None
    results: tuple[int, ...] = ()
    """The events of its results; the last one counts."""
    heads: tuple[str, ...] = ()
    """The heads of its results, where they name one."""
    ruling: int | None = None
    """The ruling of this record by which its result was given."""

    @property
    def is_done(self) -> bool:
        """Whether it has a result."""
        return self.places is not None


class RoundState(msgspec.Struct, frozen=True):
    """A round that was seated."""

    number: int
    seed: str
    event: int
    out: tuple[str, ...] = ()
    by_hand: bool = False


class PenaltyState(msgspec.Struct, frozen=True):
    """A penalty that counts."""

    player: str
    level: str
    infraction: str
    points: int
    """What it takes from the total, if it takes points."""
    table: str | None
    event: int
    round: int = 0
    """The round in which it was given; an exclusion without a table is for the next."""
    record: str | None = None
    """The record of the ruling; None for a ruling of this record."""
    head: str | None = None
    ruling: int = 0
    strikes: bool = True
    """Whether a loss puts the player last at the table; not where the ruling adjusted the result there."""

    @property
    def key(self) -> tuple[str, str, str | None, int]:
        """Of the penalties with one key the last one counts."""
        return self.player, self.infraction, self.record, self.ruling


class ReadingState(msgspec.Struct, frozen=True):
    """A question of a game, answered by a ruling for the tables of later rounds."""

    game: str
    question: str
    answer: str
    event: int


class Extension(msgspec.Struct, frozen=True):
    """Time that a table was given."""

    table: str
    seconds: int
    record: str | None = None
    ruling: int | None = None


class HeardLine(msgspec.Struct, frozen=True, dict=True):
    """An event of procedure, and the latest time that the log had named by then.

    With it is kept what follows from it and the lines before it (`own_rulings`).
    """

    seq: int
    clock: str | None
    body: dict[str, Any]


class OwnRuling(msgspec.Struct, frozen=True):
    """A ruling of this record that stands."""

    seq: int
    dispute: int
    counts: bool
    """Whether it has taken effect."""
    is_final: bool
    table: str | None = None
    """The table whose result its dispute is about."""
    about: int | None = None
    """The event that its dispute is about, if that is one."""
    penalties: tuple[dict[str, Any], ...] = ()
    adjust: dict[str, Any] | None = None
    changes: bool = False
    """Whether it changes the result of its table, so that a loss does not strike that too."""
    is_explained: bool = False
    """Whether it says why it deviates from what is usual."""
    until: str | None = None
    """Till when it may be appealed."""


class TablePoints(msgspec.Struct, frozen=True):
    """What a table brought a player."""

    table: str
    place: int
    points: int


class Line(msgspec.Struct, frozen=True):
    """A line of the standings."""

    player: str
    place: int
    points: int
    """The total, with penalties taken off, as ruled."""
    wins: int
    seconds: int
    tables: tuple[TablePoints, ...] = ()
    byes: int = 0
    """The points of the rounds that they sat out by name."""
    taken: int = 0
    """The points that penalties took."""
    ruling: int | None = None
    """The ruling that gave the total."""
    counted: int = 0
    """The total by the log."""


class State(msgspec.Struct, frozen=True, dict=True):
    """Everything that the log says. The standings follow from it, and are counted when somebody asks for them."""

    table: Table
    phase: str = "open"
    round: int = 0
    format: Format = Format()
    players: dict[str, Entrant] = {}
    tables: dict[str, TableState] = {}
    seatings: tuple[RoundState, ...] = ()
    """The rounds that were seated, in the order of the log."""
    given: tuple[PenaltyState, ...] = ()
    """The last `penalty` of each key, also where it says that it is lifted."""
    penalties: tuple[PenaltyState, ...] = ()
    """Those that count, also those of rulings of this record."""
    readings: tuple[ReadingState, ...] = ()
    extensions: tuple[Extension, ...] = ()
    is_set_up: bool = False
    procedure: tuple[HeardLine, ...] = ()
    """What was logged of disputes here, from which it follows which rulings stand."""
    rulings: tuple[OwnRuling, ...] = ()
    """The rulings of this record that stand."""
    clock: str | None = None
    """The latest time in the log."""

    @property
    def rounds(self) -> dict[int, RoundState]:
        """The rounds that were seated, by number."""
        return {one.number: one for one in self.seatings}

    def tables_of(self, round: int) -> list[tuple[str, TableState]]:
        """The tables of a round, by number."""
        found = [(name, one) for name, one in self.tables.items() if one.round == round]
        return sorted(found, key=lambda item: item[1].number)

    def table_of_record(self, record: str | None) -> str | None:
        """The table that a record belongs to."""
        return next((name for name, one in self.tables.items() if record is not None and one.record == record), None)

    def name(self, player: str) -> str:
        """The player's name, or the id of one who is not known."""
        return self.players[player].name if player in self.players else player
