"""Guided questions: a real terminal is asked for what was not given."""

import os
import pty
import subprocess
import sys
from typing import Any

from tests.helpers.shell import ROOT, Shell


def typed(qm: Shell, answers: list[str], *arguments: str) -> "subprocess.Popen[bytes]":
    """Run `qm` on a terminal and type one line after each question."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        stdin=theirs,
        stderr=theirs,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    os.close(theirs)
    for answer in answers:
        shown = b""
        while not shown.rstrip().endswith(b":"):
            shown += os.read(ours, 4096)
        os.write(ours, f"{answer}\n".encode())
    out, _ = process.communicate(timeout=120)
    os.close(ours)
    process.out = out  # type: ignore[attr-defined]  # handed to the test
    return process


def test_a_claim_is_asked_for_on_a_terminal(qm: Shell) -> None:
    record: Any = qm("new", "sea-or-shore", "p1", "p2", "p3", "--kit", "demo", "--official", "Kim", "--json").json["id"]
    qm("log", record, stdin='{"do":"setup","starter":"p1"}\n{"do":"pass"}')
    done = typed(qm, ["p1", "2", "nobody saw it", "hidden", "", ""], "dispute", "open", record)
    assert done.returncode == 0
    listed = qm("dispute", "list", record, "--plain").out
    assert listed == "D1\t3\topen\tp1\thidden\tnobody saw it\n"


def test_a_wrong_word_is_asked_again(qm: Shell) -> None:
    record: Any = qm("new", "sea-or-shore", "p1", "p2", "p3", "--kit", "demo", "--official", "Kim", "--json").json["id"]
    qm("log", record, stdin='{"do":"setup","starter":"p1"}')
    qm("dispute", "open", record, "--by", "p1", "--about", "setup", "--claim", "two starters")
    answers = ["Kim", "they agree", "agreed", "guilty", "upheld"]
    done = typed(qm, answers, "rule", "stand", record)
    assert done.returncode == 0
    assert qm("dispute", "show", record, "--json").json["rulings"][0]["verdict"] == "upheld"
