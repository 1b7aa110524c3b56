"""The two forms of a record: what goes in comes out, with one root, and what is wrong is refused with its place."""

import io
import unicodedata
from datetime import datetime
from decimal import Decimal
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.canonical import canonical, check_profile, check_size, checked_line
from records.codec import lines_of, pack, read_lines, unpack, unpack_line
from records.errors import Damaged, Refused
from records.limits import DEPTH_MAX, EVENT_BYTES_MAX, EVENTS_MAX, INTEGER_MAX, LINE_BYTES_MAX
from records.record import Record, from_bytes, of_bodies, read_record
from tests.helpers.slow import many
from tests.helpers.trust_samples import as_packed, as_text, header, sample

HEADER = canonical(header()) + b"\n"
PACKED_HEADER = pack(header())

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12).map(
    lambda text: unicodedata.normalize("NFC", text)
)
scalars = st.none() | st.booleans() | st.integers(-INTEGER_MAX, INTEGER_MAX) | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
names = st.sampled_from(["play", "pass", "x-1"])
events = st.builds(
    lambda fields, do: {**fields, "do": do},
    st.dictionaries(texts.filter(lambda key: key not in ("do", "at", "by")), values, max_size=4),
    names,
)


def text_of(*lines: bytes) -> bytes:
    return HEADER + b"".join(line + b"\n" for line in lines)


def refusal(content: bytes) -> Damaged:
    with pytest.raises(Damaged) as caught:
        list(lines_of(content, "game.jsonl"))
    return caught.value


class Slow(io.BytesIO):
    """A stream that gives a few bytes at a time, as a pipe may."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(7, size) if size is not None and size > 0 else size)


@pytest.mark.slow
@settings(max_examples=many(80, 500), deadline=None)
@given(st.lists(events, max_size=5))
def test_bodies_text_and_msgpack_are_one_record_with_one_root(bodies: list[dict[str, Any]]) -> None:
    record = of_bodies(header(), bodies)
    from_text, from_packed = from_bytes(as_text(record)), from_bytes(as_packed(record))
    assert from_text == from_packed == record
    assert from_text.exact
    assert from_text.head() == from_packed.head() == record.head()
    assert [event.body() for event in from_packed.events] == bodies
    assert [unpack(pack(body)) for body in bodies] == bodies


@pytest.mark.slow
@settings(max_examples=many(50, 500), deadline=None)
@given(st.lists(events, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_spaces_order_and_escapes_do_not_change_the_root(bodies: list[dict[str, Any]], random: Any) -> None:
    """A person may write a line with other spaces, escapes and order of keys; the facts are the same."""
    loose = HEADER
    for body in bodies:
        items = list(body.items())
        random.shuffle(items)
        encoded = msgspec.json.format(msgspec.json.encode(dict(items)), indent=0)
        loose += b" " + encoded.replace(b"\n", b"\t") + b"\r\n"
    record = from_bytes(loose)
    assert record.head() == of_bodies(header(), bodies).head()
    assert not record.exact


@pytest.mark.parametrize("content", [as_text(sample()), as_packed(sample())], ids=["text", "packed"])
def test_a_stream_that_gives_a_few_bytes_at_a_time_reads_the_same(content: bytes) -> None:
    assert list(read_lines(Slow(content))) == list(lines_of(content))


def test_msgpack_is_the_shorter_form_and_both_are_told_apart_by_content() -> None:
    record = sample()
    assert len(as_packed(record)) < 0.9 * len(as_text(record))
    assert from_bytes(as_packed(record)).lines == record.lines


TEXT_REFUSALS = [
    (b'{"do":"x","n":0.5}', "$.n is the number 0.5, which is no integer"),
    (b'{"do":"x","n":1.0}', "$.n is the number 1.0, which is no integer"),
    (b'{"do":"x","n":1e400}', "$.n is the number inf"),
    (b'{"do":"x","n":-0}', "$.n is -0"),
    (b'{"do":"x","n":-0.0}', "$.n is the number -0.0"),
    (b'{"do":"x","n":[NaN]}', "$.n[0] is NaN"),
    (b'{"do":"x","n":-Infinity}', "$.n is -Infinity"),
    (b'{"do":"x","n":9007199254740992}', "$.n is the integer 9007199254740992, beyond 2^53"),
    (b'{"do":"x","n":-9007199254740992}', "$.n is the integer -9007199254740992, beyond 2^53"),
    (b'{"do":"x","n":18446744073709551616}', "beyond 2^53"),
    (b'{"do":"x","n":' + b"9" * 9000 + b"}", "$.n is an integer of 9000 characters, beyond 2^53"),
    (b'{"do":"x","do":"x"}', "$ has the key 'do' twice"),
    (b'{"do":"x","a":[{"b":1,"c":2,"b":1}]}', "$.a[0] has the key 'b' twice"),
    (b'{"do":"x","a":1,"\\u0061":1}', "$ has the key 'a' twice"),
    (b'{"do":"x","s":"\\u0000"}', "$.s holds a NUL"),
    (b'{"do":"x","s":"A\xcc\x8a"}', "$.s is not in the NFC form"),
    (b'{"do":"x","s":"\\ud83d"}', "$.s holds half of a surrogate pair"),
    (b'{"do":"x","s":"\\ude02\\ud83d"}', "$.s holds half of a surrogate pair"),
    (b'{"do":"x","s":"\xff"}', "byte 16 of the line is not UTF-8"),
    (b'{"do":"x","s":"\xed\xa0\x80"}', "is not UTF-8"),
    (b'{"do":"x","s":"\x01"}', "it is not JSON"),
    (b'{"do":"x","a":' + b"[" * 16 + b"]" * 16 + b"}", "nests deeper than 16"),
    (b"[" * 200_000, "nests deeper than 16"),
    (b'{"do":"x","s":"' + b"x" * EVENT_BYTES_MAX + b'"}', "65,536 are allowed"),
    (b'{"do":"x","s":"' + b"x" * LINE_BYTES_MAX + b'"}', "the line is longer than 524,288 bytes"),
    (b'{"do":"x"}{"do":"y"}', "it is not JSON: trailing characters"),
    (b'{"do":"x"', "it is not JSON"),
    (b'{"do":"x","n":01}', "it is not JSON"),
    (b'{"do":"x","n":+1}', "it is not JSON"),
    (b"{'do':'x'}", "it is not JSON"),
    (b'{"do":"x",}', "it is not JSON"),
    (b'// {"do":"x"}', "it is not JSON"),
    (b'\xef\xbb\xbf{"do":"x"}', "it is not JSON"),
    (b"\0\0\0\0", "it is not JSON"),
    (b"5", "an event is an object"),
    (b'["do"]', "an event is an object"),
    (b"", "the line is empty"),
    (b" \t", "the line is empty"),
]


@pytest.mark.parametrize(("line", "words"), TEXT_REFUSALS, ids=[repr(line[:30]) for line, _ in TEXT_REFUSALS])
def test_a_bad_line_is_refused_with_file_line_field_and_reason(line: bytes, words: str) -> None:
    error = refusal(text_of(b'{"do":"pass"}', line, b'{"do":"pass"}'))
    assert words in error.what
    assert error.where == "game.jsonl line 3"
    assert error.seq == 2
    assert len(error.what) < 400


PACKED_REFUSALS = [
    (msgpack.packb({"do": "x", "n": 0.5}), "$.n is the number 0.5, which is no integer"),
    (msgpack.packb({"do": "x", "n": 1.0}), "$.n is the number 1.0"),
    (msgpack.packb({"do": "x", "n": float("nan")}), "$.n is the number nan"),
    (msgpack.packb({"do": "x", "n": 2**53}), "beyond 2^53"),
    (msgpack.packb({"do": "x", "n": b"raw"}), "$.n is a bytes"),
    (msgpack.packb({"do": "x", "n": msgpack.Timestamp(1)}), "$.n is a Timestamp"),
    (msgpack.packb({"do": "x", "n": msgpack.ExtType(5, b"")}), "$.n is a ExtType"),
    (msgpack.packb({"do": "x", 5: 6}), "$ has the key 5, which is not text"),
    (b"\x82\xa2do\xa1x\xa2do\xa1x", "$ has the key 'do' twice"),
    (b"\x82\xa2do\xa1x\xa1a\x82\xa1b\x01\xa1b\x01", "$.a has the key 'b' twice"),
    (b"\x81\x90\x01", "it is not msgpack"),
    (b"\x81\xa2do\xa1\xff", "it is not msgpack"),
    (b"\x81\xa2do\xc1", "it is not msgpack"),
    (msgpack.packb({"do": "x", "s": "a\0"}), "$.s holds a NUL"),
    (msgpack.packb({"do": "x", "s": "A\u030a"}), "$.s is not in the NFC form"),
    (b"\x81\xa1a" + b"\x91" * DEPTH_MAX + b"\x01", "nests deeper than 16"),
    (b"\x81\xa1a" + b"\x91" * 5000 + b"\x01", "msgpack"),
    (msgpack.packb({"do": "x", "s": "x" * EVENT_BYTES_MAX}), "65,536 are allowed"),
    (b"\x81\xa1a" + b"\xdb\x00\x10\x00\x00" + b"x" * 2**20, "the event is too long"),
    (msgpack.packb(["do"]), "an event is an object"),
    (b"\x05", "an event is an object"),
]


@pytest.mark.parametrize(("piece", "words"), PACKED_REFUSALS, ids=[repr(piece[:30]) for piece, _ in PACKED_REFUSALS])
def test_a_bad_packed_event_is_refused_with_file_byte_field_and_reason(piece: bytes, words: str) -> None:
    before = PACKED_HEADER + pack({"do": "pass"})
    error = refusal(before + piece + pack({"do": "pass"}))
    assert words in error.what
    assert error.where == f"game.jsonl byte {len(before)} (event 2)"
    assert error.seq == 2


@pytest.mark.parametrize("announced", [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff"])
def test_an_announced_length_that_never_comes_costs_nothing(announced: bytes) -> None:
    error = refusal(PACKED_HEADER + b"\x81\xa1a" + announced * 3)
    assert "ends in the middle" in error.what


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf" + HEADER, "begins with a byte order mark"),
        ('{"quartermaster":1}\n'.encode("utf-16"), "looks like UTF-16"),
        ('{"quartermaster":1}\n'.encode("utf-16-be"), "is not JSON"),
        (b"\n" + HEADER, "the line is empty"),
        (b"5\n", "does not begin with a header"),
        (b"\x05", "is not JSON"),
        (PACKED_HEADER[:-1], "ends in the middle of an event"),
    ],
)
def test_a_file_that_does_not_begin_like_a_record_is_refused_with_its_place(content: bytes, words: str) -> None:
    error = refusal(content)
    assert words in error.what
    assert error.where.startswith("game.jsonl ")


@pytest.mark.parametrize(
    ("loose", "why"),
    [
        (HEADER + b'{"do":"x"}\r\n', "windows line end"),
        (HEADER + b'{"do":"x"}', "no final newline"),
        (HEADER + b'{"do": "x"}\n', "space"),
        (HEADER + b'{"n":1,"do":"x"}\n', "order"),
        (HEADER + b'{"do":"\\u0078"}\n', "escape"),
        (PACKED_HEADER + b"\x82\xa2do\xa1x\xa1n\xcc\x01", "long integer"),
        (PACKED_HEADER + b"\x82\xa1n\x01\xa2do\xa1x", "order, packed"),
        (PACKED_HEADER + b"\x81\xa2do\xd9\x01x", "long text"),
    ],
)
def test_facts_in_another_spelling_are_read_and_marked_as_not_exact(loose: bytes, why: str) -> None:
    record = from_bytes(loose)
    assert record.events[0].do == "x", why
    assert not record.exact


def test_a_stored_event_must_be_packed_in_the_one_canonical_way() -> None:
    assert unpack_line(pack({"do": "x", "n": 1})) == ({"do": "x", "n": 1}, b'{"do":"x","n":1}')
    for raw in (b"\x82\xa2do\xa1x\xa1n\xcc\x01", b"\x81\xa2do", pack({"do": "x"}) + b"\0", b"", msgpack.packb(0.5)):
        with pytest.raises(Damaged) as caught:
            unpack(raw, "event 7")
        assert caught.value.where == "event 7"


UNFIT = [0.5, 1.0, -0.0, float("nan"), 2**53, -(2**64), b"x", "a\0", "A\u030a", "\ud800", {1: 2}, {"a"}, "x" * 70_000]
NEARLY = [Decimal("1.5"), datetime(2026, 1, 1), (1,), True, None, INTEGER_MAX, "é", [[[]]], {"b": {"c": []}}]
"""What an encoder would quietly turn into something else, and what only looks like that."""

odd = st.sampled_from([*UNFIT, *NEARLY])


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(["a", "b", "é", "do"]), values | odd | st.lists(odd, max_size=2), max_size=3))
def test_plain_data_is_taken_or_refused_by_the_fast_way_just_as_by_the_slow_one(body: dict[str, Any]) -> None:
    try:
        check_profile(body)
        check_size(canonical(body))
    except Refused as slow:
        with pytest.raises(Refused) as fast:
            checked_line(body)
        assert fast.value.what == slow.what
        return
    facts, data = checked_line(body)
    assert data == canonical(body)
    assert unpack_line(pack(body)) == (facts, data)


def test_packing_writes_the_shortest_encodings_as_msgpack_does() -> None:
    body = {
        "i": [
            0,
            127,
            128,
            255,
            256,
            65535,
            65536,
            2**32 - 1,
            2**32,
            INTEGER_MAX,
            -1,
            -32,
            -33,
            -128,
            -129,
            -INTEGER_MAX,
        ],
        "l": [[0] * 15, [0] * 16],
        "m": {str(number): number for number in range(16)},
        "s": ["", "x" * 31, "x" * 32, "x" * 255, "x" * 256],
    }
    assert pack(body) == msgpack.packb(msgspec.json.decode(canonical(body)))


def test_reading_goes_on_after_a_bad_line_if_the_caller_collects_the_damage() -> None:
    found: list[Damaged] = []
    content = text_of(b'{"do":"a"}', b"{", b'{"do":"b"}', b'{"do":"' + b"x" * 2 * LINE_BYTES_MAX, b'{"do":"c"}') + b"{"
    lines = list(read_lines(io.BytesIO(content), "g", found))
    assert [(line.seq, line.body["do"]) for line in lines[1:]] == [(1, "a"), (3, "b"), (5, "c")]
    assert [(error.seq, error.kind) for error in found] == [(2, "unreadable"), (4, "unreadable"), (6, "cut")]


def test_more_events_than_a_record_may_have_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert EVENTS_MAX == 1_000_000
    monkeypatch.setattr("records.codec.EVENTS_MAX", 3)
    enough = [{"do": "x"}] * 3
    for content in (as_text(of_bodies(header(), enough)), as_packed(of_bodies(header(), enough))):
        assert from_bytes(content).size == 4
    with pytest.raises(Damaged, match="at most 3 events"):
        of_bodies(header(), [*enough, {"do": "x"}])
    with pytest.raises(Damaged, match="at most 3 events"):
        from_bytes(PACKED_HEADER + pack({"do": "x"}) * 4)


def test_a_doubled_key_among_very_many_is_found_at_once() -> None:
    keys = b",".join(b'"%d":0' % number for number in range(40_000))
    error = refusal(text_of(b'{"do":"x",' + keys + b',"39999":0}'))
    assert "$ has the key '39999' twice" in error.what


def _read(content: bytes, *, at_once: bool) -> Record | tuple[str, str]:
    try:
        return from_bytes(content, "game.jsonl") if at_once else read_record(io.BytesIO(content), "game.jsonl")
    except Damaged as error:
        return str(error), error.mend


ODD_LINES = (
    b'{"do":"pass","by":"red"}',
    b'{"by":"red","by":"red","do":"pass"}',
    b'{"do":"pass","n":-0}',
    b'{"do":"pass","n":1.0}',
    b'{"do":"pass","n":9007199254740993}',
    b'{"do":"pass","n":9007199254740991}',
    b'{"do":"pass","n":%s}' % (b"[" * 17 + b"]" * 17),
    b'{"do":"pass","n":%s}' % (b"[" * 15 + b"]" * 15),
    '{"do":"note","text":"Zoë"}'.encode(),
    b'{"do":"note","text":"a\\u0000b"}',
    b'{"do":"note","text":"Zoe\xcc\x88"}',
    b'{"do":["pass"]}',
    b'{"do":"Pass"}',
    b'{"at":null,"do":"pass"}',
    b'{"at":"yesterday","do":"pass"}',
    b'{"by":"","do":"pass"}',
    b'[{"do":"pass"}]',
    b"7",
    b"",
    b"{",
    b' {"do":"pass"}',
)


@pytest.mark.parametrize("odd", ODD_LINES)
def test_a_record_read_at_once_is_the_one_read_line_by_line(odd: bytes) -> None:
    plain = b'{"at":"2026-11-15T18:00:00Z","by":"red","do":"play","n":3}'
    for content in (text_of(plain, odd, plain), text_of(plain, odd)[:-1], text_of(odd), odd + b"\n" + HEADER):
        assert _read(content, at_once=True) == _read(content, at_once=False)


@given(st.lists(events, max_size=4), st.integers(0, 400), st.sampled_from(b'{}[]",:019-\\\n \xc3'))
def test_one_changed_byte_is_seen_either_way(bodies: list[dict[str, Any]], place: int, byte: int) -> None:
    content = bytearray(text_of(*map(canonical, bodies)))
    content[place % len(content)] = byte
    assert _read(bytes(content), at_once=True) == _read(bytes(content), at_once=False)
