"""The log read in order: its disputes, and the line of events that counts by them.

Both have to be read together. What a correction does is fixed by the line as it is when it is logged, and whether a
correction of what was signed or closed counts is for rulings and signatures to say, which may change it later.
"""

from collections.abc import Sequence
from operator import is_
from typing import NamedTuple

from msgspec.structs import replace

from records.event import Event, Header
from records.ids import id_from
from records.timeline import CORRECTIONS, Places, places_of
from replay.action import Amend, Insert, Rewind
from replay.disputes.cases import Cases, Held, Work
from replay.disputes.deciding import Decided, decide
from replay.disputes.log import SHARED_NAMES, Log, log_of, log_with, read_shared
from replay.disputes.orders import work_of
from replay.disputes.reducer import follow, lapsed, start
from replay.entering import ENTER

_NOBODY: frozenset[int] = frozenset()


class LogReader:
    """A log while it is read. Places are kept only once a correction comes: most records have none."""

    def __init__(self, begin: Cases, granted: frozenset[int] = _NOBODY) -> None:
        self.cases = begin
        self.line: Places | None = None
        self._granted = granted
        self._events: list[Event] = []
        self._known: Decided = {}
        self._known_by: tuple[object, ...] = ()

    def copy(self) -> "LogReader":
        """The same, to read on from here."""
        made = LogReader(self.cases, self._granted)
        made.line = self.line.copy() if self.line is not None else None
        made._events, made._known, made._known_by = list(self._events), dict(self._known), self._known_by
        return made

    def add(self, event: Event, log: Log) -> None:
        """Read one more event."""
        self._events.append(event)
        if event.at is not None and self.cases.cases:  # a ruling may be final by the time of this very event
            self.cases = lapsed(self.cases, event.at)
        if event.do in CORRECTIONS:
            self.cases = follow(self.cases, log, event, self._correct(event))
            return
        if self.line is not None:
            if event.do == "dispute":
                self._see_whether_closed(self.line)
            self.line.add(event)
        if event.do in SHARED_NAMES or event.do == ENTER:
            self.cases = follow(self.cases, log, event)

    def _correct(self, event: Event) -> Work:
        """What a correction works on, and whether it is what a ruling ordered; it gets its place in the line."""
        if self.line is None:
            self.line = places_of(self._events[:-1])
        self._see_whether_closed(self.line)
        action = read_shared(event)
        work = work_of(self.cases, self.line, action) if isinstance(action, Amend | Insert | Rewind) else Work()
        self.line.add(event)
        return replace(work, first=self.line.first.get(event.seq))

    def _see_whether_closed(self, line: Places) -> None:
        """A close that was taken back ends no window."""
        self._decide(line)
        if self.cases.closed is None:
            return
        closes = [event for event in self._events if event.do == "close"]
        counting = [event for event in closes if (now := line.event_at(event.seq)) is not None and now.do == "close"]
        last = counting[-1] if counting else None
        self.cases = replace(self.cases, closed=last.seq if last else None, closed_at=last.at if last else None)

    def decided(self) -> Cases:
        """The disputes so far, with what counts, what waits and what was taken back."""
        line = self.line
        if line is not None:
            held = self._decide(line)
            undone = frozenset(filter(line.is_undone, line.corrections))
            self.cases = replace(self.cases, held=held, taken_back=undone)
        return self.cases

    def _decide(self, line: Places) -> tuple[Held, ...]:
        cases = self.cases
        if not cases.acceptances:
            return ()
        by = (cases.cases, cases.acceptances, cases.officials)
        if not all(map(is_, by, self._known_by)) or not self._known_by:
            self._known, self._known_by = {}, by
        return decide(cases, line, self._granted, self._known)


def cases_of(header: Header, record_id: str, events: Sequence[Event], log: Log | None = None) -> Cases:
    """The disputes after the log."""
    reader = LogReader(start(header, record_id))
    log = log or log_of(events, leaf=header.leaf)
    for event in events:
        reader.add(event, log)
    return reader.decided()


class DecidedLine(NamedTuple):
    """A log of which something was corrected after a signature or a close, and its places as people decided on it."""

    header: Header
    log: Log
    reader: LogReader

    @property
    def places(self) -> Places:
        """The places of its events."""
        assert self.reader.line is not None, "there is a correction"
        return self.reader.line

    def with_events(self, events: Sequence[Event], size: int) -> "DecidedLine":
        """The same for all of these events, of which it has the first."""
        log, reader = self.log, self.reader.copy()
        for place, event in enumerate(events[size:], size):
            log = log_with(log, event, events[: place + 1], self.header.leaf)
            reader.add(event, log)
        reader.decided()
        return DecidedLine(self.header, log, reader)


def line_decided(header: Header, events: Sequence[Event], granted: frozenset[int] = _NOBODY) -> DecidedLine:
    """A log read as people decided on it."""
    reader = LogReader(start(header, header.id or id_from(header.leaf)), granted)
    log = log_of(events, leaf=header.leaf)
    for event in events:
        reader.add(event, log)
    reader.decided()
    return DecidedLine(header, log, reader)
