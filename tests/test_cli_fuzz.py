"""Whatever a file holds: an answer in words, never a traceback, never half an import."""

import random
from pathlib import Path

import pytest

from records.record import from_bytes
from tests.helpers.shell import STORY, Shell
from tests.helpers.slow import first_ones, many

PIECES = [b"\0", b"\xff", b"\n", b"{", b"}", b'"', b"\\u0000", b"1e9", b"\xc3", b"null", b"[[[[", b"\xc1", b"\x93"]


def packed() -> bytes:
    """The story as msgpack."""
    import io

    out = io.BytesIO()
    from_bytes(STORY.encode()).write(out, packed=True)
    return out.getvalue()


def mutated(content: bytes, chance: random.Random) -> bytes:
    """The content with one to three small accidents."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0 and place < len(data):
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[place:place] = chance.choice(PIECES)
        elif kind == 2:
            del data[place : place + chance.randint(1, 12)]
        else:
            del data[place:]
            data = data or bytearray(b"{")
    return bytes(data)


@pytest.mark.parametrize("files", first_ones([60, many(120, 200)]))
@pytest.mark.parametrize("form", ["text", "packed"])
def test_mutated_files_are_answered_in_words_and_taken_whole_or_not_at_all(qm: Shell, form: str, files: int) -> None:
    original = STORY.encode() if form == "text" else packed()
    chance = random.Random(form)
    for number in range(files):
        content = mutated(original, chance)
        qm.write("game.file", content)
        db = Path(f"{number}.db")
        taken = qm("import", "game.file", "--db", db, "--json")
        shown = qm("show", "game.file", "--json")
        checked = qm("verify", "game.file", "--loose", "--json")
        assert {taken.code, shown.code, checked.code} <= {0, 3}, (content, taken, shown, checked)
        assert taken.code == shown.code
        assert "Traceback" not in taken.err + shown.err + checked.err
        if taken.code:
            assert "game.file" in taken.err
            assert not db.exists()
            assert checked.code == 3
        else:
            assert qm("show", taken.json["id"], "--db", db, "--json").out == shown.out
