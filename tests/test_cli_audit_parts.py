"""Parts of a long audit: checked and done again if they were damaged, in flat memory; no worker outlives its run."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from cli.desk.audits import Wanted
from cli.terminal.audit_batch import Crew
from cli.terminal.audit_parts import PartsRun, audit_into
from records.store import Filter, open_store
from tests.helpers.dispute_samples import HEADER
from tests.helpers.shell import ROOT, Shell
from tests.helpers.store_samples import NOW, record_id
from tests.test_cli_audit_workers import NEVER, digest, many_records

AGAIN = ("audit", "--store", "--into", "parts", "-j", 1, *NEVER)


def test_a_damaged_part_is_done_again(qm: Shell) -> None:
    many_records(qm, 119)
    whole = digest(qm(*AGAIN))
    rows, ledger = Path("parts/part-000002.jsonl"), Path("parts/part-000002.ledger")
    good = rows.read_bytes(), ledger.read_bytes()
    damages = [
        (rows, good[0][:50]),
        (rows, good[0].replace(b'"ok"', b'"OK"', 1)),
        (rows, b""),
        (ledger, b"no ledger"),
        (ledger, b""),
        (ledger, good[1][:-9]),
        (ledger, b"\xff" + good[1]),
        (ledger, good[1].replace(b'"ok":', b'"ok":1', 1)),
        (ledger, good[1].partition(b"\n")[2]),
    ]
    for path, content in damages:
        path.write_bytes(content)
        answer = qm(*AGAIN)
        assert digest(answer) == whole
        assert "70 of them were done before" in answer.err
        assert (rows.read_bytes(), ledger.read_bytes()) == good
    assert "120 of them were done before" in qm(*AGAIN).err


@pytest.mark.slow
def test_memory_does_not_grow_with_the_records(tmp_path: Path) -> None:
    """A few bytes a record: 2,000 of them take hardly more than 200."""

    def peak(amount: int) -> int:
        path = tmp_path / f"{amount}.db"
        with open_store(path) as store:
            for number in range(amount):
                header = {**HEADER, "id": record_id(number)}
                store.create(header, record_id=record_id(number), at=NOW + number)
        run = PartsRun(tmp_path / f"parts-{amount}", str(path), Filter(), Wanted("effective", False), Crew("1"), False)
        lines: list[int] = []
        tracemalloc.start()
        done = audit_into(run, None, lambda line: None)
        highest = tracemalloc.get_traced_memory()[1]
        assert audit_into(run, None, lambda line: lines.append(1)) == (amount, done.digest)
        tracemalloc.stop()
        assert len(lines) == amount
        return highest

    peak(100)  # what is loaded once
    few, many = peak(200), peak(2000)
    assert many - few < 1800 * 100, (few, many)


def workers_of(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def is_running(process: int) -> bool:
    """Whether it does, and is not only waiting to be buried."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return found.stdout.strip() not in ("",) and not found.stdout.strip().startswith("Z")


WAITS = """
import sys, time
from cli.machine.worker_pools import LocalWorkers
workers = LocalWorkers(2)
futures = [workers.executor().submit(time.sleep, 0.2) for _ in range(4)]
[one.result() for one in futures]
futures = [workers.executor().submit(time.sleep, 60)] if sys.argv[1] == "busy" else []
print("ready", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
def test_workers_end_when_the_run_was_killed(state: str) -> None:
    with subprocess.Popen([sys.executable, "-c", WAITS, state], cwd=ROOT, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stdout.readline() == b"ready\n"
        workers = workers_of(run.pid)
        assert len(workers) == 2
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    deadline = time.monotonic() + 20
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [one for one in workers if is_running(one)]


def test_a_run_about_nothing_makes_no_folder(qm: Shell) -> None:
    assert "there is no database" in qm("audit", "--store", "--into", "parts").failed(4).err
    qm.db.parent.mkdir(parents=True)
    open_store(qm.db).close()
    assert "no record in the store is like that" in qm("audit", "--store", "--into", "parts").failed(4).err
    assert not Path("parts").exists()
