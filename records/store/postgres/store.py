"""The store in a PostgreSQL database: an append is one server function and one round trip."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, repeat
from typing import TYPE_CHECKING

from records.canonical import Json
from records.errors import QuartermasterError
from records.event import Event
from records.record import Head
from records.store.appending import head_at, moved_on, too_long, used_before
from records.store.interface import Appended
from records.store.packing import PackedBatch, prepare
from records.store.postgres.connection import PostgresConnections, for_psycopg
from records.store.postgres.database import open_database
from records.store.read_half import is_id_part
from records.store.rows import Row, missing
from records.store.transaction import Transaction
from records.store.write_half import WriteHalf
from records.tree import Hash, root_of_peaks

if TYPE_CHECKING:
    import psycopg

_APPEND_ONE = b"SELECT * FROM append_event(%b, %b, %b, %b, %b)"
_APPEND = b"SELECT * FROM append_events(%b, %b, %b, %b, %b, %b, %b)"
# A statement alone is a transaction: the events and what is derived of them are written together, or not at all.
_KEEP_NOTES = b"""
WITH done AS (%s), kept AS (
    INSERT INTO notes (record, kind, size, data)
    SELECT r.key, n.kind, done.new_size, n.data
    FROM done, records r, unnest(%%b::text[], %%b::bytea[]) AS n(kind, data)
    WHERE done.outcome = 'appended' AND r.id = %%b
    ON CONFLICT (record, kind, size) DO UPDATE SET data = excluded.data
)
SELECT * FROM done
"""
_INTEGER_MAX = 2**31 - 1
_COPY = "COPY events (position, record, seq, at, payload, leaf) FROM STDIN (FORMAT BINARY)"
_COPY_TYPES = ("int8", "int8", "int4", "int8", "bytea", "bytea")


class PostgresTransaction:
    """A transaction that holds the lock of all appends."""

    def __init__(self, connection: "psycopg.Connection") -> None:
        self._connection = connection

    def run(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement; its rows, if it has any."""
        cursor = self._connection.execute(for_psycopg(sql), values, binary=True)
        return cursor.fetchall() if cursor.description else []

    def add_events(self, key: int, first: int, at: int, packed: Iterable[bytes], leaves: Iterable[Hash]) -> None:
        """Insert events by COPY, with the positions that follow the last one."""
        ((last,),) = self.run("SELECT coalesce(max(position), 0) FROM events", ())
        with self._connection.cursor() as cursor, cursor.copy(_COPY) as copy:
            copy.set_types(_COPY_TYPES)
            for row in zip(count(last + 1), repeat(key), count(first), repeat(at), packed, leaves):
                copy.write_row(row)

    def remove_events(self, key: int, before: int) -> None:
        """Remove the events of a record before a seq, which an archive holds by now. Only the owner can do this."""
        self._connection.execute("ALTER TABLE events DISABLE TRIGGER events_change")
        self.run("DELETE FROM events WHERE record = ? AND seq < ?", (key, before))
        self._connection.execute("ALTER TABLE events ENABLE TRIGGER events_change")

    def put_back(self, rows: Iterable[Row]) -> None:
        """Insert events that an archive held: (position, record, seq, at, payload, leaf)."""
        with self._connection.cursor() as cursor, cursor.copy(_COPY) as copy:
            copy.set_types(_COPY_TYPES)
            for row in rows:
                copy.write_row(row)

    def move_tip(self, record_id: str, size: int, peaks: bytes, at: int, closed: int) -> None:
        """Set the tip of a record, through the function that is allowed to."""
        self.run("SELECT move_tip(?, ?, ?, ?, ?)", (record_id, size, peaks, at, closed))


class PostgresStore(WriteHalf):
    """Records in a PostgreSQL database. Threads may share one store."""

    def __init__(self, connections: PostgresConnections) -> None:
        super().__init__(connections.rows, self._transaction, connections.close)
        self._connections = connections

    @classmethod
    def open(cls, url: str, *, create: bool = True, patience: float | None = None) -> "PostgresStore":
        """The store at a URL; see `open_store`."""
        return cls(open_database(url, create=create, patience=patience))

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
        (answer,) = self.append_batches([prepare(record_id, events, at, expect, keys, notes)])
        if isinstance(answer, QuartermasterError):
            raise answer
        return answer

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        """Append prepared batches in one durable transaction; see `Store.append_batches`."""
        with self._connections.writer as connection:
            cursor = self._connections.writer.cursor
            if len(batches) == 1 and cursor is not None:  # a statement alone is a transaction: one round trip
                rows = [cursor.execute(*_call(batches[0]), prepare=True).fetchone()]
            else:
                with connection.pipeline(), connection.transaction():
                    cursors = [connection.execute(*_call(batch), prepare=True, binary=True) for batch in batches]
                    rows = [cursor.fetchone() for cursor in cursors]
            return [self._answer(connection, batch, row or ()) for batch, row in zip(batches, rows, strict=True)]

    def shrink(self) -> None:
        """Let the server use the space of what was moved away again."""
        with self._connections.writer as connection:
            connection.execute("VACUUM events")

    def backup(self, target: str) -> None:
        """Copy everything, as of one moment, to a new SQLite file, and check the copy."""
        from records.store import backup  # which only `qm backup` needs
        from records.store.postgres.backup_rows import copy_to_file

        partial = backup.start(target)
        copy_to_file(self._connections, partial)
        backup.finish(partial, target)

    @contextmanager
    def _transaction(self) -> Iterator[Transaction]:
        with self._connections.writer as connection, connection.transaction():
            connection.execute("SELECT lock_appends()")
            yield PostgresTransaction(connection)

    def _answer(self, connection: "psycopg.Connection", batch: PackedBatch, row: Row) -> Appended | QuartermasterError:
        outcome, first, size, peaks = row
        if outcome == "appended":
            return Appended(first, size - 1, Head(size, root_of_peaks(peaks)))
        if outcome == "repeated":
            inside = PostgresTransaction(connection)
            ((key,),) = inside.run("SELECT key FROM records WHERE id = ?", (batch.record_id,))
            then = first + len(batch.leaves)
            return Appended(first, then - 1, head_at(inside.run, key, then), repeated=True)
        if outcome == "missing":
            return missing(batch.record_id)
        if outcome == "moved":
            return moved_on(batch.record_id, size, batch.expect)
        if outcome == "used":
            return used_before(batch, first)
        assert outcome == "long", outcome
        return too_long(batch)


def _call(batch: PackedBatch) -> tuple[bytes, tuple[object, ...]]:
    """The statement that appends a batch, and its values."""
    statement, values = _append_call(batch)
    if not batch.notes:
        return statement, values
    kinds = [kind for kind, _ in batch.notes]
    data = [data for _, data in batch.notes]
    return _KEEP_NOTES % statement, (*values, kinds, data, batch.record_id)


def _append_call(batch: PackedBatch) -> tuple[bytes, tuple[object, ...]]:
    record_id = batch.record_id if is_id_part(batch.record_id) else ""
    expect = batch.expect if batch.expect is None or 0 < batch.expect <= _INTEGER_MAX else 0  # no record has that size
    if len(batch.packed) == 1 and not batch.keys and not batch.marks:
        return _APPEND_ONE, (record_id, expect, batch.at, batch.packed[0], batch.leaves[0])
    marks = [list(mark) for mark in batch.marks] or None
    return _APPEND, (record_id, expect, batch.at, batch.packed, batch.leaves, batch.keys or None, marks)
