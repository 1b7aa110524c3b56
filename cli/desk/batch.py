"""Appending what a scribe hands in: the times and keys of a batch, a retry, and a trial without writing."""

from typing import TYPE_CHECKING, Any, NamedTuple

from records.errors import Conflict, Refused
from records.limits import EVENTS_MAX

if TYPE_CHECKING:
    from cli.desk.entries import Entry
    from records.store import Appended, Store


class Batch(NamedTuple):
    """Events to append in one go. `stamp` is the time for those that name none, or None to leave them so."""

    entries: "list[Entry]"
    stamp: str | None
    moment: int
    expect: int | None
    key: str | None

    def bodies(self, stamps: "list[str | None] | None" = None) -> list[dict[str, Any]]:
        """The events as they are written, each with its time."""
        times = stamps or [self.stamp] * len(self.entries)
        return [_stamped(entry.body, time) for entry, time in zip(self.entries, times, strict=True)]

    def stamped(self, body: dict[str, Any]) -> dict[str, Any]:
        """One event as it is written, with its time."""
        return _stamped(body, self.stamp)

    def keys(self) -> list[str | None]:
        """The key of the call for its first event, and one derived from it for each further event."""
        if self.key is None:
            return []
        return [self.key, *(f"{self.key}/{number}" for number in range(2, len(self.entries) + 1))]


def stamp_of(at: str | None, no_at: bool, moment: int) -> str | None:
    """The time for events that name none."""
    from records.clock import from_text, to_text

    if at is not None and no_at:
        raise Refused("--at and --no-at exclude each other", mend="give one of them")
    if at is not None:
        try:
            from_text(at)
        except Refused as error:
            raise Refused(error.what, where="--at", mend=error.mend) from None
    return None if no_at else at or to_text(moment)


def append(store: "Store", record_id: str, batch: Batch) -> "Appended":
    """Append the batch. A retry under the same key answers as the first call did, although the clock went on."""
    try:
        return _append(store, record_id, batch, batch.bodies())
    except Conflict as conflict:
        if batch.key is None or batch.stamp is None or conflict.seq is None:
            raise
        written = _written_before(store, record_id, batch, conflict.seq)
        if written is None:
            raise
        return _append(store, record_id, batch, written)


def first_place(store: "Store", record_id: str, batch: Batch) -> int | None:
    """Where the events of this call stand already, if it is a retry under a known key. Writes nothing.

    The store looks at keys before it looks at sizes, and no record has no line at all.
    """
    if batch.key is None:
        return None
    size = store.head(record_id).size
    try:
        answer = store.append(record_id, [{"do": "note"}], at=batch.moment, expect=0, keys=[batch.key])
    except Conflict as conflict:
        return conflict.seq if conflict.seq is not None and conflict.seq < size else None
    return answer.first


def _append(store: "Store", record_id: str, batch: Batch, bodies: list[dict[str, Any]]) -> "Appended":
    return store.append(record_id, bodies, at=batch.moment, expect=batch.expect, keys=batch.keys())


def _written_before(store: "Store", record_id: str, batch: Batch, seq: int) -> list[dict[str, Any]] | None:
    """The events that the first call under this key wrote, if only the times that the clock gave differ from ours."""
    from records.strict import read_json

    lines = [read_json(line)[0] for line in store.read(record_id, seq, seq + len(batch.entries))]
    if len(lines) != len(batch.entries):
        return None
    bodies = batch.bodies([line.get("at") for line in lines])
    return bodies if bodies == lines else None


def try_append(store: "Store", record_id: str, batch: Batch) -> "Appended":
    """What `append` would answer, without writing. Keys are not looked at."""
    from records.canonical import canonical, check_size
    from records.record import Head
    from records.store import Appended
    from records.tree import Peaks, leaf_hash

    size = store.head(record_id).size
    if batch.expect is not None and batch.expect != size:
        raise Conflict(
            f"the record has {size} lines, not {batch.expect}", where=record_id, mend="read on, then try again"
        )
    if size + len(batch.entries) > EVENTS_MAX + 1:
        raise Refused(f"a record has at most {EVENTS_MAX:,} events", where=record_id, mend="begin a new record")
    peaks = Peaks()
    for line in store.read(record_id):
        peaks.add(leaf_hash(line))
    for entry, body in zip(batch.entries, batch.bodies(), strict=True):
        data = canonical(body)
        check_size(data, entry.where)
        peaks.add(leaf_hash(data))
    return Appended(size, peaks.size - 1, Head(peaks.size, peaks.root()))


def _stamped(body: dict[str, Any], time: str | None) -> dict[str, Any]:
    return body if time is None or "at" in body else {**body, "at": time}
