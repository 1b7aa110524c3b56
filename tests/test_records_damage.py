"""Every small damage to a record of forty events is found, in both forms, when its head is known."""

import io
import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from records.codec import pack
from records.verify import Known, verify
from tests.helpers.slow import first_ones, many, shares, some
from tests.helpers.trust_samples import as_packed, as_text, sample

pytestmark = pytest.mark.slow

RECORD = sample()
KNOWN = Known(heads=(RECORD.head(),), final=True, search=False)
"""The search only explains what was found already, and would take most of the time here."""

CONTENT = {"text": as_text(RECORD), "packed": as_packed(RECORD)}
PIECES = {
    "text": [line + b"\n" for line in RECORD.lines],
    "packed": [pack(msgspec.json.decode(line)) for line in RECORD.lines],
}
PARTS = 8


def unseen(damaged: Iterator[tuple[str, bytes]], expected: int) -> list[str]:
    """The damages that `verify` does not find; there must have been as many as expected."""
    missed, count = [], 0
    for name, content in damaged:
        count += 1
        report = verify(io.BytesIO(content), "game", KNOWN)
        if report.ok or not report.problems[0].where:
            missed.append(name)
    assert count == expected
    return missed


def flips(content: bytes, part: int) -> Iterator[tuple[str, bytes]]:
    for at in range(part, len(content), PARTS):
        for bit in range(8):
            damaged = bytearray(content)
            damaged[at] ^= 1 << bit
            yield f"bit {bit} of byte {at}", bytes(damaged)


def cuts(content: bytes) -> Iterator[tuple[str, bytes]]:
    for size in range(len(content)):
        yield f"cut to {size} bytes", content[:size]


def drops(pieces: list[bytes]) -> Iterator[tuple[str, bytes]]:
    for at in range(len(pieces)):
        yield f"line {at} dropped", b"".join(pieces[:at] + pieces[at + 1 :])


def doubles(pieces: list[bytes]) -> Iterator[tuple[str, bytes]]:
    for at in range(len(pieces)):
        for to in range(len(pieces) + 1):
            yield f"line {at} once more at {to}", b"".join([*pieces[:to], pieces[at], *pieces[to:]])


def swaps(pieces: list[bytes]) -> Iterator[tuple[str, bytes]]:
    for first in range(len(pieces)):
        for second in range(first + 1, len(pieces)):
            if pieces[first] != pieces[second]:
                changed = [*pieces]
                changed[first], changed[second] = pieces[second], pieces[first]
                yield f"lines {first} and {second} swapped", b"".join(changed)


forms = pytest.mark.parametrize("form", ["text", "packed"])
one_form = pytest.mark.parametrize("form", first_ones(["text", "packed"]))
"""The second form of the longer proofs is a slow test."""


@forms
def test_the_undamaged_record_is_fine(form: str) -> None:
    assert verify(io.BytesIO(CONTENT[form]), "game", KNOWN).ok
    assert b"".join(PIECES[form]) == CONTENT[form]
    assert len(PIECES[form]) == 41


@pytest.mark.slow
@forms
@pytest.mark.parametrize("part", some(range(PARTS)))
def test_every_single_bit_flip_is_found(form: str, part: int) -> None:
    content = CONTENT[form]
    assert unseen(flips(content, part), 8 * len(range(part, len(content), PARTS))) == []


@one_form
def test_every_cut_is_found(form: str) -> None:
    assert unseen(cuts(CONTENT[form]), len(CONTENT[form])) == []


@forms
def test_every_dropped_line_is_found(form: str) -> None:
    assert unseen(drops(PIECES[form]), 41) == []


@one_form
def test_every_doubled_line_is_found_wherever_it_is_put(form: str) -> None:
    assert unseen(doubles(PIECES[form]), 41 * 42) == []


@one_form
def test_every_swap_of_two_lines_is_found(form: str) -> None:
    two_lines_are_equal = 1
    assert unseen(swaps(PIECES[form]), 41 * 40 // 2 - two_lines_are_equal) == []


SALTED = sample(salted=True)
BY_COPY = Known(copy=SALTED, final=True)


@forms
@pytest.mark.parametrize("rounds", shares(40, many(240, 800)))
def test_flipped_bits_of_a_record_with_salts_are_found_by_head_and_by_copy(form: str, rounds: range) -> None:
    content = as_text(SALTED) if form == "text" else as_packed(SALTED)
    by_head = Known(heads=(SALTED.head(),), final=True, search=False)
    salts = [found.start() for found in re.finditer(rb"salt", content)]
    for number in rounds:
        rng = Random(f"{form} {number}")
        # every second flip hits a salt, or the word itself
        at = rng.choice(salts) + rng.randrange(28) if number % 2 else rng.randrange(len(content))
        damaged = bytearray(content)
        damaged[at] ^= 1 << rng.randrange(8)
        for known in (by_head, BY_COPY):
            report = verify(io.BytesIO(bytes(damaged)), "game", known)
            assert not report.ok, f"byte {at}"
        if form == "text" and content[at : at + 1] != b"\n":
            assert report.first == content[:at].count(b"\n"), f"byte {at}"
