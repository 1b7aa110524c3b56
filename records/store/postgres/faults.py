"""What PostgreSQL reports, in our words. Accounts and passwords are never shown."""

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from records.errors import BUSY, Damaged, QuartermasterError, Refused, Unavailable

if TYPE_CHECKING:
    import psycopg

_BAD_VALUE = "22"
_READ_ONLY = "25006"
_NOT_ALLOWED = "42501"
_DAMAGED = "XX"
_DISK_FULL = "53100"
_LOCKED = "55P03"


_PLAIN_ACCOUNT = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*", re.ASCII)
_PLAIN_URL = re.compile(r"(?:[^\s%]|%[0-9A-Fa-f]{2})*")
_HOW = "write it as postgresql://user@host/name, and @, /, % and the like in a password as %40, %2F, %25"


def check_url(url: str) -> None:
    """Refuse a URL that can be taken apart in two ways: what is no host may be a part of the password, and be shown."""
    rest = url.partition("://")[2]
    account = rest.rpartition("@")[0]
    if not _PLAIN_ACCOUNT.fullmatch(account) or not _PLAIN_URL.fullmatch(rest):
        raise _unreadable()


def _unreadable() -> Refused:
    return Refused("the URL of the database cannot be read", mend=_HOW)


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
    if state == _LOCKED:
        return Unavailable(
            f"another program is writing to the database ({text}); nothing was written",
            where=place,
            mend="repeat it",
            kind=BUSY,
        )
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

    if isinstance(error, psycopg.ProgrammingError):
        return _unreadable()  # psycopg quotes what it cannot read, which may be a password
    said = [line for line in str(error).splitlines() if line.strip() and not line.startswith("\t")]  # else a question
    text = said[-1].strip() if said else "nothing was said"
    return Unavailable(f"the database cannot be reached: {text}", where=place, mend="look at the server and at --db")
