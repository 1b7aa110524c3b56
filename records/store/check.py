"""Whether a store still holds what was put into it: every leaf is recomputed, then the root is compared."""

from collections.abc import Iterator
from typing import Protocol

from records.codec import pack_line
from records.errors import Damaged
from records.record import Head
from records.store.interface import Info
from records.store.rows import line_of
from records.tree import Hash, root_of


class Checkable(Protocol):
    """What a check reads of a store."""

    def records(self) -> Iterator[Info]:
        """Every record."""

    def leaves(self, record_id: str) -> Iterator[tuple[int, bytes, Hash]]:
        """Each stored event: seq, packed event, leaf."""

    def head(self, record_id: str) -> Head:
        """Size and root as the store holds them."""


def check_store(store: Checkable, record_id: str) -> int | None:
    """The first wrong seq of a record, or None if it is whole.

    This finds what a disk or a stray hand changed. Only a head kept elsewhere can tell
    whether the whole record was exchanged for another.
    """
    leaves: list[Hash] = []
    try:
        for seq, packed, leaf in store.leaves(record_id):
            if seq != len(leaves) or pack_line(line_of(packed, leaf, seq, record_id)) != packed:
                return len(leaves)
            leaves.append(leaf)
        head = store.head(record_id)
    except Damaged as error:
        return len(leaves) if error.seq is None else min(error.seq, len(leaves))
    return None if (len(leaves), root_of(leaves)) == head else min(len(leaves), head.size)


def check_every(store: Checkable, where: str) -> int:
    """Check every record and count them. `Damaged` names the first that is not whole."""
    amount = 0
    for entry in store.records():
        wrong = check_store(store, entry.id)
        if wrong is not None:
            raise Damaged(f"record {entry.id} is damaged from line {wrong} on", where=where, seq=wrong)
        amount += 1
    return amount
