"""A SQLite file of answers that can be thrown away: made anew where it is missing, of another kind, or damaged.

It is for its owner only. Where no file can be made, the answers are kept in memory and worked out each time. Whatever
else has its name is refused in words, and stays as it is.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from cli.machine.derived_place import claimed, refused
from cli.machine.folders_and_clock import data_folder, is_file_store
from cli.machine.stores import owner_only
from records.errors import Damaged, QuartermasterError
from records.store.schema import statements
from records.store.sqlite.faults import FAILURES, PRIMARY, in_words

APPLICATION_ID = 0x514D4958
"""`QMIX`, in the header of the file."""
BUSY_SECONDS = 30
MEMORY = ":memory:"

_NOT_ITS_FAULT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
"""A file for which SQLite reports this is whole: making it anew would help nobody."""
_OUR_MISTAKES = (sqlite3.ProgrammingError, sqlite3.InterfaceError)

T = TypeVar("T")

_OPEN: Counter[str] = Counter()
"""The files that this process has open. To close any handle on one would let go of SQLite's locks on it, and another
process would then throw away what is still in use: so these are not looked at again."""


def index_path(url: str) -> str:
    """Where the index of a store is: beside a file, and for a server in the user's data folder.

    An index in the server's database would need an account that may make tables, and every reader would write to
    the server. On this machine, an account that can only read is enough.
    """
    if is_file_store(url):
        return f"{url}.index.db"
    from hashlib import sha256

    return str(data_folder() / f"postgres-{sha256(url.encode()).hexdigest()[:16]}.index.db")


class DerivedLost(Damaged):
    """The file could not be read, or is not what it should be."""


class DerivedFile:
    """The file, used by one thread at a time."""

    def __init__(self, path: str, script: str, version: int) -> None:
        self.path = path
        self._script = script
        self._version = version
        self.renewed = False
        """Whether it was made anew since it was opened, because it was damaged."""
        self._counted = MEMORY
        self._connection = self._opened()

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Every row of a query."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except FAILURES as error:
            raise self.failure(error) from error

    def check(self) -> None:
        """Look at every page. One that is seldom read must not stay damaged until it is asked for."""
        told = self.rows("PRAGMA quick_check(1)")
        if told != [("ok",)]:
            raise self.failure(sqlite3.DatabaseError(str(told[0][0]) if told else "it cannot be checked"))

    def connection(self) -> sqlite3.Connection:
        """The connection itself, for an engine on it."""
        return self._connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Cursor]:
        """A transaction, undone by any error."""
        cursor = self._connection.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
            except BaseException:
                cursor.execute("ROLLBACK")
                raise
            cursor.execute("COMMIT")
        except FAILURES as error:
            raise self.failure(error) from error

    def answered(self, work: Callable[[], T], again: Callable[[], object]) -> T:
        """What `work` answers; if the file turns out to be damaged, it is made anew, filled by `again`, and asked."""
        try:
            return work()
        except DerivedLost:
            self.renew()
            again()
            return work()

    def renew(self) -> None:
        """Throw the file away and begin an empty one."""
        self.close()
        self._throw_away()
        self.renewed = True
        self._connection = self._opened()

    def close(self) -> None:
        """Close the file."""
        with suppress(*FAILURES):
            self._connection.close()
        _OPEN[self._counted] -= 1
        self._counted = MEMORY

    def _opened(self) -> sqlite3.Connection:
        for attempt in range(2):
            try:
                connection = self._open(self.path)
                self._counted = self.path
                _OPEN[self.path] += 1
                return connection
            except (OSError, *FAILURES) as error:
                if isinstance(error, _OUR_MISTAKES):
                    raise
                if attempt == 0 and not isinstance(error, OSError) and not _is_whole(error):
                    self._throw_away()
        self.path = MEMORY
        return self._open(MEMORY)

    def _throw_away(self) -> None:
        for name in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(self.path + name).unlink(missing_ok=True)

    def _open(self, path: str) -> sqlite3.Connection:
        if path != MEMORY:
            with owner_only():
                Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
                if not (_OPEN[path] and Path(path).exists()):
                    claimed(path, APPLICATION_ID)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            kind, version, tables = _what_it_says(connection)
            if kind != APPLICATION_ID and (kind or version or tables):
                raise refused("there is another database", path)
            if version not in (0, self._version):
                raise sqlite3.DatabaseError("it was made by another version")
            if version == 0:
                self._make(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _make(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("PRAGMA user_version").fetchone() == (0,):  # nobody was faster
            for statement in statements(self._script):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {self._version}")
        connection.execute("COMMIT")

    def failure(self, error: sqlite3.Error | UnicodeDecodeError) -> QuartermasterError:
        """What SQLite reports about the file, as an error of ours. What can only be our mistake is raised as it is."""
        if isinstance(error, _OUR_MISTAKES):
            raise error
        if _is_whole(error):
            return in_words(error, self.path)
        return DerivedLost(f"the index cannot be used: {error}", where=self.path, mend="run `qm index rebuild`")


def _what_it_says(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Whose it is, its version, and how many tables and indexes it has: all at one moment, while others may make it."""
    connection.execute("BEGIN")
    asked = ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    kind, version, tables = (connection.execute(each).fetchone()[0] for each in asked)
    connection.execute("COMMIT")
    return kind, version, tables


def _is_whole(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """Whether the file is not to blame: another process is writing, or the disk is full."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & PRIMARY in _NOT_ITS_FAULT
