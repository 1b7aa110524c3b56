"""Taking whole records into the store: read everything, compare everything, then write."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.machine.target import STDIN, Found
from records.errors import Conflict, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.record import Head, Record
    from records.store import Opening, Store


class FileRead(NamedTuple):
    """A record file that was read whole, with the openings beside it."""

    name: str
    id: str
    record: "Record"
    openings: "list[Opening]"


class Taken(NamedTuple):
    """What became of a file: the record's id and head in the store, and how many lines were added."""

    name: str
    id: str
    head: "Head"
    new: bool
    added: int


def read_files(names: "Sequence[str]", *, with_openings: bool = False) -> list[FileRead]:
    """Read every file; the first that cannot be read is an error."""
    if len(set(names)) != len(names):
        raise Refused("a file is named twice", mend="name each file once")
    return [_read(name, with_openings) for name in names]


def _read(name: str, with_openings: bool) -> FileRead:
    from cli.machine.openings import openings_path, read_openings
    from records.ids import id_of
    from records.record import from_bytes

    found = Found("stdin") if name == STDIN else Found(name, path=Path(name))
    record = from_bytes(found.content(), found.name)
    record_id = id_of(record)
    if with_openings and found.path is None:
        raise Refused("stdin has no openings beside it", mend="import from a file")
    openings = read_openings(openings_path(found.path), record_id) if with_openings and found.path else []
    return FileRead(found.name, record_id, record, openings)


def take(store: "Store", files: "Sequence[FileRead]", *, at: int) -> list[Taken]:
    """Store what was read. All are compared with the store, and with each other, before the first is written."""
    taken = _compare(store, files)
    for file, outcome in zip(files, taken, strict=True):
        if outcome.added:
            store.import_record(file.record, record_id=file.id, at=at)
        if file.openings:
            store.add_openings(file.openings)
    return taken


def would_take(files: "Sequence[FileRead]", db: str | None) -> list[Taken]:
    """What `take` would do, without writing anything, not even a store."""
    from cli.machine.stores import opened

    try:
        with opened(db) as store:
            return _compare(store, files)
    except NotFound:
        return _compare(None, files)


def _compare(store: "Store | None", files: "Sequence[FileRead]") -> list[Taken]:
    known: dict[str, tuple[bytes, ...]] = {}
    taken = []
    for file in files:
        lines = known[file.id] if file.id in known else _stored_lines(store, file.id)
        taken.append(_compared(file, lines))
        known[file.id] = max(lines, file.record.lines, key=len)
    return taken


def _stored_lines(store: "Store | None", record_id: str) -> tuple[bytes, ...]:
    try:
        if store is None:
            return ()
        store.info(record_id)
    except NotFound:
        return ()
    return tuple(store.read(record_id))


def _compared(file: FileRead, stored: tuple[bytes, ...]) -> Taken:
    lines = file.record.lines
    for seq, (ours, theirs) in enumerate(zip(stored, lines, strict=False)):
        if ours != theirs:
            raise Conflict(
                f"event {seq} differs from the record {file.id} in the store; nothing was imported",
                where=file.name,
                mend=f"compare: qm verify {file.id} --against {file.name}",
                seq=seq,
            )
    longer = max(stored, lines, key=len)
    return Taken(file.name, file.id, _head(longer), not stored, max(0, len(lines) - len(stored)))


def _head(lines: tuple[bytes, ...]) -> "Head":
    from records.record import Head
    from records.tree import leaf_hash, root_of

    return Head(len(lines), root_of([leaf_hash(line) for line in lines]))
