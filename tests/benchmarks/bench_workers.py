"""The audit of a whole store by one process, a pool of two, and a Dask cluster of two workers: records each second.

`python -m tests.benchmarks workers`. Whole commands by the clock, in turn, with their start: this means something on a
machine with two free cores only, so the load is printed too. All ways must give the same digest.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.grown_stores import Sample, grown, samples
from tests.benchmarks.timing import ROOT, Target, as_installed, report
from tests.helpers.clusters import cluster

RECORDS = 3_000
GAMES = 60
ROUNDS = 3
ONE, POOL, DASK = "one process", "pool of 2", "Dask, 2 workers"
TARGETS = [Target(POOL, ONE, 1.8), Target(DASK, POOL, 0.85)]


def main() -> bool:
    """Print the rates; whether every target was met."""
    print(f"load when it began: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(dir=os.environ.get("QM_BENCH_FOLDER")) as name:
        folder = Path(name)
        db = folder / "whole.db"
        grown(db, RECORDS, [Sample(game.whole, game.whole) for game in samples(GAMES)])
        with cluster(folder) as (address, _):
            ways = {ONE: "1", POOL: "2", DASK: address}
            taken: dict[str, list[float]] = {way: [] for way in ways}
            digests = set()
            for way, workers in [*ways.items()] * (ROUNDS + 1):
                seconds, digest = _audit(db, workers, as_installed(folder))
                taken[way].append(seconds)
                digests.add(digest)
    assert len(digests) == 1, "two ways of auditing do not say the same"
    rates = {way: RECORDS / statistics.median(each[1:]) for way, each in taken.items()}  # the first one compiles
    return report(f"a store of {RECORDS:,} whole games, audited", rates, TARGETS, "records/s")


def _audit(db: Path, workers: str, environment: dict[str, str]) -> tuple[float, str]:
    command = [sys.executable, "-m", "cli", "audit", "--store", "--db", str(db), "--json", "--fail-on", "never"]
    begun = time.perf_counter()
    done = subprocess.run([*command, "--workers", workers], cwd=ROOT, env=environment, check=True, capture_output=True)
    (digest,) = re.findall(rb"digest of all answers: (\w{64})", done.stderr)
    return time.perf_counter() - begun, digest.decode()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
