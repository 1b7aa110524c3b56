"""Whether an index is what a rebuild would give, row by row."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import StaticPool
from sqlmodel import Session, col, select

from cli.desk.index.index_current import Looker, made_after
from cli.desk.index.index_rows import INDEX_TABLES, IndexMarkRow, IndexTable, StatusRow
from cli.desk.index.index_sql import COLUMNS
from records.store import Store

if TYPE_CHECKING:
    from cli.desk.index.index_entries import IndexEntry


class IndexFault(NamedTuple):
    """A record whose rows are not what a rebuild would give."""

    record: str
    table: str
    missing: int
    """Rows that a rebuild gives and the index has not."""
    wrong: int
    """Rows that the index has and a rebuild does not give."""


def index_engine(connect: Callable[[], sqlite3.Connection], failure: Callable[[Any], Exception]) -> Engine:
    """An engine on the one connection of an index. `failure` says in our words what SQLite reports about the file."""
    engine = create_engine("sqlite://", creator=connect, poolclass=StaticPool)

    def told(context: ExceptionContext) -> None:
        if isinstance(context.original_exception, sqlite3.Error | UnicodeDecodeError):
            raise failure(context.original_exception)

    event.listen(engine, "handle_error", told)
    return engine


def index_faults(engine: Engine, store: Store, look: Looker, out_of_reach: "list[IndexEntry]") -> Iterator[IndexFault]:
    """What is wrong with an index: every record is looked at again, and all its rows are compared.

    Those that cannot be looked at now are added to a list.
    """
    ids = [one.id for one in made_after(store, 0)]
    with Session(engine) as session:
        for entry in look(ids):
            if not entry.is_of_its_record:  # it tells nothing about the rows that are there
                out_of_reach.append(entry)
                continue
            for kind in _of_records():
                table = str(kind.__tablename__)
                found, right = set(_rows(session, kind, entry.record)), set(entry.rows.get(table, []))
                if found != right:
                    yield IndexFault(entry.record, table, len(right - found), len(found - right))
        known = set(ids)
        for record_id in session.exec(select(StatusRow.record).order_by(col(StatusRow.record))):
            if record_id not in known:
                yield IndexFault(record_id, "records", 0, 1)


def _of_records() -> list[type[IndexTable]]:
    return [kind for kind in INDEX_TABLES if kind is not IndexMarkRow]


def _rows(session: Session, kind: type[IndexTable], record_id: str) -> Iterator[tuple[Any, ...]]:
    names = COLUMNS[str(kind.__tablename__)]
    table: Any = kind
    for row in session.exec(select(kind).where(table.record == record_id)):
        yield tuple(getattr(row, name) for name in names)
    session.expunge_all()
