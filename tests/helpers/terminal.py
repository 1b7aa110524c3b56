"""`qm` in a real terminal, for tests."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from typing import Self

from tests.helpers.shell import ROOT


class Terminal:
    """`qm` in a pseudo-terminal."""

    def __init__(self, *arguments: object, rows: int = 30, columns: int = 100, program: str | None = None) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        own = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self._process = subprocess.Popen(
            [sys.executable, *(["-m", "cli"] if program is None else ["-c", program]), *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**own, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def type(self, text: str) -> None:
        """Press keys."""
        self.seen = ""
        os.write(self._ours, text.encode())

    def until(self, text: str) -> None:
        """Wait until a text is on the screen."""
        while text not in self.seen:
            ready, _, _ = select.select([self._ours], [], [], 60)
            assert ready, f"{text!r} never came; there was {self.seen[-2000:]!r}"
            self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", os.read(self._ours, 1 << 16).decode("utf-8", "replace"))

    def rest(self) -> str:
        """What still comes before the process ends."""
        found = b""
        while True:
            try:
                piece = os.read(self._ours, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            found += piece
        self._process.wait(60)
        return re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", found.decode("utf-8", "replace"))

    def vanish(self) -> None:
        """The terminal goes away. The process is not in its session, so it gets no signal."""
        os.close(self._ours)
        self._ours = os.open(os.devnull, os.O_RDONLY)

    @property
    def code(self) -> int:
        """The exit code."""
        return self._process.wait(60)
