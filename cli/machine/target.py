"""What a command is about: a record in the store, a file, or stdin. Every read command takes any of them.

An existing path is read as a file. `r2t3` is table 3 in round 2 of a tournament. Anything else is taken as the
beginning of a record's id, or as the title of a tournament.
"""

import errno
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from cli.machine.folders_and_clock import STORE_VARIABLE, store_url
from cli.machine.os_errors import from_os
from cli.machine.round_tables import record_of_table, table_name, titled_id, tournaments
from records.bounded import read_whole
from records.errors import NotFound, QuartermasterError, Refused
from records.ids import id_of
from records.record import Record, from_bytes
from records.store import Store, open_store

STDIN = "-"
RECORD_FILES = (".jsonl", ".qm")
_SQLITE = b"SQLite format 3\0"


class Found:
    """Where a target was found: `path` of a file, or `store` and `record_id`, or neither for stdin."""

    def __init__(
        self, name: str, *, path: Path | None = None, store: Store | None = None, record_id: str | None = None
    ) -> None:
        self.name = name
        self.path = path
        self.store = store
        self.record_id = record_id

    def content(self) -> bytes:
        """The bytes of the file, or of stdin."""
        assert self.store is None, "a record in the store is read through the store"
        try:
            if self.path is None:
                return read_whole(sys.stdin.buffer, self.name)
            with self.path.open("rb") as file:
                if file.peek(len(_SQLITE)).startswith(_SQLITE):
                    mend = f"name it with --db {self.name}"
                    raise Refused("this is a store, not a record", where=self.name, mend=mend)
                return read_whole(file, self.name)
        except OSError as error:
            raise from_os(error, self.name) from None

    def load(self) -> Record:
        """The whole record."""
        if self.store is not None and self.record_id is not None:
            return self.store.load(self.record_id)
        return from_bytes(self.content(), self.name)

    def stored(self) -> "tuple[Store, str]":
        """The store and the id, of a record that was found there."""
        assert self.store is not None and self.record_id is not None, "it was looked for in the store"
        return self.store, self.record_id

    def close(self) -> None:
        """Let go of the store."""
        if self.store is not None:
            self.store.close()


class Loaded:
    """A record and where it came from. Use it in a `with`: the store stays open until its end."""

    def __init__(self, record: Record, found: Found) -> None:
        self.record = record
        self.name = found.name
        self.record_id = found.record_id
        self.store = found.store
        self._found = found

    @property
    def id(self) -> str:
        """The id under which the store holds the record, or would hold it."""
        return self.record_id or id_of(self.record)

    def __enter__(self) -> "Loaded":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._found.close()


def load(target: str, db: str | None) -> Loaded:
    """The record that a target names: an id's beginning, a path, or `-`."""
    found = find(target, db)
    try:
        return Loaded(found.load(), found)
    except BaseException:
        found.close()
        raise


def target_and_step(text: str) -> tuple[str, int | None]:
    """A target and the step that a share reference `RECORD@STEP` names. A file whose name has an `@` stays one."""
    name, found, step = text.rpartition("@")
    if not found or not step.isascii() or not step.isdigit() or len(step) > 9:
        return text, None
    try:
        is_file = Path(text).exists()
    except (OSError, ValueError):
        is_file = False
    return (text, None) if is_file else (name, int(step))


def find(target: str, db: str | None) -> Found:
    """Where a target is, without reading it."""
    if target == STDIN:
        return Found("stdin")
    path = Path(target)
    try:
        if path.exists():
            if path.is_dir():
                raise Refused("this is a folder", where=target, mend="name a record file in it")
            return Found(target, path=path)
    except ValueError:
        pass  # a name that no file can have; the error below says that nothing has it
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise from_os(error, target) from None
    return _find_in_store(target, db)


def find_record(prefix: str, db: str | None) -> Found:
    """A record in the store, for the commands that write to it."""
    try:
        return _find_in_store(prefix, db, also_tried_file=False)
    except NotFound:
        if prefix != STDIN and not Path(prefix).is_file():
            raise
    raise Refused(
        "this is a file, not a record in the store",
        where=prefix,
        mend=f"take it in with `qm import {prefix}`, then name its id",
    )


def record_files(folder: Path) -> list[str]:
    """The record files below a folder, in order."""
    found = sorted(str(path) for path in folder.rglob("*") if path.suffix in RECORD_FILES and path.is_file())
    if not found:
        raise Refused("there is no record in this folder", where=str(folder), mend="records end in .jsonl or .qm")
    return found


def logged_last(db: str | None) -> Found:
    """The record to go on with where none is named: of those that are not closed, the one logged last."""
    url = store_url(db)
    store = open_store(url, create=False)
    try:
        latest = store.logged_last()
        if latest is None:
            raise NotFound(f"no record in {url} is still open", mend="`qm new` begins one")
    except QuartermasterError:
        store.close()
        raise
    return Found(latest, store=store, record_id=latest)


def _find_in_store(prefix: str, db: str | None, *, also_tried_file: bool = True) -> Found:
    url = store_url(db)
    try:
        store = open_store(url, create=False)
    except NotFound:
        tried = f"no file has this name, and there is no store at {url}" if also_tried_file else f"no store at {url}"
        raise NotFound(
            tried, where=prefix, mend="check the spelling; `qm new` begins a record, `--db` names another store"
        ) from None
    table = table_name(prefix)
    try:
        record_id = _named_in(store, prefix) if table is None else record_of_table(store, table)
    except NotFound:
        store.close()
        if table is not None:
            raise
        file = "no file has this name, and " if also_tried_file else ""
        raise NotFound(
            f"{file}no record's id begins like this in {url}", where=prefix, mend="`qm list` shows the records"
        ) from None
    except QuartermasterError:
        store.close()
        raise
    return Found(record_id, store=store, record_id=record_id)


def _named_in(store: Store, name: str) -> str:
    """The record whose id begins like this, or the tournament with this title."""
    try:
        return store.find(name)
    except NotFound:
        titled = titled_id(tournaments(store), name)
        if titled is None:
            raise
        return titled


def record_ids(prefix: str) -> list[str]:
    """The ids that begin like this, for completion in the shell. An unreadable store completes nothing."""
    try:
        store = open_store(store_url(os.environ.get(STORE_VARIABLE)), create=False)
    except QuartermasterError:
        return []
    try:
        return store.ids(prefix)
    except QuartermasterError:
        return []
    finally:
        store.close()


def stdin_bytes() -> BinaryIO:
    """Stdin, for a command that reads it line by line."""
    return sys.stdin.buffer


def stdin_text(most: int) -> str:
    """All of stdin, as text."""
    try:
        return read_whole(sys.stdin.buffer, "stdin", most).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"byte {error.start + 1} is not UTF-8", where="stdin", mend="give it in UTF-8") from None
