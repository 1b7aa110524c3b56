"""Where an answer goes: data to stdout, words to stderr; as text for people, as plain lines, or as JSON.

What a record says may come from anybody. Whatever goes through here cannot steer the terminal: such characters are
shown as their numbers, a newline too, so that no text can look like a line of ours. (Errors: `guard.say`. Documents on
a terminal: `files.write_output`.)
"""

import json
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from cli.machine.os_errors import from_os
from cli.terminal.columns import laid_out, wrapped
from cli.terminal.guard import let_go_of_stdout, say
from records.errors import Refused
from records.text import printable

_BOLD = re.compile("(\x1b\\[[01]m)")


class Screen:
    """How one command answers."""

    def __init__(self, *, as_json: bool = False, plain: bool = False, no_color: bool = False) -> None:
        if as_json and plain:
            raise Refused("--json and --plain exclude each other", mend="give one of them")
        self.as_json = as_json
        self.plain = plain
        self.colour = not (as_json or plain or no_color) and _shows_colour(sys.stdout)

    @property
    def for_people(self) -> bool:
        """Whether a person reads the answer."""
        return not (self.as_json or self.plain)

    def line(self, text: str = "") -> None:
        """One line of the answer."""
        self._put(self._safe(text))

    def anew(self) -> None:
        """Begin an answer that replaces the last one: at the top of a terminal, elsewhere after an empty line."""
        if self.for_people and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            sys.stdout.write("\x1b[H\x1b[2J")
        else:
            self.line()

    def flush(self) -> None:
        """Hand over what was answered so far, because more comes later."""
        sys.stdout.flush()

    def board(self, lines: Sequence[str], letters: Mapping[str, str], seats: Collection[str]) -> None:
        """A table drawn as text; on a terminal with colours a red card is red."""
        if not self.colour:
            for line in lines:
                self.line(line)
            return
        from cli.terminal.colours import in_colour, painted

        for line in lines:
            parts = painted(printable(line), letters, seats)
            self._put("".join(in_colour(text, colour) for text, colour in parts))

    def _put(self, line: str) -> None:
        sys.stdout.write(line + "\n")

    def paragraph(self, text: str, indent: str = "", hang: str = "  ") -> None:
        """A text in lines as wide as the terminal, or in one line where there is none."""
        room, text = _room(), self._safe(text)
        lines = [indent + text] if room is None else wrapped(text, room, indent, " " * len(indent) + hang)
        for line in lines:
            self.line(line)

    def _safe(self, text: str) -> str:
        """The text without anything that could steer the terminal, but for the bold letters that we put there."""
        if text.isprintable():
            return text
        parts = _BOLD.split(text) if self.colour else [text]
        return "".join(part if _BOLD.fullmatch(part) else printable(part) for part in parts)

    def cells(self, *values: object) -> None:
        """One plain line of tab-separated values."""
        self._put("\t".join("" if value is None else printable(str(value)) for value in values))

    def value(self, value: Any) -> None:
        """One line of JSON."""
        sys.stdout.flush()
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        sys.stdout.buffer.write(_escaped(text).encode() + b"\n")

    def words(self, text: str) -> None:
        """Something to tell a person, beside the answer."""
        sys.stdout.flush()
        with suppress(OSError):  # a stderr that fails changes nothing about what was done
            sys.stderr.write(printable(text) + "\n")

    def bold(self, text: str) -> str:
        """The text in bold, where colour is wanted."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Columns in line, the last ones below where a terminal is too narrow; nothing is cut."""
        shown = [[printable(cell) for cell in row] for row in rows]  # before it is measured
        above, lines = laid_out(headings, shown, _room())
        for line in above:
            self.line(self.bold(line))
        for line in lines:
            self.line(line)


def _escaped(text: str) -> str:
    """JSON with every character that is not printable in the form of its escape; such stand inside strings only."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


@contextmanager
def after_writing(what: str, *, look: str = "") -> Iterator[None]:
    """Around the answer of a command that has written `what`; `look` is the command that shows it.

    If the answer cannot be shown, that is told on stderr and the command ends well: who took it for a failure would
    repeat it, and have it twice.
    """
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        let_go_of_stdout()
        shows = f"; `{look}` shows it" if look else ""
        say(f"{what}, but the answer could not be shown: {from_os(error).what}", f"do not repeat it{shows}")


def _room() -> int | None:
    """How many columns the terminal has; None if there is none, as in a pipe."""
    if not sys.stdout.isatty():
        return None
    from shutil import get_terminal_size

    return max(40, get_terminal_size((100, 40)).columns - 1)


def _shows_colour(stream: Any) -> bool:
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
