"""The transactions of a SQLite store, and the connection they write on."""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count, repeat
from types import TracebackType

from records.errors import Damaged, Unavailable
from records.store.rows import Row
from records.store.sqlite.faults import FAILURES
from records.store.sqlite.second_look import after_a_second_look
from records.store.sqlite.sql import ADD_EVENT, MOVE_TIP
from records.tree import Hash

_SYNCHRONOUS_FULL = 2


class SqliteTransaction:
    """What can be done inside a transaction."""

    __slots__ = ("cursor",)

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self.cursor = cursor

    def run(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement; its rows, if it has any."""
        return self.cursor.execute(sql, values).fetchall()

    def run_many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement once for each row of values."""
        self.cursor.executemany(sql, rows)

    def add_events(self, key: int, first: int, at: int, packed: Iterable[bytes], leaves: Iterable[Hash]) -> None:
        """Insert events; SQLite gives each the next position."""
        self.cursor.executemany(ADD_EVENT, zip(repeat(key), count(first), repeat(at), packed, leaves))

    def remove_events(self, key: int, before: int) -> None:
        """Remove the events of a record before a seq, which an archive holds by now. The guards are off only here."""
        with self.unguarded("events_delete"):
            self.cursor.execute("DELETE FROM events WHERE record = ? AND seq < ?", (key, before))

    def put_back(self, rows: Iterable[Row]) -> None:
        """Insert events that an archive held: (position, record, seq, at, payload, leaf)."""
        with self.unguarded("events_insert"):
            self.cursor.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)

    @contextmanager
    def unguarded(self, guard: str) -> Iterator[None]:
        """Without a trigger, within this transaction: nobody else ever sees the table without it."""
        made = self.cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?", (guard,))
        found = made.fetchone()
        if found is None:
            raise Damaged(f"somebody took the guard {guard} out of the store", mend="restore a backup")
        self.cursor.execute(f"DROP TRIGGER {guard}")
        yield
        self.cursor.execute(found[0])

    def move_tip(self, record_id: str, size: int, peaks: bytes, at: int, closed: int) -> None:
        """Set the tip of a record."""
        self.cursor.execute(MOVE_TIP, (size, peaks, at, closed, record_id))


class SqliteWriting:
    """In a `with`: a transaction from BEGIN IMMEDIATE to a synced COMMIT, one thread at a time; undone by any error.

    One object serves every transaction of a store, on one cursor: making either anew would slow down every append.
    """

    def __init__(self, path: str, connect: Callable[[], sqlite3.Connection]) -> None:
        self._path = path
        self._connect = connect
        self._lock = threading.Lock()
        self._inside: SqliteTransaction | None = None

    def __enter__(self) -> SqliteTransaction:
        self._lock.acquire()
        try:
            inside = self._inside or self._open()
            inside.cursor.execute("BEGIN IMMEDIATE")
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return inside

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._inside is not None:
                self._inside.cursor.execute("COMMIT" if error is None else "ROLLBACK")
        except FAILURES as failure:
            error = error or failure
        finally:
            if isinstance(error, FAILURES):
                # This connection cannot trust what a failed sync left behind: the next write opens a new one.
                self._drop()
            self._lock.release()
        if isinstance(error, FAILURES):
            raise after_a_second_look(error, self._path, self._check) from error

    def _check(self) -> None:
        """Look through the whole file, on a connection of its own."""
        with closing(self._connect()) as connection:
            connection.execute("PRAGMA query_only = ON")
            found = connection.execute("PRAGMA quick_check(1)").fetchall()
        if found != [("ok",)]:
            raise sqlite3.DatabaseError("the file is damaged")

    def close(self) -> None:
        """Close the connection; the next transaction would open another."""
        with self._lock:
            self._drop()

    def _open(self) -> SqliteTransaction:
        cursor = self._connect().cursor()
        inside = self._inside = SqliteTransaction(cursor)
        (mode,) = cursor.execute("PRAGMA journal_mode = WAL").fetchone()
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA fullfsync = ON")
        (synchronous,) = cursor.execute("PRAGMA synchronous").fetchone()
        if mode != "wal" or synchronous != _SYNCHRONOUS_FULL:
            self._drop()
            raise Unavailable(
                f"the database cannot promise durable writes (journal {mode}, synchronous {synchronous})",
                where=self._path,
                mend="keep it on a local disk",
            )
        return inside

    def _drop(self) -> None:
        inside, self._inside = self._inside, None
        if inside is not None:
            with suppress(*FAILURES):
                inside.cursor.connection.rollback()
            with suppress(*FAILURES):
                inside.cursor.connection.close()
