"""The rows of a PostgreSQL store, copied to and from the SQLite file of a backup; keys and positions stay the same."""

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

from records.errors import Refused
from records.store.postgres.connection import PostgresConnections
from records.store.postgres.database import open_database
from records.store.rows import Row
from records.store.sqlite.connection import SqliteConnections
from records.store.sqlite.faults import FAILURES, in_words
from records.store.sqlite.file import open_file


class CopiedTable(NamedTuple):
    """A table to copy: its columns with their types in PostgreSQL, and the order in which rows are read."""

    name: str
    columns: dict[str, str]
    order: str

    @property
    def listed(self) -> str:
        """The columns as SQL names them."""
        return ", ".join(f'"{column}"' for column in self.columns)


TABLES = (
    CopiedTable(
        "records",
        {"key": "int8", "id": "text", "created": "int8", "header": "bytea", "leaf": "bytea", "game": "text"}
        | dict.fromkeys(("title", "event", "round", "table", "place"), "text"),
        "key",
    ),
    CopiedTable(
        "events",
        {"position": "int8", "record": "int8", "seq": "int4", "at": "int8", "payload": "bytea", "leaf": "bytea"},
        "position",
    ),
    CopiedTable(
        "tips",
        {"id": "text", "record": "int8", "size": "int4", "peaks": "bytea", "changed": "int8", "closed": "int4"},
        "id",
    ),
    CopiedTable("event_keys", {"record": "int8", "name": "text", "seq": "int4"}, "record, name"),
    CopiedTable(
        "openings",
        {"record": "int8", "seal": "text", "seat": "text", "what": "text", "salt": "text", "value": "bytea"},
        "record, seal",
    ),
    CopiedTable("notes", {"record": "int8", "kind": "text", "size": "int4", "data": "bytea"}, "record, kind, size"),
)


def copy_to_file(connections: PostgresConnections, partial: str) -> None:
    """Every row, as of one moment, into a new SQLite store."""
    with (
        closing(open_file(partial, create=True)) as file,
        file.transaction as inside,
        inside.unguarded("events_insert"),  # archived events leave gaps
    ):
        for table, rows in _snapshot(connections):
            places = ", ".join("?" * len(table.columns))
            inside.run_many(f"INSERT INTO {table.name} ({table.listed}) VALUES ({places})", rows)


def _snapshot(connections: PostgresConnections) -> Iterator[tuple[CopiedTable, Iterator[Row]]]:
    with connections.writer as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for table in TABLES:
            with connection.cursor(name="qm_backup", binary=True) as cursor:
                cursor.itersize = 1000
                cursor.execute(f"SELECT {table.listed} FROM {table.name} ORDER BY {table.order}".encode())
                yield table, iter(cursor)


def load_into_postgres(source: str, url: str) -> None:
    """Every row of a SQLite store into an empty database, in one transaction."""
    connections = open_database(url, create=True)
    try:
        with connections.writer as connection, connection.transaction():
            connection.execute("SELECT lock_appends()")
            if connection.execute("SELECT 1 FROM records LIMIT 1").fetchone():
                raise Refused(
                    "the database holds records already",
                    where=connections.place,
                    mend="restore into an empty database, or import single records",
                )
            for table, rows in _rows_of(source):
                copy_in = f"COPY {table.name} ({table.listed}) FROM STDIN (FORMAT BINARY)"
                with connection.cursor() as cursor, cursor.copy(copy_in.encode()) as copy:
                    copy.set_types(list(table.columns.values()))
                    for row in rows:
                        copy.write_row(row)
    finally:
        connections.close()


def _rows_of(source: str) -> Iterator[tuple[CopiedTable, Iterator[Row]]]:
    try:
        with closing(SqliteConnections(source).connect("ro")) as connection:
            connection.execute("BEGIN")
            for table in TABLES:
                yield table, connection.execute(f"SELECT {table.listed} FROM {table.name} ORDER BY {table.order}")
    except FAILURES as error:
        raise in_words(error, source) from error
