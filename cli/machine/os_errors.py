"""What the operating system refused, as an error with words and an exit code."""

import errno

from records.errors import NotFound, QuartermasterError, Refused, Unavailable


def from_os(error: OSError, where: str = "") -> QuartermasterError:
    """What the operating system refused, as an error with words and an exit code."""
    place = where or _filename(error)
    reason = (error.strerror or str(error) or "the operating system refused").lower()
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return NotFound(reason, where=place, mend="check the path")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Unavailable(reason, where=place, mend="make room, then try again; nothing was half-written")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return Unavailable(reason, where=place, mend="check who may read and write there")
    if error.errno in (errno.EISDIR, errno.EEXIST, errno.ENAMETOOLONG, errno.EINVAL):
        return Refused(reason, where=place, mend="give another path")
    return Unavailable(reason, where=place, mend="try again; if it stays, check the disk")


def _filename(error: OSError) -> str:
    name = error.filename
    return name.decode(errors="backslashreplace") if isinstance(name, bytes) else str(name) if name else ""
