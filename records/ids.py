"""The id of a record: a ULID, so that ids sort by the time of their making."""

from records.record import Record
from records.tree import leaf_hash

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet: no I, L, O or U."""


def new_id(at: int, random: bytes) -> str:
    """An id from a time in microseconds and ten random bytes."""
    assert len(random) == 10, "a ULID has 48 bits of time and 80 of randomness"
    return _ulid((at // 1000).to_bytes(6, "big") + random)


def id_of(record: Record) -> str:
    """The id that the header names; without one, an id made of the header, so that the same file gives the same id."""
    return record.header.id or id_from(leaf_hash(record.lines[0]))


def id_from(leaf: bytes) -> str:
    """The id of a record whose header names none, from the leaf of that header."""
    return _ulid(leaf[:16])


def _ulid(sixteen: bytes) -> str:
    """Sixteen bytes in 26 letters of five bits. Written here because the package is slow to import."""
    number = int.from_bytes(sixteen, "big")
    return "".join(_LETTERS[number >> shift & 31] for shift in range(125, -1, -5))
