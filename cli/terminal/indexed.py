"""The index of the store that a command line names: opened, brought up to date, and asked."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cli import __version__
from cli.desk.index.index_current import bring_current, looking_here
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_sql import DEADLY, OUT_OF_REACH, TABLES
from cli.machine.derived_file import DerivedFile, index_path
from cli.machine.folders_and_clock import store_url
from cli.machine.game_files import game_files
from cli.machine.stores import opened
from records.errors import Damaged, QuartermasterError, Refused, Unavailable
from records.store import Store

if TYPE_CHECKING:
    from cli.desk.index.index_entries import IndexEntry

T = TypeVar("T")

WORKERS_MOST = 512
PARALLEL_FROM = 64
"""Fewer records than this are looked at faster here than it takes to start other processes."""
_SHARE = 32


class Indexed:
    """A store with its index."""

    def __init__(self, url: str, store: Store, file: DerivedFile, workers: str | None = None) -> None:
        self.url = url
        self.store = store
        self.file = file
        self.index = Index(file, __version__, game_files)
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

    def unread(self) -> QuartermasterError | None:
        """The error for records that could not be judged; None if all could. What is known of the others holds."""
        sql = "SELECT record, damaged, rules FROM records WHERE damaged <> '' ORDER BY record"
        rows = self.file.answered(lambda: self.index.rows(sql), self.bring_current)
        if not rows:
            return None
        damaged = [row for row in rows if row[2] not in (OUT_OF_REACH, DEADLY)]
        record_id, why, _ = (damaged or rows)[0]
        if not damaged:
            return Unavailable(f"{len(rows)} cannot be judged now: {why}", where=record_id, mend="they are asked again")
        return Damaged(f"{len(rows)} cannot be judged: {why}", where=record_id, mend="run `qm verify` on it")

    def update(self) -> int:
        """The same, after a look at every page: one that is seldom read is found damaged here, and made anew."""

        def work() -> int:
            self.file.check()
            return self.bring_current()

        return self.file.answered(work, lambda: None)

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
        may_die = not self.index.deadly().isdisjoint(ids)
        if not may_die and (workers == "1" or len(ids) < PARALLEL_FROM):
            yield from looking_here(self.index, self.store)(ids)
            return
        from cli.machine.worker_pools import shared_out, workers_at
        from cli.terminal.index_shares import entries_share, given_up

        shares = [ids[start : start + _SHARE] for start in range(0, len(ids), _SHARE)]
        work = partial(entries_share, url=self.url, program=__version__)
        with workers_at(workers) as pool:
            for entries in shared_out(pool, work, shares, partial(given_up, self.store)):
                yield from entries


@contextmanager
def indexed(db: str | None, workers: str | None = None) -> Iterator[Indexed]:
    """The store and its index; the index is made if it is not there."""
    if workers is not None and not (workers.isascii() and workers.isdigit() and 0 < int(workers) <= WORKERS_MOST):
        raise Refused(f"--workers {workers!r}", mend=f"a number of processes, up to {WORKERS_MOST}")
    url = store_url(db)
    with opened(db) as store:
        file = DerivedFile(index_path(url), TABLES, INDEX_VERSION)
        try:
            yield Indexed(url, store, file, workers)
        finally:
            file.close()
