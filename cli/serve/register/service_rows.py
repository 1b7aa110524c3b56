"""The tables of `service.db`. Times are microseconds UTC; secrets are there only as SHA-256, in hex.

They have a registry of their own, so that they are never made in a store of records.
"""

from typing import Any

from sqlalchemy import Column, Integer, Text, UniqueConstraint
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import registry
from sqlalchemy.schema import CreateTable
from sqlmodel import Field, SQLModel

_STRICT = {"sqlite_strict": True}


class ServiceTable(SQLModel, registry=registry()):
    """What all tables of the service have in common: they belong together, and to nothing else."""


def _key() -> Any:
    return Field(sa_column=Column(Text(), primary_key=True))


def _text(*, missing: bool = False) -> Any:
    return Field(default=None, sa_column=Column(Text(), nullable=missing))


def _number(*, missing: bool = False) -> Any:
    return Field(default=None, sa_column=Column(Integer(), nullable=missing))


class GrantRow(ServiceTable, table=True):
    """A link: what it allows, to whom, and the device that it is bound to."""

    __tablename__ = "grants"
    __table_args__ = (UniqueConstraint("token_sha256"), _STRICT)

    id: str = _key()
    token_sha256: str = _text()
    role: str = _text()
    record: str | None = _text(missing=True)
    event: str | None = _text(missing=True)
    may: str = _text()
    """Words with spaces between them, sorted."""
    eyes: str = _text()
    acts_as: str | None = _text(missing=True)
    delay: str = _text()
    until: int | None = _number(missing=True)
    uses_left: int | None = _number(missing=True)
    device: str | None = _text(missing=True)
    bound_at: int | None = _number(missing=True)
    made_by: str = _text()
    made_at: int = _number()
    revoked_at: int | None = _number(missing=True)
    over_at: int | None = _number(missing=True)
    """When it ended with its event."""


class SessionRow(ServiceTable, table=True):
    """A device that came in by a link, or asks to (`allowed` 0)."""

    __tablename__ = "sessions"
    __table_args__ = _STRICT

    sha256: str = _key()
    grant: str = _text()
    device: str = _text()
    begun_at: int = _number()
    seen_at: int = _number()
    allowed: int = _number()


class VisitRow(ServiceTable, table=True):
    """Which part of a record was looked at on a day, by which link, from which device and part of the network."""

    __tablename__ = "visits"
    __table_args__ = _STRICT

    day: str = _key()
    grant: str = _key()
    record: str = _key()
    device: str = _key()
    address_cut: str = _key()
    eyes: str = _text()
    from_size: int = _number()
    to_size: int = _number()
    last_at: int = _number()


class PersonRow(ServiceTable, table=True):
    """The name of a player, kept outside the record so that it can be removed."""

    __tablename__ = "people"
    __table_args__ = _STRICT

    record: str = _key()
    seat: str = _key()
    name: str = _text()


class PenRow(ServiceTable, table=True):
    """Which device logs at a table now, and which one asked for the pen."""

    __tablename__ = "pens"
    __table_args__ = _STRICT

    record: str = _key()
    session: str = _text()
    since: int = _number()
    until: int = _number()
    asked_by: str | None = _text(missing=True)
    asked_at: int | None = _number(missing=True)


class FactRow(ServiceTable, table=True):
    """A fact about the service, such as its address."""

    __tablename__ = "facts"
    __table_args__ = _STRICT

    name: str = _key()
    value: str = _text()


class PasskeyRow(ServiceTable, table=True):
    """The public half of a passkey, without which an official's link does not open."""

    __tablename__ = "passkeys"
    __table_args__ = _STRICT

    grant: str = _key()
    credential: str = _key()
    site: str = _text()
    device: str = _text()
    made_at: int = _number()


TABLES: tuple[type[ServiceTable], ...] = (GrantRow, SessionRow, VisitRow, PersonRow, PenRow, FactRow, PasskeyRow)


def create_statements() -> str:
    """The SQL that creates every table."""
    dialect = sqlite.dialect()
    tables = (ServiceTable.metadata.tables[str(row.__tablename__)] for row in TABLES)
    statements = (str(CreateTable(table).compile(dialect=dialect)) for table in tables)
    lines = (line.rstrip().replace("\t", "    ") for text in statements for line in f"{text.strip()};".splitlines())
    return "\n".join(lines) + "\n"
