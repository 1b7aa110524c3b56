"""What the writing half of a store asks of a database inside one durable transaction."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from records.store.rows import Row
from records.tree import Hash

Run = Callable[[str, Sequence[object]], list[Row]]
"""Runs a statement whose places are marked by `?`; its rows, if it has any."""


class Transaction(Protocol):
    """A transaction that writes alone: nobody else appends anywhere in the store until it ends."""

    def run(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement whose places are marked by `?`; its rows, if it has any."""

    def add_events(self, key: int, first: int, at: int, packed: Iterable[bytes], leaves: Iterable[Hash]) -> None:
        """Insert events of the record with this key, from the seq `first` on; they may be packed on the way."""

    def remove_events(self, key: int, before: int) -> None:
        """Remove the events of a record before a seq, which an archive holds by now. The guards are off only here."""

    def put_back(self, rows: Iterable[Row]) -> None:
        """Insert events that an archive held: (position, record, seq, at, payload, leaf)."""

    def move_tip(self, record_id: str, size: int, peaks: bytes, at: int, closed: int) -> None:
        """Set the tip of a record after its events were inserted."""
