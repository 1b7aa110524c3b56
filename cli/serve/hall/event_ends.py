"""When an event is over for its officials: nothing is played or decided there any more, and nobody may ask for it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from cli.desk.kept_states import events_of
from cli.machine.round_tables import TOURNAMENT
from cli.serve.hall.halls import Halls, event_of
from cli.serve.register.grants import Grant
from records.clock import from_text
from records.errors import Damaged, NotFound, Refused
from records.event import Event, Header
from records.store import Info, Store
from replay.disputes.cases import Case, Cases
from replay.disputes.line import line_of
from replay.disputes.log_reader import cases_of
from replay.disputes.windows import policy_for, problem_with, seconds_of
from replay.disputes.words import KINDS

KEPT = 2000
"""How many records are remembered as they were looked at last."""


class RecordEnd:
    """A record that was read: since when it is closed, and since when nothing in it waits for anybody.

    Both are None while it is not so, and a moment to come while only the time for a claim or an appeal runs on.
    """

    def __init__(self, header: Header, record_id: str, events: Sequence[Event], times: Sequence[int]) -> None:
        """`times`: when the store took in each event."""
        cases = cases_of(header, record_id, events)
        closes = [event for event in line_of(header, events).events_that_count() if event.do == "close"]
        self.matters = _matters_end(cases, times)
        self.closed: int | None = None
        if closes:
            taken_in = times[closes[-1].seq - 1]
            of_tournament = header.game == TOURNAMENT  # its results were claimed at the tables
            self.closed = taken_in if of_tournament else max(taken_in, _claims_end(cases, closes[-1], taken_in))


def _matters_end(cases: Cases, times: Sequence[int]) -> int | None:
    """Since when every matter is decided and cannot be appealed; 0 if there was none."""
    if cases.waiting:
        return None
    found = 0
    for case in cases.cases:
        end = 0 if case.is_ended else _appeal_end(case)
        if end is None:
            return None
        logged = [entry.seq for entry in (*case.rulings, *case.appeals, *case.ended)]
        found = max(found, end, *(times[seq - 1] for seq in logged))
    return found


def _appeal_end(case: Case) -> int | None:
    """When the ruling of a matter can no longer be appealed; None if it can until somebody says that it is final."""
    standing = case.standing
    return _moment(standing.action.appeal_until) if case.state == "ruled" and standing is not None else None


def _claims_end(cases: Cases, close: Event, taken_in: int) -> int:
    """When the last claim that has a time after the result can no longer be made."""
    begins = _moment(close.at) or taken_in
    policies = [policy_for(cases.table.windows, kind) for kind in KINDS]
    timed = [one for one in policies if "after" in one and problem_with(one) is None]
    return begins + max((seconds_of(one["for"]) or 0 for one in timed), default=0) * 1_000_000


def _moment(text: object) -> int | None:
    try:
        return from_text(text) if isinstance(text, str) else None
    except Refused:
        return None


class EventEnds:
    """Finds out when the events of links are over. A record that has not gone on is not read again."""

    def __init__(self, store: Store, halls: Halls) -> None:
        self._store = store
        self._halls = halls
        self._known: dict[tuple[str, int], RecordEnd] = {}

    def moments(self, grant: Grant) -> list[int]:
        """When the event of a link was over, or will be if nothing more is logged.

        Of a link to one table these are two: that table may be over, and so may its whole event.
        """
        found = []
        infos = [self._store.info(grant.record)] if grant.record is not None else []
        events = [grant.event, *(info.header.event for info in infos)]
        infos += [one for event in dict.fromkeys(events) if event is not None for one in self._tournament(event)]
        for info in infos:
            over = self._over(info)
            if over is not None:
                found.append(over)
        return found

    def _tournament(self, event: str) -> list[Info]:
        """The tournament of an event: that which is open, or else the last one."""
        same = [info for info in self._halls.every() if event_of(info.header) == event]
        return [max(same, key=lambda info: (not info.closed, info.id))] if same else []

    def _over(self, info: Info) -> int | None:
        """When a record is over, and of a tournament every matter at its tables too."""
        if not info.closed:
            return None
        own = self._end_of(info)
        ends = [own.closed, own.matters]
        if info.header.game == TOURNAMENT:
            ends += self._matters_at_tables(info.id)
        return None if None in ends else max(end for end in ends if end is not None)

    def _matters_at_tables(self, tournament: str) -> Iterator[int | None]:
        state = self._halls.log_of(tournament).tournament.state
        for table in state.tables.values():
            if table.record is not None:
                with suppress(NotFound, Damaged):  # it was played elsewhere, or nobody can read it any more
                    yield self._end_of(self._store.info(table.record)).matters

    def _end_of(self, info: Info) -> RecordEnd:
        key = (info.id, info.head.size)
        if key not in self._known:
            events = events_of(self._store, info.id, 1, info.head.size)
            times = self._store.taken_in(info.id)[: len(events)]
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = RecordEnd(info.header, info.id, events, times)
        return self._known[key]
