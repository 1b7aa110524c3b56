"""Standard streams that are closed, as some daemons and cron wrappers start a program: words at most, no traceback."""

import os
import subprocess
import sys

import pytest

from tests.helpers.shell import ROOT, STORY, Shell
from tests.helpers.slow import first_ones

pytestmark = pytest.mark.slow

IN, OUT, ERR = "<&-", ">&-", "2>&-"


def run(line: str, *closed: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a line of `qm` with some of its streams closed; the test reads the others."""
    return subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m cli {line} {" ".join(closed)}'],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    "line", first_ones(["log {record}", "import -", "new", "verify -", "audit -", "show -", "fix {record}"], quick=3)
)
def test_a_command_that_reads_a_closed_stdin_says_so(qm: Shell, line: str) -> None:
    record = qm.new()
    done = run(line.format(record=record), IN)
    said = done.stderr.decode()
    assert done.returncode in (2, 3, 4), said
    assert "Traceback" not in said
    assert "mistake in Quartermaster" not in said
    assert said.startswith("qm: ") or done.stdout


@pytest.mark.parametrize("closed", first_ones([(OUT,), (IN, OUT, ERR), (IN, OUT), (OUT, ERR), (ERR,)], quick=2))
@pytest.mark.parametrize(
    "line", first_ones(["list", "export {record}", "show {record} --json", "replay {record}", "--help"], quick=2)
)
def test_a_closed_screen_is_no_mistake_of_ours(qm: Shell, line: str, closed: tuple[str, ...]) -> None:
    record = qm.new()
    done = run(line.format(record=record), *closed)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2, 4), done.stderr.decode()  # 4: there is nothing to replay of an unknown game


def test_an_error_without_a_screen_still_has_its_exit_code(qm: Shell) -> None:
    assert run("show nothing-like-it", OUT, ERR).returncode == 4


def test_what_is_written_with_closed_streams_is_written(qm: Shell) -> None:
    record = qm.new()
    note = """--json '{"do":"note","text":"x"}'"""
    assert run(f"log {record} {note}", IN, OUT, ERR).returncode == 0
    assert qm("show", record, "--json").json_lines[0]["events"] == 1


def test_a_file_that_is_opened_does_not_take_the_place_of_a_closed_stream(qm: Shell) -> None:
    """The first file that a program opens gets the lowest free number: that of stdout, if it is closed."""
    qm.write("game.jsonl", STORY)
    before = (qm.folder / "game.jsonl").read_bytes()
    assert run("import game.jsonl", IN, OUT, ERR).returncode == 0
    assert (qm.folder / "game.jsonl").read_bytes() == before
    (record,) = qm("list", "--json").json_lines
    assert qm("verify", record["id"]).code == 0
