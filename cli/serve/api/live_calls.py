"""The stream of a table: server-sent events, which a lost connection takes up again where it was."""

from collections.abc import AsyncGenerator
from functools import partial
from typing import Literal

from starlette.responses import Response

from cli.serve.api.record_calls import now_of
from cli.serve.calls import Call, Incoming
from cli.serve.links.looks import OpenLook
from cli.serve.messages.listener import Listener, ShowAnew
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.stream import Stream
from cli.serve.messages.wire import frame
from cli.serve.messages.wire_forms import Given
from cli.serve.tables.board import Board
from cli.serve.tables.table_view import View
from records.errors import Unavailable

HEARTBEAT = 10.0
BEAT = ": ♥\n\n".encode()
DIGITS_MAX = 9
"""No record has a size with more of them."""


class LiveQuery(Given):
    """How the stream is wanted."""

    picture: Literal["wide", "phone", "none"] = "none"
    form: bool = False
    """Whether to say what may be logged next."""
    after: int | None = None
    """The size that was seen last, if the browser does not say it by itself."""


async def get_live(asked: Incoming) -> Response:
    """Follow a table."""
    service, session = asked.service, asked.session
    if service.stopping:
        raise WebProblem("unavailable", "the service is stopping", mend="try again in a moment")
    view = service.view(session, asked.id)
    board = view.board(asked.query.picture, form=asked.query.form and "log" in session.grant.may)
    listener = Listener(session.id, logs="log" in session.grant.may)
    look = await service.looks.begin(session, view, asked.address)
    try:
        service.limits.open_stream(listener, asked.address)
    except WebProblem:
        service.looks.end(look)
        raise

    service.notices.begin(listener, session, view, partial(service.may_reach, session))

    def leave() -> None:
        service.notices.end(listener)
        service.limits.close_stream(listener, asked.address)
        board.listeners.discard(listener)
        service.listeners.discard(listener)
        service.looks.end(look)

    listener.on_leave = leave
    view.hindsight.begin()
    board.listeners.add(listener)
    service.listeners.add(listener)
    return Stream(_frames(asked, view, board, listener, look), listener)


def _last_seen(asked: Incoming) -> int | None:
    told = asked.request.headers.get("last-event-id", "")
    return int(told) if told.isdecimal() and len(told) <= DIGITS_MAX else asked.query.after


def _missed(view: View, board: Board, last: int | None) -> list[bytes] | None:
    """What was sent since somebody was cut off; None if they are to be shown the whole table."""
    if last is None or (view.hides and last != view.size):  # nobody looks back by losing a connection
        return None
    return board.frames_after(last)


async def _frames(
    asked: Incoming, view: View, board: Board, listener: Listener, look: OpenLook
) -> AsyncGenerator[bytes, None]:
    register = asked.service.register
    if register.look_up(asked.session.id) is None:  # it ended before the service knew of this stream
        return
    last, notices = _last_seen(asked), asked.service.notices
    missed = _missed(view, board, last)
    said = notices.first(listener, comes_back=last is not None)
    if missed is None:
        yield _whole(asked, view, board, listener) + said
    else:
        listener.shown = view.size
        answers = [frame("closed", one) for one in view.hindsight.standing]
        yield b"".join([BEAT, *missed, *answers, said])
    while True:
        try:
            item = await listener.next(HEARTBEAT)
        except TimeoutError:
            if register.seen(asked.session.id) is None or asked.service.cookies.is_old(asked.session.id):
                return
            register.renew_pen(asked.id, asked.session.id)
            yield BEAT
            continue
        if item is None:
            return
        is_last = listener.ended
        try:
            await look.shown()
        except Unavailable:  # whoever comes back is told
            return
        if listener.ended and not is_last:  # its link was taken back meanwhile, which is said next
            continue
        if isinstance(item, ShowAnew):
            item = _whole(asked, view, board, listener) + notices.again(listener)
        yield item


def _whole(asked: Incoming, view: View, board: Board, listener: Listener) -> bytes:
    """The whole table, in the arrangement that was asked for."""
    listener.shown = view.size
    if listener.logs:  # who has the pen, and since when, is told to each in their own words
        return _now(asked, view, board)
    grant, answers = asked.session.grant, len(view.hindsight.standing)
    return board.whole((grant.role, grant.acts_as), answers, lambda: _now(asked, view, board))


def _now(asked: Incoming, view: View, board: Board) -> bytes:
    return frame("now", now_of(asked, view, board, form=asked.query.form), view.size)


CALLS = (
    Call(
        "GET",
        "/records/{id}/live",
        get_live,
        "look",
        "Follow a table as server-sent events: now, step, closed, pen, notice, ended, bye.",
        query=LiveQuery,
        media=("text/event-stream",),
        shows=None,
    ),
)
