"""What the shells ask when Tab is pressed: one line for each answer, with a few words after a tab.

Names of commands and records are answered without loading a command: Tab must not be waited for. Record ids are read
with plain SQL, because opening the store takes longer than reading it.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

VARIABLE = "_QM_COMPLETE"
"""Set to `lines` by the scripts in cli/shells."""

TAKES_FILES = frozenset(
    {
        "audit",
        "checkpoint",
        "diff",
        "export",
        "prove",
        "replay",
        "score",
        "show",
        "state",
        "steps",
        "verify",
    }
)
"""Commands whose first word is a target: a record, or a file."""
TAKES_RECORDS = frozenset({"log"})
"""Commands whose first word is a record in the store."""
_RECORD_FILES = (".jsonl", ".qm")
_MOST = 100

Answer = tuple[str, str]


def complete(words: list[str], environment: "Mapping[str, str]") -> int:
    """Answer for the words of a command line; the last is the one being typed, perhaps empty."""
    import gc

    gc.disable()  # the process is gone before there is anything to collect
    words = words or [""]
    for value, text in answers(words, environment):
        sys.stdout.write(f"{value}\t{text}\n")
    return 0


def answers(words: list[str], environment: "Mapping[str, str]") -> "Iterable[Answer]":
    """What the last word could become, with a few words about each."""
    from cli.main import COMMANDS

    typed = words[-1]
    if len(words) == 1 and not typed.startswith("-"):
        return [(name, entry.help) for name, entry in COMMANDS.items() if name.startswith(typed)]
    command, first = words[0], len(words) == 2
    if first and not typed.startswith("-") and command in TAKES_FILES | TAKES_RECORDS:
        files = record_files(typed) if command in TAKES_FILES else []
        return [*records(typed, environment.get("QUARTERMASTER_DB")), *files]
    return _from_command(words[:-1], typed)


def records(typed: str, db: str | None) -> list[Answer]:
    """The records whose id begins so, newest first. An unreadable store has none."""
    import sqlite3

    from cli.machine.folders_and_clock import is_file_store, store_url

    url = store_url(db)
    if not is_file_store(url):
        from cli.machine.target import record_ids

        return [(record_id, "") for record_id in record_ids(typed)]
    try:
        store = sqlite3.connect(f"{Path(url).resolve().as_uri()}?mode=ro", uri=True, timeout=0.1)
    except sqlite3.Error:
        return []
    try:
        rows = store.execute(
            "SELECT id, game, title FROM records WHERE substr(id, 1, ?) = ? ORDER BY created DESC, id DESC LIMIT ?",
            (len(typed), typed.upper(), _MOST),
        ).fetchall()
    except sqlite3.Error:
        return []
    finally:
        store.close()
    return [(record_id, _one_line(f"{game} {title or ''}")) for record_id, game, title in rows]


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def record_files(typed: str) -> list[Answer]:
    """The record files and folders that begin so."""
    folder, _, begun = typed.rpartition("/")
    start = f"{folder}/" if folder or typed.startswith("/") else ""
    found: list[Answer] = []
    try:
        with os.scandir(start or ".") as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if not entry.name.startswith(begun) or (entry.name.startswith(".") and not begun):
                    continue
                if entry.is_dir():
                    found.append((f"{start}{entry.name}/", "folder"))
                elif entry.name.endswith(_RECORD_FILES):
                    found.append((f"{start}{entry.name}", "file"))
    except OSError:
        return []
    return found if len(found) <= _MOST else found[:_MOST]


def _from_command(words: list[str], typed: str) -> list[Answer]:
    """Options, choices, games and topics: the command itself knows."""
    from typer._click.shell_completion import CompletionItem, ShellComplete

    from cli.main import shell

    class Lines(ShellComplete):
        """The part of typer's completion that does not depend on a shell."""

        name = "lines"
        source_template = ""

        def source_vars(self) -> dict[str, str]:
            return {}

        def get_completion_args(self) -> tuple[list[str], str]:
            return words, typed

        def format_completion(self, item: CompletionItem) -> str:
            return str(item.value)

    found = Lines(shell(), {}, "qm", VARIABLE).get_completions(words, typed)
    return [(str(item.value), _one_line(item.help or "")) for item in found if item.type == "plain"]
