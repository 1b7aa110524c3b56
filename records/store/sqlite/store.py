"""The store in a SQLite file: one writer at a time, readers never wait, every append synced before it is answered."""

from collections.abc import Sequence

from records.errors import QuartermasterError
from records.store.interface import Appended
from records.store.packing import PackedBatch
from records.store.sqlite.append import append_batch
from records.store.sqlite.connection import SqliteConnections
from records.store.sqlite.file import open_file
from records.store.write_half import WriteHalf


class SqliteStore(WriteHalf):
    """Records in a SQLite file. Threads may share one store; other processes may use the file at the same time."""

    def __init__(self, connections: SqliteConnections) -> None:
        super().__init__(connections.rows, lambda: connections.transaction)
        self.connections = connections

    @classmethod
    def open(cls, path: str, *, create: bool = True) -> "SqliteStore":
        """The store at a path; see `open_store`."""
        return cls(open_file(path, create=create))

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        """Append prepared batches in one durable transaction; see `Store.append_batches`."""
        with self.connections.transaction as inside:
            cursor = inside.cursor
            return [append_batch(cursor, batch) for batch in batches]

    def backup(self, target: str) -> None:
        """Copy the live store to a new file in one consistent state, and check the copy."""
        from records.store import backup  # which only `qm backup` needs

        partial = backup.start(target)
        backup.copy_file(self.connections, partial)
        backup.finish(partial, target)

    def close(self) -> None:
        """Let go of the file."""
        self.connections.close()
