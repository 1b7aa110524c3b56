"""The records of a long run, kept on disk: however many there are, they take no memory."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from cli.machine.stores import listed_whole
from records.errors import Damaged
from records.record import Head
from records.store import Info, Store
from records.store.interface import Filter

_AT_ONCE = 100
_TABLES = """
CREATE TABLE wanted (record TEXT PRIMARY KEY, begun INTEGER, number INTEGER, size INTEGER, root BLOB, game TEXT)
 WITHOUT ROWID;
CREATE TABLE laid (record TEXT PRIMARY KEY) WITHOUT ROWID;
"""


class RunRecord(NamedTuple):
    """A record of a run as the store has it now, and its place among the others."""

    record: str
    begun: int
    number: int
    head: Head
    game: str


class RunRecords:
    """Which records a run is about, how they stand, and which are in a share already."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(_TABLES)

    def want(self, records: Iterable[RunRecord]) -> None:
        """These belong to the run."""
        rows = ((one.record, one.begun, one.number, *one.head, one.game) for one in records)
        self._put("INSERT OR REPLACE INTO wanted VALUES (?, ?, ?, ?, ?, ?)", rows)

    def laid_down(self, ids: Iterable[str]) -> None:
        """These are in a share already."""
        self._put("INSERT OR REPLACE INTO laid VALUES (?)", ((one,) for one in ids))

    def new(self) -> Iterator[str]:
        """The records that are in no share yet, in the order of a list."""
        rows = self._connection.execute(
            "SELECT record FROM wanted WHERE record NOT IN (SELECT record FROM laid) ORDER BY begun, number"
        )
        while some := rows.fetchmany(_AT_ONCE):
            yield from (record for (record,) in some)

    def standing(self, ids: Sequence[str]) -> dict[str, tuple[Head, str]]:
        """Head and game of those of these records that belong to the run."""
        places = ", ".join("?" * len(ids))
        rows = self._connection.execute(f"SELECT record, size, root, game FROM wanted WHERE record IN ({places})", ids)
        return {record: (Head(size, root), game) for record, size, root, game in rows}

    def _put(self, sql: str, rows: Iterable[tuple[object, ...]]) -> None:
        every = iter(rows)
        while some := list(islice(every, _AT_ONCE)):
            self._connection.executemany(sql, some)


@contextmanager
def run_records() -> Iterator[RunRecords]:
    """In a file without a name, which is gone when it is closed, however that happens."""
    connection = sqlite3.connect("", isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        yield RunRecords(connection)
    finally:
        connection.close()


def those_that_pass(store: Store, wanted: Filter) -> Iterator[RunRecord]:
    """The records of a store that pass a filter, a hundred at a time, with the place that a list gives them."""
    if wanted.last is not None:
        infos, damaged = listed_whole(store, wanted)
        for number, info in enumerate(infos):
            yield _standing(info, 0, number)
        if damaged is not None:
            yield _damaged(str(damaged.where), len(infos))
        return
    number = 0
    while some := store.listed(number, _AT_ONCE, wanted):
        for one in some:
            if one.info is None:
                yield _damaged(one.id, one.number)
            else:
                yield _standing(one.info, one.info.created, one.number)
        number = some[-1].number


def those_named(store: Store, ids: Iterable[str]) -> Iterator[RunRecord]:
    """Records by their ids, in this order."""
    for number, record_id in enumerate(ids):
        try:
            yield _standing(store.info(record_id), 0, number)
        except Damaged:
            yield _damaged(record_id, number)


def _damaged(record_id: str, number: int) -> RunRecord:
    """A record that cannot be listed: whoever audits it is told why."""
    return RunRecord(record_id, 0, number, Head(0, b""), "")


def _standing(info: Info, begun: int, number: int) -> RunRecord:
    return RunRecord(info.id, begun, number, info.head, info.header.game)
