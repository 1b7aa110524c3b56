"""From stored rows to facts. SQLite keeps no checksums, so nothing is trusted until its leaf was compared."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from records.canonical import canonical
from records.errors import Damaged, NotFound, Refused
from records.event import Event, Header, event_of, read_header
from records.record import Head
from records.store.interface import Info
from records.tree import Hash, leaf_hash, root_of_peaks

Row = tuple[Any, ...]

CHUNK = 1000
"""Events read by one query."""

_MEND = "run `qm verify`, then restore a backup"
_unpack = msgspec.msgpack.Decoder().decode
_decode = msgspec.json.Decoder().decode
_TIP_KINDS = (int, str, int, bytes, bytes, int, bytes, int, int, int)
_EVENT_KINDS = (int, int, int, bytes, bytes)

_TIP = """
SELECT r.key, r.id, r.created, r.header, r.leaf, t.size, t.peaks, t.changed, t.closed,
       (SELECT coalesce(max(e.seq), 0) FROM events e WHERE e.record = r.key)
"""
EVERY_TIP = f"{_TIP} FROM records r LEFT JOIN tips t ON t.id = r.id"
"""A record without a tip is listed too: it is damaged."""

TIP_BY_ID = f"{_TIP} FROM tips t CROSS JOIN records r WHERE t.id = ? AND r.key = t.record"

PUT_NOTE = (
    "INSERT INTO notes (record, kind, size, data) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (record, kind, size) DO UPDATE SET data = excluded.data"
)

# The row is looked up a second time by its position: an index in a damaged file may lead to the row of another event,
# and SQLite would take record and seq from the index.
EVENTS_OF = """
SELECT found.seq, e.record, e.seq, e.payload, e.leaf
FROM events found CROSS JOIN events e
WHERE found.record = ? AND found.seq >= ? AND found.seq < ? AND e.position = found.position
ORDER BY found.seq LIMIT ?
"""


class Tip(NamedTuple):
    """A record as its two rows hold it: the header, and what appending needs."""

    key: int
    id: str
    created: int
    header: bytes
    leaf: Hash
    size: int
    peaks: bytes
    changed: int
    closed: int
    last: int
    """The highest seq among the stored events."""

    def head(self) -> Head:
        """Size and root."""
        return Head(self.size, root_of_peaks(self.peaks))

    def checked(self) -> "Tip":
        """The same, unless the count of lines is wrong."""
        if len(self.peaks) != 32 * self.size.bit_count():
            raise Damaged("the stored tree is damaged", where=self.id, mend=_MEND)
        if self.size != self.last + 1:
            raise Damaged(
                f"the store counts {self.size} lines and holds {self.last + 1}",
                where=self.id,
                mend=_MEND,
                seq=max(0, min(self.size, self.last + 1)),
            )
        return self


def tip_of(row: Row, record_id: str) -> Tip:
    """A row that begins with the columns of a tip, refused where they are not what they should be."""
    if tuple(map(type, row)) != _TIP_KINDS or row[1] != record_id:
        raise Damaged("the record's row is damaged", where=record_id, mend=_MEND, seq=0)
    return Tip(*row)


def info_of(tip: Tip) -> Info:
    """The list entry of a record."""
    return Info(tip.id, header_of(tip, any_seats=True), tip.head(), tip.created, tip.changed, tip.closed > 0)


def header_of(tip: Tip, *, any_seats: bool = False) -> Header:
    """The header, after its leaf was compared."""
    line = line_of(tip.header, tip.leaf, 0, tip.id)
    try:
        return read_header(_decode(line), tip.id, any_seats=any_seats)
    except Refused as error:
        raise Damaged(error.what, where=tip.id, mend=error.mend or _MEND, seq=0) from None


def event_from(line: bytes, seq: int, record_id: str) -> Event:
    """The event of a line whose leaf was compared. (Somebody may have stored what no store would have taken.)"""
    try:
        return event_of(_decode(line), seq, record_id)
    except Refused as error:
        raise Damaged(error.what, where=record_id, mend=_MEND, seq=seq) from None


def event_row(row: Row, tip: Tip) -> tuple[int, bytes, Hash]:
    """(seq, packed, leaf) of a row of EVENTS_OF, as they are."""
    found, key, seq, packed, leaf = row
    if tuple(map(type, row)) != _EVENT_KINDS or key != tip.key or found != seq:
        place = found if type(found) is int else None
        raise Damaged(f"the row of event {found!r} is damaged", where=tip.id, mend=_MEND, seq=place)
    return seq, packed, leaf


def lines_of(rows: Sequence[Row], tip: Tip, start: int, stop: int) -> tuple[list[bytes], list[Hash]]:
    """Canonical bytes and leaves of rows of EVENTS_OF: one after the other from `start`, each as it was stored.

    If there are fewer than asked for, they end at `stop`.
    """
    key = tip.key
    for expected, (found, record, seq, _, _) in enumerate(rows, start):
        if not found == seq == expected or record != key:
            raise lost(expected, tip.id)
    end = start + len(rows)
    if end > stop or (len(rows) < CHUNK and end < stop):
        raise lost(min(end, stop), tip.id)
    leaves = [row[4] for row in rows]
    try:
        lines = [canonical(_unpack(row[3])) for row in rows]
    except (ValueError, RecursionError, TypeError):
        lines = []
    if [leaf_hash(line) for line in lines] != leaves:  # comparing them one by one finds the wrong one
        lines = [line_of(packed, leaf, seq, tip.id) for _, _, seq, packed, leaf in rows]
    return lines, leaves


def line_of(packed: bytes, leaf: Hash, seq: int, where: str) -> bytes:
    """The canonical bytes of a stored line; `Damaged` if they do not give its leaf."""
    try:
        data = canonical(_unpack(packed))
    except (ValueError, RecursionError, TypeError):
        data = b""
    if leaf_hash(data) != leaf:
        line = f"event {seq}" if seq else "the header"
        raise Damaged(f"{line} is not what was stored", where=where, mend=_MEND, seq=seq)
    return data


def lost(seq: int, where: str) -> Damaged:
    """An event that should be there is not."""
    return Damaged(f"event {seq} is missing or out of place", where=where, mend=_MEND, seq=seq)


def missing(record_id: str) -> NotFound:
    """There is no such record."""
    return NotFound(f"no record {record_id!r}", mend="`qm list` shows the records")
