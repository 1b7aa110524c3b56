"""The walk of one typed line, printed: `python -m tests.walk` shows every file and function it passes, and the counts.

A line typed at the prompt should be easy to follow in the code: few files, few jumps between them, nothing done twice.
"""

import contextlib
import io
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from cli.desk.logbook import Logbook
from cli.terminal.log_screen import LogScreen
from cli.terminal.screen import Screen
from records.errors import QuartermasterError
from records.store import open_store
from records.store.sqlite.store import SqliteStore

ROOT = Path(__file__).parents[1]
RECORD_ID = "01JCQ7Z0000000000000000001"
HEADER = {
    "quartermaster": 1,
    "game": "sea-or-shore",
    "players": [{"seat": "p1", "name": "Ann"}, {"seat": "p2", "name": "Bob"}, {"seat": "p3", "name": "Cleo"}],
    "options": {"kit": "demo"},
}
BEFORE = ("setup p1 r4", "* * *", "5")
LINE = "7"


class Walk(NamedTuple):
    """What a line passed: each call as (file, function), and how often the database committed."""

    calls: list[tuple[str, str]]
    commits: int

    @property
    def files(self) -> int:
        """How many files it passed."""
        return len({file for file, _ in self.calls})

    @property
    def changes_of_file(self) -> int:
        """How often a call led into a different file from the call before it."""
        return sum(one != other for (one, _), (other, _) in pairwise(self.calls))

    def times(self, *functions: str) -> int:
        """How often these functions were called, each by its file and name."""
        counts = Counter(f"{file}:{name}" for file, name in self.calls)
        return sum(counts[function] for function in functions)


def walk() -> Walk:
    """Type a few lines, then one more under observation."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "walk.db"))
        assert isinstance(store, SqliteStore)
        try:
            store.create(HEADER, record_id=RECORD_ID, at=0)
            screen = LogScreen(Logbook(store, RECORD_ID, bytes), Screen(), lambda: (0, "2026-11-15T18:00:00Z"))
            with contextlib.redirect_stdout(io.StringIO()):
                for line in BEFORE:
                    screen.line(line, 80, _never)
                with _commits(store) as commits, _calls() as calls:
                    screen.line(LINE, 80, _never)
        finally:
            store.close()
    return Walk(calls, len(commits))


def _never(text: str, error: QuartermasterError) -> None:
    raise error


@contextlib.contextmanager
def _calls() -> Iterator[list[tuple[str, str]]]:
    seen: list[tuple[str, str]] = []
    rooms = tuple(f"{ROOT / part}/" for part in ("cli", "replay", "records"))

    def note(frame: FrameType, event: str, argument: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(rooms):
            seen.append((file.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(None)


@contextlib.contextmanager
def _commits(store: SqliteStore) -> Iterator[list[str]]:
    seen: list[str] = []
    with store.connections.transaction as inside:
        connection = inside.cursor.connection
    connection.set_trace_callback(lambda statement: seen.append(statement) if statement == "COMMIT" else None)
    try:
        yield seen
    finally:
        connection.set_trace_callback(None)


def main() -> None:
    """Print the walk: each visit to a file with the functions called there, then the counts."""
    found = walk()
    for file, visit in groupby(found.calls, key=lambda call: call[0]):
        print(f"{file:<44} {' '.join(name for _, name in visit)}")
    print(
        f"\n{len(found.calls)} calls of {len(set(found.calls))} functions in {found.files} files, "
        f"{found.changes_of_file} changes of file, {found.commits} commit"
    )


if __name__ == "__main__":
    main()
