"""`qm serve` as a process of its own: what it prints, where it answers, and how it ends."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

from tests.helpers.shell import ROOT

PATIENCE = 60
"""Seconds until a process that does not answer is given up; the machine may be busy."""


class ServeProcess:
    """One running command that serves. Its store is `records.db` in a folder; its log lines are in `log`."""

    def __init__(self, folder: Path, *arguments: str, command: tuple[str, ...] = ("serve",), python: str = "") -> None:
        self.folder = folder
        self.log = folder / "log.jsonl"
        self.printed: list[str] = []
        self._scheme = "https" if "--tls" in arguments else "http"
        store = ("--db", str(folder / "records.db")) if command == ("serve",) else ()
        environment = {**os.environ, "TMPDIR": str(folder)}
        if not python:
            environment["PYTHONPATH"] = str(ROOT)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [python or sys.executable, "-m", "cli", *command, *store, "--port", "0", *arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=folder,
                env=environment,
            )

    def __enter__(self) -> Self:
        try:
            self._wait()
        except BaseException:
            self._kill()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._kill()

    def _wait(self) -> None:
        """Read what it prints up to the link of the desk, and wait until it answers."""
        out = self.process.stdout
        assert out is not None
        while not self.desk_link:
            line = out.readline()
            assert line, f"it ended: {self.log.read_text()}"
            self.printed.append(line.rstrip("\n"))
        with self.client() as client:
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    assert client.get("/health").status_code == 200
                except httpx.TransportError:
                    assert time.monotonic() < until, "it does not answer"
                    time.sleep(0.01)
                else:
                    return

    def _kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    @property
    def text(self) -> str:
        """What it printed so far."""
        return "\n".join(self.printed)

    @property
    def desk_link(self) -> str:
        """The link of the desk, once it was printed."""
        found = re.search(r"^desk +(\S+)$", self.text, re.M)
        return found[1] if found else ""

    @property
    def port(self) -> int:
        """Where it listens, whatever the links say: beside a proxy these name another port."""
        found = re.search(r"127\.0\.0\.1:(\d+)", self.text)
        assert found is not None, self.text
        return int(found[1])

    def client(self) -> httpx.Client:
        """A browser on this machine. A certificate that was made here is taken as it is."""
        return httpx.Client(base_url=f"{self._scheme}://127.0.0.1:{self.port}", verify=False, timeout=PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it by a signal; its exit code."""
        self.process.send_signal(how)
        assert self.process.stdout is not None
        self.printed += self.process.stdout.read().splitlines()  # `communicate` would lose what was read ahead
        return self.process.wait(PATIENCE)
