"""Damage, or a disk that failed to read? SQLite tells both in the same way, so that only a second look can say."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from records.errors import QuartermasterError, Unavailable
from records.store.sqlite.faults import FAILURES, PRIMARY, in_words

ReadFailure = sqlite3.Error | UnicodeDecodeError

_LIKE_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_CHUNK = 1 << 20


def after_a_second_look(
    error: ReadFailure, path: str, read_again: Callable[[], None], *, reading: bool = False
) -> QuartermasterError:
    """The error in words; but damage counts as such only if the disk can be read, and reading fails again."""
    told = in_words(error, path, reading=reading)
    if getattr(error, "sqlite_errorcode", 0) & PRIMARY not in _LIKE_DAMAGE:
        return told
    unreadable = _unreadable(path)
    if unreadable is not None:
        return Unavailable(
            f"the disk failed to read ({unreadable})", where=path, mend="look at the disk, then repeat it"
        )
    try:
        read_again()
    except FAILURES:
        return told
    return Unavailable(
        "the disk failed to read once, and can be read now",
        where=path,
        mend="repeat it; if it happens again, look at the disk, and keep a backup elsewhere",
    )


def _unreadable(path: str) -> str | None:
    """What the operating system says when the file is read from end to end; None if it can be."""
    try:
        with Path(path).open("rb") as file:
            while file.read(_CHUNK):
                pass
    except OSError as error:
        return error.strerror or str(error)
    return None
