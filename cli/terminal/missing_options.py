"""Guided questions, on a terminal only. A script gives flags; what it forgets is an error that names the flag."""

import sys
from collections.abc import Sequence

import typer

from records.errors import Refused


class Asker:
    """Asks for what was not given, if there is somebody to ask."""

    def __init__(self, no_input: bool) -> None:
        self.may_ask = not no_input and sys.stdin.isatty() and sys.stderr.isatty()

    def text(self, value: str | None, flag: str, question: str, *, default: str | None = None) -> str:
        """The value, or the answer to a question. Without either and without a default: `Refused`."""
        if value is not None:
            return value
        if self.may_ask:
            answer: str = typer.prompt(question, default=default, err=True)
            return answer
        if default is None:
            raise Refused(f"{flag} is missing", mend=f"{question}: give {flag}")
        return default

    def choice(
        self, value: str | None, flag: str, question: str, choices: Sequence[str], *, default: str | None = None
    ) -> str:
        """One of several words."""
        while True:
            answer = self.text(value, flag, f"{question} ({', '.join(choices)})", default=default)
            if answer in choices:
                return answer
            if value is not None or not self.may_ask:
                raise Refused(f"{flag} {answer!r}", mend=f"one of {', '.join(choices)}")
            typer.echo(f"one of {', '.join(choices)}", err=True)

    def maybe(self, value: str | None, question: str) -> str | None:
        """Something that need not be given: an empty answer is none."""
        if value is not None or not self.may_ask:
            return value
        answer: str = typer.prompt(f"{question} (empty: none)", default="", show_default=False, err=True)
        return answer or None
