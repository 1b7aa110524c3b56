"""Records that another one names: a tournament is judged by its tables, so its rows hold for their heads too."""

from collections.abc import Iterable
from typing import NamedTuple

from cli.desk.index.index_file import Index
from cli.desk.index.linked_heads import HeadOf
from records.record import Head

_IDS_AT_ONCE = 500


class IndexLink(NamedTuple):
    """A record that was judged by another one, and the head that the other one had."""

    record: str
    linked: str
    head: Head


def links_of(index: Index, ids: Iterable[str]) -> list[IndexLink]:
    """What these records were judged by."""
    return _links(index, "record", ids)


def links_to(index: Index, ids: Iterable[str]) -> list[IndexLink]:
    """What was judged by these records."""
    return _links(index, "linked", ids)


def links_to_nothing(index: Index) -> list[IndexLink]:
    """What was judged without a record that it names."""
    return [_link(row) for row in index.rows(f"{_SELECT} WHERE linked_size = 0 ORDER BY record, linked")]


def every_link(index: Index) -> list[IndexLink]:
    """All there are."""
    return [_link(row) for row in index.rows(f"{_SELECT} ORDER BY record, linked")]


def judged_by_another(links: Iterable[IndexLink], head_of: HeadOf) -> list[str]:
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


def _links(index: Index, column: str, ids: Iterable[str]) -> list[IndexLink]:
    every = list(ids)
    found: list[IndexLink] = []
    for start in range(0, len(every), _IDS_AT_ONCE):
        some = every[start : start + _IDS_AT_ONCE]
        places = ", ".join("?" * len(some))
        found += map(_link, index.rows(f"{_SELECT} WHERE {column} IN ({places}) ORDER BY record, linked", some))
    return found


def _link(row: tuple[str, str, int, bytes]) -> IndexLink:
    record, linked, size, root = row
    return IndexLink(record, linked, Head(size, root))
