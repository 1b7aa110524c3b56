"""The tables of the index copied into a database on a server, for whoever asks it in their own SQL.

The file stays what commands ask. The copy has a schema of its own, so that it may lie beside a store, and may be thrown
away at any time. It is brought up to date in one transaction, so that nobody sees half of it.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, inspect
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import StaticPool
from sqlalchemy.schema import CreateSchema
from sqlmodel import Session, select

from cli.desk.index.index_file import INDEX_VERSION
from cli.desk.index.index_rows import INDEX_TABLES, IndexMarkRow, IndexTable, LinkRow, StatusRow
from records.errors import Refused

SCHEMA = "qm_index"
"""Where the tables are unless another place is named."""
_VERSION = "version"
_AT_ONCE = 500

RowsHold = dict[str, tuple[int, bytes, str]]
"""The records of a copy, each with what its rows hold for: size, root, rules."""


class IndexCopied(NamedTuple):
    """How many records were written anew, and how many are there no more."""

    written: int
    gone: int


def server_engine(connect: Callable[[], Any], failure: Callable[[Any], BaseException]) -> Engine:
    """An engine on one connection to a server. `failure` says in our words what the server reports."""
    engine = create_engine("postgresql+psycopg://", creator=connect, poolclass=StaticPool)

    def told(context: ExceptionContext) -> None:
        raise failure(context.original_exception)

    event.listen(engine, "handle_error", told)
    return engine


def copy_index(here: Engine, there: Engine, schema: str) -> IndexCopied:
    """Make the tables there what those here are. Records whose rows hold for the same there are not written again."""
    own = there.execution_options(schema_translate_map={None: schema})
    with own.begin() as server, Session(here) as ours, Session(server) as theirs:
        _make_tables(server, theirs, schema)
        known, wanted = _held(theirs), _held(ours)
        linked = set(ours.exec(select(LinkRow.record)))  # judged by others too, which may have changed
        changed = [one for one in wanted if known.get(one) != wanted[one] or one in linked]
        gone = [one for one in known if one not in wanted]
        for some in _in_parts([*changed, *gone]):
            for kind in _of_records():
                theirs.execute(delete(kind).where(_record(kind).in_(some)))
        for some in _in_parts(changed):
            for kind in _of_records():
                rows = [row.model_dump() for row in ours.exec(select(kind).where(_record(kind).in_(some)))]
                if rows:
                    theirs.execute(insert(kind), rows)
            ours.expunge_all()
        theirs.flush()
    return IndexCopied(len(changed), len(gone))


def _make_tables(server: Connection, theirs: Session, schema: str) -> None:
    """The schema and its tables; those of another version are made anew. What is not ours there stays as it is."""
    there = set(inspect(server).get_table_names(schema))
    if there and (
        there - {str(kind.__tablename__) for kind in INDEX_TABLES} or IndexMarkRow.__tablename__ not in there
    ):
        raise Refused(f"there is something else in the schema {schema}", mend="name another one: --schema NAME")
    server.execute(CreateSchema(schema, if_not_exists=True))
    tables = [IndexTable.metadata.tables[str(kind.__tablename__)] for kind in INDEX_TABLES]
    IndexTable.metadata.create_all(server, tables[:1])
    mark = theirs.get(IndexMarkRow, _VERSION)
    if mark is None or mark.value != str(INDEX_VERSION):
        IndexTable.metadata.drop_all(server, tables)
        IndexTable.metadata.create_all(server, tables)
        theirs.expunge_all()
        theirs.add(IndexMarkRow(name=_VERSION, value=str(INDEX_VERSION)))
        theirs.flush()


def _held(session: Session) -> RowsHold:
    rows = session.exec(select(StatusRow.record, StatusRow.size, StatusRow.root, StatusRow.rules))
    return {record: (size, bytes(root), rules) for record, size, root, rules in rows}


def _of_records() -> list[type[IndexTable]]:
    return [kind for kind in INDEX_TABLES if kind is not IndexMarkRow]


def _record(kind: type[IndexTable]) -> Any:
    named: Any = kind
    return named.record


def _in_parts(records: Iterable[str]) -> Iterator[list[str]]:
    every = iter(records)
    return iter(lambda: list(islice(every, _AT_ONCE)), [])
