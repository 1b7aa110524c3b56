"""What was written is said as written, whatever happens to the screen that should show it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.shell import ROOT, STORY, Shell

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")

NOTE = b'{"do":"note","text":"x"}\n'


def run(*arguments: object, **streams: Any) -> "subprocess.CompletedProcess[bytes]":
    """Run a command line whose screen fails."""
    with Path("/dev/full").open("wb") as full:
        given = {"stdout": full, "stderr": subprocess.PIPE, **dict.fromkeys(streams.pop("full", ()), full)}
        return subprocess.run(
            [sys.executable, "-m", "cli", *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
            timeout=120,
            **{**given, **streams},
        )


def events(qm: Shell, record: str) -> int:
    """How many events a record has."""
    amount: int = qm("show", record, "--json").json_lines[0]["events"]
    return amount


def test_events_that_were_logged_are_not_denied_when_the_answer_cannot_be_shown(qm: Shell) -> None:
    record = qm.new()
    for form in (["log", record], ["log", record, "--plain"], ["log", record, "--json", "-"]):
        before = events(qm, record)
        done = run(*form, input=NOTE)
        said = done.stderr.decode()
        assert done.returncode == 0, said
        assert "written" in said
        assert "do not repeat it" in said
        assert "try again" not in said
        assert "Exception ignored" not in said
        assert events(qm, record) == before + 1


def test_a_screen_without_room_for_words_changes_nothing_either(qm: Shell) -> None:
    record = qm.new()
    done = run("log", record, input=NOTE, stdout=subprocess.PIPE, full=["stderr"])
    assert done.returncode == 0
    assert b"code" in done.stdout
    assert run("log", record, input=NOTE, full=["stderr"]).returncode == 0
    assert events(qm, record) == 2


def test_a_reader_that_left_does_not_turn_a_written_event_into_a_failure(qm: Shell) -> None:
    record = qm.new()
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run("log", record, input=NOTE, stdout=writing)
    finally:
        os.close(writing)
    assert done.returncode == 0
    assert b"written" in done.stderr
    assert events(qm, record) == 1


def test_a_new_record_an_import_and_a_dispute_are_there_too(qm: Shell, game: str) -> None:
    qm.write("game.jsonl", STORY)
    lines: list[list[object]] = [
        ["new", "tiny", "blue=Ann"],
        ["import", "game.jsonl"],
        ["dispute", "open", game, "--by", "p2", "--about", 3, "--claim", "again"],
    ]
    for line, records in zip(lines, (2, 3, 3), strict=True):
        done = run(*line)
        assert done.returncode == 0, line
        assert b"written" in done.stderr, line
        assert len(qm("list", "--json").json_lines) == records, line
    assert len(qm("dispute", "list", game, "--json").json_lines) == 2


def test_a_dry_run_says_that_the_screen_failed(qm: Shell) -> None:
    record = qm.new()
    done = run("log", record, "--dry-run", input=NOTE)
    assert done.returncode == 75
    assert b"is written" not in done.stderr
