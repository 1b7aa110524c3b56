"""Writing into a tournament's log: made from the log as it is, judged with the tables at hand, durable, told to all."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from cli.desk.entries import Entry
from cli.desk.logbook import Draft, LoggedEvent
from cli.desk.terms import Terms
from cli.desk.tournaments.tournament_tables import Tournament
from cli.desk.tournaments.tournaments_log import LinkedLogbook
from cli.desk.tournaments.tournaments_round import table_headers
from cli.serve.calls import Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.tournament_forms import HallWritten
from cli.serve.messages.wire_forms import Body
from cli.serve.patience import by_store
from cli.serve.tables.live import LiveTable
from cli.serve.tables.storing import store_lines
from cli.serve.tables.table_view import told_finding
from cli.serve.tables.write_path import KEY_MAX
from records.canonical import checked_line
from records.clock import to_text
from records.event import event_object
from replay.reel import as_data


class HallLines(NamedTuple):
    """Events to write, and what to say with them."""

    bodies: Sequence[Body]
    warnings: Sequence[str] = ()
    left: Sequence[str] = ()
    moved: Sequence[str] = ()


Making = Callable[[Tournament], HallLines]


async def organise(asked: Incoming, make: Making, *, key: str, expect: int | None = None) -> HallWritten:
    """Write what `make` finds for the tournament as it is now. With `expect`, only if it still has that size."""
    service = asked.service
    if not 1 <= len(key) <= KEY_MAX or not key.isprintable():
        raise WebProblem("malformed", f"a key has 1 to {KEY_MAX} letters", where="key")
    table = service.table(asked.id)
    service.check_writable(table)
    service.limits.write(asked.session.id)
    async with table.lock:
        own = f"{asked.session.grant.id}/{key}"
        table.catch_up()
        if service.store.find_key(asked.id, own) is not None:
            return _told(asked, table, HallLines(()), [], repeated=True)
        if expect is not None and expect != table.size:
            raise WebProblem(
                "moved-on",
                f"the record has {table.size} lines, not {expect}; nothing was written",
                mend="look at what was logged meanwhile, then decide again",
                size=table.size,
            )
        hall = await asyncio.to_thread(service.halls.read, asked.id)
        wanted = await asyncio.to_thread(make, hall.tournament)
        judged = await _stored(asked, table, hall.tournament, wanted, own) if wanted.bodies else []
        return _told(asked, table, wanted, judged)


async def _stored(
    asked: Incoming, table: LiveTable, tournament: Tournament, wanted: HallLines, key: str
) -> list[LoggedEvent]:
    service = asked.service
    now = service.clock()
    terms = Terms(now, to_text(now), expect=tournament.record.size, key=key, remarks=False)
    entries = [_entry(body) for body in wanted.bodies]
    judged: list[LoggedEvent] = []

    def note(draft: Draft) -> None:
        judged.extend(draft.written.events)

    table.log_with(LinkedLogbook(service.store, asked.id, service.random, tournament.outcomes, digests=False))
    try:
        await store_lines(service, table, entries, terms, note)
    finally:
        table.forget_book()  # what it knows of the tables grows old
    return judged


def _entry(body: Body) -> Entry:
    checked_line(body, body["do"])
    return Entry(event_object(body, body["do"]), body["do"])


def _told(
    asked: Incoming, table: LiveTable, wanted: HallLines, judged: Sequence[LoggedEvent], *, repeated: bool = False
) -> HallWritten:
    view = table.view(asked.service.eyes_of(asked.session))
    findings = {one.event.seq: [told_finding(as_data(found)) for found in one.findings] for one in judged}
    steps = [view.told(seen) for seen in view.watch.recent if seen.step.seq in findings]
    for step in steps:  # the view by itself does not know what the tables say
        step.findings = findings[step.seq]
    return HallWritten(
        size=table.size,
        code=table.head(table.size).code,
        written=len(judged),
        repeated=repeated,
        steps=steps,
        warnings=list(wanted.warnings),
        left=list(wanted.left),
        moved=list(wanted.moved),
        begun=[],
    )


async def begin_missing(asked: Incoming, tournament: Tournament) -> list[str]:
    """Begin the records of the last round that are not in the store yet; which tables they are of."""
    service, number = asked.service, tournament.state.round
    begun = []
    for header in table_headers(tournament, number):
        if not service.exists(header["id"]):
            create = partial(service.store.create, header, record_id=header["id"], at=service.clock())
            await by_store(service, create)
            service.tell_desk("new", header["id"])
            begun.append(f"r{number}t{header['table']}")
    return begun
