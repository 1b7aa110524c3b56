"""Seals: a commitment to a hidden fact now, its opening later.

A seal is bound to the record, the seat and the slot (`what`), so that it cannot be copied to another game, seat or
square. The salt keeps it from being guessed; each seal needs a fresh one, because the first opening shows it.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence

from records.b64 import to_base64url
from records.canonical import Json, canonical, check_profile
from records.errors import Damaged, Refused
from records.salt import check_salt as check_salt
from records.salt import salt_of as salt_of
from records.store.interface import Opening

TAG = "quartermaster/seal/1"
_SEAL = re.compile(r"s1\.[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]", re.ASCII)


def seal(record_id: str, seat: str, what: str, salt: str, value: Json) -> str:
    """The commitment to `value` in the slot `what` of a seat: `s1.` and 43 characters."""
    check_salt(salt)
    check_profile(value)
    data = canonical([TAG, record_id, seat, what, salt, value])
    return "s1." + to_base64url(hashlib.sha256(data).digest())


def opening(record_id: str, seat: str, what: str, salt: str, value: Json) -> Opening:
    """The seal with everything that opens it. Keep it outside the record until the value is revealed."""
    return Opening(record_id, seal(record_id, seat, what, salt, value), seat, what, salt, value)


def check(
    opened: Opening,
    *,
    seats: Sequence[str] = (),
    slots: Sequence[str] = (),
    records: Sequence[str] = (),
    values: Sequence[Json] = (),
) -> None:
    """Raise `Damaged` unless the opening fits its seal.

    A hash alone cannot say what is wrong. Whoever knows the other seats, slots, records and possible values may give
    them: if the seal turns out to be that of one of them, the message says so and the error's `kind` is `seat`, `slot`,
    `record` or `value`.
    """
    check_seal(opened.seal)
    if seal(opened.record, opened.seat, opened.what, opened.salt, opened.value) == opened.seal:
        return
    for kind, words, other in _others(opened, seats, slots, records, values):
        if seal(other.record, other.seat, other.what, other.salt, other.value) == opened.seal:
            raise Damaged(words, kind=kind)
    raise Damaged(
        f"the seal of {opened.what!r} was not made with this value and salt for seat {opened.seat!r}",
        mend="check value, salt, seat and slot: one character that differs is enough",
        kind="value or salt",
    )


def check_seal(text: Json) -> None:
    """Raise `Refused` unless the text has the form of a seal."""
    if not isinstance(text, str) or not _SEAL.fullmatch(text):
        raise Refused(f"{str(text)[:60]!r} is not a seal", mend="a seal is s1. and 43 characters", kind="seal")


def _others(
    opened: Opening, seats: Sequence[str], slots: Sequence[str], records: Sequence[str], values: Sequence[Json]
) -> Iterable[tuple[str, str, Opening]]:
    record, text, seat, what, salt, value = (getattr(opened, name) for name in opened.__struct_fields__)
    for other in seats:
        words = f"the seal of {what!r} belongs to seat {other!r}, not {seat!r}"
        yield "seat", words, Opening(record, text, other, what, salt, value)
    for other in slots:
        words = f"the seal belongs to the slot {other!r}, not {what!r}"
        yield "slot", words, Opening(record, text, seat, other, salt, value)
    for other in records:
        words = f"the seal of {what!r} belongs to the record {other}, not {record}"
        yield "record", words, Opening(other, text, seat, what, salt, value)
    for choice in values:
        words = f"{what!r} was sealed with another value than the one shown: {canonical(choice).decode()}"
        yield "value", words, Opening(record, text, seat, what, salt, choice)
