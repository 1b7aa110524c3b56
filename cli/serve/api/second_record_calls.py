"""Calls about a second record of one table: it is begun at the desk, and both are laid side by side."""

import asyncio

from cli.desk.headers import begun
from cli.desk.second_records import second_header, side_by_side, taken_over
from cli.serve.api.dispute_calls import view_for
from cli.serve.calls import Call, Incoming, not_here
from cli.serve.messages.shown_lines import every_line
from cli.serve.messages.wire_forms import Given, Sent, ToldFinding
from cli.serve.patience import by_register, by_store, put_names
from cli.serve.tables.records_seen import found_in
from cli.serve.tables.table_view import told_finding
from records.event import Event
from replay.disputes.twins import Comparison, Pair
from replay.playout import OFFICIAL
from replay.reel import Eyes, Played, judged

NAME_MAX = 100


class NewSecond(Given):
    """A second record of a table to begin."""

    scribe: str = ""
    """Who keeps it."""
    take_over: bool = False
    """Whether it goes on from what was logged so far; else it begins with the setup."""


class BesideOut(Sent, omit_defaults=False):
    """One of the records of a table."""

    id: str
    title: str
    scribe: str | None
    lines: int
    closed: bool


class BesideList(Sent, omit_defaults=False):
    """The other records of a table."""

    records: list[BesideOut]


class BesideQuery(Given):
    """Compared with which record."""

    other: str


class SideLine(Sent, omit_defaults=False):
    """A line of one of the two records."""

    seq: int
    text: str
    findings: list[ToldFinding]


class BesideLine(Sent, omit_defaults=False):
    """What both records say of one moment."""

    kind: str
    """`same`, `differs`, `only-first` or `only-second`."""
    fields: list[str]
    """In what they differ."""
    first: SideLine | None
    second: SideLine | None


class BothRecords(Sent, omit_defaults=False):
    """Two records of one table, side by side."""

    first: BesideOut
    second: BesideOut
    common: tuple[int, int]
    """The last line up to which they agree, in each."""
    same: int
    differs: int
    missing: tuple[int, int]
    """How many lines only the first has, and only the second."""
    lines: list[BesideLine]


async def post_second(asked: Incoming) -> BesideOut:
    """Begin a second record of a table. Names that are kept beside the first are kept beside it too."""
    service, sent = asked.service, asked.body
    view = view_for(asked)
    scribe = " ".join(sent.scribe.split())[:NAME_MAX] or "second scribe"
    header, _ = begun(second_header(view.table.header, scribe), service.clock(), service.random)
    lines = taken_over(view.table.header, view.events) if sent.take_over else []
    record_id, now = str(header["id"]), service.clock()
    await by_store(service, lambda: service.store.create(header, record_id=record_id, at=now))
    if lines:
        await by_store(service, lambda: service.store.append(record_id, lines, at=now))
    await by_register(service, lambda: service.register.add_second(asked.id, record_id))
    await put_names(service, record_id, service.register.people(asked.id))
    service.tell_desk("new", record_id)
    return _beside(asked, record_id)


async def get_seconds(asked: Incoming) -> BesideList:
    """The other records of a table, as far as this link reaches them."""
    view_for(asked)
    service = asked.service
    found = [one for one in service.register.beside(asked.id) if service.exists(one)]
    return BesideList([_beside(asked, one) for one in found if service.may_reach(asked.session, one)])


def _beside(asked: Incoming, record_id: str) -> BesideOut:
    table = asked.service.table(record_id)
    view = asked.service.view(asked.session, record_id)
    title = table.header.title or table.game.title
    return BesideOut(record_id, title, table.header.scribe, view.size - 1, view.closed)


async def get_comparison(asked: Incoming) -> BothRecords:
    """Two records of one table, line by line, with what the rules say of each."""
    view, other = view_for(asked), asked.query.other
    if not asked.service.may_reach(asked.session, other) or not asked.service.exists(other):
        raise not_here()
    store = asked.service.store
    first, second = found_in(store, view), found_in(store, asked.service.view(asked.session, other))
    names = _beside(asked, asked.id), _beside(asked, other)
    await asked.service.looks.note(asked.session, other, every_line(asked, second.record.size), asked.address)
    return await asyncio.to_thread(_compared, first, second, names)


def _compared(first: Played, second: Played, names: tuple[BesideOut, BesideOut]) -> BothRecords:
    found = side_by_side(first, second)
    told = _told(first), _told(second)
    kinds = [pair.kind for pair in found.pairs]
    return BothRecords(
        *names,
        common=found.common,
        same=kinds.count("same"),
        differs=kinds.count("differs"),
        missing=(kinds.count("only-first"), kinds.count("only-second")),
        lines=_lines(found, told),
    )


def _told(found: Played) -> dict[int, SideLine]:
    """The lines of a record in words."""
    reel, findings = judged(found, Eyes(OFFICIAL, hindsight=True))
    places = [place for place, step in enumerate(reel.steps) if step.seq > 0]
    return {
        reel.seq(place): SideLine(
            reel.seq(place), reel.text(place), [told_finding(one) for one in findings.get(reel.seq(place), [])]
        )
        for place in places
    }


def _lines(found: Comparison, told: tuple[dict[int, SideLine], dict[int, SideLine]]) -> list[BesideLine]:
    def line(pair: Pair) -> BesideLine:
        sides = (_side(pair.first, told[0]), _side(pair.second, told[1]))
        return BesideLine(pair.kind, list(pair.fields), *sides)

    return [line(pair) for pair in found.pairs]


def _side(event: Event | None, told: dict[int, SideLine]) -> SideLine | None:
    return None if event is None else told.get(event.seq) or SideLine(event.seq, event.data().decode(), [])


CALLS = (
    Call("POST", "/records/{id}/seconds", post_second, "desk", "Begin a second record.", NewSecond, gives=BesideOut),
    Call("GET", "/records/{id}/seconds", get_seconds, "rule", "The other records of a table.", gives=BesideList),
    Call(
        "GET",
        "/records/{id}/comparison",
        get_comparison,
        "rule",
        "Two records of one table, side by side.",
        query=BesideQuery,
        gives=BothRecords,
        shows=every_line,
    ),
)
