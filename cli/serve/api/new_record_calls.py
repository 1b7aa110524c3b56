"""Calls that begin records: one table, or a whole round from a list."""

import asyncio
from functools import partial
from typing import Any

from cli.desk.headers import begun, seated
from cli.desk.seating import Seated, warnings_of
from cli.desk.table_lists import tables_of
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem, problem_of
from cli.serve.messages.wire_forms import Body, Given, PlayerOut, Sent
from cli.serve.patience import by_store, put_names
from cli.serve.tables.shown_seating import named_header
from records.errors import QuartermasterError, Refused
from records.event import Header, read_header
from records.store import Filter
from replay.library import game_of

TABLES_MAX = 200
"""How many tables one list may begin."""


class NewRecord(Given):
    """A table to begin."""

    game: str
    players: list[str]
    """Names in the order of the seats, or each with its seat: blue=Ann."""
    title: str | None = None
    event: str | None = None
    round: int | str | None = None
    table: int | str | None = None
    place: str | None = None
    scribe: str | None = None
    officials: list[Body] = []
    windows: dict[str, Any] | None = None
    options: Body = {}
    names_in_header: bool = False
    """Write the names into the record, from which they can never be removed; else they are kept beside it."""


class NewList(Given):
    """Tables to begin, as the text of a CSV."""

    csv: str
    names_in_header: bool = False
    dry_run: bool = False


class Begun(Sent, omit_defaults=False):
    """A table that was begun, or would be."""

    id: str | None
    game: str
    event: str | None
    round: int | str | None
    table: int | str | None
    players: list[PlayerOut]
    odd: list[str]
    """What is odd about the seating; it may be meant."""


class BegunList(Sent, omit_defaults=False):
    """The tables of a list."""

    tables: list[Begun]
    written: bool


class _Planned:
    """A header that was checked, and the names that are kept beside it."""

    def __init__(self, body: Body, names: dict[str, str]) -> None:
        self.body = body
        self.names = names

    @property
    def header(self) -> Header:
        """The header as it would be with the names."""
        return named_header(read_header(self.body, "the new record"), self.names)


async def post_record(asked: Incoming) -> Begun:
    """Begin one table."""
    sent: NewRecord = asked.body
    fields = ("title", "event", "round", "table", "place", "scribe", "officials", "windows", "options")
    body = {name: value for name in fields if (value := getattr(sent, name)) not in (None, [], {})}
    wanted = {"game": sent.game, "players": sent.players, **body}
    planned = _planned(asked, wanted, in_header=sent.names_in_header)
    told = _told([planned], await _odd(asked, [planned]))
    await _write(asked, [planned])
    return told[0]


async def post_list(asked: Incoming) -> BegunList:
    """Begin all tables of a list, or none; with `dry_run`, only say what would be begun."""
    sent: NewList = asked.body
    planned = []
    for number, wanted in tables_of(sent.csv):
        try:
            planned.append(_planned(asked, wanted, in_header=sent.names_in_header))
        except QuartermasterError as error:
            where = ", ".join(word for word in (f"line {number}", error.where) if word and word != "the new record")
            raise WebProblem("refused", f"{error.what}; nothing was written", where=where, mend=error.mend) from None
    if len(planned) > TABLES_MAX:
        raise WebProblem(
            "refused", f"more than {TABLES_MAX} tables at once; nothing was written", mend="send them in parts"
        )
    told = _told(planned, await _odd(asked, planned))
    if sent.dry_run:
        return BegunList([_unwritten(one) for one in told], written=False)
    await _write(asked, planned)
    return BegunList(told, written=True)


def _planned(asked: Incoming, wanted: Body, *, in_header: bool) -> _Planned:
    service, event = asked.service, asked.session.grant.event
    if event is not None and wanted.get("event", event) != event:
        raise Refused(f"this desk is for {event}", mend=f"leave the event out, or write {event}")
    game = game_of(wanted["game"])
    if game.is_linked:  # it is found by its name, which must not be that of another one
        raise Refused("a tournament is begun by itself, not as a table", mend="begin it under New tournament")
    seats = seated(game, list(wanted["players"]))
    pairs = [text.partition("=")[::2] for text in seats]
    names = {seat: name.strip() for seat, name in pairs if name.strip()}
    players = [
        {"seat": seat, "name": names[seat]} if in_header and seat in names else {"seat": seat} for seat, _ in pairs
    ]
    usual = {"event": event or service.settings.event} if event or service.settings.event else {}
    body, _ = begun({"quartermaster": 1, **usual, **wanted, "players": players}, service.clock(), service.random)
    return _Planned(body, {} if in_header else names)


async def _odd(asked: Incoming, planned: list[_Planned]) -> dict[str, list[str]]:
    """What is odd about the seating, among the new tables and those of their events."""
    events = {one.header.event for one in planned if one.header.event is not None}
    new = [Seated(str(one.body["id"]), one.header) for one in planned]

    names = asked.service.register.people

    def look() -> dict[str, list[str]]:
        there = [info for event in events for info in asked.service.rooms.infos(Filter(event=event))]
        return warnings_of([*(Seated(info.id, named_header(info.header, names(info.id))) for info in there), *new])

    return await asyncio.to_thread(look)


def _told(planned: list[_Planned], odd: dict[str, list[str]]) -> list[Begun]:
    return [
        Begun(
            id=str(one.body["id"]),
            game=header.game,
            event=header.event,
            round=header.round,
            table=header.table,
            players=[PlayerOut(player.seat, player.name or player.seat) for player in header.players],
            odd=odd.get(str(one.body["id"]), []),
        )
        for one, header in ((one, one.header) for one in planned)
    ]


def _unwritten(one: Begun) -> Begun:
    one.id = None
    return one


async def _write(asked: Incoming, planned: list[_Planned]) -> None:
    """All were checked, so only the store itself can stop this; then it is said how far it came."""
    service = asked.service
    for number, one in enumerate(planned):
        record_id = str(one.body["id"])
        try:
            create = partial(service.store.create, one.body, record_id=record_id, at=service.clock())
            await by_store(service, create)
        except QuartermasterError as error:
            done = f"{number} of {len(planned)} tables were written" if number else "nothing was written"
            raise WebProblem(problem_of(error).kind, f"{error.what}; {done}", mend="send the others again") from None
        await put_names(service, record_id, one.names)
        service.tell_desk("new", record_id)


CALLS = (
    Call("POST", "/records", post_record, "desk", "Begin a table.", takes=NewRecord, gives=Begun),
    Call("POST", "/tables/csv", post_list, "desk", "Begin the tables of a list.", takes=NewList, gives=BegunList),
)
