"""Times as a record writes them, and errors as they travel."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.clock import from_text, to_text
from records.errors import Conflict, Damaged, NotFound, QuartermasterError, Refused, Unavailable

ROOT = Path(__file__).resolve().parents[1]
SECONDS = st.integers(-60_000_000_000, 250_000_000_000)


@given(SECONDS, st.integers(0, 999_999))
def test_a_time_is_written_to_the_second_and_read_back(second: int, fraction: int) -> None:
    micros = second * 1_000_000
    assert from_text(to_text(micros + fraction)) == micros


@pytest.mark.parametrize(
    ("text", "micros"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59Z", -1_000_000),
        ("2026-11-15T18:00:00Z", 1_794_765_600_000_000),
        ("1970-01-01T00:00:00.5Z", 500_000),
        ("1970-01-01T00:00:00.000001Z", 1),
    ],
)
def test_known_times(text: str, micros: int) -> None:
    assert from_text(text) == micros


@pytest.mark.parametrize(
    "text", ["", "now", "2026-11-15", "2026-13-01T00:00:00Z", "2026-11-15T18:00:60Z", "1970-01-01T00:00:00.1234567Z"]
)
def test_what_is_not_a_time_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused, match="is not a time") as caught:
        from_text(text)
    assert caught.value.mend


@pytest.mark.parametrize(
    ("kind", "code"),
    [(QuartermasterError, 2), (Refused, 2), (Damaged, 3), (NotFound, 4), (Conflict, 5), (Unavailable, 75)],
)
def test_an_error_keeps_its_words_place_and_code_between_processes(kind: type[QuartermasterError], code: int) -> None:
    error = kind("it broke", where="game line 3", mend="mend it", seq=2, kind="cut")
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), back.what, back.where, back.mend, back.seq, back.kind) == (
        kind, "it broke", "game line 3", "mend it", 2, "cut",
    )  # fmt: skip
    assert back.code == code
    assert str(back) == "game line 3: it broke"
    assert str(kind("it broke")) == "it broke"


def test_reading_and_verifying_start_without_loading_cryptography_or_a_database() -> None:
    code = (
        "import sys, records.verify, records.proof, records.sign, records.seal;"
        "heavy = ('cryptography', 'sqlalchemy', 'sqlmodel', 'asyncio', 'typer');"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
