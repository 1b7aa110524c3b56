"""Calls of the desk: all tables at a glance, the news about them, who looked, and the feed of everything."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence

from starlette.responses import Response

from cli.desk.written import number_or_text
from cli.serve.api.live_calls import BEAT, HEARTBEAT
from cli.serve.calls import Call, Incoming
from cli.serve.hall.room_people import with_people
from cli.serve.hall.room_rows import STATES, RoomOut, rank, room_of
from cli.serve.hall.rooms import PAGE
from cli.serve.messages.listener import Listener, ShowAnew
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.stream import Stream
from cli.serve.messages.wire import encoded, frame
from cli.serve.messages.wire_forms import Body, DeskTold, Given, Sent
from records.clock import to_text
from records.store import Filter, Info
from records.store.interface import FeedEntry

FEED_MAX = 1000


class RoomsQuery(Given):
    """Which tables."""

    event: str | None = None
    round: str | None = None
    table: str | None = None
    open: bool | None = None
    """Only those that are not closed, or only those that are."""
    id: str | None = None
    """Only this record."""
    name: str = ""
    """Only tables where somebody of this name sits."""
    page: int = 0


class RoomList(Sent, omit_defaults=False):
    """Tables, what needs somebody first."""

    rooms: list[RoomOut]
    total: int
    page: int
    pages: int
    states: dict[str, int]
    """How many tables are in each state, as far as they were looked at."""
    left: int
    """How many were not looked at yet: ask again."""
    events: list[str]
    rounds: list[int | str]
    now: str


async def get_rooms(asked: Incoming) -> RoomList:
    """All tables that the link reaches, a page of them."""
    service, query = asked.service, asked.query
    if query.id is not None:
        listed = [service.store.info(query.id)] if service.exists(query.id) else []
    else:
        listed = await asyncio.to_thread(service.rooms.infos, _filter(query))
    infos = [info for info in listed if _is_wanted(asked, info)]
    unsettled = [info for info in infos if not info.closed]
    left = await service.rooms.look(unsettled)
    rooms = sorted((room_of(service, info, service.rooms.known(info)) for info in infos), key=rank)
    page = min(max(0, query.page), max(0, len(rooms) - 1) // PAGE)
    shown = {room.id for room in rooms[page * PAGE : page * PAGE + PAGE]}
    if any(not room.known for room in rooms if room.id in shown):
        await service.rooms.look([info for info in infos if info.id in shown])
        rooms = [
            room_of(service, info, service.rooms.known(info)) if info.id in shown else room
            for room, info in _paired(rooms, infos)
        ]
    grants = service.register.grants()
    return RoomList(
        rooms=[with_people(service, room, grants) for room in sorted(rooms, key=rank) if room.id in shown],
        total=len(rooms),
        page=page,
        pages=max(1, -(-len(rooms) // PAGE)),
        states={state: sum(room.state == state for room in rooms) for state in STATES},
        left=left,
        events=sorted({room.event for room in rooms if room.event is not None}),
        rounds=sorted(
            {room.round for room in rooms if room.round is not None}, key=lambda one: (isinstance(one, str), one)
        ),
        now=to_text(service.clock()),
    )


def _paired(rooms: list[RoomOut], infos: Iterable[Info]) -> list[tuple[RoomOut, Info]]:
    by_id = {info.id: info for info in infos}
    return [(room, by_id[room.id]) for room in rooms]


def _filter(query: RoomsQuery) -> Filter:
    return Filter(
        event=query.event,
        round=number_or_text(query.round),
        table=number_or_text(query.table),
        closed=None if query.open is None else not query.open,
    )


def _is_wanted(asked: Incoming, info: Info) -> bool:
    grant, query = asked.session.grant, asked.query
    if not grant.covers(info.id, info.header.event) or query.id not in (None, info.id):
        return False
    name = query.name.casefold().strip()
    if not name:
        return True
    names = asked.service.register.people(info.id)
    shown = [names.get(player.seat) or player.name or "" for player in info.header.players]
    return any(name in one.casefold() for one in shown)


async def get_desk_live(asked: Incoming) -> Stream:
    """Hear which tables have news. Claims, findings and silent tables are named; for the rest ask for the table."""
    service, session = asked.service, asked.session
    if service.stopping:
        raise WebProblem("unavailable", "the service is stopping", mend="try again in a moment")
    listener = Listener(session.id)
    service.limits.open_stream(listener, asked.address)
    listener.reaches = lambda record_id: service.may_reach(session, record_id)
    service.notices.begin(listener, session, None, listener.reaches)

    def leave() -> None:
        service.notices.end(listener)
        service.limits.close_stream(listener, asked.address)
        service.desk_listeners.discard(listener)

    listener.on_leave = leave
    service.desk_listeners.add(listener)
    for record_id, told in service.unstored:
        if listener.reaches(record_id):
            listener.tell(frame("desk", DeskTold("unavailable", record_id, **told)))
    return Stream(_news(asked, listener), listener)


async def _news(asked: Incoming, listener: Listener) -> AsyncGenerator[bytes, None]:
    register = asked.service.register
    if register.look_up(asked.session.id) is None:  # it ended before the service knew of this stream
        return
    said = asked.service.notices.first(listener, comes_back=asked.session.grant.role == "official")
    yield frame("desk", DeskTold("begin", None)) + said
    while True:
        try:
            item = await listener.next(HEARTBEAT)
        except TimeoutError:
            if register.seen(asked.session.id) is None or asked.service.cookies.is_old(asked.session.id):
                return
            yield BEAT
            continue
        if item is None:
            return
        if not isinstance(item, ShowAnew):
            yield item


class VisitsQuery(Given):
    """Whose looks."""

    record: str | None = None
    eyes: str | None = None


class VisitOut(Sent, omit_defaults=False):
    """Who looked at which lines of a record, on which day."""

    day: str
    at: str
    record: str
    who: str
    device: str
    eyes: str
    first: int
    last: int
    network: str


class VisitsOut(Sent, omit_defaults=False):
    """Looks of the last thirty days."""

    visits: list[VisitOut]


async def get_visits(asked: Incoming) -> VisitsOut:
    """Who looked at what; the newest first."""
    register, query = asked.service.register, asked.query
    asked.service.looks.note_open()
    grants = {grant.id: grant for grant in register.grants()}
    told = []
    for visit in reversed(register.visits(query.record)):
        grant = grants.get(visit.grant)
        if query.eyes not in (None, visit.eyes) or not asked.service.may_reach(asked.session, visit.record):
            continue
        who = (grant.acts_as or grant.role) if grant is not None else "a link that is gone"
        told.append(
            VisitOut(
                day=visit.day,
                at=to_text(visit.last_at),
                record=visit.record,
                who=who,
                device=visit.device,
                eyes=visit.eyes,
                first=visit.from_size - 1,
                last=visit.to_size - 1,
                network=visit.address_cut,
            )
        )
    return VisitsOut(told)


class FeedQuery(Given):
    """From where."""

    after: int = 0
    most: int = FEED_MAX


async def get_feed(asked: Incoming) -> Response:
    """Every event in the order in which it was stored, as lines of JSON; go on with the last position."""
    if asked.session.grant.event is not None:
        raise WebProblem("not-allowed", "this desk is for one event, and the feed is of all of them")
    most = min(max(1, asked.query.most), FEED_MAX)
    entries = asked.service.store.feed(max(0, asked.query.after), most)
    await _note_looks(asked, entries)
    lines = b"".join(encoded(_entry(one)) + b"\n" for one in entries)
    return Response(lines, 200, {"Cache-Control": "no-store"}, "application/x-ndjson")


async def _note_looks(asked: Incoming, entries: Sequence[FeedEntry]) -> None:
    """The feed shows lines of many records: of each from the first to the last one."""
    seqs: dict[str, list[int]] = {}
    for one in entries:
        seqs.setdefault(one.record, []).append(one.event.seq)
    looks, session, address = asked.service.looks, asked.session, asked.address
    waits = [looks.noted(session, record, (found[0] + 1, found[-1] + 1), address) for record, found in seqs.items()]
    if any(waits):
        await looks.kept()


def _entry(one: FeedEntry) -> Body:
    place = {"position": one.position, "record": one.record, "seq": one.event.seq, "at": to_text(one.at)}
    return {**place, "event": one.event.body()}


NDJSON = ("application/x-ndjson",)
CALLS = (
    Call(
        "GET", "/records", get_rooms, "rule", "The tables, what needs somebody first.", query=RoomsQuery, gives=RoomList
    ),
    Call(
        "GET",
        "/desk/live",
        get_desk_live,
        "rule",
        "News of all tables as server-sent events: desk (claim, finding, silent and others), notice, ended, bye.",
        media=("text/event-stream",),
    ),
    Call("GET", "/visits", get_visits, "desk", "Who looked at what.", query=VisitsQuery, gives=VisitsOut),
    Call("GET", "/feed", get_feed, "desk", "Every event, as lines of JSON.", query=FeedQuery, media=NDJSON),
)
