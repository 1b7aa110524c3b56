"""Twenty thousand mutated files: each is either a record, or refused with a place, and nothing else ever happens."""

import io
import random
import re
from collections import Counter

import pytest

from records.errors import Damaged, QuartermasterError
from records.record import from_bytes, of_bodies
from records.verify import KINDS, Known, verify
from tests.helpers.slow import first_ones
from tests.helpers.trust_samples import as_packed, as_text, forty, header, other

FILES = 20_000
PARTS = 4
PLACE = re.compile(r"game (line \d+|byte \d+.*)")

SMALL = of_bodies(header(), [forty()[index] for index in (0, 1, 7, 8, 9, 22, 36, 37)])
SEEDS = [as_text(SMALL), as_packed(SMALL), as_text(other()), as_packed(other())]
WORDS = [
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"\\", b"\n", b"\r\n", b"\0", b" ", b"0", b"-0", b"1.5", b"1e999", b"NaN",
    b"null", b"true", b"9007199254740993", b"99999999999999999999999", b'"do"', b'"at"', b'"by"', b'"quartermaster":1',
    b'"\\ud800"', b'"\\u0000"', b"\xff", b"\xc1", b"\xef\xbb\xbf", "e\u0301".encode(), b"[" * 40, b'{"a":' * 40,
    b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\x7f\xff\xff\xff", b"\xc6\xff\xff\xff\xff",
    b"\xcb" + bytes(8), b"\xca\x7f\x80\x00\x00", b"\xcf" + b"\xff" * 8, b"\xd3" + b"\x80" + bytes(7),
    b"\xd6\xff" + bytes(4), b"\xd4\x05\x00", b"\xc7\x0c\xff" + bytes(12),
    b"\x81\x01\x02", b"\x91" * 40, b"\x80", b"\x90", b"\xa0", b"\xc0", b"\xd9\xff",
]  # fmt: skip


def mutated(chance: random.Random) -> bytes:
    """A record mistreated by somebody, or by some disk."""
    content = bytearray(chance.choice(SEEDS))
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        at, to = sorted((chance.randrange(len(content) + 1), chance.randrange(len(content) + 1)))
        match chance.randrange(9):
            case 0:
                content[at:at] = chance.choice(WORDS)
            case 1:
                word = chance.choice(WORDS)
                content[at : at + len(word)] = word
            case 2 if content:
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
            case 3 if content:
                content[chance.randrange(len(content))] = chance.randrange(256)
            case 4:
                del content[at : min(to, at + chance.choice([1, 4, 60]))]
            case 5:
                del content[to:]
            case 6:
                content[at:at] = content[at : min(to, at + 200)]
            case 7:
                content[at:at] = chance.randbytes(chance.choice([1, 3, 17]))
            case _:
                other_content = chance.choice(SEEDS)
                start = chance.randrange(len(other_content))
                content[at : at + 80] = other_content[start : start + 80]
    return bytes(content)


def outcome(content: bytes) -> str:
    """What reading the file gives: `valid`, or the class of the error, which must name a place."""
    try:
        record = from_bytes(content, "game")
    except QuartermasterError as error:
        assert isinstance(error, Damaged), content
        assert PLACE.fullmatch(error.where), (error.where, content)
        assert error.what, content
        assert len(error.what) < 1000, content
        return "damaged"
    assert from_bytes(as_text(record)).lines == from_bytes(as_packed(record)).lines == record.lines, content
    return "valid"


@pytest.mark.slow
@pytest.mark.parametrize("part", first_ones(range(PARTS)))
def test_a_mutated_file_is_a_record_or_is_refused_with_its_place(part: int) -> None:
    chance = random.Random(part)
    seen: Counter[str] = Counter()
    for _ in range(FILES // PARTS):
        content = mutated(chance)
        result = outcome(content)
        seen[result] += 1
        report = verify(io.BytesIO(content), "game", Known(heads=(SMALL.head(),), final=True))
        assert report.ok == (content in SEEDS[:2]), content
        assert all(problem.kind in KINDS and problem.words and problem.where for problem in report.problems), content
        if result == "damaged":
            assert report.problems, content
    assert seen["valid"] > 50, "some mutations must leave a record, or the test sees only one side"
    assert seen["damaged"] > 2000


def test_random_bytes_are_refused_with_their_place() -> None:
    chance = random.Random(99)
    for size in range(400):
        assert outcome(chance.randbytes(size)) == "damaged"
        assert outcome(b"{" + chance.randbytes(size)) == "damaged"
        assert outcome(b"\x85" + chance.randbytes(size)) == "damaged"
