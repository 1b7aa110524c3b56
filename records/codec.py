"""The two forms of a record: JSON Lines and msgpack. Strict reading, with the place in every error.

Both carry the same facts and give the same root, because the leaves are made of the canonical bytes of the facts.
"""

import io
import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

import msgpack
import msgspec

from records.canonical import Json, canonical, check_profile, check_size
from records.errors import Damaged, QuartermasterError
from records.limits import DEPTH_MAX, EVENT_BYTES_MAX, EVENTS_MAX, LINE_BYTES_MAX


def _no_float(text: str) -> Json:
    raise ValueError(f"the number {text} is no integer; use integers or text")


_decode = msgspec.json.Decoder(float_hook=_no_float).decode
_pack = msgpack.Packer(autoreset=True).pack
_AS_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 16
_CHUNK = 64 * 1024


class Line(NamedTuple):
    """One line of a record: its place, its facts, their canonical bytes, and whether the file had exactly those."""

    seq: int
    body: Json
    data: bytes
    exact: bool
    where: str


def pack(body: Json) -> bytes:
    """The msgpack form of one line, keys in canonical order."""
    return pack_line(canonical(body))


def pack_line(data: bytes) -> bytes:
    """The msgpack form of one line whose canonical bytes are at hand."""
    packed: bytes = _pack(_decode(data))
    return packed


def checked_line(body: Json, where: str = "") -> tuple[Json, bytes, bytes]:
    """Facts, canonical bytes and packed bytes of a line given as plain data. Refused outside the profile."""
    try:
        data = canonical(body)
        facts = _decode(data)
    except (TypeError, ValueError, OverflowError, RecursionError):
        facts, data = None, b""
    if facts != body or not _is_plain(data):  # what JSON would silently repair is not equal
        check_profile(body, where)
        data = canonical(body)
        check_size(data, where)
        facts = _decode(data)
    return facts, data, _pack(facts)


def unpack(packed: bytes, where: str = "") -> Json:
    """The facts in one packed line; refused unless they are packed exactly as `pack` does."""
    unpacker = _unpacker()
    unpacker.feed(packed)
    body = _next_object(unpacker, where)
    if pack(body) != packed:
        raise Damaged("the packed event is not in canonical form, or bytes follow it", where=where)
    return body


def read_lines(stream: BinaryIO, name: str = "record") -> Iterator[Line]:
    """The lines of a record in either form, which is told by the first byte."""
    first = stream.read(1)
    if not first:
        raise Damaged("the file is empty", where=name, mend="a record begins with a header line")
    whole = _Prefixed(first, stream)
    return _text_lines(whole, name) if first in b'{ \t\r\n[" ' or first[0] < 0x80 else _packed_lines(whole, name)


def write_text(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Canonical lines as JSON Lines."""
    for data in lines:
        out.write(data + b"\n")


def write_packed(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Canonical lines as msgpack."""
    for data in lines:
        out.write(_pack(_decode(data)))


def _is_plain(data: bytes) -> bool:
    """Whether canonical bytes lie within the profile at first sight; if not, they need `check_profile`."""
    return (
        data.isascii()
        and b"\\" not in data
        and len(data) <= EVENT_BYTES_MAX
        and data.count(b"{") + data.count(b"[") <= DEPTH_MAX
        and _LONG_NUMBER not in data.translate(_AS_ZEROS)
    )


class _Prefixed:
    """A stream whose first byte was read already."""

    def __init__(self, first: bytes, stream: BinaryIO) -> None:
        self._first = first
        self._stream = stream

    def read(self, size: int) -> bytes:
        first, self._first = self._first, b""
        return first + self._stream.read(size - len(first))

    def readline(self, size: int) -> bytes:
        first, self._first = self._first, b""
        return first if first == b"\n" else first + self._stream.readline(size - len(first))


def _text_lines(stream: _Prefixed, name: str) -> Iterator[Line]:
    seq = 0
    while raw := stream.readline(LINE_BYTES_MAX + 1):
        where = f"{name} line {seq + 1}"
        if len(raw) > LINE_BYTES_MAX:
            raise Damaged(f"the line is longer than {LINE_BYTES_MAX:,} bytes", where=where, seq=seq)
        _check_count(seq, where)
        ended = raw.endswith(b"\n")
        text = raw[:-1] if ended else raw
        body, data = _read_text(text, where, seq)
        yield Line(seq, body, data, ended and data == text, where)
        seq += 1


def _read_text(text: bytes, where: str, seq: int) -> tuple[Json, bytes]:
    if not text.strip():
        raise Damaged("the line is empty", where=where, mend="one line holds one event; remove it", seq=seq)
    try:
        body = _decode(text)
        data = canonical(body)
        if data != text or not _is_plain(data):
            body = _read_slowly(text)
            check_profile(body)
            data = canonical(body)
            check_size(data)
    except QuartermasterError as error:
        raise Damaged(error.what, where=where, mend=error.mend, seq=seq) from None
    except (ValueError, RecursionError) as error:
        raise Damaged(f"the line is not JSON: {error}", where=where, mend="see `qm help record`", seq=seq) from None
    return body, data


def _read_slowly(text: bytes) -> Json:
    """Read JSON that is not canonical, refusing what a lax reader would silently repair."""
    return json.loads(text.decode("utf-8"), object_pairs_hook=_unique_keys, parse_constant=_no_constant)


def _unique_keys(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return found


def _no_constant(word: str) -> Json:
    raise ValueError(f"{word} is not allowed")


def _unpacker() -> msgpack.Unpacker:
    return msgpack.Unpacker(
        raw=False,
        strict_map_key=False,
        object_pairs_hook=_unique_keys,
        max_buffer_size=4 * LINE_BYTES_MAX,
        max_str_len=EVENT_BYTES_MAX,
        max_bin_len=EVENT_BYTES_MAX,
        max_array_len=EVENT_BYTES_MAX,
        max_map_len=EVENT_BYTES_MAX,
        max_ext_len=EVENT_BYTES_MAX,
    )


def _packed_lines(stream: _Prefixed, name: str) -> Iterator[Line]:
    unpacker = _unpacker()
    waiting = bytearray()
    offset = seq = 0
    while True:
        where = f"{name} byte {offset} (event {seq})"
        body = _try_next(unpacker, stream, waiting, where, seq)
        if body is _END:
            return
        _check_count(seq, where)
        length = unpacker.tell() - offset
        raw = bytes(waiting[:length])
        del waiting[:length]
        offset += length
        try:
            check_profile(body)
            data = canonical(body)
            check_size(data)
        except QuartermasterError as error:
            raise Damaged(error.what, where=where, mend=error.mend, seq=seq) from None
        yield Line(seq, body, data, pack(body) == raw, where)
        seq += 1


_END = object()


def _try_next(unpacker: msgpack.Unpacker, stream: _Prefixed, waiting: bytearray, where: str, seq: int) -> Json:
    while True:
        try:
            return _next_object(unpacker, where, seq)
        except msgpack.OutOfData:
            chunk = stream.read(_CHUNK)
            if not chunk:
                if waiting:
                    raise Damaged("the file ends in the middle of an event", where=where, seq=seq) from None
                return _END
            if len(waiting) > 4 * EVENT_BYTES_MAX:
                raise Damaged("the event is too long", where=where, seq=seq) from None
            unpacker.feed(chunk)
            waiting += chunk


def _next_object(unpacker: msgpack.Unpacker, where: str, seq: int | None = None) -> Json:
    try:
        return unpacker.unpack()
    except msgpack.OutOfData:
        raise
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise Damaged(f"the bytes are not msgpack: {error}", where=where, seq=seq) from None


def _check_count(seq: int, where: str) -> None:
    if seq > EVENTS_MAX:
        raise Damaged(f"a record has at most {EVENTS_MAX:,} events", where=where, seq=seq)


def lines_of(content: bytes, name: str = "record") -> Iterator[Line]:
    """The lines of a record held in memory."""
    return read_lines(io.BytesIO(content), name)
