"""The writing half of a store: the same for both databases, except for how a batch is appended."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

import msgspec
from msgspec.structs import replace

from records.canonical import Json, check_profile
from records.codec import pack, pack_line
from records.errors import Conflict, Refused
from records.limits import EVENTS_MAX
from records.record import Record
from records.store.appending import moved_on
from records.store.archive_note import ARCHIVED, archive_note
from records.store.importing import known_part
from records.store.interface import Info, Opening
from records.store.packing import FirstLine, closed_after, marks_of, note_stored, prepare_header
from records.store.read_half import ReadHalf, fold, is_id_part
from records.store.rows import PUT_NOTE, TIP_BY_ID, Tip, info_of, missing, tip_of
from records.store.transaction import Run, Transaction
from records.tree import grow

Begin = Callable[[], AbstractContextManager[Transaction]]
"""Begins a transaction that commits at the end of the block and is undone by any error."""

_decode = msgspec.json.Decoder().decode


class WriteHalf(ReadHalf):
    """Everything a store writes but its appends, which are each database's own."""

    def __init__(self, rows: Run, begin: Begin, close: Callable[[], None]) -> None:
        super().__init__(rows)
        self._begin = begin
        self._close = close

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._close()

    def create(self, header: Json, *, record_id: str, at: int) -> Info:
        """Store a new record. `record_id` (a ULID) is the header's `id` if that has one. `Conflict` if there is one."""
        first = prepare_header(header, record_id)
        with self._begin() as inside:
            if inside.run("SELECT 1 FROM records WHERE id = ?", (record_id,)):
                raise Conflict(f"there is a record {record_id} already", mend="append to it, or let a new id be chosen")
            return info_of(_insert_record(inside, first, at))

    def import_record(self, record: Record, *, record_id: str, at: int) -> tuple[Info, bool]:
        """Store a whole record, all or nothing.

        False if the same record was there already, or a longer one that begins with it; a longer one extends a stored
        prefix; one that differs from what is stored is a `Conflict`.
        """
        if record.size - 1 > EVENTS_MAX:
            raise Refused(f"a record has at most {EVENTS_MAX:,} events", where=record_id)
        first = prepare_header(_decode(record.lines[0]), record_id)
        leaves = record.leaves()
        with self._begin() as inside:
            rows = inside.run(TIP_BY_ID, (record_id,))
            tip = tip_of(rows[0], record_id).checked() if rows else None
            start, peaks = known_part(inside, tip, leaves)
            if tip is None:
                tip = _insert_record(inside, first, at)
            elif start == record.size:
                return info_of(tip), False
            if start < record.size:
                inside.add_events(tip.key, start, at, map(pack_line, record.lines[start:]), leaves[start:])
                peaks = grow(start, peaks, leaves[start:])
                closed = closed_after(tip.closed, 0, marks_of(record.events[start - 1 :]))  # their places are seqs
                inside.move_tip(record_id, record.size, peaks, at, closed)
                tip = tip._replace(size=record.size, peaks=peaks, changed=at, closed=closed)
            return info_of(tip), True

    def add_openings(self, openings: Sequence[Opening]) -> None:
        """Keep openings, outside the record. The same again changes nothing; another for its seal is a `Conflict`."""
        values = []
        for opening in openings:
            for text in (opening.seal, opening.seat, opening.what, opening.salt, opening.value):
                check_profile(text, f"opening of {opening.what!r}")
            values.append((opening.seat, opening.what, opening.salt, pack(opening.value)))
        with self._begin() as inside:
            for opening, value in zip(openings, values, strict=True):
                key = _key_of(inside, opening.record)
                known = inside.run(
                    "SELECT seat, what, salt, value FROM openings WHERE record = ? AND seal = ?", (key, opening.seal)
                )
                if not known:
                    inside.run("INSERT INTO openings VALUES (?, ?, ?, ?, ?, ?)", (key, opening.seal, *value))
                elif known[0] != value:
                    raise Conflict(f"the seal {opening.seal} has another opening already", where=opening.record)

    def put_note(self, record_id: str, kind: str, size: int, data: bytes) -> None:
        """Keep derived data beside a record (a state digest, a snapshot, a checkpoint). It may be replaced or lost."""
        with self._begin() as inside:
            inside.run(
                PUT_NOTE,
                (_key_of(inside, record_id), kind, size, note_stored(data)),
            )

    def archive(self, record_id: str, folder: str) -> int:
        """Move the events of a closed record into a file; see `Store.archive`."""
        from records.store.archive import write_archive  # which only `qm archive` needs

        tip = self._tip(record_id).checked()
        if not tip.closed:
            raise Refused("the record is not closed", where=record_id, mend="only closed records are archived")
        self._follow_moved(tip, folder)
        record = self.load(record_id)
        amount = write_archive(folder, record_id, record)
        with self._begin() as inside:
            now = tip_of(inside.run(TIP_BY_ID, (record_id,))[0], record_id)
            if (now.size, now.peaks) != (tip.size, tip.peaks):
                raise moved_on(record_id, now.size, tip.size)
            rows = inside.run("SELECT seq, position, at FROM events WHERE record = ? ORDER BY seq", (tip.key,))
            before = self._archive_note(tip)
            places = before.places() if before is not None else []
            places = places[: rows[0][0] - 1] + [(position, at) for _, position, at in rows] if rows else places
            note = archive_note(folder, tip.head(), places)
            inside.run("DELETE FROM notes WHERE record = ? AND kind = ?", (tip.key, ARCHIVED))
            inside.run(PUT_NOTE, (tip.key, ARCHIVED, tip.size, note_stored(note.stored())))
            inside.remove_events(tip.key, tip.size - 1)
        return amount

    def _follow_moved(self, tip: Tip, folder: str) -> None:
        """If somebody moved the archive of a record to this folder, note where it is; its file must give the root."""
        from records.store.archive import archive_file

        note = self._archive_note(tip)
        if note is None or archive_file(note.folder, tip.id).exists() or not archive_file(folder, tip.id).exists():
            return
        moved = replace(note, folder=folder)
        self._from_archive(tip, moved)
        with self._begin() as inside:
            if self._archive_note(tip) == note:
                inside.run("DELETE FROM notes WHERE record = ? AND kind = ?", (tip.key, ARCHIVED))
                inside.run(PUT_NOTE, (tip.key, ARCHIVED, note.size, note_stored(moved.stored())))

    def unarchive(self, record_id: str) -> bool:
        """Bring the events of a record back from its archive; see `Store.unarchive`."""
        tip = self._tip(record_id).checked()
        note = self._archive_note(tip)
        if note is None:
            return False
        lines, leaves = self._from_archive(tip, note)
        with self._begin() as inside:
            ((first,),) = inside.run("SELECT min(seq) FROM events WHERE record = ?", (tip.key,))
            if first == 1:
                return False  # somebody was faster
            rows = (
                (position, tip.key, seq, at, pack_line(lines[seq]), leaves[seq])
                for seq, (position, at) in enumerate(note.places()[: note.size - 2], 1)
            )
            inside.put_back(rows)
            inside.run("DELETE FROM notes WHERE record = ? AND kind = ?", (tip.key, ARCHIVED))
        return True


def _key_of(inside: Transaction, record_id: str) -> int:
    rows = inside.run(TIP_BY_ID, (record_id,)) if is_id_part(record_id) else []
    if not rows:
        raise missing(record_id)
    return tip_of(rows[0], record_id).key


def _insert_record(inside: Transaction, first: FirstLine, at: int) -> Tip:
    header = first.header
    words = (header.title, header.event, header.round, header.table, header.place)
    ((key,),) = inside.run("SELECT coalesce(max(key), 0) + 1 FROM records", ())
    inside.run(
        "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key, first.record_id, at, first.packed, first.leaf, header.game, *map(fold, words)),
    )
    inside.run(
        "INSERT INTO tips VALUES (?, ?, ?, ?, ?, ?)",
        (first.record_id, key, 1, first.leaf, at, 0),  # the only peak is the header's leaf
    )
    return Tip(key, first.record_id, at, first.packed, first.leaf, 1, first.leaf, at, 0, 0)
