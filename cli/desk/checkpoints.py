"""Checkpoints that lie in the store beside their record: made, kept, and found again for a proof."""

from typing import TYPE_CHECKING

from records.errors import Damaged

if TYPE_CHECKING:
    from cli.machine.target import Loaded
    from records.keys import PrivateKey
    from records.record import Record

KIND = "checkpoint"
"""The kind of note under which the store keeps them."""


def sign_head(loaded: "Loaded", key: "PrivateKey") -> bytes:
    """A signed checkpoint of the record as it is now, kept in the store if the record is there.

    What was signed once must still be the beginning of the record: a changed one is not signed again.
    """
    from records.sign import sign_checkpoint

    record = loaded.record
    head = record.head()
    if loaded.store is not None and loaded.record_id is not None:
        if loaded.store.head(loaded.record_id) != head:
            raise Damaged(
                "the stored head is not that of the events", where=loaded.id, mend=f"run `qm verify {loaded.id}`"
            )
        for _, old in loaded.store.notes(loaded.record_id, KIND, newest=True):
            _check_grown(record, old, loaded.id)
    note = sign_checkpoint(loaded.id, head, key).data()
    if loaded.store is not None and loaded.record_id is not None:
        loaded.store.put_note(loaded.record_id, KIND, head.size, note)
    return note


def kept_checkpoint(loaded: "Loaded", seq: int) -> bytes | None:
    """The newest checkpoint in the store, if it covers this event."""
    if loaded.store is None or loaded.record_id is None:
        return None
    kept = loaded.store.notes(loaded.record_id, KIND, newest=True)
    return kept[-1][1] if kept and kept[-1][0] > seq else None


def _check_grown(record: "Record", note: bytes, where: str) -> None:
    from records.sign import read_checkpoint, read_note
    from records.tree import root_of

    old = read_checkpoint(read_note(note, where).text, where).head
    if old.size > record.size or root_of(record.leaves()[: old.size]) != old.root:
        raise Damaged(
            f"the record does not grow out of its last checkpoint ({old.size - 1} events, code {old.code})",
            where=where,
            mend=f"run `qm verify {where}`; it is not signed again",
        )
