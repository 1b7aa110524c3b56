"""Whether a store still holds what was put into it: every leaf is recomputed, then the root is compared."""

from records.canonical import canonical
from records.codec import unpack
from records.errors import Damaged
from records.store.interface import Store
from records.tree import Peaks, leaf_hash


def check_store(store: Store, record_id: str) -> int | None:
    """The first wrong seq of a record, or None if it is whole.

    This finds what a disk or a stray hand changed. Whether the record as a whole was exchanged for another one only a
    head kept elsewhere can tell.
    """
    tree = Peaks()
    try:
        for seq, packed, leaf in store.leaves(record_id):
            if seq != tree.size or leaf_hash(canonical(unpack(packed))) != leaf:
                return tree.size
            tree.add(leaf)
        head = store.head(record_id)
    except Damaged as error:
        return tree.size if error.seq is None else min(error.seq, tree.size)
    return None if (tree.size, tree.root()) == head else min(tree.size, head.size)


def check_every(store: Store, where: str) -> int:
    """Check every record; the number of them. `Damaged` names the first that is not whole."""
    amount = 0
    for entry in store.records():
        wrong = check_store(store, entry.id)
        if wrong is not None:
            raise Damaged(f"record {entry.id} is damaged from line {wrong} on", where=where, seq=wrong)
        amount += 1
    return amount
