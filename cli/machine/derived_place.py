"""Whether the place of a derived file is free, or holds what we made: nothing else is followed, changed or removed.

SQLite opens whatever a name leads to, and a damaged file of ours is thrown away. So the file is looked at first,
without SQLite: the beginning of a database says who made it.
"""

import errno
import os
import stat
from pathlib import Path

from records.errors import Refused

_MAGIC = b"SQLite format 3\0"
_HEADER = 108
"""The header of a database and of the root of its schema."""
_VERSION, _KIND, _CELLS = slice(60, 64), slice(68, 72), slice(103, 105)
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_ATTEMPTS = 5


def claimed(path: str, kind: int) -> None:
    """Make an empty file, or see that what is there was made by us, which its application id says."""
    for _ in range(_ATTEMPTS):
        try:
            os.close(os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            try:
                _look_at(path, kind)
            except FileNotFoundError:
                continue  # another process made it anew just now
        return
    raise OSError(errno.EBUSY, "it comes and goes", path)


def refused(what: str, path: str) -> Refused:
    """The error for something else in the place of the index. It stays as it is."""
    return Refused(
        f"{what} where the index of the store should be",
        where=path,
        mend="move it away; if it is a damaged index, it may be deleted: it is made again from the log",
    )


def _look_at(path: str, kind: int) -> None:
    try:
        number = os.open(path, _FLAGS)
    except IsADirectoryError:
        raise refused("there is a folder", path) from None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK, errno.ENXIO) or Path(path).is_symlink():  # FreeBSD says EMLINK
            raise refused("there is a link, or something else that is no file,", path) from None
        raise
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise refused("there is something that is no file", path)
        if not _is_ours(os.read(number, _HEADER), kind):
            raise refused("there is a file of something else", path)
    finally:
        os.close(number)


def _is_ours(begin: bytes, kind: int) -> bool:
    """Whether a file begins as one that we made; also one in which there is nothing yet."""
    if begin[: len(_MAGIC)] != _MAGIC[: len(begin)]:
        return False
    is_empty = len(begin) < _HEADER or not any((*begin[_VERSION], *begin[_KIND], *begin[_CELLS]))
    return is_empty or begin[_KIND] == kind.to_bytes(4, "big")
