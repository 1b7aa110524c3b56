"""This tree beside another one: the same rows in turn, in one run, and how many times as long each takes here.

python -m tests.benchmarks --against PATH_OR_REV [--rounds N] [ROW...]

Rows are chosen by parts of their names: `batch` are those of a batch audit.

A path is another tree; it runs with its own .venv, or without one with this interpreter. A revision is checked out into
a temporary worktree, which gets a .venv of its own where it depends on other packages. What is compared is the median
CPU time of a process, because the neighbours on a machine change how long it takes by the clock.
"""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.timing import ROOT, as_installed, in_turn

ROUNDS = 15
MOST = 1.1
"""A row that takes longer than this many times the other tree's is slower. A tree beside itself stays below it."""
STORY = ROOT / "fixtures" / "sea-or-shore" / "clean-evening.jsonl"
LONG_STORY = ROOT / "fixtures" / "loot-island" / "clean-four.jsonl"
LOGGED = 20
ID = "01JCQ7Z0000000000000000001"

Row = Callable[[], float]
"""Does the work once and gives its CPU seconds."""


class Command(NamedTuple):
    """A command line of `qm` in one tree."""

    tree: Path
    python: str
    environment: dict[str, str]
    db: Path

    def run(self, *words: str, stdin: str = "", tab: bool = False) -> float:
        """Run it; the CPU seconds it took."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [self.python, "-m", "cli", *words],
            cwd=self.tree,
            env={**self.environment, "QUARTERMASTER_DB": str(self.db), "_QM_COMPLETE": "lines" if tab else ""},
            input=stdin.encode(),
            check=True,
            capture_output=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command_rows(qm: Command) -> dict[str, Row]:
    """What a person waits for: start, Tab, one line logged, a story audited. The store has one game that goes on."""
    header, *lines = STORY.read_text().splitlines()
    begun = qm.db.with_name("begun.jsonl")
    begun.write_text("\n".join([json.dumps({**json.loads(header), "id": ID}), *lines[:LOGGED], ""]))
    qm.run("import", str(begun))
    qm.run("log", ID, stdin=lines[LOGGED])
    kept = qm.db.with_name("kept.db")
    shutil.copy(qm.db, kept)

    def log() -> float:
        shutil.copy(kept, qm.db)  # every time the same line on the same table
        return qm.run("log", ID, stdin=lines[LOGGED + 1])

    return {
        "qm --help": lambda: qm.run("--help"),
        "qm list": lambda: qm.run("list"),
        "qm show FILE": lambda: qm.run("show", str(STORY)),
        "Tab: a record": lambda: qm.run("show", "0", tab=True),
        "Tab: an option": lambda: qm.run("export", "--for", tab=True),
        "qm log, one line": log,
        "qm audit, a story": lambda: qm.run("audit", str(LONG_STORY), "--fail-on", "never"),
    }


@contextmanager
def worker_rows(qm: Command, dealt: Path) -> Iterator[dict[str, Row]]:
    """Engine and store, in one process for all rounds, on the games in a file."""
    program = [qm.python, str(Path(__file__).with_name("tree_worker.py")), str(dealt)]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, env=qm.environment, cwd=qm.tree, stdin=pipe, stdout=pipe, text=True) as worker:
        asked, answers = worker.stdin, worker.stdout
        assert asked is not None and answers is not None

        def ask(row: str) -> float:
            print(row, file=asked, flush=True)
            return float(answers.readline())

        yield {row: lambda row=row: ask(row) for row in json.loads(answers.readline())}  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        asked.close()


@contextmanager
def rows_of(tree: Path, dealt: Path) -> Iterator[dict[str, Row]]:
    """Every row of one tree; `dealt` is the file of the games that both audit."""
    own = tree / ".venv" / "bin" / "python"
    python = str(own) if own.exists() and tree != ROOT else sys.executable
    with tempfile.TemporaryDirectory() as folder:
        qm = Command(tree, python, as_installed(Path(folder), tree), Path(folder) / "records.db")
        with worker_rows(qm, dealt) as rows:
            yield {**command_rows(qm), **rows}


@contextmanager
def tree_of(name: str) -> Iterator[Path]:
    """The tree at a path, or that of a revision for as long as it is needed."""
    if Path(name).is_dir():
        yield Path(name).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        worktree = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*worktree, "add", "--quiet", "--detach", str(tree), name], check=True)
        try:
            if _needs(tree) != _needs(ROOT):
                print(f"{name} depends on other packages: they are installed for it", flush=True)
                subprocess.run([sys.executable, "-m", "venv", str(tree / ".venv")], check=True)
                subprocess.run([tree / ".venv/bin/python", "-m", "pip", "install", "-q", "-e", str(tree)], check=True)
            yield tree
        finally:
            subprocess.run([*worktree, "remove", "--force", str(tree)], check=True)


def _needs(tree: Path) -> object:
    return tomllib.loads((tree / "pyproject.toml").read_text())["project"]["dependencies"]


def main(other: str, rounds: int = ROUNDS, wanted: Sequence[str] = ()) -> bool:
    """Print every row that is wanted; whether none is slower here."""
    with ExitStack() as stack:
        dealt = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "dealt.json"
        there = stack.enter_context(rows_of(stack.enter_context(tree_of(other)), dealt))  # deals what both can read
        here = stack.enter_context(rows_of(ROOT, dealt))
        names = [name for name in here if name in there and any(part in name for part in wanted or [""])]
        cases = {(name, side): rows[name] for name in names for side, rows in (("here", here), ("there", there))}
        in_turn(cases, 1)  # compiles, and fills the caches
        found = in_turn(cases, rounds)
    print(f"{'CPU time, median of ' + str(rounds):30}{'here':>10}{'there':>10}{'ratio':>8}{'of the fastest':>16}")
    slower = [name for name in names if _slower(name, found[name, "here"], found[name, "there"])]
    return not slower


def _slower(name: str, here: list[float], there: list[float]) -> bool:
    """Print a row; whether it is slower here. Both ratios must say so: neighbours seldom disturb every run."""
    middle, other_middle = median(here), median(there)
    ratio, fastest = middle / other_middle, min(here) / min(there)
    slower = min(ratio, fastest) > MOST
    figures = f"{1000 * middle:7.1f} ms{1000 * other_middle:7.1f} ms{ratio:8.2f}{fastest:16.2f}"
    print(f"{name:30}{figures}{'  SLOWER' if slower else ''}")
    return slower
