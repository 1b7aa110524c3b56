"""The two forms of a record: JSON Lines and msgpack. Strict reading, with the place in every error.

Both carry the same facts and give the same root, because the leaves are made of the canonical bytes of the facts.
"""

import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

import msgpack

from records.canonical import Json, canonical
from records.errors import Damaged, Refused
from records.limits import EVENT_BYTES_MAX, EVENTS_MAX, LINE_BYTES_MAX
from records.strict import packed_from, read_json, read_packed, unpack, unpack_line

__all__ = [
    "RecordLine",
    "lines_of",
    "pack",
    "pack_line",
    "read_lines",
    "unpack",
    "unpack_line",
    "write_packed",
    "write_text",
]

_CHUNK = 64 * 1024
_PACKED_BYTES_MAX = 4 * EVENT_BYTES_MAX
_ODD_BEGINNINGS = {
    b"\xef": ("begins with a byte order mark", "save it as UTF-8 without one"),
    b"\xff": ("looks like UTF-16", "save it as UTF-8"),
    b"\xfe": ("looks like UTF-16", "save it as UTF-8"),
}


class RecordLine(NamedTuple):
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
    return packed_from(data)


def lines_of(content: bytes, name: str = "record") -> Iterator[RecordLine]:
    """The lines of a record held in memory."""
    return read_lines(io.BytesIO(content), name)


def read_lines(stream: BinaryIO, name: str = "record", found: list[Damaged] | None = None) -> Iterator[RecordLine]:
    """The lines of a record in either form, recognised by its first byte.

    What cannot be read raises `Damaged`. If the caller gives a list `found`, errors are put there instead and reading
    goes on with the next line; in the msgpack form it ends there, because nothing shows where the next one begins.
    The error's `kind` is `unreadable`, `garbage` (no object), `blank`, `cut` (the end is missing), `lost` or
    `lost-garbage` (nothing behind it can be read either), or `unended` (only the last newline is missing, which is
    reported only to a caller who gives `found`).
    """
    first = stream.read(1)
    try:
        _check_first(first, name)
    except Damaged as error:
        _tell(error, found)
        return iter(())
    whole = _Prefixed(first, stream)
    return _text_lines(whole, name, found) if first[0] < 0x80 else _packed_lines(whole, name, found)


def write_text(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Canonical lines as JSON Lines."""
    for data in lines:
        out.write(data + b"\n")


def write_packed(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Canonical lines as msgpack."""
    for data in lines:
        out.write(packed_from(data))


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


def _check_first(first: bytes, name: str) -> None:
    if not first:
        raise Damaged("the file is empty", where=f"{name} byte 0", mend="a record begins with a header", kind="cut")
    if first in _ODD_BEGINNINGS:
        what, mend = _ODD_BEGINNINGS[first]
        raise Damaged(f"the file {what}", where=f"{name} byte 0", mend=mend, seq=0, kind="lost")


def _tell(error: Damaged, found: list[Damaged] | None) -> None:
    if found is None:
        raise error
    found.append(error)


def _text_lines(stream: _Prefixed, name: str, found: list[Damaged] | None) -> Iterator[RecordLine]:
    seq = 0
    while raw := stream.readline(LINE_BYTES_MAX + 1):
        where = f"{name} line {seq + 1}"
        if seq > EVENTS_MAX:
            return _tell(_too_many(where, seq), found)
        ended = raw.endswith(b"\n")
        text = raw[:-1] if ended else raw
        try:
            if len(raw) > LINE_BYTES_MAX:
                _skip_line(stream, raw)
                raise Refused(f"the line is longer than {LINE_BYTES_MAX:,} bytes", mend="split it", kind="unreadable")
            body, data = read_json(text)
            _check_object(body, seq)
        except Refused as error:
            _tell(_text_damage(error, text, ended, where, seq), found)
        else:
            if not ended and found is not None:
                found.append(Damaged("the last line does not end with a newline", where=where, seq=seq, kind="unended"))
            yield RecordLine(seq, body, data, ended and data == text, where)
        seq += 1


def _skip_line(stream: _Prefixed, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(LINE_BYTES_MAX)


def _text_damage(error: Refused, text: bytes, ended: bool, where: str, seq: int) -> Damaged:
    if not text.strip():
        mend = "one line holds one event; remove it"
        return Damaged("the line is empty", where=where, mend=mend, seq=seq, kind="blank")
    kind = error.kind
    if not kind and not text.lstrip().startswith(b"{"):
        kind = "garbage"
    elif not kind and not ended:
        kind = "cut"
    return Damaged(error.what, where=where, mend=error.mend, seq=seq, kind=kind or "unreadable")


def _packed_lines(stream: _Prefixed, name: str, found: list[Damaged] | None) -> Iterator[RecordLine]:
    pieces = _pieces(stream)
    offset = seq = 0
    while True:
        where = f"{name} byte {offset} (event {seq})"
        raw = b""
        try:
            raw = next(pieces, b"")
            if not raw:
                return
            body, data, exact = read_packed(raw)
            _check_object(body, seq)
        except Refused as error:
            kind = error.kind or ("lost" if _is_map(raw) else "lost-garbage")
            return _tell(Damaged(error.what, where=where, mend=error.mend, seq=seq, kind=kind), found)
        if seq > EVENTS_MAX:
            return _tell(_too_many(where, seq), found)
        yield RecordLine(seq, body, data, exact, where)
        offset += len(raw)
        seq += 1


def _pieces(stream: _Prefixed) -> Iterator[bytes]:
    """The bytes of one packed object after another. Nothing is built yet, so that no announced length costs memory."""
    unpacker = msgpack.Unpacker(max_buffer_size=2 * _PACKED_BYTES_MAX)
    waiting = bytearray()
    passed = 0
    while True:
        try:
            unpacker.skip()
        except msgpack.OutOfData:
            chunk = stream.read(_CHUNK)
            if not chunk and not waiting:
                return
            if not chunk:
                kind = "cut" if _is_map(waiting) else "lost-garbage"
                raise Refused("the file ends in the middle of an event", kind=kind) from None
            if len(waiting) > _PACKED_BYTES_MAX:
                raise Refused("the event is too long", kind="lost") from None
            unpacker.feed(chunk)
            waiting += chunk
            continue
        except (ValueError, RecursionError, msgpack.UnpackException) as error:
            kind = "lost" if _is_map(waiting) else "lost-garbage"
            raise Refused(f"it is not msgpack: {str(error) or type(error).__name__}", kind=kind) from None
        length = unpacker.tell() - passed
        passed += length
        yield bytes(waiting[:length])
        del waiting[:length]


def _is_map(raw: bytes | bytearray) -> bool:
    return 0x80 <= raw[0] <= 0x8F or raw[0] in (0xDE, 0xDF)


def _check_object(body: Json, seq: int) -> None:
    if type(body) is not dict:
        what = "an event is an object" if seq else "the file does not begin with a header"
        raise Refused(what, mend='write {"do":"pass","by":"blue"}' if seq else "see `qm help record`")


def _too_many(where: str, seq: int) -> Damaged:
    return Damaged(f"a record has at most {EVENTS_MAX:,} events", where=where, seq=seq, kind="lost")
