"""What SQLite reports, in our words."""

import sqlite3

from records.errors import BUSY, Damaged, QuartermasterError, Unavailable

PRIMARY = 0xFF
"""The part of an error code that names the kind of error."""

_NOT_NOW = {
    sqlite3.SQLITE_FULL: ("the disk is full", "make room, then repeat it"),
    sqlite3.SQLITE_IOERR: ("the disk failed", "look at the disk, then repeat it"),
    sqlite3.SQLITE_READONLY: ("the database is read-only", "allow writing to the file and its folder, or use --db"),
    sqlite3.SQLITE_BUSY: ("another program is writing to the database", "repeat it"),
    sqlite3.SQLITE_LOCKED: ("another program is writing to the database", "repeat it"),
    sqlite3.SQLITE_PROTOCOL: ("another program is writing to the database", "repeat it"),
    sqlite3.SQLITE_CANTOPEN: ("the database cannot be opened", "look at the path and its permissions, or use --db"),
    sqlite3.SQLITE_PERM: ("the database may not be used", "look at its permissions, or use --db"),
    sqlite3.SQLITE_NOMEM: ("there is no memory left", "close other programs, then repeat it"),
}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_OUR_MISTAKES = {sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE, sqlite3.SQLITE_MISMATCH}
_UNSYNCED = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}
FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What a call of SQLite may raise: its message quotes the file, and a damaged file need not be text."""

NO_INDEX = {sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMMAP}
"""The small file beside the database that every reader shares could not be made: as a rule the disk is full."""

_LOOK_AGAIN = "look at the disk; then read the record again, or repeat it with the same key"


def in_words(error: sqlite3.Error | UnicodeDecodeError, path: str, *, reading: bool = False) -> QuartermasterError:
    """A database error as one of ours; what can only be our own mistake is raised as it is."""
    detailed = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    code = sqlite3.SQLITE_FULL if detailed in NO_INDEX else detailed & PRIMARY
    if code in _OUR_MISTAKES or isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        raise error
    if code in _NOT_NOW:
        what, mend = _NOT_NOW[code]
        if detailed in _UNSYNCED:  # what was not synced may still turn up after a crash
            what, mend = f"{what} to sync ({error}); it does not count as written", _LOOK_AGAIN
        else:
            what = f"{what} ({error})" if reading else f"{what} ({error}); nothing was written"
        return Unavailable(what, where=path, mend=mend, kind=BUSY if code in _BUSY else "")
    return Damaged(f"the database is damaged: {error}", where=path, mend="restore a backup with `qm restore`")
