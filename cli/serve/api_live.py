"""The stream of a table: server-sent events, which a lost connection takes up again where it was."""

from collections.abc import AsyncIterator
from typing import Literal

from starlette.responses import StreamingResponse

from cli.serve.api_records import now_of
from cli.serve.board import Board
from cli.serve.calls import Call, Incoming
from cli.serve.listener import Listener, ShowAnew
from cli.serve.problems import WebProblem
from cli.serve.table_view import View
from cli.serve.wire import frame
from cli.serve.wire_forms import Given

HEARTBEAT = 10.0
BEAT = ": ♥\n\n".encode()


class LiveQuery(Given):
    """How the stream is wanted."""

    picture: Literal["wide", "phone", "none"] = "none"
    form: bool = False
    """Whether to say what may be logged next."""
    after: int | None = None
    """The size that was seen last, if the browser does not say it by itself."""


async def get_live(asked: Incoming) -> StreamingResponse:
    """Follow a table."""
    service, session = asked.service, asked.session
    if service.stopping:
        raise WebProblem("unavailable", "the service is stopping", mend="try again in a moment")
    view = service.view(session, asked.id)
    board = view.board(asked.query.picture, form=asked.query.form and "log" in session.grant.may)
    service.limits.open_stream(session.id, asked.address)
    listener = Listener(session.id)
    listener.on_leave = lambda: service.limits.close_stream(session.id, asked.address)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_frames(asked, view, board, listener), 200, headers, "text/event-stream")


def _last_seen(asked: Incoming) -> int | None:
    told = asked.request.headers.get("last-event-id", "")
    return int(told) if told.isdecimal() else asked.query.after


async def _frames(asked: Incoming, view: View, board: Board, listener: Listener) -> AsyncIterator[bytes]:
    service = asked.service
    board.listeners.add(listener)
    service.listeners.add(listener)
    first = view.size
    try:
        last = _last_seen(asked)
        missed = board.frames_after(last) if last is not None else None
        if missed is None:
            yield _whole(asked, view, board)
        else:
            yield b"".join([BEAT, *missed])
        while True:
            try:
                item = await listener.next(HEARTBEAT)
            except TimeoutError:
                service.register.seen(asked.session.id)
                service.register.renew_pen(asked.id, asked.session.id)
                yield BEAT
                continue
            if item is None:
                return
            yield _whole(asked, view, board) if isinstance(item, ShowAnew) else item
    finally:
        board.listeners.discard(listener)
        service.listeners.discard(listener)
        listener.leave()
        service.register.visit(asked.session, asked.id, first, view.size, asked.address)


def _whole(asked: Incoming, view: View, board: Board) -> bytes:
    """The whole table, in the arrangement that was asked for."""
    return frame("now", now_of(asked, view, board, form=asked.query.form), view.size)


CALLS = (
    Call(
        "GET",
        "/records/{id}/live",
        get_live,
        "look",
        "Follow a table as server-sent events: now, step, pen, closed, bye.",
        query=LiveQuery,
    ),
)
