"""Audits of many records: in several processes where that is faster, with a line that counts on the terminal."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from cli.desk.audits import Wanted, audit_record, without_audit
from cli.machine.target import STDIN, Found, load, record_files
from records.errors import QuartermasterError

_PARALLEL_FROM = 16
"""Fewer records than this are audited faster in one process than it takes to start others."""


def audits(targets: list[str], db: str | None, wanted: Wanted, jobs: int | None) -> Iterator[dict[str, Any]]:
    """The audits in the order of the targets; a folder stands for all records in it."""
    files: list[str] = []
    for target in targets:
        path = Path(target)
        if target != STDIN and path.is_dir():
            files += record_files(path)
        elif len(targets) > 1 and path.is_file():
            files.append(target)
        else:
            yield from _of_files(files, wanted, jobs)
            files = []
            with load(target, db) as loaded:
                yield audit_record(loaded.record, loaded.name, wanted)
    yield from _of_files(files, wanted, jobs)


def _of_files(files: list[str], wanted: Wanted, jobs: int | None) -> Iterator[dict[str, Any]]:
    workers = min(jobs or os.cpu_count() or 1, len(files))
    if workers <= 1 or len(files) < _PARALLEL_FROM:
        for done, file in enumerate(files, 1):
            yield _of_file(file, wanted)
            _progress(done, len(files))
        return
    from concurrent.futures import ProcessPoolExecutor  # heavy, and for one record not needed

    share = max(1, min(32, len(files) // (4 * workers)))
    with ProcessPoolExecutor(workers) as pool:
        for done, answer in enumerate(pool.map(partial(_of_file, wanted=wanted), files, chunksize=share), 1):
            yield answer
            _progress(done, len(files))


def _of_file(path: str, wanted: Wanted) -> dict[str, Any]:
    """The audit of a record file, perhaps in another process."""
    try:
        return audit_record(Found(path, path=Path(path)).load(), path, wanted)
    except QuartermasterError as error:
        return without_audit(path, error)


def _progress(done: int, total: int) -> None:
    """A line that counts, on a terminal only."""
    if total > 1 and sys.stderr.isatty():
        width = 30 * done // total
        sys.stderr.write(f"\r[{'#' * width}{'.' * (30 - width)}] {done}/{total}")
        sys.stderr.write("\n" if done == total else "")
        sys.stderr.flush()
