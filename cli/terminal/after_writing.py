"""Showing what a command has written: a screen that fails must not make it look undone."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cli.machine.os_errors import from_os
from cli.terminal.guard import let_go_of_stdout, say


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
