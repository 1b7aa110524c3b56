"""A real Dask cluster, without workers, and with a record that kills them."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.clusters import cluster
from tests.helpers.shell import ROOT, Shell
from tests.test_cli_audit_workers import NEVER, digest, many_records

pytestmark = pytest.mark.slow
pytest.importorskip("distributed")

ALLOWED = "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"
"""How many workers may die of a share before the scheduler says so; `qm help cluster` names it."""

DEADLY = """
import sys
from cli.machine.worker_pools import Patience, shared_out, workers_at
from tests.test_cli_audit_workers import deadly_share
shares = [["item 0", "item 1"], ["item 2", "deadly:" + sys.argv[2]], ["item 3"]]
with workers_at(sys.argv[1], patience=Patience(say=print)) as workers:
    for share in shared_out(workers, deadly_share, shares, lambda item: item.partition(":")[0] + " given up"):
        print(*share, sep="; ", flush=True)
"""


def test_a_scheduler_without_workers_is_told_at_once_and_not_waited_for_for_ever(qm: Shell, tmp_path: Path) -> None:
    many_records(qm, 20)
    with cluster(tmp_path, workers=0) as (address, _):
        begun = time.monotonic()
        answer = qm("audit", "--store", "--json", "--workers", address, "--wait", 2)
        assert 2 <= time.monotonic() - begun < 30
        assert (answer.code, answer.out) == (75, "")
        assert f"{address} has no workers: waiting 2 seconds for one" in answer.err
        assert "no worker came within 2 seconds" in answer.err
    assert qm("audit", "--store", "--wait", 2).code == 2


def test_workers_that_come_late_are_waited_for(qm: Shell, tmp_path: Path) -> None:
    many_records(qm, 20)
    alone = digest(qm("audit", "--store", "--json", "-j", 1, *NEVER))
    with cluster(tmp_path, workers=0) as (address, _):
        late = [
            sys.executable,
            "-c",
            f"import time, os, sys; time.sleep(1); os.execv(sys.executable, {_worker(address)})",
        ]
        with subprocess.Popen(late, cwd=ROOT, stderr=subprocess.DEVNULL) as worker:
            answer = qm("audit", "--store", "--json", "--workers", address, *NEVER)
            worker.kill()
    assert digest(answer) == alone
    assert "waiting 60 seconds" in answer.err


def _worker(address: str) -> list[str]:
    return [sys.executable, "-m", "dask", "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]


@pytest.mark.parametrize("allowed", [None, 0])
def test_a_record_that_kills_every_worker_is_named_and_the_others_are_done(tmp_path: Path, allowed: int | None) -> None:
    deaths = tmp_path / "deaths"
    more = {} if allowed is None else {ALLOWED: str(allowed)}
    with cluster(tmp_path, restarted=True, more=more) as (address, _):
        done = subprocess.run(
            [sys.executable, "-c", DEADLY, address, deaths],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=400,
            check=True,
        )
    told = [line for line in done.stdout.splitlines() if "has no workers" not in line]  # until one is started again
    assert told == ["item 0 done; item 1 done", "item 2 done; deadly given up", "item 3 done"]
    assert done.stderr == ""
    # In company it died as often as the scheduler allows, and then by itself at least three times.
    assert len(deaths.read_text()) == {None: 4 + 4, 0: 1 + 1 + 3}[allowed]
