"""The file `service.db`: opening it, transactions on it, and what can go wrong, in words.

One connection serves the whole process, so that `PRAGMA data_version` tells when another program wrote.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from sqlmodel import Session

from cli.machine.stores import owner_only
from cli.serve.register import service_schema
from cli.serve.register.service_schema import APPLICATION_ID, bring_up_to_date
from records.errors import Damaged, QuartermasterError, Refused, Unavailable
from records.store.sqlite.faults import FAILURES, in_words
from records.store.sqlite.file import check_path

BUSY_SECONDS = 2
"""How long to wait for another program that writes, unless `wait_at_most` says otherwise; nobody writes for long."""

_OWNER_ONLY = 0o600
_MEND = "put a backup in its place, or move it away: a new one is made, and every link has to be made again"


class ServiceFile:
    """One open `service.db`; used by one thread at a time."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._uri = Path(path).absolute().as_uri()
        self._connection: sqlite3.Connection | None = None
        self._seen: int | None = None
        self._patience: float = BUSY_SECONDS
        try:
            self._check()
            self._make()
        except FAILURES as error:
            raise _told(error, path) from error
        self._engine = create_engine("sqlite://", creator=self._connect, poolclass=StaticPool)
        event.listen(self._engine, "begin", _begin)
        self._reader = self._engine.execution_options(begin="BEGIN")
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One state of the file, to read."""
        with self._transaction(self._reader) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is durable when it ends, and undone by any error."""
        with self._transaction(self._writer) as session:
            yield session

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Session]:
        try:
            with Session(engine, expire_on_commit=False) as session:
                session.connection()  # begins now, not with the first statement
                yield session
                session.commit()
        except DBAPIError as error:
            self._drop()
            assert isinstance(error.orig, sqlite3.Error), "the driver is sqlite3"
            raise _told(error.orig, self.path) from error
        except UnicodeDecodeError as error:
            self._drop()
            raise _told(error, self.path) from error

    def wait_at_most(self, seconds: float) -> None:
        """How long a write waits from now on for another program that writes."""
        self._patience = seconds
        if self._connection is not None:
            self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def moved(self) -> bool:
        """Whether another program wrote since this was last asked, or that is not known; costs some microseconds."""
        if self._connection is None:
            with self.reading() as session:
                session.connection()  # a session connects only once it is used
        assert self._connection is not None, "a transaction was open"
        before = self._seen
        try:
            (self._seen,) = self._connection.execute("PRAGMA data_version").fetchone()
        except FAILURES as error:
            self._drop()
            raise _told(error, self.path) from error
        return self._seen != before

    def wipe_log(self) -> None:
        """Empty the log beside the file: what was forgotten is then nowhere on the disk. Others may hold it up."""
        if self._connection is not None:
            with suppress(*FAILURES):  # it is tried again the next time, and at the latest when the file is closed
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def backup(self, target: str) -> None:
        """Copy the file in one consistent state, to a new file for its owner only."""
        check_path(target)
        if Path(target).exists():
            raise Refused("there is a file of this name already", where=target, mend="choose another name")
        try:
            with owner_only(), closing(self._bare("rw")) as connection:
                connection.execute("VACUUM INTO ?", (target,))
        except FAILURES as error:
            with suppress(OSError):
                Path(target).unlink(missing_ok=True)
            raise _told(error, target) from error

    def close(self) -> None:
        """Close the connection."""
        self._drop()

    def _check(self) -> None:
        """Refuse what is not ours, is newer than this program, or is damaged, without changing it."""
        check_path(self.path)
        if not _has_something(self.path):
            return
        with closing(self._bare("ro")) as connection:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not tables and not application and not version:
                return  # its making was interrupted
            if application != APPLICATION_ID:
                raise Refused("this is not a database of the service", where=self.path, mend="move it away")
            if version > len(service_schema.STEPS):
                raise Refused(
                    f"the file is of version {version}, this program knows only version {len(service_schema.STEPS)}",
                    where=self.path,
                    mend="use a newer Quartermaster",
                )
            if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                raise sqlite3.DatabaseError("its pages do not hold together")

    def _make(self) -> None:
        """Make the file if it is not there, close it to others, and bring its tables up to date."""
        try:
            with owner_only():
                Path(self.path).absolute().parent.mkdir(parents=True, exist_ok=True)
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, _OWNER_ONLY))
            Path(self.path).chmod(_OWNER_ONLY)
        except OSError as error:
            raise Unavailable(f"the file cannot be used: {error.strerror}", where=self.path) from None
        with closing(self._connect()) as connection:
            bring_up_to_date(connection)
        self._connection = None

    def _connect(self) -> sqlite3.Connection:
        """The connection that the engine uses: durable writes, and deleted rows leave nothing behind."""
        connection = self._bare("rw")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA secure_delete = ON")
        self._connection = connection
        return connection

    def _bare(self, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self._uri}?mode={mode}", uri=True, timeout=self._patience, isolation_level=None, check_same_thread=False
        )

    def _drop(self) -> None:
        """Let go of the connection; the next transaction opens another, and what was read has to be read again."""
        self._engine.dispose()
        self._connection = self._seen = None


def _begin(connection: Connection) -> None:
    """Begin as the transaction wants; the driver itself would begin only at the first write."""
    connection.exec_driver_sql(connection.get_execution_options()["begin"])


def _has_something(path: str) -> bool:
    try:
        return Path(path).exists() and Path(path).stat().st_size > 0
    except OSError as error:
        raise Refused(f"the path cannot be used: {error.strerror}", where=path) from None


def _told(error: sqlite3.Error | UnicodeDecodeError, path: str) -> QuartermasterError:
    told = in_words(error, path)
    return Damaged(told.what, where=path, mend=_MEND) if isinstance(told, Damaged) else told
