"""A record in memory: header, events, and the canonical lines its tree is made of."""

import io
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

import msgspec

from records.b64 import from_base64, to_base64
from records.canonical import Json, canonical
from records.codec import RecordLine, read_lines, write_packed, write_text
from records.errors import Damaged, QuartermasterError, Refused
from records.event import Event, Header, event_of, event_taking, read_header
from records.plain_lines import plain_lines
from records.tree import Hash, leaf_hash, root_of

CODE_BITS = 40
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_PAIRS = [one + other for one in _LETTERS for other in _LETTERS]
"""Ten bits as two letters of base32 (RFC 4648); its own encoder is slow, and every line has a code."""
_CODE = re.compile(r"[A-Z2-7]{8}", re.ASCII)
_SIZE = re.compile(r"0|[1-9]\d{0,15}", re.ASCII)


class Head(NamedTuple):
    """Size and root of a record's tree."""

    size: int
    root: Hash

    def text(self) -> str:
        """`41:<root in base64>`, the form that `qm verify --head` takes."""
        return f"{self.size}:{to_base64(self.root)}"

    @property
    def code(self) -> str:
        """The first 40 bits of the root as 8 letters and digits, to be written on paper."""
        return short_code(self.root)

    @classmethod
    def from_text(cls, text: str) -> "Head":
        """The inverse of `text`."""
        size, _, root = text.strip().partition(":")
        if not _SIZE.fullmatch(size) or not root:
            raise Refused(f"{text[:80]!r} is not a head", mend="write it as SIZE:ROOT, as `qm show` prints it")
        raw = from_base64(root)
        if raw is None or len(raw) != 32:
            raise Refused(f"the root in {text[:80]!r} is not 32 bytes in base64", mend="copy the whole line")
        return cls(int(size), raw)


def short_code(root: Hash) -> str:
    """Eight base32 characters from the beginning of a root, in two groups."""
    bits = int.from_bytes(root[: CODE_BITS // 8], "big")
    return f"{_PAIRS[bits >> 30]}{_PAIRS[bits >> 20 & 1023]}-{_PAIRS[bits >> 10 & 1023]}{_PAIRS[bits & 1023]}"


def read_code(text: str) -> str:
    """A short code as a person typed it, in the form that `short_code` prints."""
    plain = text.strip().replace("-", "").replace(" ", "").upper()
    if not _CODE.fullmatch(plain):
        raise Refused(f"{text[:40]!r} is not a short code", mend="it has 8 letters and digits 2 to 7, as in ABCD-2345")
    return f"{plain[:4]}-{plain[4:]}"


class Record(msgspec.Struct, frozen=True):
    """Header and events as logged, with the canonical bytes of every line."""

    header: Header
    events: tuple[Event, ...]
    lines: tuple[bytes, ...]
    exact: bool = True

    @property
    def size(self) -> int:
        """Number of lines, the header included."""
        return len(self.lines)

    def leaves(self) -> list[Hash]:
        """The leaf hashes, the header's first."""
        return [leaf_hash(line) for line in self.lines]

    def head(self) -> Head:
        """Size and root."""
        return Head(self.size, root_of(self.leaves()))

    def write(self, out: BinaryIO, *, packed: bool = False) -> None:
        """Write the record as JSON Lines, or as msgpack."""
        (write_packed if packed else write_text)(self.lines, out)


def read_record(stream: BinaryIO, name: str = "record") -> Record:
    """A whole record from a stream in either form."""
    return from_lines(read_lines(stream, name))


def from_bytes(content: bytes, name: str = "record") -> Record:
    """A whole record held in memory."""
    return _read_plainly(content, name) or read_record(io.BytesIO(content), name)


def _read_plainly(content: bytes, name: str) -> Record | None:
    """The record, if every line of it is plain and in order; None if it must be read line by line."""
    found = plain_lines(content)
    if found is None:
        return None
    bodies, lines = found
    try:
        header = read_header(bodies[0], f"{name} line 1")
        events = [event_taking(body, seq) for seq, body in enumerate(bodies[1:], 1) if type(body) is dict]
    except QuartermasterError:
        return None  # read again, the error gets its place
    return Record(header, tuple(events), tuple(lines)) if len(events) == len(lines) - 1 else None


def from_lines(lines: Iterator[RecordLine]) -> Record:
    """A record from lines that were read already."""
    header: Header | None = None
    events: list[Event] = []
    data: list[bytes] = []
    exact = True
    for line in lines:
        try:
            if header is None:
                header = read_header(line.body, line.where)
            else:
                events.append(event_of(line.body, line.seq, line.where))
        except QuartermasterError as error:
            raise Damaged(error.what, where=line.where, mend=error.mend, seq=line.seq) from None
        data.append(line.data)
        exact = exact and line.exact
    assert header is not None, "the codec refuses an empty file"
    return Record(header, tuple(events), tuple(data), exact)


def of_bodies(header: Json, bodies: Iterable[Json]) -> Record:
    """A record built from plain data, checked like one that is read."""
    content = b"".join(canonical(body) + b"\n" for body in (header, *bodies))
    return from_bytes(content)
