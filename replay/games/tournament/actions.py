"""The actions of a tournament: its format, who comes and goes, its rounds, their results, and what officials decide."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from replay.action import Action, Reveal

Whole = Annotated[int, Meta(ge=-(10**12), le=10**12)]
Count = Annotated[int, Meta(ge=0, le=10**9)]
Number = Annotated[int, Meta(ge=1, le=9999)]
Weight = Annotated[int, Meta(ge=0, le=10**15)]
PlayerId = Annotated[str, Meta(pattern="^[a-z0-9-]{1,24}$")]
RecordId = Annotated[str, Meta(min_length=1, max_length=64)]
Seed = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
HeadText = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,8}:(\?|[A-Za-z0-9_+/=-]{1,64})$")]
"""Size and root of a record; `57:?` where a due salt is missing in it."""


class Size(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many sit at a table."""

    want: int = 4
    min: int = 3
    max: int = 5


class Rung(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the ladder of penalties: from this many times on, at least this level."""

    times: int
    then: str


class TableOfRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a round: the players in seat order, the first of whom starts."""

    table: Number
    game: str
    players: list[str]
    record: RecordId | None = None


class From(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where something comes from: the record of a table, its head then, and the ruling there."""

    record: RecordId
    seq: Number
    head: HeadText | None = None


class EntrantPosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player in a position."""

    name: str | None = None
    club: str | None = None
    number: str | None = None
    in_: bool = field(name="in", default=True)
    out: bool = False


class TablePosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table in a position, with its result if it has one."""

    game: str
    players: list[str]
    record: RecordId | None = None
    head: HeadText | None = None
    places: dict[str, int] | None = None
    winners: list[str] | None = None
    scores: dict[str, int | None] | None = None
    how: str | None = None
    signed: dict[str, str] | None = None
    event: int | None = None


class PenaltyPosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A penalty in a position."""

    player: str
    level: str
    infraction: str
    points: Whole = 0
    table: str | None = None
    event: int = 0
    round: int = 0
    from_: From | None = field(name="from", default=None)
    strikes: bool = True


class ReadingPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A reading in a position."""

    game: str
    question: str
    answer: str
    event: int = 0


class RoundPosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round in a position."""

    seed: Seed
    out: list[str] = []
    event: int = 0


class Setup(Action, frozen=True, tag="setup"):
    """The format of the tournament."""

    rounds: int | None = None
    games: list[str | list[str]] | None = None
    """Ids, or a list of ids for each round."""
    size: Size | None = None
    system: str | None = None
    scoring: str | None = None
    points: dict[str, list[Whole]] | None = None
    breaks: list[str] | None = None
    bye: Whole | None = None
    deduct: Whole | None = None
    ladder: dict[str, Rung] | None = None
    weights: dict[str, Weight] | None = None
    readings: dict[str, dict[str, str]] | None = None
    kits: dict[str, Any] | None = None
    minutes: Count | None = None
    position: "Position | None" = None


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A state to begin from: the document of a state, whole or in part."""

    phase: str = "open"
    round: int = 0
    format: dict[str, Any] | None = None
    """The fields of a `setup`."""
    players: dict[str, EntrantPosition] = {}
    tables: dict[str, TablePosition] = {}
    rounds: dict[str, RoundPosition] = {}
    penalties: list[PenaltyPosition] = []
    readings: list[ReadingPosition] = []
    extended: dict[str, int] = {}
    standings: list[dict[str, Any]] = []
    """Not looked at: they follow from the rest."""


class Enter(Action, frozen=True, tag="enter"):
    """Somebody enters, or comes back after a drop."""

    player: PlayerId
    name: str | None = None
    club: str | None = None
    number: str | None = None


class Drop(Action, frozen=True, tag="drop"):
    """Somebody drops out: they keep their points, and are not seated any more."""

    player: PlayerId
    why: str | None = None


class Round(Action, frozen=True, tag="round"):
    """A round is seated."""

    round: Number
    seed: Seed
    tables: list[TableOfRound]
    nonce: str | None = None
    out: list[str] = []
    hand: str | None = None


class Result(Action, frozen=True, tag="result"):
    """How a table ended. The last result of a table counts."""

    round: Number
    table: Number
    places: dict[str, int]
    how: str
    winners: list[str] | None = None
    scores: dict[str, int | None] | None = None
    record: RecordId | None = None
    head: HeadText | None = None
    signed: dict[str, str] | None = None
    ruling: Number | None = None
    why: str | None = None


class Penalty(Action, frozen=True, tag="penalty"):
    """A penalty that an official gave at a table counts in the standings.

    A loss that comes with `points` takes those points and leaves the places of its table alone: it is written with 0
    where the ruling itself adjusted the result of that table.
    """

    player: PlayerId
    level: str
    infraction: str
    from_: From = field(name="from")
    points: Whole | None = None


class SetReading(Action, frozen=True, tag="reading"):
    """A ruling answers a question of a game, for all tables that begin from here on."""

    game: str
    question: str
    answer: str
    ruling: Number


class Extend(Action, frozen=True, tag="extend"):
    """A table gets more time."""

    round: Number
    table: Number
    seconds: Count
    from_: From | None = field(name="from", default=None)


ACTIONS: tuple[type[Action], ...] = (Setup, Enter, Drop, Round, Result, Penalty, SetReading, Extend)
TournamentAction = Setup | Enter | Drop | Round | Result | Penalty | SetReading | Extend | Reveal
