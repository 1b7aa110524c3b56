"""How answers grow with the store: 100, 10,000 and 100,000 records; CPU milliseconds of whole commands, medians.

`python -m tests.benchmarks growth`, or with other sizes: `python -m tests.benchmarks.bench_growth 100 1000`. Stores are
made of short records; the rows of their index are those of whole games. How fast an index is made and kept current is
measured on whole games, beside a batch audit of the same records.
"""

import os
import resource
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cli import __version__
from cli.desk.audits import Wanted, audit_record
from cli.desk.index.index_current import bring_current
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_sql import TABLES as INDEX_SCRIPT
from cli.machine.collector import collecting_rarely
from cli.machine.derived_file import DerivedFile
from records.ids import id_of
from records.store import Store, open_store
from tests.benchmarks.grown_stores import Sample, grown, indexed_whole, samples
from tests.benchmarks.timing import ROOT, as_installed

SIZES = (100, 10_000, 100_000)
ROUNDS = 5
GAMES = 200
WHERE_IS_THE_CURSOR, PROMPT_READS = b"\x1b[6n", b"\x1b[?2004h"
"""What a prompt asks its terminal, and how it says that it reads: a paste is to come in brackets."""
QM = [str(Path(sys.executable).with_name("qm"))]
"""The command as people type it: `python -m cli` would load what finds modules by their name besides."""
BARS = {
    "Tab on ids": 150,
    "qm log": 250,
    "qm list --last 20": 200,
    "qm penalties": 500,
    "qm stats": 500,
    "qm find NAME": 500,
    "qm find RULE": 500,
}
"""The most CPU milliseconds at the largest size."""
CURRENT_BAR = 2000
"""Events per second at which an index is kept current, at least."""
MADE_BAR = 0.9
"""How fast an index is made beside a batch audit of the same records, at least."""


def commands(db: Path, record_id: str) -> dict[str, tuple[list[str], dict[str, str]]]:
    """The command lines, and what their environment has besides."""
    asked = ["--db", str(db)]
    tab = {"_QM_COMPLETE": "lines", "QUARTERMASTER_DB": str(db)}
    return {
        "qm --help": ([*QM, "--help"], {}),
        "Tab on ids": ([*QM, "show", "0"], tab),
        "qm log": ([*QM, "log", *asked], {}),
        "qm list --last 20": ([*QM, "list", "--last", "20", *asked], {}),
        "qm show ID": ([*QM, "show", record_id, *asked], {}),
        "qm penalties": ([*QM, "penalties", *asked], {}),
        "qm stats": ([*QM, "stats", *asked], {}),
        "qm find NAME": ([*QM, "find", "Ann", "--last", "20", *asked], {}),
        "qm find RULE": ([*QM, "find", "SS-PASS-2", *asked], {}),
        "qm find CARD": ([*QM, "find", "red-4", "--last", "20", *asked], {}),
    }


def measured(folder: Path, size: int, games: list[Sample]) -> dict[str, float]:
    """The median CPU milliseconds of each command at a size."""
    db = folder / f"{size}.db"
    ids = grown(db, size, games)
    indexed_whole(db, ids, games)
    environment = as_installed(folder)
    found = {}
    for name, (command, more) in commands(db, ids[-1]).items():
        taken = [_cpu(command, {**environment, **more}) for _ in range(ROUNDS + 1)][1:]  # the first one compiles
        found[name] = 1000 * statistics.median(taken)
    for path in folder.glob(f"{size}.db*"):
        path.unlink()
    return found


def _cpu(command: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if "log" in command:
        _at_a_terminal(command, environment)
    else:
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _at_a_terminal(command: list[str], environment: dict[str, str]) -> None:
    """Run what opens a prompt, and leave it with one Ctrl+D once it reads: each waiting key would be paid for too."""
    ours, theirs = os.openpty()
    try:
        running = subprocess.Popen(
            command, cwd=ROOT, env={**environment, "TERM": "xterm"}, stdin=theirs, stdout=theirs, stderr=theirs
        )
        shown = b""
        while running.poll() is None:
            if not select.select([ours], [], [], 0.05)[0]:
                continue
            before, shown = shown, shown + os.read(ours, 65536)
            for sign, answer in ((WHERE_IS_THE_CURSOR, b"\x1b[1;1R"), (PROMPT_READS, b"\x04")):
                if sign in shown and sign not in before:
                    os.write(ours, answer)
        assert running.returncode == 0
    finally:
        os.close(ours)
        os.close(theirs)


def index_rates(folder: Path, games: list[Sample]) -> dict[str, float]:
    """Events per CPU second: a batch audit, an index made of the same records, and one kept current beside a log."""
    audited, made = [], []
    with open_store(folder / "whole.db") as store:
        for game in games:
            store.import_record(game.whole, record_id=id_of(game.whole), at=1)
        events = sum(game.whole.size - 1 for game in games)
        for number in range(ROUNDS + 1):
            index = _index(folder / f"whole-{number}.index")
            audited.append(_taken(lambda: _audit_all(store)))
            made.append(_taken(partial(bring_current, index, store)))
    with open_store(folder / "logged.db") as store:
        kept, logged = _kept_current(store, _index(folder / "logged.index"), games[:40])
    return {  # the first round makes what is kept for all
        "batch audit": events / statistics.median(audited[1:]),
        "index made": events / statistics.median(made[1:]),
        "kept current": logged / kept,
    }


def _index(path: Path) -> Index:
    return Index(DerivedFile(str(path), INDEX_SCRIPT, INDEX_VERSION), __version__)


def _audit_all(store: Store) -> None:
    for record_id in store.ids("", GAMES):
        audit_record(store.load(record_id), record_id, Wanted("effective", False))


def _kept_current(store: Store, index: Index, games: list[Sample]) -> tuple[float, int]:
    """Forty tables log line by line; the index follows after each thousand events of the feed."""
    for game in games:
        store.import_record(game.begun, record_id=id_of(game.begun), at=1)
    bring_current(index, store)
    taken, logged, waiting = 0.0, 0, 0
    for line in range(6, 100):
        for game in games:
            if line < game.whole.size - 1:
                store.append(id_of(game.begun), [game.whole.events[line]], at=2)
                logged, waiting = logged + 1, waiting + 1
        if waiting >= 1000:
            taken, waiting = taken + _taken(lambda: bring_current(index, store)), 0
    return taken + _taken(lambda: bring_current(index, store)), logged


def _taken(work: Callable[[], object]) -> float:
    """The CPU seconds of a piece of work, with garbage looked for as rarely as in a command."""
    with collecting_rarely():
        begun = time.process_time()
        work()
        return time.process_time() - begun


def main() -> int:
    """Print the table; 1 if a bar was missed."""
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    games = samples(GAMES)
    with tempfile.TemporaryDirectory(dir=os.environ.get("QM_BENCH_FOLDER")) as name:
        columns = [measured(Path(name), size, games) for size in sizes]
        rates = index_rates(Path(name), games)
    print(f"CPU ms, median of {ROUNDS}{'':7}" + "".join(f"{size:>12,}" for size in sizes) + f"{'bar':>8}")
    missed = []
    for command in columns[0]:
        bar = BARS.get(command)
        print(f"{command:<24}" + "".join(f"{column[command]:>12.0f}" for column in columns) + f"{bar or '':>8}")
        if bar is not None and columns[-1][command] > bar:
            missed.append(command)
    print("events per CPU second: " + ", ".join(f"{what} {rate:,.0f}" for what, rate in rates.items()))
    if rates["kept current"] < CURRENT_BAR:
        missed.append("kept current")
    if rates["index made"] < MADE_BAR * rates["batch audit"]:
        missed.append("index made / batch audit")
    print(f"missed: {', '.join(missed)}" if missed else "every bar is met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
