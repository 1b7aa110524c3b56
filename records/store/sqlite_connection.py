"""Connections to one SQLite file: a single one that writes, and a few that read. Its errors in our words."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from records.errors import Damaged, QuartermasterError, Unavailable
from records.store.rows import Row

BUSY_SECONDS = 30
_SYNCHRONOUS_FULL = 2
_PRIMARY = 0xFF
_NOT_NOW = {
    sqlite3.SQLITE_FULL: ("the disk is full", "make room, then repeat it"),
    sqlite3.SQLITE_IOERR: ("the disk failed", "look at the disk, then repeat it"),
    sqlite3.SQLITE_READONLY: ("the database is read-only", "allow writing to the file and its folder, or use --db"),
    sqlite3.SQLITE_BUSY: ("another program is writing to the database", "repeat it"),
    sqlite3.SQLITE_LOCKED: ("another program is writing to the database", "repeat it"),
    sqlite3.SQLITE_PROTOCOL: ("another program is writing to the database", "repeat it"),
    sqlite3.SQLITE_CANTOPEN: ("the database cannot be opened", "look at the path and its permissions, or use --db"),
    sqlite3.SQLITE_PERM: ("the database may not be used", "look at its permissions, or use --db"),
    sqlite3.SQLITE_NOMEM: ("there is no memory left", "close other programs, then repeat it"),
}
_OUR_MISTAKES = {sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE, sqlite3.SQLITE_MISMATCH}


def in_words(error: sqlite3.Error, path: str) -> QuartermasterError:
    """A database error as one of ours; what can only be our own mistake is raised as it is."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _PRIMARY
    if code in _OUR_MISTAKES or isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        raise error
    if code in _NOT_NOW:
        what, mend = _NOT_NOW[code]
        return Unavailable(f"{what} ({error}); nothing was written", where=path, mend=mend)
    return Damaged(f"the database is damaged: {error}", where=path, mend="restore a backup with `qm restore`")


class Connections:
    """The connections to one file. Safe to share between threads."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._uri = Path(path).absolute().as_uri()
        self._writing = threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._readers: list[sqlite3.Connection] = []

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Every row of a query."""
        reader = self._reader()
        try:
            rows: list[Row] = reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            reader.close()
            raise in_words(error, self.path) from error
        self._readers.append(reader)
        return rows

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One durable transaction, alone: committed at the end, undone by any error."""
        with self._writing:
            connection = self._writer or self._open_writer()
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                # What a failed sync leaves behind cannot be trusted by this connection: the next write opens anew.
                self._drop_writer()
                raise in_words(error, self.path) from error
            except BaseException:
                connection.rollback()
                raise

    def close(self) -> None:
        """Close every connection."""
        while self._readers:
            self._readers.pop().close()
        with self._writing:
            self._drop_writer()

    def connect(self, mode: str) -> sqlite3.Connection:
        """A bare connection: mode `rw`, `rwc` (create the file) or `ro`."""
        return sqlite3.connect(
            f"{self._uri}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )

    def _open_writer(self) -> sqlite3.Connection:
        try:
            connection = self.connect("rw")
        except sqlite3.Error as error:
            raise in_words(error, self.path) from error
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")
            connection.execute("PRAGMA foreign_keys = ON")
            (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
            if mode != "wal" or synchronous != _SYNCHRONOUS_FULL:
                raise Unavailable(
                    f"the database cannot promise durable writes (journal {mode}, synchronous {synchronous})",
                    where=self.path,
                    mend="keep it on a local disk",
                )
        except sqlite3.Error as error:
            connection.close()
            raise in_words(error, self.path) from error
        except Unavailable:
            connection.close()
            raise
        self._writer = connection
        return connection

    def _drop_writer(self) -> None:
        connection, self._writer = self._writer, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.rollback()
            with suppress(sqlite3.Error):
                connection.close()

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._readers.pop()
        except IndexError:
            pass
        try:
            return self._open_reader()
        except sqlite3.Error as error:
            raise in_words(error, self.path) from error

    def _open_reader(self) -> sqlite3.Connection:
        connection = self.connect("rw")
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            code = error.sqlite_errorcode & _PRIMARY
            if code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or self._has_log():
                raise
            # A finished database in a folder we may not write to: nobody can be writing, so that no lock is needed.
            connection = self.connect("ro&immutable=1")
        return connection

    def _has_log(self) -> bool:
        log = Path(f"{self.path}-wal")
        return log.exists() and log.stat().st_size > 0
