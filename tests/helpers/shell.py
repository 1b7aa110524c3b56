"""A shell for tests: runs `qm` inside this process or as a separate one, in its own folder."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.main import main

ROOT = Path(__file__).parents[2]

HEADER = '{"game":"tiny","players":[{"name":"Ann","seat":"blue"},{"name":"Bob","seat":"red"}],"quartermaster":1}'
STORY = "\n".join(
    [
        HEADER,
        '{"at":"2026-11-15T18:00:00Z","do":"setup"}',
        '{"at":"2026-11-15T18:01:00Z","by":"blue","cards":["red-3","red-5"],"do":"play"}',
        '{"at":"2026-11-15T18:02:00Z","by":"red","do":"pass"}',
        "",
    ]
)
"""A record of an unknown game: three events."""


class Answer(NamedTuple):
    """What one command line returned."""

    code: int
    out: str
    err: str

    def ok(self) -> "Answer":
        """This answer, of a command that must have done its work."""
        assert self.code == 0, self.err
        return self

    def failed(self, code: int) -> "Answer":
        """This answer, of a command that must have ended with this code."""
        assert self.code == code, (self.code, self.out, self.err)
        return self

    @property
    def json(self) -> Any:
        """The one JSON object on stdout."""
        (line,) = self.out.splitlines()
        return json.loads(line)

    @property
    def json_lines(self) -> list[Any]:
        """Every JSON object on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


class Shell:
    """Runs `qm` with its own data folder; files are named relative to `folder`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._patch = monkeypatch
        monkeypatch.chdir(folder)
        for variable in ("QUARTERMASTER_DB", "NO_COLOR", "_QM_COMPLETE"):
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
        monkeypatch.setenv("COLUMNS", "80")

    @property
    def db(self) -> Path:
        """Where the default store is."""
        return self.folder / "data" / "quartermaster" / "records.db"

    def __call__(self, *arguments: object, stdin: str | bytes = b"") -> Answer:
        """Run a command line in this process."""
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        given = stdin.encode() if isinstance(stdin, str) else stdin
        with self._patch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main([str(argument) for argument in arguments])
            out.flush()
            err.flush()
        return Answer(code, _text(out), _text(err))

    def out_bytes(self, *arguments: object) -> bytes:
        """Run a command line that must succeed, for the bytes on its stdout."""
        done = self.process(*arguments)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    def process(self, *arguments: object, **options: Any) -> "subprocess.CompletedProcess[bytes]":
        """Run a command line as a separate process."""
        return subprocess.run(
            [sys.executable, "-m", "cli", *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})},
            capture_output=True,
            check=False,
            timeout=120,
            **options,
        )

    def write(self, name: str, content: str | bytes) -> Path:
        """A file in the folder."""
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def files(self) -> list[str]:
        """The names of the files in the folder, including hidden ones."""
        return sorted(path.name for path in self.folder.iterdir() if path.is_file())

    def new(self, *arguments: str) -> str:
        """Begin a record and return its id."""
        answer = self("new", "tiny", "blue=Ann", "red=Bob", "--json", *arguments)
        assert answer.code == 0, answer.err
        record_id: str = answer.json["id"]
        return record_id


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "backslashreplace")
