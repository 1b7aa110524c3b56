"""What PostgreSQL reports, in our words. Accounts and passwords are never shown."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from records.errors import Damaged, QuartermasterError, Refused, Unavailable

if TYPE_CHECKING:
    import psycopg

_BAD_VALUE = "22"
_READ_ONLY = "25006"
_NOT_ALLOWED = "42501"
_DAMAGED = "XX"
_DISK_FULL = "53100"


def place_of(url: str) -> str:
    """A URL as it may be shown: without account and password."""
    try:
        parts = urlsplit(url)
        return f"postgresql://{parts.hostname or ''}{parts.path}"
    except ValueError:
        return "postgresql://"


def in_words(error: "psycopg.Error", place: str) -> QuartermasterError:
    """A database error as one of ours; what can only be our own mistake is raised as it is."""
    import psycopg

    state = error.sqlstate or ""
    text = str(error).strip().split("\n")[0]
    if state == _NOT_ALLOWED:
        return Unavailable(f"the account may not do this: {text}", where=place, mend="use the owner's account")
    if state.startswith(_DAMAGED):
        return Damaged(f"the database is damaged: {text}", where=place, mend="restore a backup")
    if state.startswith(_BAD_VALUE):
        return Refused(f"the database cannot take a value: {text}", where=place)
    if state == _DISK_FULL:
        return Unavailable(
            f"the disk of the database is full, nothing was written: {text}",
            where=place,
            mend="make room on it, then try again",
        )
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) or state == _READ_ONLY:
        return Unavailable(
            f"the database does not answer: {text}",
            where=place,
            mend="look at the server; if this was an append, read the record again or repeat it with the same key",
        )
    raise error


def unreachable(error: "psycopg.Error", place: str) -> QuartermasterError:
    """Why no connection was made."""
    import psycopg

    text = str(error).strip().split("\n")[-1]
    if isinstance(error, psycopg.ProgrammingError):
        return Refused(f"the URL cannot be read: {text}", where=place, mend="write it as postgresql://user@host/name")
    return Unavailable(f"the database cannot be reached: {text}", where=place, mend="look at the server and at --db")
