"""The id of a record: a ULID, so that ids sort by the time of their making."""

from records.record import Record
from records.tree import leaf_hash


def new_id(at: int, random: bytes) -> str:
    """An id from a time in microseconds and ten random bytes."""
    from ulid import ULID

    assert len(random) == 10, "a ULID has 48 bits of time and 80 of randomness"
    return str(ULID((at // 1000).to_bytes(6, "big") + random))


def id_of(record: Record) -> str:
    """The id that the header names; without one, an id made of the header, so that the same file gives the same id."""
    from ulid import ULID

    return record.header.id or str(ULID(leaf_hash(record.lines[0])[:16]))
