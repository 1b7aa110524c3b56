"""Records that another one names: a tournament is judged by its tables, so its rows hold for their heads too."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from cli.desk.index import Index
from records.errors import Damaged, NotFound, Refused
from records.record import Head, Record
from records.store import Store

NOT_AT_HAND = Head(0, b"")
"""In place of the head of a record that is not in the store, or cannot be told."""
_IDS_AT_ONCE = 500

HeadOf = Callable[[str], Head]


class Link(NamedTuple):
    """A record that was judged by another one, and the head that the other one had."""

    record: str
    linked: str
    head: Head


class LinkedLoader:
    """Loads what a record names from its store, as an audit does, and notes the head of each."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.heads: dict[str, Head] = {}

    def load(self, name: str) -> Record:
        """The record with this id; `NotFound` if it is not in the store, which is noted too."""
        try:
            record_id = self._store.find(name)
        except (NotFound, Refused):
            self.heads[name] = NOT_AT_HAND
            raise
        self.heads[record_id] = head_at_hand(self._store, record_id)  # for one that cannot be read
        record = self._store.load(record_id)
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


def links_of(index: Index, ids: Iterable[str]) -> list[Link]:
    """What these records were judged by."""
    return _links(index, "record", ids)


def links_to(index: Index, ids: Iterable[str]) -> list[Link]:
    """What was judged by these records."""
    return _links(index, "linked", ids)


def links_to_nothing(index: Index) -> list[Link]:
    """What was judged without a record that it names."""
    return [_link(row) for row in index.rows(f"{_SELECT} WHERE linked_size = 0 ORDER BY record, linked")]


def every_link(index: Index) -> list[Link]:
    """All there are."""
    return [_link(row) for row in index.rows(f"{_SELECT} ORDER BY record, linked")]


def judged_by_another(links: Iterable[Link], head_of: HeadOf) -> list[str]:
    """The records among these that were judged by what one that they name was, and is no longer."""
    heads: dict[str, Head] = {}
    found: dict[str, None] = {}
    for record, linked, head in links:
        if linked not in heads:
            heads[linked] = head_of(linked)
        if heads[linked] != head:
            found[record] = None
    return list(found)


_SELECT = "SELECT record, linked, linked_size, linked_root FROM links"


def _links(index: Index, column: str, ids: Iterable[str]) -> list[Link]:
    every = list(ids)
    found: list[Link] = []
    for start in range(0, len(every), _IDS_AT_ONCE):
        some = every[start : start + _IDS_AT_ONCE]
        places = ", ".join("?" * len(some))
        found += map(_link, index.rows(f"{_SELECT} WHERE {column} IN ({places}) ORDER BY record, linked", some))
    return found


def _link(row: tuple[str, str, int, bytes]) -> Link:
    record, linked, size, root = row
    return Link(record, linked, Head(size, root))
