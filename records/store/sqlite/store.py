"""The store in a SQLite file: one writer at a time, readers never wait, every append synced before it is answered.

An append speaks to the cursor directly: next to a sync of a quarter of a millisecond, every call in between shows.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import count, repeat

from records.canonical import Json
from records.errors import Damaged, QuartermasterError
from records.event import Event
from records.limits import EVENTS_MAX
from records.record import Head
from records.store.appending import head_at, leaves_between, moved_on, too_long, used_before
from records.store.interface import Appended
from records.store.packing import PackedBatch, closed_after, prepare
from records.store.rows import PUT_NOTE, Row, missing
from records.store.sqlite.connection import SqliteConnections
from records.store.sqlite.faults import FAILURES, in_words
from records.store.sqlite.file import open_file
from records.store.sqlite.sql import ADD_EVENT, MOVE_TIP
from records.store.write_half import WriteHalf
from records.tree import grow, root_of_peaks

_TIP = "SELECT record, size, peaks, closed FROM tips WHERE id = ?"
_TIP_AND_KEY = """
SELECT record, size, peaks, closed, (SELECT seq FROM event_keys WHERE event_keys.record = tips.record AND name = ?)
FROM tips WHERE id = ?
"""
_ADD_KEY = "INSERT INTO event_keys (record, name, seq) VALUES (?, ?, ?)"


class SqliteStore(WriteHalf):
    """Records in a SQLite file. Threads may share one store; other processes may use the file at the same time."""

    def __init__(self, connections: SqliteConnections) -> None:
        super().__init__(connections.rows, lambda: connections.transaction, connections.close)
        self.connections = connections

    @classmethod
    def open(cls, path: str, *, create: bool = True, patience: float | None = None) -> "SqliteStore":
        """The store at a path; see `open_store`."""
        return cls(open_file(path, create=create, patience=patience))

    def append(
        self,
        record_id: str,
        events: Sequence[Json | Event],
        *,
        at: int,
        expect: int | None = None,
        keys: Sequence[str | None] = (),
        notes: Sequence[tuple[str, bytes]] = (),
    ) -> Appended:
        """Append events in one durable transaction; see `Store.append`."""
        batch = prepare(record_id, events, at, expect, keys, notes)
        with self.connections.transaction as inside:
            answer = _append_batch(inside.cursor, batch)
        if isinstance(answer, QuartermasterError):
            raise answer
        return answer

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        """Append prepared batches in one durable transaction; see `Store.append_batches`."""
        with self.connections.transaction as inside:
            cursor = inside.cursor
            return [_append_batch(cursor, batch) for batch in batches]

    def shrink(self) -> None:
        """Write the file anew without its free pages; other programs wait meanwhile."""
        try:
            with closing(self.connections.connect("rw")) as connection:
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except FAILURES as error:
            raise in_words(error, self.connections.path) from error

    def backup(self, target: str) -> None:
        """Copy the live store to a new file in one consistent state, and check the copy."""
        from records.store import backup  # which only `qm backup` needs

        partial = backup.start(target)
        backup.copy_file(self.connections, partial)
        backup.finish(partial, target)


def _append_batch(cursor: sqlite3.Cursor, batch: PackedBatch) -> Appended | QuartermasterError:
    """Append one batch, or say why nothing of it was written."""
    record_id, at, expect, packed, leaves, keys, marks, notes = batch
    if len(keys) == 1:  # as from most phones: one question tells both
        tip = cursor.execute(_TIP_AND_KEY, (keys[0], record_id)).fetchone()
        is_new = tip is not None and tip[4] is None
    else:
        tip, is_new = cursor.execute(_TIP, (record_id,)).fetchone(), not keys
    if tip is None:
        return missing(record_id)
    key, size, peaks, closed = tip[:4]
    if type(size) is not int or type(peaks) is not bytes or len(peaks) != 32 * size.bit_count():
        return Damaged("the stored tree is damaged", where=record_id, mend="run `qm verify`, restore a backup")
    if not is_new:
        answer = _answer_before(cursor, key, batch)
        if answer is not None:
            return answer
    if expect is not None and expect != size:
        return moved_on(batch.record_id, size, batch.expect)
    grown = size + len(leaves)
    if grown - 1 > EVENTS_MAX:
        return too_long(batch)
    if len(leaves) == 1:
        cursor.execute(ADD_EVENT, (key, size, at, packed[0], leaves[0]))
    else:
        cursor.executemany(ADD_EVENT, zip(repeat(key), count(size), repeat(at), packed, leaves))
    if len(keys) == 1:
        cursor.execute(_ADD_KEY, (key, keys[0], size))
    elif keys:
        named = [(key, name, size + index) for index, name in enumerate(keys) if name is not None]
        cursor.executemany(_ADD_KEY, named)
    if marks:
        closed = closed_after(closed, size, marks)
    peaks = grow(size, peaks, leaves)
    cursor.execute(MOVE_TIP, (grown, peaks, at, closed, record_id))
    for kind, data in notes:
        cursor.execute(PUT_NOTE, (key, kind, grown, data))
    return Appended(size, grown - 1, Head(grown, root_of_peaks(peaks)))


def _answer_before(cursor: sqlite3.Cursor, key: int, batch: PackedBatch) -> Appended | QuartermasterError | None:
    """The answer this batch got when it was first appended under its keys; None if its keys are new."""
    known: dict[int, int] = {}
    for index, name in enumerate(batch.keys):
        if name is not None:
            rows = cursor.execute("SELECT seq FROM event_keys WHERE record = ? AND name = ?", (key, name))
            known.update((index, seq) for (seq,) in rows)
    if not known:
        return None

    def run(sql: str, values: Sequence[object]) -> list[Row]:
        return cursor.execute(sql, values).fetchall()

    index, seq = next(iter(known.items()))
    first, size = seq - index, seq - index + len(batch.keys)
    named = all(name is None or known.get(place) == first + place for place, name in enumerate(batch.keys))
    if not named or first < 1 or leaves_between(run, key, first, size) != batch.leaves:
        return used_before(batch, seq)
    return Appended(first, size - 1, head_at(run, key, size), repeated=True)
