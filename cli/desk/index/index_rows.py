"""The tables of the index: answers about records that can be thrown away and made again from the log.

Importing this takes half a second, so hot answers use the same tables through `index_sql`. A test holds its text equal
to what `create_statements` makes of these classes. Every row says for which size, root and rules it holds. The tables
have a registry of their own, so that they are never made in a store of records; on a server they have a schema of their
own (`index_copy`).
"""

from typing import Any

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, Text, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import registry
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""A whole number as records may hold it: 64 bits everywhere."""
_STRICT = {"sqlite_strict": True, "sqlite_with_rowid": False}


class IndexTable(SQLModel, registry=registry()):
    """What all tables of the index have in common: they belong together, and to nothing else."""


def _key(kind: Any = Text) -> Any:
    return Field(sa_column=Column(kind(), primary_key=True))


def _text() -> Any:
    return Field(sa_column=Column(Text(), nullable=False))


def _maybe_text() -> Any:
    return Field(default=None, sa_column=Column(Text(), nullable=True))


def _number() -> Any:
    return Field(sa_column=Column(_WHOLE, nullable=False))


def _maybe_number() -> Any:
    return Field(default=None, sa_column=Column(_WHOLE, nullable=True))


def _root() -> Any:
    return Field(sa_column=Column(LargeBinary(), nullable=False))


class IndexMarkRow(IndexTable, table=True):
    """How far the index has come, and by which program it was made."""

    __tablename__ = "marks"
    __table_args__ = _STRICT

    name: str = _key()
    value: str = _text()


class StatusRow(IndexTable, table=True):
    """A record: what its header says, how far it has come, and what the rules say about it."""

    __tablename__ = "records"
    __table_args__ = (
        Index("records_by_round", "event_word", "round_word"),
        Index("records_by_rules", "game", "rules"),
        Index("records_by_game", "game", "over", "won_from", "plays", "seconds", "turned", "last_at", "begun"),
        Index("records_by_series", "last_at", "begun", sqlite_where=text("series <> ''")),
        Index("records_by_table", "table_word", "over", sqlite_where=text("table_word <> ''")),
        _STRICT,
    )

    record: str = _key()
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    """Program and version of the game's rules that judged it, as `0.3.0/2`."""
    game: str = _text()
    title: str | None = _maybe_text()
    event: str | None = _maybe_text()
    event_word: str | None = _maybe_text()
    """The event as it is searched for: case does not matter."""
    round: str | None = _maybe_text()
    round_word: str | None = _maybe_text()
    table: str | None = _maybe_text()
    place: str | None = _maybe_text()
    begun: int = _number()
    changed: int = _number()
    """When it came into the store and when it last grew, in microseconds UTC."""
    closed: int = _number()
    over: int = _number()
    turn: str = _text()
    next: str = _text()
    winners: str = _text()
    won: str = _text()
    """Who won and by how much, in a sentence; empty while that is not known."""
    last_play: int = _number()
    """The last line that is play: when the game ended, if it is over."""
    signed: int = _number()
    unsigned: str = _text()
    """Who has not signed, by name, with line breaks between."""
    last_do: str = _text()
    last_by: str = _text()
    last_at: str = _text()
    """The last event: what, who, and when the scribe says it was."""
    ok: int = _number()
    broken: int = _number()
    open: int = _number()
    settled: int = _number()
    turned: int = _number()
    """How many answers hindsight changed."""
    hindsight: int = _number()
    """Whether later events may have told something about earlier ones; if not, it was judged once and for all."""
    disputes: int = _number()
    disputes_open: int = _number()
    halted: int = _number()
    waiting: int = _number()
    """The claim that stopped play (0 for none), and corrections that wait for somebody's word."""
    plays: int = _number()
    """Actions of the game that count."""
    seconds: int | None = _maybe_number()
    """From the first of them to the last, by the scribe's times."""
    won_from: str = _text()
    """Who won, by the order of play at the start, and of how many: `1/4`, `1 3/4`, `/4` (nobody); empty if it is not
    over or does not tell who started."""
    table_word: str = _text()
    """Event, round, table, game and who sits where, so that two records of one table are found; empty without one."""
    series: str = _text()
    series_note: str = _text()
    """What `rounds` of its results hold, and what that tells, in the words of its game; empty if they hold nothing."""
    damaged: str = _text()
    unpinned: int = _number()
    """Whether a salt that is due is missing, so that a tournament holds no root of it. Asked only of tables of a
    round."""


class ResultRow(IndexTable, table=True):
    """A seat at the end of a record: its place and points, as rulings adjusted them."""

    __tablename__ = "results"
    __table_args__ = (
        Index("results_by_person", "word", "game", "over", "place", "total", "winner", "turn_seconds"),
        _STRICT,
    )

    record: str = _key()
    seat: str = _key()
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    game: str = _text()
    name: str = _text()
    """The player's name, or the seat where the header gives none."""
    word: str = _text()
    over: int = _number()
    place: int | None = _maybe_number()
    total: int | None = _maybe_number()
    seats: int = _number()
    """How many sat at the table."""
    started: int | None = _maybe_number()
    """The place in the order of play at the start: 1 started. Nothing if the record does not tell who did."""
    points: str = _text()
    """The total as people read it."""
    winner: int = _number()
    turn_seconds: int | None = _maybe_number()
    """Half of the seat's turns were shorter, by the scribe's times."""
    rounds: str | None = _maybe_text()
    """What the seat had at the end of each round, as JSON: {"1": 5, "2": 4}."""


class FindingRow(IndexTable, table=True):
    """What a rule found, in the order of the audit."""

    __tablename__ = "findings"
    __table_args__ = (Index("findings_by_rule", "answer", "over", "rule", "word"), _STRICT)

    record: str = _key()
    number: int = _key(Integer)
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    seq: int = _number()
    rule: str = _text()
    answer: str = _text()
    over: int = _number()
    """Whether the game was over when the record had this size."""
    settled: int = _number()
    says: str = _text()
    """The sentence of a rule that was broken."""
    why: str = _text()
    closed_by: int | None = _maybe_number()
    seat: str = _text()
    name: str = _text()
    word: str = _text()
    """Whose step it was: seat, name, and the name as it is searched for; empty if it was nobody's."""


class PenaltyRow(IndexTable, table=True):
    """A penalty that stands."""

    __tablename__ = "penalties"
    __table_args__ = _STRICT

    record: str = _key()
    number: int = _key(Integer)
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    person: str | None = _maybe_text()
    seat: str | None = _maybe_text()
    level: str | None = _maybe_text()
    infraction: str | None = _maybe_text()
    usual: str | None = _maybe_text()
    why: str | None = _maybe_text()
    by: str | None = _maybe_text()
    dispute: str = _text()
    ruling: int | None = _maybe_number()
    event: str | None = _maybe_text()


class DisputeRow(IndexTable, table=True):
    """A dispute, by the log alone: a ruling whose time for an appeal has run out since is still called ruled."""

    __tablename__ = "disputes"
    __table_args__ = (Index("disputes_by_state", "state"), _STRICT)

    record: str = _key()
    number: int = _key(Integer)
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    seq: int = _number()
    state: str = _text()
    kind: str = _text()
    by: str = _text()
    name: str = _text()
    claim: str = _text()
    ruling: int | None = _maybe_number()
    verdict: str = _text()
    remedy: str = _text()
    appeal_until: str = _text()


class WhoRow(IndexTable, table=True):
    """Somebody named in a header or appointed later: a player by seat, an official, the scribe."""

    __tablename__ = "people"
    __table_args__ = (Index("people_by_word", "word"), _STRICT)

    record: str = _key()
    role: str = _key()
    seat: str = _key()
    name: str = _key()
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    word: str = _text()


class ThingRow(IndexTable, table=True):
    """The cards, places and other things that the events of a record name: words with spaces around each."""

    __tablename__ = "things"
    __table_args__ = _STRICT

    record: str = _key()
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    names: str = _text()


class LinkRow(IndexTable, table=True):
    """A record that this one was judged by, and at which head: a tournament by its tables."""

    __tablename__ = "links"
    __table_args__ = (Index("links_by_linked", "linked"), _STRICT)

    record: str = _key()
    linked: str = _key()
    size: int = _number()
    root: bytes = _root()
    rules: str = _text()
    linked_size: int = _number()
    """0 if it was not in the store."""
    linked_root: bytes = _root()


INDEX_TABLES: tuple[type[IndexTable], ...] = (
    IndexMarkRow,
    StatusRow,
    ResultRow,
    FindingRow,
    PenaltyRow,
    DisputeRow,
    WhoRow,
    ThingRow,
    LinkRow,
)


def create_statements() -> str:
    """The SQL that creates every table and its indexes."""
    dialect = sqlite.dialect()
    texts = []
    for row in INDEX_TABLES:
        table = IndexTable.metadata.tables[str(row.__tablename__)]
        texts.append(str(CreateTable(table).compile(dialect=dialect)))
        texts += [
            str(CreateIndex(one).compile(dialect=dialect)) for one in sorted(table.indexes, key=lambda i: str(i.name))
        ]
    lines = (line.rstrip().replace("\t", "    ") for text in texts for line in f"{text.strip()};".splitlines())
    return "\n".join(lines) + "\n"


def columns() -> dict[str, tuple[str, ...]]:
    """The columns of every table, in their order."""
    tables = IndexTable.metadata.tables
    return {str(row.__tablename__): tuple(tables[str(row.__tablename__)].columns.keys()) for row in INDEX_TABLES}
