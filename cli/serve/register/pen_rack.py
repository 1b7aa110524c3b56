"""The pens of all tables: in memory, with a row for each, so that a restart of the server takes nobody's pen away."""

from collections.abc import Iterable, Mapping

from sqlalchemy.dialects.sqlite import Insert, insert
from sqlmodel import Session, col, delete, select

from cli.serve.register.pens import LEASE, Pen, asked, given, kept, pen_at, renewed, taken
from cli.serve.register.service_file import ServiceFile
from cli.serve.register.service_rows import PenRow
from records.clock import Clock
from records.errors import Unavailable

FRESH = LEASE * 3 // 4
"""A pen that its holder keeps for longer than this need not be renewed with every line."""


class PenRack:
    """What people do with a pen is written at once; what its stream and the time do, with the next `flush`."""

    def __init__(self, file: ServiceFile, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._pens: dict[str, Pen] = {}
        self._unwritten: set[str] = set()

    def pen(self, record: str) -> Pen | None:
        """Who holds the pen of a table now."""
        return self._note(record, pen_at(self._pens.get(record), self._clock()))

    def is_kept(self, record: str, session: str) -> bool:
        """Whether a holder who writes another line need not even renew it, and nobody asks for it."""
        pen = self._pens.get(record)
        return pen is not None and pen.holder == session and pen.asked_by is None and self._clock() < pen.until - FRESH

    def take(self, record: str, session: str) -> Pen:
        """See `pens.taken`. A holder who writes another line only renews it, which is not worth a write of its own.

        No line waits for a pen: where it cannot be written down at once, that is done later.
        """
        if self.is_kept(record, session):
            return self._pens[record]
        before = self.pen(record)
        pen = taken(before, record, session, self._clock())
        if before is not None:
            self._note(record, pen)
            return pen
        try:
            self._write(record, pen)
        except Unavailable:
            self._note(record, pen)
        return pen

    def ask(self, record: str, session: str) -> Pen:
        """See `pens.asked`."""
        pen = asked(self._pens.get(record), record, session, self._clock())
        self._write(record, pen)
        return pen

    def keep(self, record: str, session: str) -> Pen | None:
        """See `pens.kept`."""
        return self._write(record, kept(self._pens.get(record), session, self._clock()))

    def give(self, record: str, session: str) -> Pen | None:
        """See `pens.given`."""
        return self._write(record, given(self._pens.get(record), session, self._clock()))

    def renew(self, record: str, session: str) -> Pen | None:
        """See `pens.renewed`; nothing is written here."""
        return self._note(record, renewed(self._pens.get(record), session, self._clock()))

    def let_go(self, sessions: Iterable[str]) -> None:
        """Sessions ended: what they held goes to those who asked, and they no longer ask."""
        now, gone = self._clock(), set(sessions)
        for record, pen in list(self._pens.items()):
            for session in gone & {pen.holder, pen.asked_by}:
                self._note(record, given(self._pens.get(record), str(session), now))

    def hands(self) -> set[str]:
        """The sessions that hold a pen or ask for one."""
        return {each for pen in self._pens.values() for each in (pen.holder, pen.asked_by) if each is not None}

    def reload(self, db: Session) -> None:
        """Read the pens again; a renewal that is not written yet stays."""
        before, self._pens = self._pens, {row.record: _pen_of(row) for row in db.exec(select(PenRow))}
        for record in list(self._unwritten):
            mine, theirs = before.get(record), self._pens.get(record)
            if theirs is None or mine is None or (mine.holder, mine.asked_by) != (theirs.holder, theirs.asked_by):
                self._unwritten.discard(record)
            else:
                self._pens[record] = mine

    def has_news(self) -> bool:
        """Whether something waits to be written."""
        return bool(self._unwritten)

    def write(self, db: Session) -> None:
        """Write the pens that changed."""
        _store(db, {record: self._pens.get(record) for record in self._unwritten})

    def written(self) -> None:
        """What `write` wrote is durable."""
        self._unwritten.clear()

    def _note(self, record: str, pen: Pen | None) -> Pen | None:
        """Keep a pen in memory, to be written later."""
        if pen != self._pens.get(record):
            self._unwritten.add(record)
            self._set(record, pen)
        return pen

    def _write(self, record: str, pen: Pen | None) -> Pen | None:
        """Write a pen at once, if it changed."""
        if pen != self._pens.get(record):
            with self._file.writing() as db:
                _store(db, {record: pen})
            self._set(record, pen)
            self._unwritten.discard(record)
        return pen

    def _set(self, record: str, pen: Pen | None) -> None:
        if pen is None:
            self._pens.pop(record, None)
        else:
            self._pens[record] = pen


def _putting() -> Insert:
    """Writes pens, many at once, in place of those before."""
    new = insert(PenRow)
    return new.on_conflict_do_update(
        index_elements=["record"],
        set_={name: new.excluded[name] for name in ("session", "since", "until", "asked_by", "asked_at")},
    )


_PUT = _putting()


def _store(db: Session, pens: Mapping[str, Pen | None]) -> None:
    held = [_row_of(record, pen) for record, pen in pens.items() if pen is not None]
    free = [record for record, pen in pens.items() if pen is None]
    if held:
        db.execute(_PUT, held)
    if free:
        db.exec(delete(PenRow).where(col(PenRow.record).in_(free)))


def _row_of(record: str, pen: Pen) -> dict[str, str | int | None]:
    return {
        "record": record,
        "session": pen.holder,
        "since": pen.since,
        "until": pen.until,
        "asked_by": pen.asked_by,
        "asked_at": pen.asked_at,
    }


def _pen_of(row: PenRow) -> Pen:
    return Pen(row.record, row.session, row.since, row.until, row.asked_by, row.asked_at)
