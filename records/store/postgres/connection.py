"""The connections to a PostgreSQL database: a single one that writes, and a few that read.

psycopg is an extra of the package and is imported only when a `postgresql://` URL is opened.
"""

import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from types import TracebackType
from typing import TYPE_CHECKING

from records.errors import Refused, Unavailable
from records.store.postgres.faults import check_url, in_words, place_of, unreachable
from records.store.rows import Row

if TYPE_CHECKING:
    import psycopg

LOCK_SECONDS = 30
"""How long to wait for another program that writes, unless told otherwise."""
CONNECT_SECONDS = 10
_DURABLE = ("on", "remote_apply", "remote_write", "local")
_SETTINGS = """
SET lock_timeout = {milliseconds};
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED
"""


@lru_cache(maxsize=256)
def for_psycopg(sql: str) -> str:
    """Our statements mark places by `?`, psycopg's by `%s`."""
    return sql.replace("?", "%s")


class PostgresConnections:
    """The connections to one database. Safe to share between threads."""

    def __init__(self, url: str, patience: float | None = None) -> None:
        """`patience`: how many seconds to wait for another program that writes."""
        try:
            import psycopg
        except ImportError as error:
            raise Refused(
                f"PostgreSQL needs the psycopg package ({error})", mend="pip install 'quartermaster[postgres]'"
            ) from None
        check_url(url)
        self.place = place_of(url)
        self.writer = PostgresWriting(self)
        self.failures = psycopg.Error
        self._connect = psycopg.connect
        self._url = url
        self._settings = _SETTINGS.format(milliseconds=round(1000 * (LOCK_SECONDS if patience is None else patience)))
        self._readers: list[psycopg.Connection] = []

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Every row of a query. A connection that the server dropped meanwhile is replaced once."""
        while True:
            reader, fresh = self._reader()
            try:
                rows: list[Row] = reader.execute(for_psycopg(sql), values, binary=True).fetchall()
            except self.failures as error:
                broken = reader.broken
                reader.close()
                if broken and not fresh:
                    continue
                raise in_words(error, self.place) from error
            self._readers.append(reader)
            return rows

    def close(self) -> None:
        """Close every connection."""
        while self._readers:
            self._readers.pop().close()
        self.writer.close()

    def open(self, *, durable: bool) -> "psycopg.Connection":
        """A new connection; a `durable` one is for writing."""
        try:
            connection = self._connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        except self.failures as error:
            raise unreachable(error, self.place) from error
        try:
            connection.execute(self._settings.encode())
            if durable:
                self._demand_durable(connection)
        except self.failures as error:
            connection.close()
            raise in_words(error, self.place) from error
        except Unavailable:
            connection.close()
            raise
        return connection

    def _reader(self) -> tuple["psycopg.Connection", bool]:
        try:
            return self._readers.pop(), False
        except IndexError:
            return self.open(durable=False), True

    def _demand_durable(self, connection: "psycopg.Connection") -> None:
        """A commit that is answered must be on the disk: a server configured otherwise is told so."""
        setting = "SELECT current_setting('synchronous_commit')"
        row = connection.execute(setting).fetchone()
        if row is None or row[0] not in _DURABLE:
            connection.execute("SET synchronous_commit = on")
            row = connection.execute(setting).fetchone()
        if row is None or row[0] not in _DURABLE:
            raise Unavailable("the server does not promise durable commits", where=self.place)


class PostgresWriting:
    """Used in a `with`: the connection that writes, one thread at a time. Given up after any error of the database."""

    def __init__(self, connections: PostgresConnections) -> None:
        self._connections = connections
        self._lock = threading.Lock()
        self._connection: psycopg.Connection | None = None
        self.cursor: psycopg.Cursor | None = None
        """A cursor for the hot path: making one takes longer than using it."""

    def __enter__(self) -> "psycopg.Connection":
        self._lock.acquire()
        try:
            connection = self._connection
            if connection is None or connection.closed:
                connection = self._connection = self._connections.open(durable=True)
                self.cursor = connection.cursor(binary=True)
        except BaseException:
            self._lock.release()
            raise
        return connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, self._connections.failures):
            self._drop()
        self._lock.release()
        if isinstance(error, self._connections.failures):
            raise in_words(error, self._connections.place) from error

    def close(self) -> None:
        """Close the connection; the next use would open another."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(self._connections.failures):
                connection.close()
