"""The heads of records that another one names, as they are in the store, and a loader that notes them."""

from collections.abc import Callable, Mapping

from records.errors import Damaged, NotFound, Refused, Unavailable
from records.record import Head, Record
from records.store import Store

NOT_AT_HAND = Head(0, b"")
"""In place of the head of a record that is not in the store, or cannot be told."""

HeadOf = Callable[[str], Head]


class LinkedLoader:
    """Loads what a record names from its store, as an audit does, and notes the head of each."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.heads: dict[str, Head] = {}
        self.out_of_reach = False
        """Whether one that is in the store could not be read just now: an archive that is not there, as a rule."""

    def load(self, name: str) -> Record:
        """The record with this id; `NotFound` if it is not in the store, which is noted too."""
        try:
            record_id = self._store.find(name)
        except (NotFound, Refused):
            self.heads[name] = NOT_AT_HAND
            raise
        try:
            self.heads[record_id] = head_at_hand(self._store, record_id)  # for one that cannot be read
            record = self._store.load(record_id)
        except (NotFound, Unavailable):
            self.out_of_reach = True
            raise
        self.heads[record_id] = record.head()
        return record


def head_at_hand(store: Store, name: str) -> Head:
    """The head of the record that is meant, as it is in the store now."""
    try:
        return store.head(store.find(name))
    except (NotFound, Refused, Damaged):
        return NOT_AT_HAND


def heads_first(heads: Mapping[str, Head], store: Store) -> HeadOf:
    """Heads that are known already; the store is asked only about other names."""
    return lambda name: heads[name] if name in heads else head_at_hand(store, name)
