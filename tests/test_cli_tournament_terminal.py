"""The control room in a real terminal."""

import os
import pty
import signal
import subprocess
import sys

import pytest

from tests.helpers.shell import ROOT, Shell
from tests.test_cli_tournament import DAY, day, seated

__all__ = ["day", "seated"]  # fixtures

pytestmark = pytest.mark.slow


def _hear_ctrl_c() -> None:
    """What runs in the background ignores Ctrl+C, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_the_control_room_is_drawn_anew_in_place(day: Shell) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "tournament", "board", DAY, "--watch"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        preexec_fn=_hear_ctrl_c,
    )
    os.close(theirs)
    shown = b""
    while shown.count(b"r1t2") < 2:
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    os.close(ours)
    first, second = shown.split(b"\x1b[H\x1b[2J")
    assert first.count(b"r1t1") == second.count(b"r1t1") == 1


def test_into_a_pipe_one_answer_follows_the_other_at_once(day: Shell) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "tournament", "board", DAY, "--watch"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=_hear_ctrl_c,
    )
    assert process.stdout is not None
    lines: list[bytes] = []
    while sum(line.startswith(b"r1t2") for line in lines) < 2:
        lines.append(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert b"\x1b" not in b"".join(lines)
