"""A PostgreSQL server to which derived tables are copied, named by its URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cli.machine.folders_and_clock import is_file_store
from records.errors import Refused
from records.store.postgres.faults import check_url, in_words, place_of

if TYPE_CHECKING:
    import psycopg

_PATIENCE = 10


class CopyServer:
    """A connection, and what it reports in our words."""

    def __init__(self, url: str, connection: "psycopg.Connection") -> None:
        self.place = place_of(url)
        self._connection = connection

    def connect(self) -> "psycopg.Connection":
        """The one connection there is."""
        return self._connection

    def failure(self, error: BaseException) -> BaseException:
        """What the server reports, as an error of ours; anything else as it is."""
        import psycopg

        return in_words(error, self.place) if isinstance(error, psycopg.Error) else error


@contextmanager
def copy_server(url: str) -> Iterator[CopyServer]:
    """The server at a URL."""
    import psycopg

    if is_file_store(url):
        raise Refused(f"{url} is no server", mend="write postgresql://user@host/name; the file can be read as it is")
    check_url(url)
    try:
        connection = psycopg.connect(url, connect_timeout=_PATIENCE)
    except psycopg.Error as error:
        raise in_words(error, place_of(url)) from None
    try:
        yield CopyServer(url, connection)
    finally:
        connection.close()
