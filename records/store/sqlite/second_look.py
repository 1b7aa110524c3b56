"""Damage, or a disk that failed to read? SQLite tells both in the same way, so that only a second look can say."""

from collections.abc import Callable
from pathlib import Path

from records.errors import Damaged, QuartermasterError, Unavailable
from records.store.sqlite.faults import FAILURES

_CHUNK = 1 << 20


def after_a_second_look(told: QuartermasterError, path: str, read_again: Callable[[], None]) -> QuartermasterError:
    """The error as it is; but damage counts as such only if the disk can be read, and reading fails again."""
    if not isinstance(told, Damaged):
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
