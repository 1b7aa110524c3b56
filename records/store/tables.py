"""The tables, defined once for both databases. Importing this costs half a second, so opening a store never does it.

The SQL that creates them is kept as text (sqlite/sql.py, postgres/sql.py) and a test holds it equal to what
`create_statements` makes of these classes. Integers, text and bytes only: every row can be copied from one database to
the other as it is. Times are microseconds UTC. What an append writes names its record without a foreign key: the record
was looked up just before, records are never deleted, and a check of each row would halve imports.
"""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, LargeBinary, Text, UniqueConstraint
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateTable
from sqlmodel import Field, SQLModel

_LONG = BigInteger().with_variant(Integer(), "sqlite")
_SORTED_BY_BYTES = Text(collation="C").with_variant(Text(), "sqlite")


def _key(kind: Any = _LONG) -> Any:
    return Field(sa_column=Column(kind, primary_key=True, autoincrement=False))


def _of_record() -> Any:
    return Field(sa_column=Column(_LONG, ForeignKey("records.key"), primary_key=True, autoincrement=False))


def _value(kind: Any, *, missing: bool = False) -> Any:
    return Field(sa_column=Column(kind, nullable=missing))


class SchemaVersionRow(SQLModel, table=True):
    """One row: the version of these tables."""

    __tablename__ = "schema_version"
    __table_args__ = {"sqlite_strict": True}

    version: int = _key(Integer())


class RecordRow(SQLModel, table=True):
    """A record: its header, packed, with its leaf. The rest are words to search by, folded; the header is the truth."""

    __tablename__ = "records"
    __table_args__ = (
        UniqueConstraint("id"),
        CheckConstraint("length(leaf) = 32"),
        {"sqlite_strict": True},
    )

    key: int = _key()
    id: str = _value(_SORTED_BY_BYTES)
    created: int = _value(_LONG)
    header: bytes = _value(LargeBinary())
    leaf: bytes = _value(LargeBinary())
    game: str = _value(Text())
    title: str | None = _value(Text(), missing=True)
    event: str | None = _value(Text(), missing=True)
    round: str | None = _value(Text(), missing=True)
    table: str | None = _value(Text(), missing=True)
    place: str | None = _value(Text(), missing=True)


class EventRow(SQLModel, table=True):
    """An event: its place among all events, its place in its record, when it was taken in, its facts and its leaf."""

    __tablename__ = "events"
    __table_args__ = (
        UniqueConstraint("record", "seq"),
        CheckConstraint("position > 0 AND seq > 0"),
        CheckConstraint("length(leaf) = 32"),
        {"sqlite_strict": True},
    )

    position: int = _key()
    record: int = _value(_LONG)
    seq: int = _value(Integer())
    at: int = _value(_LONG)
    payload: bytes = _value(LargeBinary())
    leaf: bytes = _value(LargeBinary())


class TipRow(SQLModel, table=True):
    """What appending needs: size and peaks of the tree, when it grew, and the seq of the `close` in force (or 0).

    It is kept by the id, in one tree, so that an append looks up one row. PostgreSQL leaves half of each page
    free, so that the next version of a row fits beside the last one.
    """

    __tablename__ = "tips"
    __table_args__ = {"sqlite_strict": True, "sqlite_with_rowid": False, "postgresql_with": {"fillfactor": 50}}

    id: str = _key(_SORTED_BY_BYTES)
    record: int = _value(_LONG)
    size: int = _value(Integer())
    peaks: bytes = _value(LargeBinary())
    changed: int = _value(_LONG)
    closed: int = _value(Integer())


class EventKeyRow(SQLModel, table=True):
    """An idempotency key and the event that was appended under it."""

    __tablename__ = "event_keys"
    __table_args__ = {"sqlite_strict": True, "sqlite_with_rowid": False}

    record: int = _key()
    name: str = _key(_SORTED_BY_BYTES)
    seq: int = _value(Integer())


class OpeningRow(SQLModel, table=True):
    """Salt and value of a seal."""

    __tablename__ = "openings"
    __table_args__ = {"sqlite_strict": True, "sqlite_with_rowid": False}

    record: int = _of_record()
    seal: str = _key(_SORTED_BY_BYTES)
    seat: str = _value(Text())
    what: str = _value(Text())
    salt: str = _value(Text())
    value: bytes = _value(LargeBinary())


class NoteRow(SQLModel, table=True):
    """Derived data beside a record; it may be replaced or lost."""

    __tablename__ = "notes"
    __table_args__ = {"sqlite_strict": True}

    record: int = _of_record()
    kind: str = _key(_SORTED_BY_BYTES)
    size: int = _key(Integer())
    data: bytes = _value(LargeBinary())


TABLES = ("schema_version", "records", "events", "tips", "event_keys", "openings", "notes")


def create_statements(database: str) -> str:
    """The SQL that creates every table in `sqlite` or `postgresql`."""
    dialect: Any = {"sqlite": sqlite.dialect, "postgresql": postgresql.dialect}[database]()
    tables = (SQLModel.metadata.tables[name] for name in TABLES)
    statements = (str(CreateTable(table).compile(dialect=dialect)) for table in tables)
    lines = (line.rstrip().replace("\t", "    ") for text in statements for line in f"{text.strip()};".splitlines())
    return "\n".join(lines) + "\n"
