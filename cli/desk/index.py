"""The index of a store: answers that can be thrown away and made again from the log.

Each row holds for one size, root and set of rules of its record, and of a tournament also for the heads of its tables
(`index_links`). A record is looked at again only if one of them has changed, so that nothing is audited twice, whatever
was lost in between.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from cli.desk.index_sql import INSERT, OF_RECORD
from records.record import Head
from records.store import Made

if TYPE_CHECKING:
    from cli.desk.index_entries import IndexEntry

INDEX_VERSION = 5
"""Of the tables: an index of another version is thrown away."""
_IDS_AT_ONCE = 500
_KNOWN = (
    "SELECT size, (SELECT coalesce(sum(linked_size), 0) FROM links WHERE links.record = records.record), rules"
    " FROM records WHERE record = ?"
)


class IndexFile(Protocol):
    """The file that an index is in."""

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Every row of a query."""

    def writing(self) -> AbstractContextManager[sqlite3.Cursor]:
        """A transaction."""


class Index:
    """The index of a store, as one program sees it."""

    def __init__(self, file: IndexFile, program: str) -> None:
        self.file = file
        self.program = program
        """Rows that another program judged are made again."""

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Every row of a query."""
        return self.file.rows(sql, values)

    def marks(self) -> dict[str, str]:
        """How far the index has come."""
        return dict(self.rows("SELECT name, value FROM marks"))

    def is_current(self, head: Head, row: tuple[Any, ...] | None) -> bool:
        """Whether a row that begins with size, root and rules still holds for a record with this head."""
        return row is not None and (row[0], row[1]) == head and str(row[2]).startswith(f"{self.program}/")

    def outdated(self, records: Iterable[Made]) -> list[str]:
        """The ids of those records about which the index has nothing, or something else."""
        every = list(records)
        found: dict[str, tuple[Any, ...]] = {}
        for start in range(0, len(every), _IDS_AT_ONCE):
            ids = [one.id for one in every[start : start + _IDS_AT_ONCE]]
            places = ", ".join("?" * len(ids))
            for name, *row in self.rows(
                f"SELECT record, size, root, rules FROM records WHERE record IN ({places})", ids
            ):
                found[name] = tuple(row)
        return [one.id for one in every if not self.is_current(one.head, found.get(one.id))]

    def write(self, entries: Iterable["IndexEntry"], *, anyway: bool = False) -> None:
        """Put entries in the place of what there was; a longer one, by another process, stays unless `anyway`.

        Of two that are equally long, the one stays that was judged by more lines of the records it names.
        """
        with self.file.writing() as cursor:
            for entry in entries:
                known = cursor.execute(_KNOWN, (entry.record,)).fetchone()
                newer = (
                    known is not None
                    and (known[0], known[1]) > (entry.size, entry.linked_size)
                    and known[2].startswith(f"{self.program}/")
                )
                if anyway or not newer:
                    _remove(cursor, entry.record)
                    for table, rows in entry.rows.items():
                        cursor.executemany(INSERT[table], rows)

    def remove(self, ids: Iterable[str]) -> None:
        """Forget records that the store does not hold."""
        with self.file.writing() as cursor:
            for record_id in ids:
                _remove(cursor, record_id)

    def mark(self, marks: Mapping[str, str]) -> None:
        """Note how far the index has come."""
        with self.file.writing() as cursor:
            cursor.executemany(
                "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                list(marks.items()),
            )


def _remove(cursor: sqlite3.Cursor, record_id: str) -> None:
    for table in OF_RECORD:
        cursor.execute(f"DELETE FROM {table} WHERE record = ?", (record_id,))
