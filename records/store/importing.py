"""Which part of an imported record is new to the store."""

from collections.abc import Sequence

from records.errors import Conflict, Damaged
from records.store.appending import leaves_between
from records.store.rows import Tip
from records.store.transaction import Transaction
from records.tree import Hash, grow


def known_part(inside: Transaction, tip: Tip | None, leaves: Sequence[Hash]) -> tuple[int, bytes]:
    """How many lines of a record are stored already (the header of a new one counts), and their peaks.

    `Conflict` where the record differs from what is stored. A prefix of what is stored has nothing new.
    """
    common = 1 if tip is None else min(tip.size, len(leaves))
    peaks = grow(0, b"", leaves[:common])
    if tip is not None and not (common == tip.size and peaks == tip.peaks):
        _compare(inside, tip, leaves[:common])
    return common, peaks


def _compare(inside: Transaction, tip: Tip, leaves: Sequence[Hash]) -> None:
    stored = leaves_between(inside.run, tip.key, 0, len(leaves))
    for seq, (known, new) in enumerate(zip(stored, leaves, strict=False)):
        if known != new:
            line = f"from event {seq} on" if seq else "in its header"
            raise Conflict(
                f"the stored record {tip.id} is another one: they differ {line}; nothing was written",
                mend="compare the two; import the other under an id of its own",
                seq=seq,
            )
    if len(leaves) == tip.size or len(stored) != len(leaves):
        raise Damaged("the stored tree does not fit its leaves", where=tip.id, mend="run `qm verify`")
