"""Who logs at a table now. The pen is a courtesy, not a lock: it never keeps anybody from sending an event.

One device holds it under a lease that its stream renews. Another one asks; the holder has some seconds to say that they
keep it, then it moves. Everything here is decided from a pen and the time; None is a pen that nobody holds.
"""

import msgspec

from cli.serve.register.sessions import SECOND

LEASE = 60 * SECOND
TIME_TO_KEEP = 15 * SECOND


class Pen(msgspec.Struct, frozen=True):
    """The pen of a table: which session holds it, and which one asked for it."""

    record: str
    holder: str
    since: int
    until: int
    asked_by: str | None = None
    asked_at: int | None = None

    @property
    def moves_at(self) -> int | None:
        """When it goes to the one who asked, unless the holder keeps it."""
        return None if self.asked_at is None else min(self.asked_at + TIME_TO_KEEP, self.until)


def pen_at(pen: Pen | None, now: int) -> Pen | None:
    """The pen after what time alone did: it went to the one who asked, or its lease ran out."""
    if pen is not None and pen.asked_by is not None and pen.moves_at is not None and now >= pen.moves_at:
        pen = _fresh(pen.record, pen.asked_by, pen.moves_at)
    return None if pen is None or now >= pen.until else pen


def taken(pen: Pen | None, record: str, session: str, now: int) -> Pen:
    """A device takes a pen that is free, or its own; one that another device holds stays there."""
    pen = pen_at(pen, now)
    if pen is None:
        return _fresh(record, session, now)
    return renewed(pen, session, now) or pen


def asked(pen: Pen | None, record: str, session: str, now: int) -> Pen:
    """A device asks for the pen. Who asked first comes first, and asking again does not start the time anew."""
    pen = pen_at(pen, now)
    if pen is None or pen.holder == session or pen.asked_by is not None:
        return taken(pen, record, session, now)
    return msgspec.structs.replace(pen, asked_by=session, asked_at=now)


def kept(pen: Pen | None, session: str, now: int) -> Pen | None:
    """The holder keeps the pen: whoever asked has to ask again."""
    pen = pen_at(pen, now)
    if pen is None or pen.holder != session:
        return pen
    return msgspec.structs.replace(pen, asked_by=None, asked_at=None, until=now + LEASE)


def given(pen: Pen | None, session: str, now: int) -> Pen | None:
    """The holder lays the pen down: it goes to the one who asked, else it is free. Or who asked no longer wants it."""
    pen = pen_at(pen, now)
    if pen is None or session not in (pen.holder, pen.asked_by):
        return pen
    if pen.asked_by == session:
        return msgspec.structs.replace(pen, asked_by=None, asked_at=None)
    return None if pen.asked_by is None else _fresh(pen.record, pen.asked_by, now)


def renewed(pen: Pen | None, session: str, now: int) -> Pen | None:
    """The holder is still there. That does not answer the one who asked."""
    pen = pen_at(pen, now)
    if pen is None or pen.holder != session:
        return pen
    return msgspec.structs.replace(pen, until=max(pen.until, now + LEASE))


def _fresh(record: str, session: str, now: int) -> Pen:
    return Pen(record=record, holder=session, since=now, until=now + LEASE)
