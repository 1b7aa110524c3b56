"""The reading half of a store, the same for both databases: it is given a function that runs a query."""

import unicodedata
from collections.abc import Iterator
from itertools import chain

from records.codec import pack_line, unpack
from records.errors import Damaged, QuartermasterError, Refused
from records.record import Head, Record
from records.store import rows as stored
from records.store.archive_note import ARCHIVED, ArchiveNote, note_of
from records.store.interface import EVERY_RECORD, FeedEntry, FeedPlace, Filter, Info, Listed, Made, Opening
from records.store.packing import note_read
from records.store.rows import Row, Tip, line_of
from records.store.transaction import Run
from records.tree import Hash, grow, root_of, root_of_peaks

_SEQ_LIMIT = 2**31 - 1
_POSITION_LIMIT = 2**63 - 1
_SHOWN = 5
_ID_CHARS = 26
_LOOKALIKES = str.maketrans("ILO", "110")

_FEED = """
SELECT e.position, e.seq, e.payload, e.leaf, r.id, e.at
FROM events e JOIN records r ON r.key = e.record
WHERE e.position > ? ORDER BY e.position LIMIT ?
"""
_FEED_KINDS = (int, int, bytes, bytes, str, int)
_FEED_PLACES = """
SELECT e.position, r.id, e.seq
FROM events e JOIN records r ON r.key = e.record
WHERE e.position > ? ORDER BY e.position LIMIT ?
"""
_BEGIN_LIKE = """
SELECT id FROM records
WHERE id IN (SELECT id FROM records WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?) ORDER BY key DESC
"""
_LATELY = 200
# Nearly always the record is among those of the last events and the last records, which the keys of both give at once.
_LOGGED_LATELY = """
SELECT t.id FROM (
    SELECT record FROM (SELECT record FROM events ORDER BY position DESC LIMIT ?) e
    UNION SELECT key FROM (SELECT key FROM records ORDER BY key DESC LIMIT ?) m
) n JOIN records r ON r.key = n.record JOIN tips t ON t.id = r.id
WHERE t.closed = 0 ORDER BY t.changed DESC, t.id DESC LIMIT 1
"""
_LOGGED_EVER = "SELECT id FROM tips WHERE closed = 0 ORDER BY changed DESC, id DESC LIMIT 1"
_MADE = """
SELECT r.key, r.id, t.size, t.peaks
FROM records r LEFT JOIN tips t ON t.id = r.id WHERE r.key > ? ORDER BY r.key LIMIT ?
"""
_OPENING_KINDS = (str, str, str, str, bytes)


class ReadHalf:
    """Everything a store answers without writing.

    Stored events never change, so a long read can be many short queries and never holds up a writer.
    """

    def __init__(self, rows: Run) -> None:
        self._rows = rows

    def find(self, prefix: str) -> str:
        """The id of the only record that begins with `prefix`; case and the look-alikes I, L, O do not matter."""
        wanted = prefix.upper().translate(_LOOKALIKES)
        if not is_id_part(wanted):
            raise stored.missing(prefix)
        found = self._rows(
            "SELECT id FROM records WHERE id >= ? AND id < ? ORDER BY id LIMIT ?", (wanted, wanted + "~", _SHOWN + 1)
        )
        if not found:
            raise stored.missing(prefix)
        if len(found) > 1:
            names = ", ".join(str(row[0]) for row in found[:_SHOWN])
            more = " and more" if len(found) > _SHOWN else ""
            raise Refused(f"{prefix!r} is the beginning of several records: {names}{more}", mend="give more of the id")
        return str(found[0][0])

    def ids(self, prefix: str = "", limit: int = 1000) -> list[str]:
        """The ids that begin with `prefix` (any case), those that came into the store last first. Reads no header."""
        wanted = prefix.upper()
        if not is_id_part(wanted) and wanted:
            return []
        if wanted:
            rows = self._rows(_BEGIN_LIKE, (wanted, wanted + "~", limit))
        else:
            rows = self._rows("SELECT id FROM records ORDER BY key DESC LIMIT ?", (limit,))
        return [str(row[0]) for row in rows]

    def logged_last(self) -> str | None:
        """The id of the record that grew last among those that are not closed; None if there is none."""
        rows = self._rows(_LOGGED_LATELY, (_LATELY, _LATELY)) or self._rows(_LOGGED_EVER, ())
        return str(rows[0][0]) if rows else None

    def made(self, after: int = 0, limit: int = 1000) -> list[Made]:
        """Records with a number above `after`, in the order in which they came into the store, with their heads.

        A damaged tip is given as it is, with a root that fits nothing: whoever then reads the record is told.
        """
        rows = self._rows(_MADE, (max(0, min(after, _POSITION_LIMIT)), max(0, min(limit, _SEQ_LIMIT))))
        return [Made(int(key), str(name), _head_of(size, peaks)) for key, name, size, peaks in rows]

    def info(self, record_id: str) -> Info:
        """One record's list entry."""
        return stored.info_of(self._tip(record_id).checked())

    def records(self, wanted: Filter = EVERY_RECORD) -> Iterator[Info]:
        """The records that pass the filter, oldest first.

        A damaged record does not hide the others: they all come first, then `Damaged` names it.
        """
        where, values = _conditions(wanted)
        query = f"{stored.EVERY_TIP}{where} ORDER BY r.created, r.key"
        if wanted.last is not None:  # walks back from the newest record and stops when it has enough
            query = f"{stored.EVERY_TIP}{where} ORDER BY r.key DESC LIMIT ?"
            values.append(max(0, min(wanted.last, _SEQ_LIMIT)))
        rows = self._rows(query, values)
        if wanted.last is not None:
            rows = rows[::-1]
        damaged: list[QuartermasterError] = []
        for row in rows:
            try:
                entry = stored.info_of(stored.tip_of(row, row[1]).checked())
            except QuartermasterError as error:
                damaged.append(error)
                continue
            yield entry
        if damaged:
            first = damaged[0]
            raise Damaged(f"{len(damaged)} cannot be read: {first.what}", where=first.where, mend=first.mend)

    def listed(self, after: int = 0, limit: int = 1000, wanted: Filter = EVERY_RECORD) -> list[Listed]:
        """The next records that pass the filter, by number: for a walk through a store that is too large for a list.

        A damaged one is given by its id and its number. `last` is not for such a walk.
        """
        where, values = _conditions(wanted)
        query = f"{stored.EVERY_TIP}{where}{' AND' if where else ' WHERE'} r.key > ? ORDER BY r.key LIMIT ?"
        rows = self._rows(query, [*values, max(0, min(after, _POSITION_LIMIT)), max(0, min(limit, _SEQ_LIMIT))])
        return [Listed(int(row[0]), str(row[1]), _info_or_none(row)) for row in rows]

    def read(self, record_id: str, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
        """Canonical lines `start` ≤ seq < `stop`, each compared with its leaf."""
        tip = self._tip(record_id).checked()
        end = tip.size if stop is None else min(stop, tip.size)
        return (line for lines, _ in self._lines(tip, max(start, 0), end) for line in lines)

    def load(self, record_id: str) -> Record:
        """The whole record, compared with its leaves and its root."""
        tip = self._tip(record_id).checked()
        lines: list[bytes] = []
        leaves: list[Hash] = []
        for more_lines, more_leaves in self._lines(tip, 0, tip.size):
            lines += more_lines
            leaves += more_leaves
        if root_of(leaves) != tip.head().root:
            raise Damaged("the events do not give the stored root", where=record_id, mend="run `qm verify`")
        events = [stored.event_from(line, seq, record_id) for seq, line in enumerate(lines[1:], 1)]
        return Record(stored.header_of(tip), tuple(events), tuple(lines))

    def leaves(self, record_id: str) -> Iterator[tuple[int, bytes, Hash]]:
        """(seq, stored packed bytes, stored leaf hash) as they are, whatever is missing or superfluous."""
        tip = self._tip(record_id)
        yield 0, tip.header, tip.leaf
        known = 0
        for rows in self._chunks(tip, 1, _SEQ_LIMIT):
            note = self._archive_note(tip) if not known and rows and rows[0][0] != 1 else None
            if note is not None:
                lines, leaves = _in_archive(tip, note)
                yield from [(seq, pack_line(lines[seq]), leaves[seq]) for seq in range(1, note.size)]
                known = note.size - 1
            yield from [row for row in (stored.event_row(row, tip) for row in rows) if row[0] > known]

    def head(self, record_id: str) -> Head:
        """Size and root as stored, without reading the events."""
        return self._tip(record_id).checked().head()

    def find_key(self, record_id: str, key: str) -> int | None:
        """The seq of the event that was appended under an idempotency key; None for a key that is new."""
        rows = self._rows(
            "SELECT k.seq FROM event_keys k JOIN records r ON r.key = k.record WHERE r.id = ? AND k.name = ?",
            (self._tip(record_id).id, key),
        )
        return int(rows[0][0]) if rows else None

    def feed(self, after: int = 0, limit: int = 1000) -> list[FeedEntry]:
        """Events in commit order with a position above `after`. Never skips one that commits later."""
        entries: list[FeedEntry] = []
        for row in self._rows(_FEED, (max(0, min(after, _POSITION_LIMIT)), max(0, min(limit, _SEQ_LIMIT)))):
            if tuple(map(type, row)) != _FEED_KINDS:
                raise Damaged(f"the event at position {row[0]} is damaged", mend="run `qm verify`")
            position, seq, packed, leaf, record_id, at = row
            event = stored.event_from(line_of(packed, leaf, seq, record_id), seq, record_id)
            entries.append(FeedEntry(position, record_id, event, at))
        return entries

    def feed_places(self, after: int = 0, limit: int = 1000) -> list[FeedPlace]:
        """As `feed`, without the events themselves: for somebody who knows most of them already."""
        rows = self._rows(_FEED_PLACES, (max(0, min(after, _POSITION_LIMIT)), max(0, min(limit, _SEQ_LIMIT))))
        return [FeedPlace(*row) for row in rows]

    def feed_end(self) -> int:
        """The position of the newest event in the feed; 0 while there is none."""
        newest = self._rows("SELECT max(position) FROM events", ())[0][0]
        return int(newest or 0)

    def taken_in(self, record_id: str, start: int = 1) -> list[int]:
        """When the store took in each event from `start` on, in microseconds UTC, in the order of the events."""
        tip = self._tip(record_id)
        rows = self._rows("SELECT seq, at FROM events WHERE record = ? AND seq >= ? ORDER BY seq", (tip.key, start))
        times = [int(at) for _, at in rows]
        if len(times) < tip.size - max(1, start) and (note := self._archive_note(tip)) is not None:
            later = [int(at) for seq, at in rows if seq >= note.size]
            return [at for _, at in note.places()][max(1, start) - 1 :] + later
        return times

    def archived(self, record_id: str) -> tuple[str, int] | None:
        """The folder that holds the first lines of a record, and how many they are; None if all are here."""
        note = self._archive_note(self._tip(record_id))
        return None if note is None else (note.folder, note.size)

    def openings(self, record_id: str) -> list[Opening]:
        """The openings kept for a record."""
        rows = self._rows(
            "SELECT seal, seat, what, salt, value FROM openings WHERE record = ? ORDER BY seal",
            (self._tip(record_id).key,),
        )
        if any(tuple(map(type, row)) != _OPENING_KINDS for row in rows):
            raise Damaged("an opening is damaged", where=record_id, mend="restore a backup")
        return [
            Opening(record_id, seal, seat, what, salt, unpack(value, record_id))
            for seal, seat, what, salt, value in rows
        ]

    def notes(self, record_id: str, kind: str, *, newest: bool = False) -> list[tuple[int, bytes]]:
        """(size, data) of the derived data of one kind, rising; only the newest if asked."""
        order = "DESC LIMIT 1" if newest else "ASC"
        rows = self._rows(
            f"SELECT size, data FROM notes WHERE record = ? AND kind = ? ORDER BY size {order}",
            (self._tip(record_id).key, kind),
        )
        read = ((size, note_read(data)) for size, data in rows if (type(size), type(data)) == (int, bytes))
        good = [(size, data) for size, data in read if data is not None]
        if newest and rows and not good:  # the newest is damaged: the one before it serves
            return self.notes(record_id, kind)[-1:]
        return good

    def _tip(self, record_id: str) -> Tip:
        if len(record_id) != _ID_CHARS or not is_id_part(record_id):
            raise stored.missing(record_id)
        rows = self._rows(stored.TIP_BY_ID, (record_id,))
        if not rows:
            raise stored.missing(record_id)
        return stored.tip_of(rows[0], record_id)

    def _chunks(self, tip: Tip, start: int, stop: int) -> Iterator[list[Row]]:
        """The stored events `start` ≤ seq < `stop`."""
        while True:
            rows = self._rows(stored.EVENTS_OF, (tip.key, start, stop, stored.CHUNK))
            yield rows
            if len(rows) < stored.CHUNK:
                return
            start = int(rows[-1][0]) + 1

    def _lines(self, tip: Tip, start: int, stop: int) -> Iterator[tuple[list[bytes], list[Hash]]]:
        """Canonical bytes and leaves, every one there and every one as it was stored."""
        if start == 0 < stop:
            yield [line_of(tip.header, tip.leaf, 0, tip.id)], [tip.leaf]
            start = 1
        if start < stop:
            chunks = self._chunks(tip, start, stop)
            rows = next(chunks)
            note = self._archive_note(tip) if not rows or rows[0][0] != start else None
            if note is not None and start < note.size:
                lines, leaves = self._from_archive(tip, note)
                yield lines[start:stop], leaves[start:stop]
                start = min(stop, note.size)
                if start == stop:
                    return
                chunks = self._chunks(tip, start, stop)
                rows = next(chunks)
            for some in chain((rows,), chunks):
                lines, leaves = stored.lines_of(some, tip, start, stop)
                yield lines, leaves
                start += len(lines)

    def _archive_note(self, tip: Tip) -> ArchiveNote | None:
        """Where the first events of a record are, if they were moved out of the database."""
        rows = self._rows(
            "SELECT data FROM notes WHERE record = ? AND kind = ? ORDER BY size DESC LIMIT 1", (tip.key, ARCHIVED)
        )
        data = note_read(rows[0][0]) if rows else None
        return None if data is None else note_of(data)

    def _from_archive(self, tip: Tip, note: ArchiveNote) -> tuple[list[bytes], list[Hash]]:
        """The lines in the archive and their leaves, which with those in the database give the root of the record."""
        lines, leaves = _in_archive(tip, note)
        later = self._rows("SELECT leaf FROM events WHERE record = ? AND seq >= ? ORDER BY seq", (tip.key, note.size))
        if grow(note.size, grow(0, b"", leaves), [leaf for (leaf,) in later]) != tip.peaks:
            raise Damaged("the archive is of another record", where=tip.id, mend="bring back its own file")
        return lines, leaves


def _in_archive(tip: Tip, note: ArchiveNote) -> tuple[list[bytes], list[Hash]]:
    from records.store.archive import archived_lines  # few records are in one

    return archived_lines(note.folder, tip.id, Head(note.size, note.root))


def _head_of(size: object, peaks: object) -> Head:
    if type(size) is int and type(peaks) is bytes and len(peaks) == 32 * size.bit_count() > 0:
        return Head(size, root_of_peaks(peaks))
    return Head(0, b"")


def is_id_part(text: str) -> bool:
    """Whether a text can be the beginning of an id; nothing else is sent to a database."""
    return len(text) <= _ID_CHARS and text.isascii() and text.isalnum()


def _info_or_none(row: Row) -> Info | None:
    try:
        return stored.info_of(stored.tip_of(row, row[1]).checked())
    except QuartermasterError:
        return None


def fold(text: str | int | None) -> str | None:
    """A word as it is searched for: case does not matter, and a number is text."""
    return None if text is None else unicodedata.normalize("NFC", str(text).casefold())


def _conditions(wanted: Filter) -> tuple[str, list[object]]:
    """The filter as SQL."""
    asked: list[tuple[str, object]] = [
        ("r.game = ?", wanted.game),
        ("r.title LIKE ? ESCAPE '!'", None if wanted.title is None else _part(wanted.title)),
        ("r.created >= ?", wanted.since),
        ("r.created < ?", wanted.until),
        ("r.place = ?", fold(wanted.place)),
        ("r.event LIKE ? ESCAPE '!'", None if wanted.event is None else _part(wanted.event)),
        ("r.round = ?", fold(wanted.round)),
        ('r."table" = ?', fold(wanted.table)),
    ]
    parts = [(sql, value) for sql, value in asked if value is not None]
    terms = [sql for sql, _ in parts]
    if wanted.closed is not None:
        terms.append("t.closed > 0" if wanted.closed else "coalesce(t.closed, 0) = 0")
    where = f" WHERE {' AND '.join(terms)}" if terms else ""
    return where, [value for _, value in parts]


def _part(text: str) -> str:
    folded = fold(text) or ""
    for special in "!%_":
        folded = folded.replace(special, "!" + special)
    return f"%{folded}%"
