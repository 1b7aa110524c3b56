"""How things end: every error in words on stderr, its exit code, and never a traceback."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from freezegun import freeze_time

from cli import main as cli_main
from cli.machine.os_errors import from_os
from cli.terminal.guard import guarded, tell
from cli.terminal.passwords import without_password
from records.errors import Conflict, Damaged, NotFound, QuartermasterError, Refused, Unavailable
from tests.helpers.shell import ROOT, STORY, Shell


@pytest.mark.parametrize(
    ("error", "code"), [(Refused, 2), (Damaged, 3), (NotFound, 4), (Conflict, 5), (Unavailable, 75)]
)
def test_every_error_says_where_what_and_how_to_mend_it(
    error: type[QuartermasterError], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tell(error("the line is empty", where="game.jsonl line 3", mend="remove it")) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "qm: game.jsonl line 3: the line is empty\n    remove it\n"


def test_an_error_without_place_or_remedy_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    tell(Refused("no"))
    assert capsys.readouterr().err == "qm: no\n"


def test_the_password_of_a_database_is_never_shown(capsys: pytest.CaptureFixture[str]) -> None:
    tell(Unavailable("no answer", where="postgresql://ann:s3cr:et@host/games"))
    assert capsys.readouterr().err == "qm: postgresql://ann:***@host/games: no answer\n"
    assert without_password("see https://a.example/x:y@z") == "see https://a.example/x:y@z"


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOENT, 4),
        (errno.ENOTDIR, 4),
        (errno.ENOSPC, 75),
        (errno.EDQUOT, 75),
        (errno.EACCES, 75),
        (errno.EROFS, 75),
        (errno.EISDIR, 2),
        (errno.EIO, 75),
    ],
)
def test_what_the_system_refuses_gets_words_and_a_code(number: int, code: int) -> None:
    error = from_os(OSError(number, os.strerror(number), "/some/file"))
    assert error.code == code
    assert error.where == "/some/file"
    assert error.what == os.strerror(number).lower()
    assert error.mend


def test_an_unforeseen_system_error_is_reported_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "/root/x")

    assert guarded([], work) == 75
    assert "qm: /root/x: permission denied" in capsys.readouterr().err


@freeze_time("2026-11-15T18:00:00Z")
def test_a_mistake_of_ours_leaves_a_report_and_no_traceback(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("postgresql://ann:secret@host/games")

    monkeypatch.setattr(cli_main, "shell", broken)
    answer = qm("list", "--db", "postgresql://ann:secret@host/games")
    assert answer.code == 70
    assert answer.out == ""
    assert "Traceback" not in answer.err
    assert "ZeroDivisionError" in answer.err
    (report,) = (qm.folder / "state" / "quartermaster" / "reports").iterdir()
    assert str(report) in answer.err
    assert report.name.startswith("report-20261115T180000Z-")
    text = report.read_text()
    assert "Traceback" in text
    assert "in broken" in text
    assert "command    qm list --db postgresql://ann:***@host/games" in text
    assert "secret" not in text
    assert "typer 0." in text


def test_a_report_falls_back_to_the_temporary_folder(
    qm: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("temporary")
    qm.write("state", "a file where the folder should be")
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    monkeypatch.setattr(cli_main, "shell", lambda: 1 / 0)
    answer = qm("list")
    assert answer.code == 70
    (report,) = elsewhere.iterdir()
    assert str(report) in answer.err


def test_an_assertion_that_fails_is_a_mistake_of_ours(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise AssertionError("sizes differ")

    monkeypatch.setattr(cli_main, "shell", broken)
    assert qm("list").code == 70


def test_interruption_is_130_and_quiet(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_main, "shell", interrupted)
    assert qm("list") == (130, "", "")


def _take_interrupts() -> None:
    """Undo what a background shell does to its jobs: they inherit that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_in_a_real_process_is_130_without_a_traceback(qm: Shell) -> None:
    pipe = qm.folder / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "show", str(pipe)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_take_interrupts,
    )
    with pipe.open("wb"):  # opens only when the command has opened its end, and keeps it waiting
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err == b""


def test_a_reader_that_leaves_is_not_an_error(qm: Shell) -> None:
    many = STORY + "".join(f'{{"do":"note","text":"{number:>80}"}}\n' for number in range(20_000))
    path = qm.write("long.jsonl", many)
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "show", str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith(b"record")
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_under_stdout_is_reported(qm: Shell) -> None:
    path = qm.write("game.jsonl", STORY)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "show", str(path)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 75
    assert done.stderr.startswith(b"qm: no space left on device")
    assert b"Exception ignored" not in done.stderr


def test_a_terminal_without_the_letters_gets_their_numbers(qm: Shell) -> None:
    path = qm.write("game.jsonl", STORY.replace("Ann", "Zoë 船"))
    done = qm.process("show", path, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"Zo\\xeb \\u8239" in done.stdout


LEAVING = """
import sys, threading, time
from cli.terminal.guard import leave

def work():
    time.sleep(0.2)
    print("done beside")

if sys.argv[1] == "beside":
    threading.Thread(target=work).start()
sys.stdout.write("x" * 200_000)
sys.stderr.write("told")
leave(5)
"""


@pytest.mark.parametrize(("how", "ends"), [("alone", "x"), ("beside", "done beside\n")])
def test_a_command_leaves_at_once_with_all_that_it_said(how: str, ends: str) -> None:
    """Unless another thread is still at work: that one comes to its end first."""
    left = subprocess.run(
        [sys.executable, "-c", LEAVING, how], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (left.returncode, left.stderr) == (5, "told")
    assert left.stdout.startswith("x" * 200_000) and left.stdout.endswith(ends)
