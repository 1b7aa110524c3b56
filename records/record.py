"""A record in memory: header, events, and the canonical lines its tree is made of."""

import base64
import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

import msgspec

from records.canonical import Json, canonical
from records.codec import Line, read_lines, write_packed, write_text
from records.errors import Damaged, QuartermasterError
from records.event import Event, Header, event_of, read_header
from records.tree import Hash, leaf_hash, root_of

CODE_BITS = 40


class Head(NamedTuple):
    """Size and root of a record's tree."""

    size: int
    root: Hash

    def text(self) -> str:
        """`41:<root in base64>`, the form that `qm verify --head` takes."""
        return f"{self.size}:{base64.b64encode(self.root).decode()}"

    @property
    def code(self) -> str:
        """The first 40 bits of the root as 8 letters and digits, to be written on paper."""
        return short_code(self.root)


def short_code(root: Hash) -> str:
    """Eight base32 characters from the beginning of a root, in two groups."""
    text = base64.b32encode(root[: CODE_BITS // 8]).decode()
    return f"{text[:4]}-{text[4:]}"


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
    return read_record(io.BytesIO(content), name)


def from_lines(lines: Iterator[Line]) -> Record:
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
