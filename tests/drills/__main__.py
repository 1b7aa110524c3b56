"""Drills: writers killed, system calls that fail, two writers at once.

`python -m tests.drills [kills] [faults] [races]`
All of them take about half an hour on two cores; the test suite runs a few rounds of each. `--share 0.1` runs a tenth.
Each drill is a program of its own, since its children are forked. What went wrong is printed, and the exit code is 1.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.helpers.pg import empty_schema, running_server
from tests.helpers.shell import ROOT

KILLS = {"store": 400, "pipe": 250, "prompt": 100, "postgresql": 250}
RACES = 500


@contextmanager
def places() -> Iterator[tuple[Path, str]]:
    """A folder, and the URL of an empty schema on a PostgreSQL server that waits for its disk."""
    with tempfile.TemporaryDirectory() as folder, running_server(fsync=True) as server, empty_schema(server) as url:
        yield Path(folder), url


def run(name: str, module: str, *arguments: object) -> dict[str, Any]:
    """Run one drill, and print its outcome."""
    start = time.monotonic()
    command = [sys.executable, "-m", f"tests.drills.{module}", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    found: dict[str, Any] = (
        json.loads(done.stdout) if done.returncode == 0 else {"wrong": [f"ended: {done.returncode}"]}
    )
    wrong = found.pop("wrong", [])
    print(f"{name:24} {', '.join(f'{count} {what}' for what, count in found.items())}, {len(wrong)} wrong")
    print(f"{'':24} {time.monotonic() - start:.0f} s", *wrong, sep="\n    ", flush=True)
    return {**found, "wrong": wrong}


def kills(folder: Path, url: str, share: float) -> list[dict[str, Any]]:
    """The writers that are killed, each with its share of a thousand kills."""
    count = {way: max(4, int(number * share)) for way, number in KILLS.items()}
    (folder / "store").mkdir()
    return [
        run("kills, store", "store_kills", folder / "store", count["store"], 1),
        run("kills, pipe", "command_kills", "pipe", folder / "pipe", count["pipe"], 1),
        run("kills, prompt", "command_kills", "prompt", folder / "prompt", count["prompt"], 1),
        run("kills, PostgreSQL client", "store_kills", url, count["postgresql"], 1),
    ]


def races(folder: Path, url: str, share: float) -> list[dict[str, Any]]:
    """Two writers on each database, at the desk and by two commands."""
    rounds = max(4, int(RACES * share))
    return [
        run(f"races, {name}, {way}", "races", place, rounds, seed, way)
        for name, place in (("SQLite", folder / "races.db"), ("PostgreSQL", url))
        for seed, way in enumerate(("desk", "command"), 1)
    ]


def main() -> None:
    """Run the drills that were named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("drills", nargs="*", choices=["kills", "faults", "races", []], default=[])
    parser.add_argument("--share", type=float, default=1.0, help="how much of each drill to run")
    given = parser.parse_args()
    wanted = given.drills or ["kills", "faults", "races"]
    found = []
    with places() as (folder, url):
        if "kills" in wanted:
            found += kills(folder, url, given.share)
        if "faults" in wanted:
            found.append(run("faults", "faults", folder / "faults", max(1, int(30 * given.share))))
        if "races" in wanted:
            found += races(folder, url, given.share)
    bad = [key for outcome in found for key in ("wrong", "lost", "doubled", "damaged") if outcome.get(key)]
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
