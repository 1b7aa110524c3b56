"""The id of a record: new ones sort by time, and a file without one always gets the same."""

from hypothesis import given, settings
from hypothesis import strategies as st
from ulid import ULID

from records.event import read_header
from records.ids import id_of, new_id
from records.record import from_bytes

HEADER = b'{"game":"tiny","players":[{"seat":"blue"}],"quartermaster":1}\n'
ID = "01JCQ7Z0000000000000000001"


def test_an_id_holds_its_time_and_its_random_bytes() -> None:
    assert new_id(0, bytes(10)) == "0" * 26
    assert new_id(1_731_715_461_000_000, bytes(9) + b"\x01").startswith("01JC")
    assert new_id(2**48 * 1000 - 1, b"\xff" * 10) == "7" + "Z" * 25


@settings(deadline=None)
@given(st.integers(0, 2**48 * 1000 - 1), st.binary(min_size=10, max_size=10))
def test_an_id_is_written_as_the_ulid_package_writes_it(at: int, random: bytes) -> None:
    assert new_id(at, random) == str(ULID((at // 1000).to_bytes(6, "big") + random))


@settings(deadline=None)
@given(st.integers(0, 2**48 - 2), st.binary(min_size=10, max_size=10), st.binary(min_size=10, max_size=10))
def test_a_later_millisecond_gives_a_greater_id(millis: int, one: bytes, two: bytes) -> None:
    assert new_id(millis * 1000, one) < new_id((millis + 1) * 1000, two)


@settings(deadline=None)
@given(st.integers(0, 2**48 * 1000 - 1), st.binary(min_size=10, max_size=10))
def test_every_new_id_is_allowed_in_a_header(at: int, random: bytes) -> None:
    read_header({"quartermaster": 1, "game": "tiny", "players": [{"seat": "blue"}], "id": new_id(at, random)})


def test_the_id_of_a_record_is_the_one_in_its_header() -> None:
    named = HEADER.replace(b'{"game"', f'{{"id":"{ID}","game"'.encode())
    assert id_of(from_bytes(named)) == ID


def test_a_record_without_an_id_gets_one_from_its_header_alone() -> None:
    derived = id_of(from_bytes(HEADER))
    assert derived == id_of(from_bytes(HEADER + b'{"do":"setup"}\n'))
    assert derived == id_of(from_bytes(HEADER.replace(b":", b": ")))  # the facts count, not the spacing
    assert derived != id_of(from_bytes(HEADER.replace(b"blue", b"red")))
    assert derived == "4RRK6PVVGS3355F83VGB0H1D6A"  # for ever: files on disk rely on it
