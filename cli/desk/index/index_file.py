"""The index of a store: answers that can be thrown away and made again from the log.

Each row holds for one size, root and set of rules of its record, and of a tournament also for the heads of its tables
(`index_links`). A record is looked at again only if one of them has changed, so that nothing is audited twice, whatever
was lost in between. What was out of reach has a row too, which says why, and which never counts: it is asked again.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from cli.desk.index.index_sql import DEADLY, INSERT, OF_RECORD
from records.record import Head
from records.store import Made

if TYPE_CHECKING:
    from cli.desk.index.index_entries import IndexEntry

INDEX_VERSION = 9
"""Of the tables: an index of another version is thrown away."""
FilesOf = Callable[[str], "FilesTold"]
_IDS_AT_ONCE = 500
_KNOWN = (
    "SELECT size, (SELECT coalesce(sum(linked_size), 0) FROM links WHERE links.record = records.record), rules"
    " FROM records WHERE record = ?"
)


class FilesTold(Protocol):
    """What the files of a game tell without loading it."""

    @property
    def mark(self) -> str:
        """Changes when they do; empty if nothing can be noted about them."""

    @property
    def is_there(self) -> bool:
        """Whether there is a game with this id."""

    @property
    def is_loaded(self) -> bool:
        """Whether it was loaded already, so that asking it costs nothing."""


class IndexFile(Protocol):
    """The file that an index is in."""

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Every row of a query."""

    def writing(self) -> AbstractContextManager[sqlite3.Cursor]:
        """A transaction."""


class Index:
    """The index of a store, as one program sees it."""

    def __init__(self, file: IndexFile, program: str, files_of: FilesOf | None = None) -> None:
        self.file = file
        self.program = program
        """Rows that another program judged are made again."""
        self._files_of = files_of
        self._rules: dict[str, str] = {}

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Every row of a query."""
        return self.file.rows(sql, values)

    def marks(self) -> dict[str, str]:
        """How far the index has come."""
        return dict(self.rows("SELECT name, value FROM marks"))

    def rules_now(self, game: str) -> str:
        """By what records of a game are judged here and now."""
        if game not in self._rules:
            self._rules[game] = f"{self.program}/{self._version_of(game)}"
        return self._rules[game]

    def _version_of(self, game: str) -> str:
        """The version of a game, as it was noted when its files were what they are now; else the game itself is asked.

        To load a game takes longer than to answer most questions.
        """
        files = self._files_of(game) if self._files_of is not None else None
        mark, name = "" if files is None else files.mark, f"game {game}"
        if files is not None and not files.is_there:
            return "-"
        noted = self.rows("SELECT value FROM marks WHERE name = ?", (name,)) if mark else []
        before, _, version = str(noted[0][0]).partition(" ") if noted else ("", "", "")
        if files is not None and not files.is_loaded and mark and before == mark:
            return version
        from cli.desk.games_known import version_of  # loads the game

        now = version_of(game)
        if mark and now.isdigit() and (before, version) != (mark, now):
            self.mark({name: f"{mark} {now}"})
        return now

    def is_current(self, head: Head, row: tuple[Any, ...] | None) -> bool:
        """Whether a row that begins with size, root, rules and game still holds for a record with this head."""
        return row is not None and (row[0], row[1]) == head and row[2] == self.rules_now(row[3])

    def outdated(self, records: Iterable[Made]) -> list[str]:
        """The ids of those records about which the index has nothing, or something else."""
        every = list(records)
        found: dict[str, tuple[Any, ...]] = {}
        for start in range(0, len(every), _IDS_AT_ONCE):
            ids = [one.id for one in every[start : start + _IDS_AT_ONCE]]
            places = ", ".join("?" * len(ids))
            for name, *row in self.rows(
                f"SELECT record, size, root, rules, game FROM records WHERE record IN ({places})", ids
            ):
                found[name] = tuple(row)
        return [one.id for one in every if not self.is_current(one.head, found.get(one.id))]

    def judged_otherwise(self) -> list[tuple[str, str]]:
        """The games, and by what their records were judged, where that is not what counts now."""
        pairs = self.rows("SELECT game, rules FROM records GROUP BY game, rules")
        return [(game, rules) for game, rules in pairs if rules != self.rules_now(game)]

    def records_of(self, judged: Iterable[tuple[str, str]]) -> list[str]:
        """The records of these games that were judged by these rules."""
        sql = "SELECT record FROM records WHERE game = ? AND rules = ? ORDER BY record"
        return [row[0] for pair in judged for row in self.rows(sql, pair)]

    def deadly(self) -> set[str]:
        """The records whose last answer is that no process survives them."""
        return set(self.records_of(pair for pair in self.judged_otherwise() if pair[1] == DEADLY))

    def write(self, entries: Iterable["IndexEntry"], *, anyway: bool = False) -> None:
        """Put entries in the place of what there was; a longer one, by another process, stays unless `anyway`.

        Of two that are equally long, the one stays that was judged by more lines of the records it names. What is out
        of reach for this process takes nothing away that another one could judge.
        """
        judged = [(entry, self.rules_now(entry.game)) for entry in entries]  # this may note something by itself
        with self.file.writing() as cursor:
            for entry, rules in judged:
                known = cursor.execute(_KNOWN, (entry.record,)).fetchone()
                holds = known is not None and known[2] == rules
                there, ours = (known[:2] if holds else (-1, -1)), (entry.size, entry.linked_size)
                newer = there > ours or (entry.rules != rules and there >= ours)
                if anyway or not newer:
                    _remove(cursor, entry.record)
                    for table, rows in entry.rows.items():
                        cursor.executemany(INSERT[table], rows)

    def remove(self, ids: Iterable[str]) -> None:
        """Forget records that the store does not hold."""
        with self.file.writing() as cursor:
            for record_id in ids:
                _remove(cursor, record_id)

    def mark(self, marks: Mapping[str, str]) -> None:
        """Note how far the index has come."""
        with self.file.writing() as cursor:
            cursor.executemany(
                "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                list(marks.items()),
            )


def _remove(cursor: sqlite3.Cursor, record_id: str) -> None:
    for table in OF_RECORD:
        cursor.execute(f"DELETE FROM {table} WHERE record = ?", (record_id,))
