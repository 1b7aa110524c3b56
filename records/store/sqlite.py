"""The store in a SQLite file: one writer at a time, readers never wait, every append synced before it is answered."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, repeat

from records.canonical import Json
from records.errors import QuartermasterError
from records.store.appending import append_batch
from records.store.batch import Batch, prepare
from records.store.interface import Appended
from records.store.rows import Row
from records.store.sqlite_connection import Connections
from records.store.sqlite_file import open_file
from records.store.transaction import Transaction
from records.store.writing import Writing
from records.tree import Hash, Peaks


class SqliteTransaction:
    """A transaction begun with BEGIN IMMEDIATE."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement; its rows, if it has any."""
        return self._connection.execute(sql, values).fetchall()

    def add_events(self, key: int, first: int, at: int, packed: Sequence[bytes], leaves: Sequence[Hash]) -> None:
        """Insert events; SQLite gives each the next position."""
        self._connection.executemany(
            "INSERT INTO events (record, seq, at, payload, leaf) VALUES (?, ?, ?, ?, ?)",
            zip(repeat(key), count(first), repeat(at), packed, leaves),
        )

    def move_tip(self, key: int, tree: Peaks, at: int, closed: int) -> None:
        """Set the tip of a record."""
        self._connection.execute(
            "UPDATE tips SET size = ?, peaks = ?, changed = ?, closed = ? WHERE record = ?",
            (tree.size, tree.packed(), at, closed, key),
        )


class SqliteStore(Writing):
    """Records in a SQLite file. Threads may share one store; other processes may use the file at the same time."""

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections.rows, self._transaction)
        self.connections = connections

    @classmethod
    def open(cls, path: str, *, create: bool = True) -> "SqliteStore":
        """The store at a path; see `open_store`."""
        return cls(open_file(path, create=create))

    def append(
        self,
        record_id: str,
        bodies: Sequence[Json],
        *,
        at: int,
        expect: int | None = None,
        keys: Sequence[str | None] = (),
    ) -> Appended:
        """Append events in one durable transaction; see `Store.append`."""
        (answer,) = self.append_batches([prepare(record_id, bodies, at, expect, keys)])
        if isinstance(answer, QuartermasterError):
            raise answer
        return answer

    def append_batches(self, batches: Sequence[Batch]) -> list[Appended | QuartermasterError]:
        """Append prepared batches in one durable transaction; see `Store.append_batches`."""
        with self._transaction() as inside:
            return [append_batch(inside, batch) for batch in batches]

    def backup(self, target: str) -> None:
        """Copy the live store to a new file in one consistent state, and check the copy."""
        from records.store import backup

        partial = backup.start(target)
        backup.copy_file(self.connections, partial)
        backup.finish(partial, target)

    def close(self) -> None:
        """Let go of the file."""
        self.connections.close()

    @contextmanager
    def _transaction(self) -> Iterator[Transaction]:
        with self.connections.transaction() as connection:
            yield SqliteTransaction(connection)
