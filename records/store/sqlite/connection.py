"""The connections to one SQLite file: a single one that writes, inside transactions, and a few that read."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from records.store.rows import Row
from records.store.sqlite.faults import FAILURES, PRIMARY, in_words
from records.store.sqlite.write_connection import SqliteWriting

BUSY_SECONDS = 30


class SqliteConnections:
    """The connections to one file. Safe to share between threads."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.transaction = SqliteWriting(path, lambda: self.connect("rw"))
        self._uri = Path(path).absolute().as_uri()
        self._readers: list[sqlite3.Connection] = []

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Every row of a query."""
        reader = self._reader()
        try:
            rows: list[Row] = reader.execute(sql, values).fetchall()
        except FAILURES as error:
            reader.close()
            raise in_words(error, self.path) from error
        self._readers.append(reader)
        return rows

    def close(self) -> None:
        """Close every connection."""
        while self._readers:
            self._readers.pop().close()
        self.transaction.close()

    def connect(self, mode: str) -> sqlite3.Connection:
        """A bare connection: mode `rw`, `rwc` (create the file) or `ro`."""
        return sqlite3.connect(
            f"{self._uri}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._readers.pop()
        except IndexError:
            pass
        try:
            return self._open_reader()
        except FAILURES as error:
            raise in_words(error, self.path) from error

    def _open_reader(self) -> sqlite3.Connection:
        connection = self.connect("rw")
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except FAILURES as error:
            connection.close()
            code = getattr(error, "sqlite_errorcode", 0) & PRIMARY
            if code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or self._has_log():
                raise
            # A finished database in a folder we may not write to: nobody can be writing, so no lock is needed.
            connection = self.connect("ro&immutable=1")
        return connection

    def _has_log(self) -> bool:
        log = Path(f"{self.path}-wal")
        return log.exists() and log.stat().st_size > 0
