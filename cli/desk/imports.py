"""Taking whole records into the store: read everything, compare everything, then write."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.desk.waiting_notes import waiting_note
from records.errors import Conflict, NotFound
from records.record import Head, Record
from records.store import Opening, Store
from records.tree import leaf_hash, root_of


class FileRead(NamedTuple):
    """A record file that was read whole, with the openings beside it."""

    name: str
    id: str
    record: Record
    openings: list[Opening]


class Taken(NamedTuple):
    """What became of a file: the record's id and head in the store, and how many lines were added."""

    name: str
    id: str
    head: Head
    new: bool
    added: int


def take(store: Store, files: Sequence[FileRead], *, at: int) -> list[Taken]:
    """Store what was read. All are compared with the store, and with each other, before the first is written."""
    taken = _compare(store, files)
    for file, outcome in zip(files, taken, strict=True):
        if outcome.added:
            store.import_record(file.record, record_id=file.id, at=at)
            note = waiting_note(file.record.header, file.record.events)
            if note is not None:
                store.put_note(file.id, note[0], file.record.size, note[1])
        if file.openings:
            store.add_openings(file.openings)
    return taken


def would_take(store: Store | None, files: Sequence[FileRead]) -> list[Taken]:
    """What `take` would do, without writing anything; None for a store that is not there yet."""
    return _compare(store, files)


def _compare(store: Store | None, files: Sequence[FileRead]) -> list[Taken]:
    known: dict[str, tuple[bytes, ...]] = {}
    taken = []
    for file in files:
        lines = known[file.id] if file.id in known else _stored_lines(store, file.id)
        taken.append(_compared(file, lines))
        known[file.id] = max(lines, file.record.lines, key=len)
    return taken


def _stored_lines(store: Store | None, record_id: str) -> tuple[bytes, ...]:
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


def _head(lines: tuple[bytes, ...]) -> Head:
    return Head(len(lines), root_of([leaf_hash(line) for line in lines]))
