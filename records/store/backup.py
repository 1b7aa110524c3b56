"""Copies of a live store.

A backup is always a SQLite file, whichever database it came from (SQLite copies its own file, PostgreSQL is read row by
row), and every record in it is checked before it gets its name. A restore checks the backup first and destroys nothing:
a SQLite file in its place is set aside under another name, and a PostgreSQL database has to be empty.
"""

import os
from contextlib import closing, suppress
from pathlib import Path

from records.errors import Damaged, QuartermasterError, Refused, Unavailable
from records.store.check import check_every
from records.store.read_half import ReadHalf
from records.store.sqlite.connection import SqliteConnections
from records.store.sqlite.faults import FAILURES, in_words
from records.store.sqlite.file import check_path, open_file

_SIDE_FILES = ("", "-wal", "-shm")


def restore(source: str, target: str) -> str:
    """Put the records of a backup at `target` (a path or a URL). Returns where the old one was set aside, or ""."""
    connections = open_file(source, create=False)
    try:
        check_every(ReadHalf(connections.rows), source)
        if target.startswith(("postgresql://", "postgres://")):
            from records.store.postgres.backup_rows import load_into_postgres

            load_into_postgres(source, target)
            return ""
        check_path(target)
        if Path(target).exists() and Path(target).samefile(source):
            raise Refused("the backup and the database are one file", where=source, mend="name two files")
        partial = copy_file(connections, _partial(target))
    finally:
        connections.close()
    check_copy(partial)
    aside = ""
    try:
        aside = _set_aside(target)
        _name(partial, target)
    except Unavailable:
        _remove(partial)
        raise
    except OSError as error:
        mend = f"the copy is {partial}" + (f", the database before it {aside}" if aside else "")
        raise Unavailable(f"the file cannot be renamed: {error.strerror}", where=target, mend=mend) from None
    return aside


def start(target: str) -> str:
    """The name under which a backup is written until it is whole."""
    check_path(target)
    if Path(target).exists():
        raise Refused("there is a file of this name already", where=target, mend="choose another name for the backup")
    return _partial(target)


def _partial(target: str) -> str:
    partial = f"{target}.partial"
    _remove(partial)  # left by an interrupted one
    return partial


def copy_file(connections: SqliteConnections, partial: str) -> str:
    """Copy a live SQLite store in one consistent state, without stopping its writers."""
    try:
        Path(partial).absolute().parent.mkdir(parents=True, exist_ok=True)
        with closing(connections.connect("rw")) as connection:
            connection.execute("VACUUM INTO ?", (partial,))
    except FAILURES as error:
        _remove(partial)
        raise in_words(error, connections.path) from error
    except OSError as error:
        raise Unavailable(f"the copy cannot be written: {error.strerror}", where=partial) from None
    return partial


def finish(partial: str, target: str) -> None:
    """Check a copy, sync it and give it its name."""
    check_copy(partial)
    try:
        _name(partial, target)
    except OSError as error:
        raise Unavailable(f"the copy cannot be finished: {error.strerror}", where=target) from None


def check_copy(partial: str) -> None:
    """Check every record of a copy, which is removed if it is not whole."""
    try:
        with closing(open_file(partial, create=False)) as connections:
            check_every(ReadHalf(connections.rows), partial)
    except QuartermasterError:
        _remove(partial)
        raise


def _name(partial: str, target: str) -> None:
    _sync(partial)
    Path(partial).replace(target)
    if os.name == "posix":  # elsewhere a folder cannot be synced
        _sync(str(Path(target).absolute().parent))


def _set_aside(target: str) -> str:
    """Give the database at `target` another name; it must not be in use."""
    if not Path(target).exists():
        return ""
    _leave_log(target)
    aside = f"{target}.before-restore"
    number = 1
    while Path(aside).exists():
        number += 1
        aside = f"{target}.before-restore-{number}"
    for name in _SIDE_FILES:
        with suppress(FileNotFoundError):
            Path(target + name).rename(aside + name)
    return aside


def _leave_log(target: str) -> None:
    """Write the log into the file, which succeeds only when nobody else has it open.

    A damaged file is moved as it is, with its log.
    """
    try:
        with closing(SqliteConnections(target).connect("rw")) as connection:
            connection.execute("PRAGMA busy_timeout = 1000")
            connection.execute("PRAGMA journal_mode = DELETE")
    except FAILURES as error:
        reason = in_words(error, target)
        if not isinstance(reason, Damaged):
            raise Unavailable(
                f"the database is in use ({error})", where=target, mend="stop the programs that use it, then restore"
            ) from None


def _remove(partial: str) -> None:
    for name in _SIDE_FILES:
        Path(partial + name).unlink(missing_ok=True)


def _sync(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
