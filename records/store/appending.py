"""How an append is judged: keys first, then the expected size. PostgreSQL does the same in its server function."""

from records.errors import Conflict, QuartermasterError, Refused
from records.limits import EVENTS_MAX
from records.record import Head
from records.store.batch import Batch, closed_after
from records.store.interface import Appended
from records.store.rows import TIP_BY_ID, Tip, missing, tip_of
from records.store.transaction import Transaction
from records.tree import Hash, root_of


def append_batch(inside: Transaction, batch: Batch) -> Appended | QuartermasterError:
    """Append one batch, or say why not; then nothing of it was written."""
    rows = inside.run(TIP_BY_ID, (batch.record_id,))
    if not rows:
        return missing(batch.record_id)
    try:
        tip = tip_of(rows[0], batch.record_id).checked()
        tree = tip.tree()
    except QuartermasterError as error:
        return error
    if batch.keys:
        answer = _answer_before(inside, tip, batch)
        if answer is not None:
            return answer
    if batch.expect is not None and batch.expect != tip.size:
        return moved_on(batch, tip.size)
    if tip.size + len(batch.leaves) - 1 > EVENTS_MAX:
        return too_long(batch)
    for leaf in batch.leaves:
        tree.add(leaf)
    first = tip.size
    inside.add_events(tip.key, first, batch.at, batch.packed, batch.leaves)
    for index, name in enumerate(batch.keys):
        if name is not None:
            inside.run("INSERT INTO event_keys (record, name, seq) VALUES (?, ?, ?)", (tip.key, name, first + index))
    inside.move_tip(tip.key, tree, batch.at, closed_after(tip.closed, first, batch.marks))
    return Appended(first, tree.size - 1, Head(tree.size, tree.root()))


def _answer_before(inside: Transaction, tip: Tip, batch: Batch) -> Appended | QuartermasterError | None:
    """The answer this batch got when it was first appended under its keys; None if its keys are new."""
    known: dict[int, int] = {}
    for index, name in enumerate(batch.keys):
        if name is not None:
            rows = inside.run("SELECT seq FROM event_keys WHERE record = ? AND name = ?", (tip.key, name))
            known.update((index, seq) for (seq,) in rows)
    if not known:
        return None
    index, seq = next(iter(known.items()))
    first, size = seq - index, seq - index + len(batch.keys)
    named = all(name is None or known.get(place) == first + place for place, name in enumerate(batch.keys))
    if not named or first < 1 or leaves_between(inside, tip.key, first, size) != batch.leaves:
        return used_before(batch, seq)
    return Appended(first, size - 1, head_at(inside, tip, size), repeated=True)


def head_at(inside: Transaction, tip: Tip, size: int) -> Head:
    """The head that a record had when it was shorter."""
    if size == tip.size:
        return tip.head()
    return Head(size, root_of([tip.leaf, *leaves_between(inside, tip.key, 1, size)]))


def leaves_between(inside: Transaction, key: int, start: int, stop: int) -> list[Hash]:
    """The leaves of the events `start` ≤ seq < `stop`."""
    rows = inside.run(
        "SELECT leaf FROM events WHERE record = ? AND seq >= ? AND seq < ? ORDER BY seq", (key, start, stop)
    )
    return [leaf for (leaf,) in rows]


def moved_on(batch: Batch, size: int) -> Conflict:
    """Somebody else appended first, or the caller is ahead of the store."""
    return Conflict(
        f"the record has {size} lines, {batch.expect} were expected; nothing was written",
        where=batch.record_id,
        mend="read what was appended meanwhile, then decide whether to append again",
        seq=size,
    )


def used_before(batch: Batch, seq: int) -> Conflict:
    """A key is known for something else."""
    return Conflict(
        f"an idempotency key was used before, for event {seq}, with other events; nothing was written",
        where=batch.record_id,
        mend="repeat a failed append exactly as it was, and give new events new keys",
        seq=seq,
    )


def too_long(batch: Batch) -> Refused:
    """The record is full."""
    return Refused(f"a record has at most {EVENTS_MAX:,} events", where=batch.record_id, mend="begin a new record")
