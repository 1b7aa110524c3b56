"""The events of one append, checked and packed before any database is involved."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from records.canonical import Json, canonical, check_profile, checked_line
from records.codec import pack_line
from records.errors import Refused
from records.event import Event, Header, event_of, is_id, read_header
from records.limits import BATCH_EVENTS_MAX, KEY_CHARS_MAX
from records.tree import Hash, leaf_hash

OWN_SEQ = -1
_encode_packed = msgspec.msgpack.Encoder().encode
_NOTE_CHECK_BYTES = 8


class CloseMark(NamedTuple):
    """What an event does to whether its record is closed.

    `closed` is the seq of the `close` in force, or 0. If it lies between `low` and `high`, it becomes `then`.
    """

    nth: int
    """Its place in the batch, from 0."""
    low: int
    high: int
    then: int
    """A seq, 0 for open again, or OWN_SEQ for the event itself."""


class PackedBatch(NamedTuple):
    """Events of one append, ready to be stored."""

    record_id: str
    at: int
    expect: int | None
    packed: list[bytes]
    leaves: list[Hash]
    keys: list[str | None]
    """As many as events, or none."""
    marks: list[CloseMark]
    notes: Sequence[tuple[str, bytes]] = ()
    """Derived data (kind, data as stored) to keep for the size that the record has after these events."""


class FirstLine(NamedTuple):
    """The header of a new record, ready to be stored."""

    record_id: str
    header: Header
    packed: bytes
    leaf: Hash


_ANY = 2**31 - 1
_MARKING = frozenset({"close", "amend", "insert", "rewind"})


def prepare_header(body: Json, record_id: str) -> FirstLine:
    """Check a header at the door of the store."""
    header = read_header(body)
    if not is_id(record_id):
        raise Refused(f"the id {record_id!r} is not a ULID", mend="let `qm new` or `qm import` choose one")
    if header.id not in (None, record_id):
        raise Refused(f"the header has the id {header.id}, not {record_id}", mend="store it under its own id")
    data = canonical(body)
    return FirstLine(record_id, header, pack_line(data), leaf_hash(data))


def prepare(
    record_id: str,
    events: Sequence[Json | Event],
    at: int,
    expect: int | None,
    keys: Sequence[str | None] = (),
    notes: Sequence[tuple[str, bytes]] = (),
) -> PackedBatch:
    """Check events at the door of the store: whatever a record may not hold is refused here."""
    amount = len(events)
    if not 0 < amount <= BATCH_EVENTS_MAX:
        raise Refused(f"one append takes 1 to {BATCH_EVENTS_MAX:,} events, not {amount:,}", where=record_id)
    packed: list[bytes] = []
    leaves: list[Hash] = []
    marks: list[CloseMark] = []
    for index, given in enumerate(events):
        where = f"event {index + 1}" if amount > 1 else ""
        if type(given) is Event:
            event: Event = given
            facts, data = checked_line(event.body(), where)
        else:
            facts, data = checked_line(given, where)
            event = event_of(facts, index, where)
        packed.append(_encode_packed(facts))
        leaves.append(leaf_hash(data))
        if event.do in _MARKING:
            marks += [mark._replace(nth=index) for mark in marks_of([event])]
    named = _checked_keys(keys, amount) if keys else []
    kept = [(kind, note_stored(data)) for kind, data in notes] if notes else ()
    return PackedBatch(record_id, at, expect, packed, leaves, named, marks, kept)


def _checked_keys(keys: Sequence[str | None], amount: int) -> list[str | None]:
    if len(keys) == amount == 1 and keys[0] is not None and _is_usual_key(keys[0]):
        return list(keys)
    named = [key for key in keys if key is not None]
    if not named:
        return []
    if len(keys) != amount:
        raise Refused(f"there are {len(keys)} keys for {amount} events", mend="give one key, or none, for each event")
    for key in named:
        check_profile(key, "idempotency key")
        if not 0 < len(key) <= KEY_CHARS_MAX:
            raise Refused(f"an idempotency key has {len(key)} characters", mend=f"use 1 to {KEY_CHARS_MAX}")
    if len(set(named)) != len(named):
        raise Refused("one idempotency key stands for two events", mend="give each event a key of its own")
    return list(keys)


def _is_usual_key(key: str) -> bool:
    """Whether a key is right at first sight; if not, it is looked at more slowly."""
    return key.isascii() and key.isprintable() and 0 < len(key) <= KEY_CHARS_MAX


def marks_of(events: Iterable[Event]) -> list[CloseMark]:
    """What events do to whether their record is closed; most do nothing."""
    marks = (_mark_of(event) for event in events if event.do in _MARKING)
    return [mark for mark in marks if mark is not None]


def _mark_of(event: Event) -> CloseMark | None:
    """Whether an event closes its record or opens it again.

    A `close` closes. An `amend` that voids or replaces that `close`, and a `rewind` behind it, open the record again;
    an `amend` or `insert` that brings a `close` closes it. Corrections of such corrections are not followed further.
    """
    if event.do == "close":
        return CloseMark(event.seq, 0, _ANY, OWN_SEQ)
    fields: dict[str, Any] = event.fields
    action = fields.get("action")
    closes = isinstance(action, dict) and action.get("do") == "close"
    if event.do == "insert":
        return CloseMark(event.seq, 0, _ANY, OWN_SEQ) if closes else None
    target = fields.get("target" if event.do == "amend" else "to")
    if type(target) is not int or not 0 < target < _ANY:
        return None
    if event.do == "rewind":
        return CloseMark(event.seq, target + 1, _ANY, 0)
    return CloseMark(event.seq, 0, _ANY, target) if closes else CloseMark(event.seq, target, target, 0)


def closed_after(closed: int, first: int, marks: Sequence[CloseMark]) -> int:
    """The seq of the `close` in force after a batch whose first event has the seq `first`."""
    for mark in marks:
        if mark.low <= closed <= mark.high:
            closed = first + mark.nth if mark.then == OWN_SEQ else mark.then
    return closed


def note_stored(data: bytes) -> bytes:
    """Derived data as it is stored: with a check before it, because no leaf vouches for it."""
    return hashlib.sha256(data).digest()[:_NOTE_CHECK_BYTES] + data


def note_read(stored: bytes) -> bytes | None:
    """Derived data as it was given; None if it was damaged, for it may be lost but not be wrong."""
    data = stored[_NOTE_CHECK_BYTES:]
    return data if note_stored(data) == stored else None
