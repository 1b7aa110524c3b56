"""The connections to one SQLite file: a single one that writes, inside transactions, and a few that read.

Readers share a small file beside the database, which is made when the first of them comes. Where it cannot be made, as
in a folder that we may not write to or on a full disk, a reader does without.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from records.errors import QuartermasterError
from records.store.rows import Row
from records.store.sqlite.faults import FAILURES, NO_INDEX, PRIMARY
from records.store.sqlite.second_look import ReadFailure, after_a_second_look
from records.store.sqlite.write_connection import SqliteWriting

BUSY_SECONDS = 30
"""How long to wait for another program that writes, unless told otherwise."""


_NO_FOLDER = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
_ANYTHING = "SELECT 1 FROM sqlite_master"


class _Once(sqlite3.Connection):
    """A connection that is closed after one query: it keeps all others out, or would not see what they write later."""


class SqliteConnections:
    """The connections to one file. Safe to share between threads."""

    def __init__(self, path: str, patience: float | None = None) -> None:
        """`patience`: how many seconds to wait for another program that writes."""
        self.path = path
        self._patience = patience
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
            raise self._read_in_words(error, sql, values) from error
        if isinstance(reader, _Once):
            reader.close()
        else:
            self._readers.append(reader)
        return rows

    def close(self) -> None:
        """Close every connection."""
        while self._readers:
            self._readers.pop().close()
        self.transaction.close()

    def connect(self, mode: str, kind: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
        """A bare connection: mode `rw`, `rwc` (create the file) or `ro`."""
        return sqlite3.connect(
            f"{self._uri}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS if self._patience is None else self._patience,
            isolation_level=None,
            check_same_thread=False,
            factory=kind,
        )

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._readers.pop()
        except IndexError:
            pass
        try:
            return self._open_reader()
        except FAILURES as error:
            raise self._read_in_words(error, _ANYTHING, ()) from error

    def _open_reader(self) -> sqlite3.Connection:
        connection = self.connect("rw")
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute(_ANYTHING).fetchone()
        except FAILURES as error:
            connection.close()
            code = getattr(error, "sqlite_errorcode", 0)
            if code & PRIMARY not in _NO_FOLDER and code not in NO_INDEX:
                raise
            if not self._has_log():  # a finished database, to which nobody can be writing: no lock is needed
                return self.connect("ro&immutable=1", _Once)
            if code not in NO_INDEX:
                raise
            # The log holds events that are not in the database yet. Who keeps all others out needs no file to share.
            connection = self.connect("rw", _Once)
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA query_only = ON")
        return connection

    def _read_in_words(self, error: ReadFailure, sql: str, values: Sequence[object]) -> QuartermasterError:
        return after_a_second_look(error, self.path, lambda: self._read_anew(sql, values), reading=True)

    def _read_anew(self, sql: str, values: Sequence[object]) -> None:
        with closing(self._open_reader()) as reader:
            reader.execute(sql, values).fetchall()

    def _has_log(self) -> bool:
        log = Path(f"{self.path}-wal")
        return log.exists() and log.stat().st_size > 0
