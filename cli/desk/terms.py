"""On which terms lines are logged: their time, what is expected of the record, their key, and how strictly."""

from collections.abc import Sequence
from typing import NamedTuple

from records.canonical import canonical, check_size
from records.clock import from_text, to_text
from records.errors import Refused
from records.event import Event
from records.limits import EVENTS_MAX
from records.record import Head
from records.store import Appended, Store
from records.store.appending import moved_on
from records.tree import Peaks, leaf_hash


class Terms(NamedTuple):
    """How a call wants its lines logged."""

    moment: int
    """When the call was made, in microseconds."""
    stamp: str | None
    """The time of events that name none; None leaves them so."""
    expect: int | None = None
    """The size that the caller saw; another size is a conflict."""
    key: str | None = None
    """The caller's own name for this call: a retry with it writes nothing."""
    keep: bool = False
    """Keep what cannot be read as `unread`."""
    strict: bool = False
    """Refuse what breaks a rule."""
    hint: str = ""
    """The option that lets an event through; where there is one, only rules of the procedure stop it."""
    dry_run: bool = False
    remarks: bool = True
    """Whether to work out what corrections do to the findings, for the edge to show."""
    width: int = 80
    """How wide the answers to questions among the lines may be."""


def stamp_of(at: str | None, no_at: bool, moment: int) -> str | None:
    """The time for events that name none."""
    if at is not None and no_at:
        raise Refused("--at and --no-at exclude each other", mend="give one of them")
    if at is not None:
        try:
            from_text(at)
        except Refused as error:
            raise Refused(error.what, where="--at", mend=error.mend) from None
    return None if no_at else at or to_text(moment)


def keys_for(key: str | None, amount: int) -> list[str | None]:
    """The key of a call for its first event, and one derived from it for each further event."""
    if key is None:
        return []
    return [key] if amount < 2 else [key, *(f"{key}/{number}" for number in range(2, amount + 1))]


def dry_run(store: Store, record_id: str, events: Sequence[Event], expect: int | None) -> Appended:
    """What an append would answer, without writing. Keys are not looked at."""
    size = store.head(record_id).size
    if expect not in (None, size):
        raise moved_on(record_id, size, expect)
    if size + len(events) > EVENTS_MAX + 1:
        raise Refused(f"a record has at most {EVENTS_MAX:,} events", where=record_id, mend="begin a new record")
    peaks = Peaks()
    for line in store.read(record_id):
        peaks.add(leaf_hash(line))
    for event in events:
        data = canonical(event.body())
        check_size(data, f"event {event.seq}")
        peaks.add(leaf_hash(data))
    return Appended(size, peaks.size - 1, Head(peaks.size, peaks.root()))
