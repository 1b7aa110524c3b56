"""What an append answers, the same for both databases: keys are looked at first, then the expected size."""

from records.errors import Conflict, Refused
from records.limits import EVENTS_MAX
from records.record import Head
from records.store.packing import PackedBatch
from records.store.transaction import Run
from records.tree import Hash, root_of


def head_at(run: Run, key: int, size: int) -> Head:
    """The head that a record had when it was of this size."""
    return Head(size, root_of(leaves_between(run, key, 0, size)))


def leaves_between(run: Run, key: int, start: int, stop: int) -> list[Hash]:
    """The leaves of the lines `start` ≤ seq < `stop`."""
    rows = run("SELECT leaf FROM records WHERE key = ?", (key,)) if start == 0 else []
    rows += run("SELECT leaf FROM events WHERE record = ? AND seq >= ? AND seq < ? ORDER BY seq", (key, start, stop))
    return [leaf for (leaf,) in rows]


def moved_on(record_id: str, size: int, expected: int | None) -> Conflict:
    """Somebody else appended first, or the caller is ahead of the store."""
    return Conflict(
        f"the record has {size} lines, {expected} were expected; nothing was written",
        where=record_id,
        mend="read what was appended meanwhile, then decide whether to append again",
        seq=size,
        kind="moved-on",
    )


def used_before(batch: PackedBatch, seq: int) -> Conflict:
    """A key is known for something else."""
    return Conflict(
        f"an idempotency key was used before, for event {seq}, with other events; nothing was written",
        where=batch.record_id,
        mend="repeat a failed append exactly as it was, and give new events new keys",
        seq=seq,
        kind="key",
    )


def too_long(batch: PackedBatch) -> Refused:
    """The record is full."""
    return Refused(f"a record has at most {EVENTS_MAX:,} events", where=batch.record_id, mend="begin a new record")
