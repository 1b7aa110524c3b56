"""Writers that are killed and system calls that fail: a few rounds of `python -m tests.drills`, which runs more."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.drills.faults import drill
from tests.helpers.shell import ROOT
from tests.helpers.slow import first_ones, many

pytestmark = pytest.mark.slow


def ran(module: str, *arguments: object) -> dict[str, Any]:
    """The outcome of one drill, in a process of its own."""
    command = [sys.executable, "-m", f"tests.drills.{module}", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def assert_nothing_lost(found: dict[str, Any]) -> None:
    assert (found["lost"], found["doubled"], found["damaged"]) == (0, 0, 0)
    assert found["acknowledged"] > 0, "the writers got nothing done: the drill proves nothing"


@pytest.mark.parametrize("kills", first_ones([25, many(40, 200)]))
def test_commands_that_are_killed_lose_and_double_nothing(tmp_path: Path, kills: int) -> None:
    assert_nothing_lost(ran("command_kills", "pipe", tmp_path, kills, 3))


@pytest.mark.slow
@pytest.mark.parametrize("kills", [many(10, 25)])
def test_a_prompt_that_is_killed_loses_and_doubles_nothing(tmp_path: Path, kills: int) -> None:
    assert_nothing_lost(ran("command_kills", "prompt", tmp_path, kills, 3))


@pytest.mark.slow
@pytest.mark.parametrize("kills", [many(40, 200)])
def test_clients_of_a_server_that_are_killed_lose_and_double_nothing(pg_url: str, kills: int) -> None:
    assert_nothing_lost(ran("store_kills", pg_url, kills, 3))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, to make one system call fail")
@pytest.mark.parametrize(
    ("calls", "faults", "most"),
    [
        (("fdatasync", "write"), ("error=EIO",), 2),
        pytest.param(("pwrite64", "pread64", "fcntl"), ("error=ENOSPC", "signal=SIGKILL"), 4, marks=pytest.mark.slow),
    ],
)
def test_a_call_that_fails_is_never_acknowledged_and_lost(
    tmp_path: Path, calls: tuple[str, ...], faults: tuple[str, ...], most: int
) -> None:
    found = drill(tmp_path, most, calls, faults)
    assert found["wrong"] == []
    assert found["faults"] != 0, "no call was hit: the drill proves nothing"


@pytest.mark.slow
def test_two_commands_that_log_at_once_never_leave_a_wrong_state(store_url: str) -> None:
    assert ran("races", store_url, 4, 1, "command") == {"rounds": 4, "wrong": []}
