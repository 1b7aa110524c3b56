"""What of an imported record is new to the store."""

from collections.abc import Sequence

from records.errors import Conflict, Damaged
from records.store.appending import leaves_between
from records.store.rows import Tip
from records.store.transaction import Transaction
from records.tree import Hash, Peaks


def new_part(inside: Transaction, tip: Tip | None, leaves: Sequence[Hash], record_id: str) -> tuple[int, Peaks]:
    """The first seq to store (all that is stored: the size of the record), and the tree of the whole record.

    `Conflict` where the record parts from what is stored. One that is a beginning of what is stored has nothing new.
    """
    tree = Peaks()
    common = 1 if tip is None else min(tip.size, len(leaves))
    for leaf in leaves[:common]:
        tree.add(leaf)
    if tip is not None and not (common == tip.size and tree.packed() == tip.peaks):
        _compare(inside, tip, leaves[:common])
    for leaf in leaves[common:]:
        tree.add(leaf)
    return common, tree


def _compare(inside: Transaction, tip: Tip, leaves: Sequence[Hash]) -> None:
    stored = [tip.leaf, *leaves_between(inside, tip.key, 1, len(leaves))]
    for seq, (known, new) in enumerate(zip(stored, leaves, strict=False)):
        if known != new:
            line = f"at event {seq}" if seq else "in its header"
            raise Conflict(
                f"the stored record {tip.id} is another one: they part {line}; nothing was written",
                mend="compare the two; import the other under an id of its own",
                seq=seq,
            )
    if len(leaves) == tip.size or len(stored) != len(leaves):
        raise Damaged("the stored tree does not fit its leaves", where=tip.id, mend="run `qm verify`")
