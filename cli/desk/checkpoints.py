"""Checkpoints in the store beside their record: made, kept, and found again for a proof."""

from records.errors import Damaged
from records.keys import PrivateKey
from records.record import Record
from records.sign import read_checkpoint, read_note, sign_checkpoint
from records.store import Store
from records.tree import root_of

KIND = "checkpoint"
"""The kind of note under which the store keeps them."""


def sign_head(record: Record, record_id: str, key: PrivateKey, store: Store | None = None) -> bytes:
    """A signed checkpoint of the record as it is now, kept in the store if the record is there.

    What was signed once must still be the beginning of the record: a changed one is not signed again.
    """
    head = record.head()
    if store is not None:
        if store.head(record_id) != head:
            raise Damaged(
                "the stored head is not that of the events", where=record_id, mend=f"run `qm verify {record_id}`"
            )
        for _, old in store.notes(record_id, KIND, newest=True):
            _check_grown(record, old, record_id)
    note = sign_checkpoint(record_id, head, key).data()
    if store is not None:
        store.put_note(record_id, KIND, head.size, note)
    return note


def kept_checkpoint(store: Store, record_id: str, seq: int) -> bytes | None:
    """The newest checkpoint in the store, if it covers this event."""
    kept = store.notes(record_id, KIND, newest=True)
    return kept[-1][1] if kept and kept[-1][0] > seq else None


def _check_grown(record: Record, note: bytes, where: str) -> None:
    old = read_checkpoint(read_note(note, where).text, where).head
    if old.size > record.size or root_of(record.leaves()[: old.size]) != old.root:
        raise Damaged(
            f"the record does not extend its last checkpoint ({old.size - 1} events, code {old.code})",
            where=where,
            mend=f"run `qm verify {where}`; it is not signed again",
        )
