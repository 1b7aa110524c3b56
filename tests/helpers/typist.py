"""Somebody who types at the prompt of `qm` in a real terminal, and reads on from where they were."""

import os
import re
import select
import signal
from pathlib import Path

from tests.helpers.terminal import Terminal

PATIENCE = 60
"""How many seconds to wait for a screen; far more than it takes, even on a busy machine."""

_WHERE = b"\x1b[6n"
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])|\r")


class Typist(Terminal):
    """One command at a terminal. Use it in a `with`."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments, rows=40)
        self.text = ""
        """Everything that was on the screen, without control sequences."""
        self.raw = b""
        """The same with them."""
        self._read_to = 0

    def keys(self, text: str) -> None:
        """Press keys."""
        os.write(self._ours, text.encode())

    def line(self, text: str) -> None:
        """Type a line, and Enter."""
        self.keys(f"{text}\r")

    def expect(self, words: str) -> str:
        """Wait until the words come, after those waited for before; return what came up to them."""
        start = self._read_to
        while True:
            place = self.text.find(words, start)
            if place >= 0:
                self._read_to = place + len(words)
                return self.text[start : self._read_to]
            assert self._more(), f"{words!r} did not come; the screen has\n{self.text[start:]}"

    def either(self, *words: str) -> str:
        """Wait until one of these comes, after what was waited for before; return which did first."""
        start = self._read_to
        while True:
            found = {place: one for one in words if (place := self.text.find(one, start)) >= 0}
            if found:
                first = min(found)
                self._read_to = first + len(found[first])
                return found[first]
            assert self._more(), f"none of {words!r} came; the screen has\n{self.text[start:]}"

    def _more(self) -> bool:
        ready, _, _ = select.select([self._ours], [], [], PATIENCE)
        if not ready:
            return False
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # the other end is closed: the command has ended
            return False
        self.raw += data
        for _ in range(data.count(_WHERE)):
            self.keys("\x1b[1;1R")  # as a terminal answers when asked where its cursor is
        self.text += _ESCAPES.sub("", data.decode("utf-8", "replace"))
        return bool(data)

    def kill(self) -> None:
        """End it as a flat battery would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def wait(self) -> int:
        """Let it end; return its exit code."""
        while self._process.poll() is None and self._more():
            pass
        return self.code


def typed_lines(folder: Path) -> Path:
    """Where the history of the prompt is."""
    return folder / "state" / "quartermaster" / "typed-lines"
