"""Keeping the index of a store current: from the feed as a rule, from all heads where the feed does not tell enough."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from cli.desk.index.index_file import Index
from cli.desk.index.index_links import every_link, judged_by_another, links_to, links_to_nothing
from cli.desk.index.index_sql import DEADLY, OUT_OF_REACH
from cli.desk.index.linked_heads import head_at_hand, heads_first
from records.canonical import canonical
from records.errors import Damaged
from records.store import Made, Store

if TYPE_CHECKING:
    from cli.desk.index.index_entries import IndexEntry

Looker = Callable[[Sequence[str]], "Iterable[IndexEntry]"]
"""Looks at the records with these ids, here or in other processes."""

FEED_MOST = 10_000
"""With more new events than this, comparing every head is quicker than reading them."""
_AT_ONCE = 1000
_WRITTEN_AT_ONCE = 200


class Behind(NamedTuple):
    """What an index lacks: the records to look at, those to forget, and what to note when it is done."""

    ids: list[str]
    again: list[str]
    """What was out of reach: asked again, after the others."""
    deadly: list[str]
    """What no process survived: asked again only where a process may die."""
    gone: list[str]
    marks: dict[str, str]
    anyway: bool
    """Whether rows of longer records are replaced too: the store is not the one they were made from."""


def is_behind(index: Index, store: Store) -> bool:
    """Whether the store has moved on; costs a few small queries."""
    marks = index.marks()
    return not (
        _continues(index, store, marks)
        and store.feed_end() == int(marks["position"])
        and not store.made(int(marks["number"]), 1)
        and not index.judged_otherwise()
    )


def what_lacks(index: Index, store: Store) -> Behind:
    """What the index lacks. Records that have not changed are not among it."""
    marks = index.marks()
    if _continues(index, store, marks) and store.feed_end() - int(marks["position"]) <= FEED_MOST:
        try:
            return _from_feed(index, store, marks)
        except Damaged:
            pass  # an event that cannot be read: its record is found by its head
    return _from_heads(index, store)


def bring_current(index: Index, store: Store, look: Looker | None = None) -> int:
    """Look at every record that has changed since, or is judged by other rules now; how many there were.

    What was out of reach is looked at again too, and not counted. What was done stays done if this is interrupted. Two
    processes may do it at once.
    """
    if not is_behind(index, store):
        return 0
    lacks = what_lacks(index, store)
    entries = iter(
        look([*lacks.ids, *lacks.again, *lacks.deadly])
        if look is not None
        else looking_here(index, store)([*lacks.ids, *lacks.again])
    )
    while batch := list(islice(entries, _WRITTEN_AT_ONCE)):
        index.write(batch, anyway=lacks.anyway)
    if lacks.gone:
        index.remove(lacks.gone)
    if lacks.marks:
        index.mark(lacks.marks)
    return len(lacks.ids)


def looking_here(index: Index, store: Store) -> Looker:
    """Looking at records in this process, one after the other."""

    def look(ids: Sequence[str]) -> "Iterator[IndexEntry]":
        from cli.desk.index.index_entries import looked_at  # the games and their rules, which nobody else needs

        return (looked_at(store, record_id, index.program) for record_id in ids)

    return look


def _continues(index: Index, store: Store, marks: dict[str, str]) -> bool:
    """Whether the index was made by this program, and from this store: what it saw last is still there."""
    if marks.get("program") != index.program or not {"position", "number", "seen", "last"} <= marks.keys():
        return False
    if not (marks["position"].isdecimal() and marks["number"].isdecimal()):
        return False
    position, number = int(marks["position"]), int(marks["number"])
    if number and [one.id for one in store.made(number - 1, 1)] != [marks["last"]]:
        return False
    return position == 0 or _seen(store, position) == marks["seen"]


def _seen(store: Store, position: int) -> str:
    """A fingerprint of the event at a position; empty if there is none, or it cannot be read."""
    try:
        entries = store.feed(position - 1, 1)
    except Damaged:
        return ""
    if not entries or entries[0].position != position:
        return ""
    told = [entries[0].record, entries[0].event.seq, entries[0].at, entries[0].event.body()]
    return hashlib.sha256(canonical(told)).hexdigest()


def _from_feed(index: Index, store: Store, marks: dict[str, str]) -> Behind:
    position, number = int(marks["position"]), int(marks["number"])
    changed: dict[str, None] = {}
    while entries := store.feed(position, _AT_ONCE):
        changed |= dict.fromkeys(entry.record for entry in entries)
        position = entries[-1].position
    for one in made_after(store, number):
        changed[one.id] = None
        number, marks["last"] = one.number, one.id
    heads = [Made(0, record_id, store.head(record_id)) for record_id in changed]
    links = links_to(index, changed)
    if number != int(marks["number"]):  # a record that was missed may have come
        links += links_to_nothing(index)
    otherwise = index.records_of(index.judged_otherwise())
    ids = [*index.outdated(heads), *judged_by_another(links, partial(head_at_hand, store)), *otherwise]
    told = {**marks, "position": str(position), "number": str(number), "seen": _seen(store, position)}
    return _behind(index, ids, [], told, anyway=False)


def _from_heads(index: Index, store: Store) -> Behind:
    """By comparing every head. Where to go on is noted before, so that nothing that comes meanwhile is missed."""
    position = store.feed_end()
    seen = _seen(store, position) if position else ""
    every = list(made_after(store, 0))
    known = {row[0] for row in index.rows("SELECT record FROM records")}
    marks = {
        "program": index.program,
        "position": str(position),
        "seen": seen,
        "number": str(every[-1].number if every else 0),
        "last": every[-1].id if every else "",
    }
    heads = {one.id: one.head for one in every}
    ids = [*index.outdated(every), *judged_by_another(every_link(index), heads_first(heads, store))]
    lacking = [record_id for record_id in ids if record_id in heads]
    return _behind(index, lacking, sorted(known - heads.keys()), marks, anyway=True)


def _behind(index: Index, ids: Iterable[str], gone: list[str], marks: dict[str, str], *, anyway: bool) -> Behind:
    """What is lacking, sorted by how it may be looked at."""
    otherwise = index.judged_otherwise()
    again, deadly = (
        set(index.records_of(one for one in otherwise if one[1] == kind)) for kind in (OUT_OF_REACH, DEADLY)
    )
    every, apart = list(dict.fromkeys(ids)), again | deadly
    return Behind(
        ids=[one for one in every if one not in apart],
        again=[one for one in every if one in again],
        deadly=[one for one in every if one in deadly],
        gone=gone,
        marks=marks,
        anyway=anyway,
    )


def made_after(store: Store, number: int) -> Iterator[Made]:
    """Every record above a number, in the order in which they came into the store."""
    while some := store.made(number, _AT_ONCE):
        yield from some
        number = some[-1].number
