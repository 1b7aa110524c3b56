"""The way to the prompt of `qm log`. Alone, without a record or options, it goes there past the command line's parser:
to load typer takes as long as everything of our own, and a scribe who goes on waits for it.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.machine.collector import without_collecting

if TYPE_CHECKING:
    from cli.terminal.log_screen import Clock
    from cli.terminal.screen import Screen


def is_terminal() -> bool:
    """Whether somebody types and reads here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def goes_on_alone(given: Sequence[str]) -> bool:
    """Whether a command line is `qm log` at a terminal, with nothing else, or with nothing but `--db` and a store."""
    match given:
        case ["log"]:
            return is_terminal()
        case ["log", "--db", store]:
            return not store.startswith("-") and is_terminal()
    return False


def go_on_alone(given: Sequence[str]) -> None:
    """Go on with the record that was logged last, as `qm log` does with the options it has by itself."""
    with without_collecting():
        from cli.desk.terms import stamp_of
        from cli.machine.folders_and_clock import STORE_VARIABLE, now
        from cli.terminal.screen import Screen

    db = given[2] if len(given) > 1 else os.environ.get(STORE_VARIABLE) or None
    open_prompt(None, db, Screen(), lambda: (now(), stamp_of(None, False, now())))


def open_prompt(record: str | None, db: str | None, screen: "Screen", clock: "Clock") -> None:
    """Log at the prompt until the scribe leaves."""
    with without_collecting():
        from cli.desk.logbook import Logbook
        from cli.machine.folders_and_clock import random_bytes
        from cli.machine.target import find_record, logged_last
        from cli.terminal.log_screen import LogScreen
        from cli.terminal.prompt import ask, run

    found = logged_last(db) if record is None else find_record(record, db)
    try:
        run(LogScreen(Logbook(*found.stored(), random_bytes), screen, clock, ask))
    finally:
        found.close()
