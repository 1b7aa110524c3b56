"""Audits of many records: in several processes where that is faster, with a line that counts on the terminal."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from cli.desk.audits import Wanted, audit_record, without_audit
from cli.machine.several import Item, Several, stores_closed
from records.errors import QuartermasterError

_PARALLEL_FROM = 16
"""Fewer records than this are audited faster in one process than it takes to start others."""


def audits(records: Several, wanted: Wanted, jobs: int | None) -> Iterator[dict[str, Any]]:
    """The audits in the order of the records. One that cannot be read is an answer among many, else an error."""
    items = records.items
    if not records.many:
        with stores_closed():
            yield from (audit_record(item.load(), item.name, wanted) for item in items)
        return
    workers = min(jobs or os.cpu_count() or 1, len(items))
    if workers <= 1 or len(items) < _PARALLEL_FROM or any(item.path is None and item.url is None for item in items):
        with stores_closed():
            for done, item in enumerate(items, 1):
                yield _answer(item, wanted)
                _progress(done, len(items))
        return
    from concurrent.futures import ProcessPoolExecutor  # heavy, and for one record not needed

    share = max(1, min(32, len(items) // (4 * workers)))
    with ProcessPoolExecutor(workers) as pool:
        for done, answer in enumerate(pool.map(partial(_answer, wanted=wanted), items, chunksize=share), 1):
            yield answer
            _progress(done, len(items))


def _answer(item: Item, wanted: Wanted) -> dict[str, Any]:
    """The audit of one record, perhaps in another process."""
    try:
        return audit_record(item.load(), item.name, wanted)
    except QuartermasterError as error:
        return without_audit(item.name, error)


def _progress(done: int, total: int) -> None:
    """A line that counts, on a terminal only."""
    if total > 1 and sys.stderr.isatty():
        width = 30 * done // total
        sys.stderr.write(f"\r[{'#' * width}{'.' * (30 - width)}] {done}/{total}")
        sys.stderr.write("\n" if done == total else "")
        sys.stderr.flush()
