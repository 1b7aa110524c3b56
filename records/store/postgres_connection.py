"""Connections to a PostgreSQL database: a single one that writes, and a few that read. Its errors in our words.

psycopg is an extra of the package and is imported only when a `postgresql://` URL is opened.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from records.errors import Damaged, QuartermasterError, Refused, Unavailable
from records.store.rows import Row

if TYPE_CHECKING:
    import psycopg

LOCK_SECONDS = 30
CONNECT_SECONDS = 10
_DATA_CORRUPTED = "XX"
_NOT_ALLOWED = "42501"
_BAD_VALUE = "22"
_DURABLE = ("on", "remote_apply", "remote_write", "local")
_SETTINGS = f"""
SET lock_timeout = '{LOCK_SECONDS}s';
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED
"""


def need_psycopg() -> None:
    """Say how to install the driver if it is missing."""
    try:
        import psycopg  # noqa: F401 (only whether it is there)
    except ImportError as error:
        raise Refused(
            f"PostgreSQL needs the psycopg package ({error})", mend="pip install 'quartermaster[postgres]'"
        ) from None


def place_of(url: str) -> str:
    """A URL as it may be shown: without account and password."""
    try:
        parts = urlsplit(url)
        return f"postgresql://{parts.hostname or ''}{parts.path}"
    except ValueError:
        return "postgresql://"


@lru_cache(maxsize=256)
def for_psycopg(sql: str) -> str:
    """Our statements mark places by `?`, psycopg's by `%s`."""
    return sql.replace("?", "%s")


def in_words(error: "psycopg.Error", place: str) -> QuartermasterError:
    """A database error as one of ours; what can only be our own mistake is raised as it is."""
    import psycopg

    state = error.sqlstate or ""
    text = str(error).strip().split("\n")[0]
    if state == _NOT_ALLOWED:
        return Unavailable(f"the account may not do this: {text}", where=place, mend="use the owner's account")
    if state.startswith(_DATA_CORRUPTED):
        return Damaged(f"the database is damaged: {text}", where=place, mend="restore a backup")
    if state.startswith(_BAD_VALUE):
        return Refused(f"the database cannot take a value: {text}", where=place)
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) or state == "25006":
        return Unavailable(
            f"the database does not answer: {text}",
            where=place,
            mend="look at the server; if this was an append, read the record again or repeat it with the same key",
        )
    raise error


class Connections:
    """The connections to one database. Safe to share between threads."""

    def __init__(self, url: str) -> None:
        need_psycopg()
        self.url = url
        self.place = place_of(url)
        self._writing = threading.RLock()
        self._writer: psycopg.Connection | None = None
        self._readers: list[psycopg.Connection] = []

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Every row of a query. A connection that the server dropped meanwhile is replaced once."""
        import psycopg

        while True:
            reader, fresh = self._reader()
            try:
                rows: list[Row] = reader.execute(for_psycopg(sql), values, binary=True).fetchall()
            except psycopg.Error as error:
                broken = reader.broken
                reader.close()
                if broken and not fresh:
                    continue
                raise in_words(error, self.place) from error
            self._readers.append(reader)
            return rows

    @contextmanager
    def writer(self) -> Iterator["psycopg.Connection"]:
        """The connection that writes, alone. It is given up after any error of the database."""
        import psycopg

        with self._writing:
            if self._writer is None or self._writer.closed:
                self._writer = self._open(writing=True)
            try:
                yield self._writer
            except psycopg.Error as error:
                self._drop_writer()
                raise in_words(error, self.place) from error

    def close(self) -> None:
        """Close every connection."""
        while self._readers:
            self._readers.pop().close()
        with self._writing:
            self._drop_writer()

    def _reader(self) -> tuple["psycopg.Connection", bool]:
        try:
            return self._readers.pop(), False
        except IndexError:
            return self._open(writing=False), True

    def _drop_writer(self) -> None:
        import psycopg

        connection, self._writer = self._writer, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    def _open(self, *, writing: bool) -> "psycopg.Connection":
        import psycopg

        try:
            connection = psycopg.connect(self.url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        except psycopg.Error as error:
            raise self._unreachable(error) from error
        try:
            connection.execute(_SETTINGS)
            if writing:
                self._demand_durable(connection)
        except psycopg.Error as error:
            connection.close()
            raise in_words(error, self.place) from error
        except Unavailable:
            connection.close()
            raise
        return connection

    def _unreachable(self, error: "psycopg.Error") -> QuartermasterError:
        import psycopg

        text = str(error).strip().split("\n")[-1]
        if isinstance(error, psycopg.ProgrammingError):
            return Refused(f"the URL cannot be read: {text}", where=self.place, mend="postgresql://user@host/name")
        return Unavailable(
            f"the database cannot be reached: {text}", where=self.place, mend="look at the server and at --db"
        )

    def _demand_durable(self, connection: "psycopg.Connection") -> None:
        """A commit that is answered must be on the disk: a server that is set otherwise is told so."""
        setting = "SELECT current_setting('synchronous_commit')"
        row = connection.execute(setting).fetchone()
        if row is None or row[0] not in _DURABLE:
            connection.execute("SET synchronous_commit = on")
            row = connection.execute(setting).fetchone()
        if row is None or row[0] not in _DURABLE:
            raise Unavailable("the server does not promise durable commits", where=self.place)
