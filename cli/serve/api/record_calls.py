"""Calls that read a record, in the eyes and with the delay of the session."""

import asyncio
from io import BytesIO
from typing import Literal

import msgspec
from starlette.responses import Response

from cli.export.forms import made
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.shown_lines import every_line, lines_asked
from cli.serve.messages.wire_forms import Body, Counts, Given, LineOut, Now, PenOut, PlayerOut, ScoreOut, Sent
from cli.serve.tables.board import Board
from cli.serve.tables.live import WITHHELD
from cli.serve.tables.named_files import with_names
from cli.serve.tables.records_seen import found_in, record_in
from cli.serve.tables.table_view import View, told_finding
from records.store import Store
from replay.form_alphabet import Alphabet, alphabet
from replay.playout import OFFICIAL
from replay.reel import Eyes, Reel, judged
from replay.result import result_at
from replay.salting import head_for, sees_all
from replay.saying import person

LAST_LINES = 8
STEPS_MAX = 500


class RecordOut(Sent, omit_defaults=False):
    """A record in short."""

    id: str
    game: str
    title: str
    event: str | None
    round: int | str | None
    table: int | str | None
    players: list[PlayerOut]
    size: int
    closed: bool
    code: str | None
    code_withheld: str | None


class NowQuery(Given):
    """How much is wanted."""

    picture: Literal["wide", "phone", "none"] = "none"
    form: bool = False


class StepsQuery(Given):
    """Which lines."""

    first: int = 1
    last: int = STEPS_MAX


class StepsOut(Sent, omit_defaults=False):
    """Lines of a record."""

    size: int
    steps: list[LineOut]


class FindingsOut(Sent, omit_defaults=False):
    """What the rules say of each line."""

    size: int
    counts: Counts
    steps: list[LineOut]
    """The lines of which they say something."""


class ExportQuery(Given):
    """Which form."""

    format: Literal["jsonl", "qm", "csv", "html", "bgstats"] = "jsonl"
    names: Literal["yes", "no"] = "no"
    """Whether the names that are kept beside the record come along. In a file nobody can take them back."""


def now_of(asked: Incoming, view: View, board: Board | None, *, form: bool) -> Now:
    """A table as it is now, in the eyes of a session."""
    table, session = view.table, asked.session
    return Now(
        record=table.record_id,
        size=view.size,
        game=view.game.id,
        title=title_of(view),
        players=players_of(view),
        role=session.grant.role,
        eyes=view.key.eyes,
        you=you_in(asked, view),
        delay=view.key.delay,
        memory="closed" if view.hides else "open",
        closed=view.closed,
        next=view.next,
        turn=view.turn,
        steps=view.steps(LAST_LINES),
        counts=view.counts,
        code=view.code,
        code_withheld=None if view.code else WITHHELD,
        claims=view.claims,
        pen=pen_of(asked),
        damaged=table.damaged,
        picture=board.picture() if board is not None else None,
        answers=view.hindsight.standing,
        form=view.form() if form and "log" in session.grant.may and not view.closed else None,
    )


def title_of(view: View) -> str:
    """The title of a record, or its game."""
    return view.table.header.title or view.game.title


def players_of(view: View) -> list[PlayerOut]:
    """Who sits where, by the names they want shown."""
    return [PlayerOut(seat, view.table.seating.name(seat)) for seat in view.table.seating.seats]


def you_in(asked: Incoming, view: View) -> str | None:
    """Whose link it is: a player's name, or an official's."""
    acts_as = asked.session.grant.acts_as
    return person(view.table.seating, acts_as) if acts_as else None


def pen_of(asked: Incoming) -> PenOut | None:
    """Who has the pen, for those who could want it."""
    if "log" not in asked.session.grant.may:
        return None
    pen = asked.service.register.pen(asked.id)
    if pen is None:
        return None
    since = (asked.service.clock() - pen.since) // 1_000_000
    holder, asker = _device(asked, pen.holder), _device(asked, pen.asked_by)
    return PenOut(holder or "another device", pen.holder == asked.session.id, since, asker)


def _device(asked: Incoming, session_id: str | None) -> str | None:
    found = asked.service.register.look_up(session_id) if session_id else None
    return found.device if found is not None else None


async def get_record(asked: Incoming) -> RecordOut:
    """A record in short."""
    view = asked.service.view(asked.session, asked.id)
    header = view.table.header
    return RecordOut(
        id=asked.id,
        game=header.game,
        title=title_of(view),
        event=header.event,
        round=header.round,
        table=header.table,
        players=players_of(view),
        size=view.size,
        closed=view.closed,
        code=view.code,
        code_withheld=None if view.code else WITHHELD,
    )


async def get_now(asked: Incoming) -> Now:
    """The table as it is now."""
    view = asked.service.view(asked.session, asked.id)
    board = view.board(asked.query.picture) if asked.query.picture != "none" else None
    return now_of(asked, view, board, form=asked.query.form)


async def get_alphabet(asked: Incoming) -> Alphabet:
    """Everything that can be logged at this table, in its own words."""
    view = asked.service.view(asked.session, asked.id)
    return alphabet(view.game, view.table.seating)


async def get_steps(asked: Incoming) -> StepsOut:
    """The lines of the record. While memory is closed, the last one only."""
    view = asked.service.view(asked.session, asked.id)
    if view.hides:
        return StepsOut(view.size, view.steps(1))
    if asked.query.last - asked.query.first >= STEPS_MAX:
        raise WebProblem("malformed", f"more than {STEPS_MAX} lines at once", where="query last", mend="ask in parts")
    return await asyncio.to_thread(_steps, asked.service.store, view, asked.query)


def _steps(store: Store, view: View, query: StepsQuery) -> StepsOut:
    reel, findings = judged(found_in(store, view), Eyes(view.key.eyes, hindsight=False))
    places = [place for place, step in enumerate(reel.steps) if query.first <= step.seq <= query.last]
    return StepsOut(view.size, [_told(reel, place, findings.get(reel.seq(place), [])) for place in places])


def _told(reel: Reel, place: int, findings: list[Body]) -> LineOut:
    event = reel.event(place)
    return LineOut(
        seq=reel.seq(place),
        text=reel.text(place),
        do=event["do"],
        by=event.get("by"),
        at=event.get("at"),
        findings=[told_finding(finding) for finding in findings],
        changes=reel.changes_told(place),
        event=event,
    )


async def get_score(asked: Incoming) -> Body:
    """The count so far, as these eyes know it."""
    view = asked.service.view(asked.session, asked.id)
    score = result_at(view.game, record_in(asked.service.store, view), view.frame(0, None).state)
    told: Body = msgspec.to_builtins(score)
    return {"size": view.size, **told}


async def get_findings(asked: Incoming) -> FindingsOut:
    """What the rules say. While memory is closed, of the last line only."""
    view = asked.service.view(asked.session, asked.id)
    if view.hides:
        steps = view.steps(1)
    else:
        steps = (await asyncio.to_thread(_steps, asked.service.store, view, StepsQuery(1, view.size))).steps
    return FindingsOut(view.size, view.counts, [step for step in steps if step.findings])


async def get_export(asked: Incoming) -> Response:
    """The record as a file. Whole records only for those who may hold all of it."""
    view = asked.service.view(asked.session, asked.id)
    if view.hides:
        raise WebProblem("not-allowed", "the record can be taken along once the game is closed")
    form, names = asked.query.format, asked.query.names == "yes"
    if form == "bgstats" and view.game.is_linked:
        raise WebProblem("refused", "this record collects others, and is no play by itself", mend="take its tables")
    record = record_in(asked.service.store, view, names=names)
    if form in ("jsonl", "qm"):
        if not sees_all(view.game, view.table.seating, record.events, view.key.eyes):
            raise WebProblem("not-allowed", "the record holds what this link may not see", mend="take html or csv")
        whole = BytesIO()
        record = with_names(record, asked.service.register.people(asked.id) if names else {})
        record.write(whole, packed=form == "qm")
        return _file(whole.getvalue(), asked.id, form)
    seat = None if view.key.eyes == OFFICIAL else view.key.eyes
    return _file(await asyncio.to_thread(made, record, asked.id, form, seat, "effective"), asked.id, form)


MEDIA = {
    "jsonl": ("application/x-ndjson", "jsonl"),
    "qm": ("application/vnd.quartermaster", "qm"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "html": ("text/html; charset=utf-8", "html"),
    "bgstats": ("application/json", "bgsplay"),
}


def _file(data: bytes, record_id: str, form: str) -> Response:
    media, ending = MEDIA[form]
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{record_id}.{ending}"'}
    return Response(data, 200, headers, media)


class HeadOut(Sent, omit_defaults=False):
    """What binds a record: size, head and code."""

    size: int
    head: str
    code: str


async def get_head(asked: Incoming) -> HeadOut:
    """Size, head and code of what these eyes may know."""
    view = asked.service.view(asked.session, asked.id)
    head = head_for(view.game, view.table.seating, record_in(asked.service.store, view), view.key.eyes)
    if head is None:
        raise WebProblem("not-allowed", WITHHELD)
    return HeadOut(head.size, head.text(), head.code)


CALLS = (
    Call("GET", "/records/{id}", get_record, "look", "A record in short.", gives=RecordOut),
    Call("GET", "/records/{id}/now", get_now, "look", "The table as it is now.", query=NowQuery, gives=Now),
    Call("GET", "/records/{id}/alphabet", get_alphabet, "look", "All that can be logged.", gives=Alphabet, shows=None),
    Call(
        "GET",
        "/records/{id}/steps",
        get_steps,
        "look",
        "Lines of the record.",
        query=StepsQuery,
        gives=StepsOut,
        shows=lines_asked,
    ),
    Call("GET", "/records/{id}/score", get_score, "look", "The count so far.", gives=ScoreOut),
    Call(
        "GET",
        "/records/{id}/findings",
        get_findings,
        "look",
        "What the rules say.",
        gives=FindingsOut,
        shows=every_line,
    ),
    Call("GET", "/records/{id}/head", get_head, "look", "What binds the record.", gives=HeadOut),
    Call(
        "GET",
        "/records/{id}/export",
        get_export,
        "look",
        "The record as a file.",
        query=ExportQuery,
        media=tuple(media.partition(";")[0] for media, _ in MEDIA.values()),
        shows=every_line,
    ),
)
