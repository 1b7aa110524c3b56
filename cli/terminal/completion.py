"""What the shells ask when Tab is pressed: one line for each answer, with a few words after a tab.

Names of commands and records are answered without loading a command: nobody should wait for Tab. Record ids are read
with plain SQL, because opening the store takes longer than reading it.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from typer.core import TyperGroup

    from cli.terminal.command_entry import CommandEntry

VARIABLE = "_QM_COMPLETE"
"""Set to `lines` by the scripts in cli/terminal/shells."""

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
_LAST = 'SELECT id, game, title FROM records ORDER BY "key" DESC LIMIT ?'
_BEGIN_LIKE = """
SELECT id, game, title FROM records
WHERE id IN (SELECT id FROM records WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?) ORDER BY "key" DESC
"""
"""Both stop when they have enough: an index gives ids in their order, and a later id is mostly a newer record."""

TOURNAMENT = "tournament"
_TABLES = """
SELECT 'r' || round || 't' || "table", game FROM records WHERE round IS NOT NULL AND "table" IS NOT NULL AND event = (
    SELECT r.title FROM records r LEFT JOIN tips t ON t.id = r.id WHERE r.game = ?
    ORDER BY coalesce(t.closed, 0) = 0 DESC, r.id DESC LIMIT 1
) ORDER BY length(round), round, length("table"), "table"
"""
"""The tables of the tournament that is going on, by round and number."""

Candidate = tuple[str, str]
"""What the word could become, and a few words about it."""


def complete(
    words: list[str],
    environment: "Mapping[str, str]",
    commands: "Mapping[str, CommandEntry]",
    shell: "Callable[[], TyperGroup]",
) -> int:
    """Answer for the words of a command line; the last is the one being typed, perhaps empty."""
    import gc

    gc.disable()  # the process is gone before there is anything to collect
    words = words or [""]
    typed = words[-1]
    found: Iterable[Candidate]
    if len(words) == 1 and not typed.startswith("-"):
        found = [(name, entry.help) for name, entry in commands.items() if name.startswith(typed)]
    elif len(words) == 2 and not typed.startswith("-") and words[0] in TAKES_FILES | TAKES_RECORDS:
        files = record_files(typed) if words[0] in TAKES_FILES else []
        found = [*records(typed, environment.get("QUARTERMASTER_DB")), *files]
    else:
        found = _from_command(shell(), words[:-1], typed)
    for value, text in found:
        sys.stdout.write(f"{value}\t{text}\n")
    return 0


def records(typed: str, db: str | None) -> list[Candidate]:
    """The records whose id begins like this, newest first. An unreadable store has none."""
    import sqlite3

    from cli.machine.folders_and_clock import is_file_store, store_url
    from records.errors import Refused

    try:
        url = store_url(db)
    except Refused:
        return []
    if not is_file_store(url):
        from cli.machine.target import record_ids

        return [(record_id, "") for record_id in record_ids(typed)]
    try:
        store = sqlite3.connect(f"{Path(url).resolve().as_uri()}?mode=ro", uri=True, timeout=0.1)
    except sqlite3.Error:
        return []
    try:
        if typed.startswith("r"):  # no id begins like this
            found = store.execute(_TABLES, (TOURNAMENT,)).fetchmany(_MOST)
            return [(name, game) for name, game in found if name.isalnum() and name.startswith(typed)]
        rows = store.execute(
            _BEGIN_LIKE if typed else _LAST,
            (typed.upper(), typed.upper() + "~", _MOST) if typed else (_MOST,),
        ).fetchall()
    except sqlite3.Error:
        return []
    finally:
        store.close()
    return [(record_id, _one_line(f"{game} {title or ''}")) for record_id, game, title in rows]


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def record_files(typed: str) -> list[Candidate]:
    """The record files and folders that begin like this."""
    folder, _, begun = typed.rpartition("/")
    start = f"{folder}/" if folder or typed.startswith("/") else ""
    found: list[Candidate] = []
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


def _from_command(shell: "TyperGroup", words: list[str], typed: str) -> list[Candidate]:
    """Options, choices, games and topics: the command itself knows."""
    from typer._click.shell_completion import CompletionItem, ShellComplete

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

    found = Lines(shell, {}, "qm", VARIABLE).get_completions(words, typed)
    return [(str(item.value), _one_line(item.help or "")) for item in found if item.type == "plain"]
