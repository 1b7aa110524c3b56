"""Making, recognising and migrating the file of a SQLite store."""

from contextlib import closing
from pathlib import Path

from records.errors import QuartermasterError, Refused
from records.store import schema
from records.store.schema import check_version, foreign, nothing_there, statements, steps_from
from records.store.sqlite.connection import SqliteConnections
from records.store.sqlite.faults import FAILURES, in_words
from records.store.sqlite.sql import GUARDS, TABLES

PAGE_BYTES = 2048
"""Half of SQLite's usual page: an append touches three pages, and each is written and synced whole."""


def open_file(path: str, *, create: bool, patience: float | None = None) -> SqliteConnections:
    """Connections to a store of this version; a missing or empty file is made into one if asked."""
    check_path(path)
    connections = SqliteConnections(path, patience)
    try:
        found = _version(connections)
        if found is None:
            if not create:
                raise nothing_there(path)
            _create(connections)
        else:
            check_version(found, path)
    except QuartermasterError:
        connections.close()
        raise
    return connections


def check_path(path: str) -> None:
    """Refuse what cannot be the path of a database file."""
    if "://" in path or path == ":memory:" or "\0" in path or not path:
        raise Refused(
            f"{path!r} is not a database this program knows",
            mend="give the path of a file, or postgresql://user@host/name",
        )
    if Path(path).is_dir():
        raise Refused("this is a folder", where=path, mend="give the path of a database file")


def migrate_sqlite(path: str) -> int:
    """Bring the file's tables to this version; the version before."""
    check_path(path)
    connections = SqliteConnections(path)
    try:
        found = _version(connections)
        if found is None:
            raise nothing_there(path)
        if found < schema.VERSION:
            with connections.transaction as inside:
                for statement in statements(steps_from(found, "sqlite")):
                    inside.run(statement, ())
        else:
            check_version(found, path)
        return found
    finally:
        connections.close()


def _version(connections: SqliteConnections) -> int | None:
    """The version of the tables, None where there are none."""
    path = Path(connections.path)
    try:
        if not path.exists() or path.stat().st_size == 0:
            return None
    except OSError as error:
        raise Refused(f"the path cannot be used: {error.strerror}", where=str(path), mend="look at --db") from None
    tables = {name for (name,) in connections.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return None
    if "schema_version" not in tables:
        raise foreign(str(path))
    rows = connections.rows("SELECT version FROM schema_version")
    if len(rows) != 1 or type(rows[0][0]) is not int:
        raise foreign(str(path))
    found: int = rows[0][0]
    return found


def _create(connections: SqliteConnections) -> None:
    path = connections.path
    try:
        Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"the folder cannot be made: {error.strerror}", where=path, mend="look at --db") from None
    try:
        with closing(connections.connect("rwc")) as connection:
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode = WAL")  # writes the first page, and so fixes the size
    except FAILURES as error:
        raise in_words(error, path) from error
    with connections.transaction as inside:
        if inside.run("SELECT 1 FROM sqlite_master", ()):
            return  # another program was faster
        for statement in statements(TABLES + GUARDS):
            inside.run(statement, ())
        inside.run("INSERT INTO schema_version VALUES (?)", (schema.VERSION,))
