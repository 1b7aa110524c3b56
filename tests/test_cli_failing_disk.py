"""A disk that is full or fails to read once: reading goes on, and nothing that can be read is called damaged."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.disks import mounted
from tests.helpers.shell import ROOT, Shell
from tests.helpers.slow import first_ones

pytestmark = pytest.mark.slow

STRACE = shutil.which("strace")
NOTE = '{"do":"note","text":"x"}'


def no_file_may_grow() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def run(*arguments: object, before: Callable[[], None] | None = None) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        list(map(str, arguments)),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
        preexec_fn=before,
    )


def left_by_a_crash(qm: Shell, record: str) -> None:
    """Log an event in a process that ends without a word, so that the event stands in the log beside the store only."""
    script = (
        "import os; from records.store import open_store\n"
        f"store = open_store({str(qm.db)!r}); store.append({record!r}, [{NOTE}], at=0); os._exit(0)"
    )
    assert run(sys.executable, "-c", script).returncode == 0
    assert Path(f"{qm.db}-wal").stat().st_size > 0
    Path(f"{qm.db}-shm").unlink()


@pytest.mark.slow
@pytest.mark.parametrize("crashed", [False, True])
def test_reading_goes_on_where_no_file_may_grow(qm: Shell, crashed: bool) -> None:
    record = qm.new()
    if crashed:
        left_by_a_crash(qm, record)
    reads = [["list"], ["show", record, "--json"], ["verify", record], ["export", record]]
    right = [qm(*line).out for line in reads] if not crashed else None
    for index, line in enumerate(reads):
        done = run(sys.executable, "-m", "cli", *line, before=no_file_may_grow)
        assert done.returncode == 0, done.stderr.decode()
        assert right is None or done.stdout.decode() == right[index]
        assert not crashed or line[0] == "list" or b'"note"' in done.stdout or b"1 event" in done.stdout
    refused = run(sys.executable, "-m", "cli", "log", record, "--json", NOTE, before=no_file_may_grow)
    assert refused.returncode == 75
    assert b"nothing was written" in refused.stderr
    assert qm("log", record, "--json", NOTE).code == 0


def test_a_full_disk_is_called_full_and_can_be_read(qm: Shell, tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "160k") as disk:
        store = disk / "store.db"
        record = qm.new("--db", str(store))
        with (disk / "ballast").open("wb", buffering=0) as ballast:
            for size in (4096, 512, 1):
                try:
                    while ballast.write(bytes(size)):
                        pass
                except OSError:
                    continue
        for line in (["list"], ["show", record], ["verify", record], ["export", record]):
            done = run(sys.executable, "-m", "cli", *line, "--db", store)
            assert done.returncode == 0, done.stderr.decode()
        refused = run(sys.executable, "-m", "cli", "log", record, "--json", NOTE, "--db", store)
        assert refused.returncode == 75
        assert b"the disk is full" in refused.stderr
        (disk / "ballast").unlink()
        assert qm("log", record, "--json", NOTE, "--db", store).code == 0


@pytest.mark.slow
@pytest.mark.skipif(STRACE is None, reason="needs strace, to make one system call fail")
@pytest.mark.parametrize("number", first_ones([1, 6, 2, 3, 4, 8, 10], quick=2))
def test_a_read_that_fails_once_is_not_called_damage(qm: Shell, number: int) -> None:
    record = qm.new()
    qm("log", record, "--json", NOTE)
    fault = f"inject=pread64:error=EIO:when={number}"
    for line in (["verify", record], ["show", record], ["log", record, "--json", NOTE]):
        done = run(STRACE, "-qq", "-o", "/dev/null", "-P", qm.db, "-e", fault, sys.executable, "-m", "cli", *line)
        assert done.returncode in (0, 75), done.stderr.decode()
        assert b"damaged" not in done.stderr
        assert b"restore" not in done.stderr
    assert qm("verify", record).code == 0
