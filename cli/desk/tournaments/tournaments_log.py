"""Logging in a tournament's record: its rules are handed what the tables at hand say."""

from msgspec.structs import replace

from cli.desk.logbook import Logbook, RandomBytes
from records.store import Store
from replay.outcome import Outcomes
from replay.record_links import RecordLinks


class LinkedLogbook(Logbook):
    """A stored record whose game looks at other records while it judges a line."""

    def __init__(
        self, store: Store, record_id: str, random: RandomBytes, outcomes: Outcomes, *, digests: bool = True
    ) -> None:
        self._outcomes = outcomes
        super().__init__(store, record_id, random, digests=digests)

    def resume(self, size: int | None = None) -> None:
        """Read the record as it is in the store now, with what is at hand of others."""
        if self.table is not None:
            links = RecordLinks(self._events, self.header.leaf, self._outcomes)
            self.table = replace(self.table, links=links)
        super().resume(size)
