"""What `qm import` says about each file."""

from pathlib import Path

from cli.desk.imports import Taken
from cli.desk.summaries import head_fields
from cli.terminal.screen import Screen
from records.text import counted


def tell_taken(taken: Taken, screen: Screen) -> None:
    """The record's id and code, and what the file added to it."""
    if screen.as_json:
        screen.value({"file": taken.name, "id": taken.id, "added": taken.added, **head_fields(taken.head)})
    elif screen.plain:
        screen.cells(taken.name, taken.id, taken.added, taken.head.code)
    else:
        screen.line(f"{taken.id}  {taken.head.code}  {_what(taken)}  ({Path(taken.name)})")


def _what(taken: Taken) -> str:
    if taken.new:
        return f"new, {counted(taken.head.size - 1, 'event')}"
    return f"{counted(taken.added, 'event')} added" if taken.added else "there already"
