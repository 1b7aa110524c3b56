"""The audit of a whole store by one process, a pool of two, and a Dask cluster of two workers: records each second.

`python -m tests.benchmarks workers`. Whole commands by the clock, in turn, with their start: this means something on a
machine with two free cores only, so the load is printed too. A loaded machine still tells how many records all
processes together do in a second of processor time: what two workers cost more than one is what sharing out costs. All
ways must give the same digest.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.grown_stores import Sample, grown, samples
from tests.benchmarks.timing import ROOT, Target, as_installed, report
from tests.helpers.clusters import cluster

RECORDS = 3_000
GAMES = 60
ROUNDS = 3
ONE, POOL, DASK = "one process", "pool of 2", "Dask, 2 workers"
TARGETS = [Target(POOL, ONE, 1.8), Target(DASK, POOL, 0.85)]


class Taken(NamedTuple):
    """Seconds of one audit: by the clock, of the asking process, and of its workers."""

    clock: float
    parent: float
    workers: float
    digest: str


def main() -> bool:
    """Print the rates; whether every target was met."""
    print(f"load when it began: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(dir=os.environ.get("QM_BENCH_FOLDER")) as name:
        folder = Path(name)
        db = folder / "whole.db"
        grown(db, RECORDS, [Sample(game.whole, game.whole) for game in samples(GAMES)])
        with cluster(folder) as (address, _):
            ways = {ONE: "1", POOL: "2", DASK: address}
            taken: dict[str, list[Taken]] = {way: [] for way in ways}
            for way, workers in [*ways.items()] * (ROUNDS + 1):
                taken[way].append(_audit(db, workers, as_installed(folder)))
    assert len({one.digest for each in taken.values() for one in each}) == 1, "two ways of auditing differ"
    counted = {way: each[1:] for way, each in taken.items()}  # the first one compiles
    _tell_processor_time({way: counted[way] for way in (ONE, POOL)})
    rates = {way: RECORDS / statistics.median(one.clock for one in each) for way, each in counted.items()}
    return report(f"a store of {RECORDS:,} whole games, audited", rates, TARGETS, "records/s")


def _tell_processor_time(taken: dict[str, list[Taken]]) -> None:
    """Records for each second of processor time. The workers of a cluster are no children of the command: not told."""
    print(f"\n{'processor time, medians':<26}{'parent s':>10}{'workers s':>11}{'records/CPU s':>15}{'of one':>8}")
    rates = {way: RECORDS / statistics.median(one.parent + one.workers for one in each) for way, each in taken.items()}
    for way, each in taken.items():
        parent, workers = (statistics.median(getattr(one, part) for one in each) for part in ("parent", "workers"))
        print(f"{way:<26}{parent:>10.2f}{workers:>11.2f}{rates[way]:>15.1f}{rates[way] / rates[ONE]:>8.2f}")
        if way == POOL:
            busiest = max(parent, workers / 2)
            print(f"with two free cores at most {(parent + workers) / busiest * rates[way] / rates[ONE]:.2f} times one")


_ASK = """
import resource, sys
from cli.main import main
code = main(sys.argv[1:])
own, theirs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(f"cpu {own.ru_utime + own.ru_stime} {theirs.ru_utime + theirs.ru_stime}", file=sys.stderr)
sys.exit(code)
"""
"""A command that says at its end what it took by itself, and what its workers took."""


def _audit(db: Path, workers: str, environment: dict[str, str]) -> Taken:
    asked = ["audit", "--store", "--db", str(db), "--json", "--fail-on", "never", "--workers", workers]
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _ASK, *asked], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    seconds = time.perf_counter() - begun
    (digest,) = re.findall(rb"digest of all answers: (\w{64})", done.stderr)
    ((own, theirs),) = re.findall(rb"^cpu (\S+) (\S+)$", done.stderr, re.MULTILINE)
    return Taken(seconds, float(own), float(theirs), digest.decode())


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
