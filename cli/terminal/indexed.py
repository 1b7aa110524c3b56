"""The index of the store that a command line names: opened, brought up to date, and asked."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cli import __version__
from cli.desk.index import INDEX_VERSION, Index
from cli.desk.index_current import bring_current, looking_here
from cli.desk.index_sql import TABLES
from cli.machine.derived_file import DerivedFile, index_path
from cli.machine.folders_and_clock import store_url
from cli.machine.stores import opened
from records.errors import Damaged
from records.store import Store

if TYPE_CHECKING:
    from cli.desk.index_entries import IndexEntry

T = TypeVar("T")

PARALLEL_FROM = 64
"""Fewer records than this are looked at faster here than it takes to start other processes."""
_SHARE = 32


class Indexed:
    """A store with its index."""

    def __init__(self, url: str, store: Store, file: DerivedFile, workers: str | None = None) -> None:
        self.url = url
        self.store = store
        self.file = file
        self.index = Index(file, __version__)
        self.workers = workers

    def bring_current(self) -> int:
        """Look at all records that have changed since; how many there were."""
        return bring_current(self.index, self.store, self.look)

    def asked(self, question: Callable[[Index], T]) -> T:
        """The answer to a question, from an index that is current. A damaged one is made anew first."""

        def work() -> T:
            self.bring_current()
            return question(self.index)

        return self.file.answered(work, self.bring_current)

    def unread(self) -> Damaged | None:
        """The error for records that could not be judged; None if all could. What is known of the others holds."""
        rows = self.index.rows("SELECT record, damaged FROM records WHERE damaged <> '' ORDER BY record")
        if not rows:
            return None
        return Damaged(f"{len(rows)} cannot be judged: {rows[0][1]}", where=rows[0][0], mend="run `qm verify` on it")

    def rebuild(self) -> int:
        """Throw the index away and make it anew; how many records were looked at."""
        self.file.renew()
        return self.bring_current()

    def look(self, ids: Sequence[str]) -> "Iterable[IndexEntry]":
        """Look at records, with a line that counts; in several processes if there are many."""
        from cli.terminal.progress import Progress

        progress = Progress(len(ids))
        for entry in self._entries(ids):
            yield entry
            progress.add()

    def _entries(self, ids: Sequence[str]) -> "Iterator[IndexEntry]":
        workers = self.workers or str(os.cpu_count() or 1)
        if workers == "1" or len(ids) < PARALLEL_FROM:
            yield from looking_here(self.index, self.store)(ids)
            return
        from cli.machine.worker_pools import shared_out, workers_at
        from cli.terminal.index_shares import entries_share, given_up

        shares = [ids[start : start + _SHARE] for start in range(0, len(ids), _SHARE)]
        work = partial(entries_share, url=self.url, program=__version__)
        with workers_at(workers) as pool:
            for entries in shared_out(pool, work, shares, partial(given_up, self.store, __version__)):
                yield from entries


@contextmanager
def indexed(db: str | None, workers: str | None = None) -> Iterator[Indexed]:
    """The store and its index; the index is made if it is not there."""
    url = store_url(db)
    with opened(db) as store:
        file = DerivedFile(index_path(url), TABLES, INDEX_VERSION)
        try:
            yield Indexed(url, store, file, workers)
        finally:
            file.close()
