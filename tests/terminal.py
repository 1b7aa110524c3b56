"""A real terminal for tests: `qm` runs behind a pty, keys go in, the screen comes out."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

from tests.shell import ROOT

HEIGHT = 40
PATIENCE = 60
"""Seconds after which a screen that does not come is a failure; far more than it takes, also on a busy machine."""

_WHERE = b"\x1b[6n"
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])|\r")


class Terminal:
    """One command at a terminal. Use it in a `with`."""

    def __init__(self, *arguments: object, width: int = 100) -> None:
        self._ours, theirs = pty.openpty()
        os.set_blocking(self._ours, False)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, width, 0, 0))
        sizes = {"COLUMNS": str(width), "LINES": str(HEIGHT)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cli", *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **sizes},
            start_new_session=True,
        )
        os.close(theirs)
        self._seen = 0
        self.text = ""
        """Everything that was on the screen, without what steers the terminal."""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._ours)

    def keys(self, text: str) -> None:
        """Press keys."""
        os.write(self._ours, text.encode())

    def type(self, line: str) -> None:
        """Type a line, and Enter."""
        self.keys(f"{line}\r")

    def expect(self, words: str) -> str:
        """Wait until the words come, after what was waited for before; what came up to them."""
        seen = self._seen
        while True:
            place = self.text.find(words, seen)
            if place >= 0:
                self._seen = place + len(words)
                return self.text[seen : self._seen]
            assert self._more(), f"{words!r} did not come; the screen has\n{self.text[seen:]}"

    def _more(self) -> bool:
        ready, _, _ = select.select([self._ours], [], [], PATIENCE)
        if not ready:
            return False
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # the other end is closed: the command has ended
            return False
        for _ in range(data.count(_WHERE)):
            os.write(self._ours, b"\x1b[1;1R")  # as a terminal answers when it is asked where its cursor stands
        self.text += _ESCAPES.sub("", data.decode("utf-8", "replace"))
        return bool(data)

    def kill(self) -> None:
        """End it as a flat battery would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def wait(self) -> int:
        """Let it end; its exit code."""
        while self._process.poll() is None and self._more():
            pass
        return self._process.wait(PATIENCE)


def typed_lines(folder: Path) -> Path:
    """Where the history of the prompt lies."""
    return folder / "state" / "quartermaster" / "typed-lines"
