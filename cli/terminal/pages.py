"""Long texts on a terminal: words stay whole, and each screen waits. Elsewhere the text goes out as it is."""

import sys
from shutil import get_terminal_size

import typer

from replay.boards import folded

GOES_ON = "Enter goes on, q ends: "


class Pages:
    """Text that a reader leafs through, where `waits` says that there is one."""

    def __init__(self, *, waits: bool) -> None:
        self.waits = waits
        self._shown = 0

    def show(self, text: str) -> None:
        """Some lines. On a terminal, those that are too wide are broken between words and indented under themselves."""
        if not self.waits:
            self._write(f"{text}\n")
            return
        columns, rows = get_terminal_size()
        for line in text.split("\n"):
            inset = " " * (len(line) - len(line.lstrip()) + 2)
            for part in folded(line.expandtabs(4), columns - 1, inset):
                if self._shown >= rows - 3:  # the question takes two lines, with the empty one before it
                    self.pause(GOES_ON)
                self._write(f"{part}\n")
                self._shown += 1

    def prose(self, text: str) -> None:
        """A paragraph: on a terminal its own line breaks do not count."""
        if not self.waits:
            self.show(text)
            return
        for part in folded(text.replace("\n", " "), get_terminal_size().columns - 1, ""):
            self.show(part)

    def pause(self, question: str) -> None:
        """Wait for Enter; `q`, or the end of the input, ends the program."""
        if not self.waits:
            return
        self._write(f"\n{question}")
        answer = sys.stdin.readline()
        self._shown = 0
        if not answer or answer.strip().lower().startswith("q"):
            raise typer.Exit

    def _write(self, text: str) -> None:
        sys.stderr.flush()
        sys.stdout.write(text)
        sys.stdout.flush()
