"""Tables whose last line could not be stored: the desk is told why, since when, what to do, and when it works again."""

from collections.abc import Callable, Iterator
from typing import Any

from records.clock import Clock, to_text
from records.errors import BUSY, Unavailable

HELD = ("another program writes to the store and does not come to an end", "end that program")
_DO = {
    "the disk is full": "make room on the disk of the service",
    "the database is read-only": "let the service write to its store and the folder around it",
    "the disk failed": "look at the disk of the service",
}
_ELSE = "look at the machine of the service"


class Unstored:
    """What the desk is to know while lines cannot be stored. The phones keep them, and send them again."""

    def __init__(self, clock: Clock, tell: Callable[..., None]) -> None:
        """`tell` says something of a record to the desk."""
        self._clock = clock
        self._tell = tell
        self.tables: dict[str, dict[str, Any]] = {}
        """What the desk hears about each table whose last line was not stored."""

    def failed(self, record_id: str, error: Unavailable) -> None:
        """A line was not stored."""
        why = error.what.partition(" (")[0].partition(";")[0]
        why, do = HELD if error.kind == BUSY else (why, _DO.get(why, _ELSE))
        since = self.tables.get(record_id, {}).get("since") or to_text(self._clock())
        self.tables[record_id] = {"since": since, "why": why, "do": do}
        self._tell("unavailable", record_id, **self.tables[record_id])

    def works(self) -> None:
        """A line was stored, at whichever table: they share the store, and phones of the others send theirs again."""
        gone, self.tables = self.tables, {}
        for record_id in gone:
            self._tell("available", record_id)

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What somebody who listens from now on has not heard."""
        return iter(self.tables.items())
