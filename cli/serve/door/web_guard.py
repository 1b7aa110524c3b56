"""What every request passes before anything else, and every answer after: hosts, origins, sizes, headers, mistakes."""

import re
import time
from collections.abc import Mapping
from itertools import chain
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.serve.door.shortcut import Shortcut
from cli.serve.door.slow_bodies import BodyClock, LimitedBody, too_large
from cli.serve.logs import log, log_mistake
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire import BODY_MAX, BY_NAME, BodyLimit, JsonAnswer, problem_response
from cli.serve.settings import Settings

BODY_SECONDS = 10
HEADER_BYTES = 16 * 1024
USUAL_LIMIT = BodyLimit(BODY_MAX, BODY_SECONDS)
SAFE = ("GET", "HEAD", "OPTIONS")
_BRACED = re.compile(r"\{\w+\}")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}
_RAW = [
    (name.lower().encode(), value.encode()) for name, value in {**HEADERS, "Content-Security-Policy": POLICY}.items()
]


class TwoLengths(WebProblem):
    """A body whose length is told in two ways: where it ends, a proxy before us may see in another place."""

    def __init__(self) -> None:
        super().__init__("malformed", "the length of the body is told in two ways", mend="tell it in one")

    @property
    def headers(self) -> dict[str, str]:
        """Nothing that comes behind it is read."""
        return {"Connection": "close"}


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, settings: Settings, larger: Mapping[str, BodyLimit], shortcut: Shortcut) -> None:
        """`larger`: addresses that may be sent more than usual, with names in braces."""
        self._app = app
        self._shortcut = shortcut
        self._names = {name.encode("latin-1") for name in settings.names}
        self._larger = [(re.compile(_BRACED.sub("[^/]+", path)), limit) for path, limit in larger.items()]
        self._ends = tuple("" if path.endswith("}") else path.rpartition("/")[2] for path in larger)
        self._origins = {f"{'https' if settings.secure else 'http'}://{name}".encode() for name in settings.names}
        self._clock = BodyClock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.monotonic()
        sent = _Sent(send)
        try:
            receive = self._let_in(scope, receive, begun)
            endpoint = self._shortcut.find(scope)
            if endpoint is None:
                await self._app(scope, receive, sent)
            else:
                answer = await endpoint.answer(scope, receive)
                await (sent.whole(answer) if type(answer) is JsonAnswer else answer(scope, receive, sent))
        except WebProblem as error:  # found here, or while the body was read
            await _answer_late(problem_response(error), scope, receive, sent)
        except Exception as error:  # what the application could answer, `mistake_told` has answered already
            if not sent.status:
                await problem_response(mistake_told(error))(scope, receive, sent)
        log.request(scope["method"], _route(scope), sent.status, begun, time.monotonic())

    def _let_in(self, scope: Scope, receive: Receive, begun: float) -> Receive:
        """Refuse what nobody may send, whoever they are; what the body is read with."""
        headers: dict[bytes, bytes] = dict(reversed(scope["headers"]))  # of one that was sent twice the first counts
        scope[BY_NAME] = headers
        if self._names and headers.get(b"host", b"").lower() not in self._names:
            raise WebProblem(
                "unknown-host", "the service does not answer under this name", mend="see `qm serve --name`"
            )
        # The server below us counts the request line and the headers only if they come in several parts.
        if len(scope.get("raw_path") or b"") + len(b"".join(chain.from_iterable(scope["headers"]))) > HEADER_BYTES:
            raise WebProblem("headers-too-large", f"more than {HEADER_BYTES // 1024} KiB before the body")
        if b"transfer-encoding" in headers and b"content-length" in headers:
            raise TwoLengths
        if scope["method"] in SAFE:
            return receive
        origin = headers.get(b"origin")
        foreign = origin is not None and origin.lower() not in self._origins
        if foreign or headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
            raise WebProblem("foreign-origin", "the request comes from another site; nothing was done")
        limit = self._limit(scope["path"])
        told = headers.get(b"content-length", b"")
        if told.isdigit() and int(told) > limit.most:
            raise too_large(limit.most)
        return LimitedBody(receive, limit, begun, self._clock)

    def _limit(self, path: str) -> BodyLimit:
        if path.endswith(self._ends):
            for larger, limit in self._larger:
                if larger.fullmatch(path):
                    return limit
        return USUAL_LIMIT


class _Sent:
    """What is sent, with the headers that every answer carries."""

    __slots__ = ("_send", "status")

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = {name for name, _ in message["headers"]}
            message["headers"] += [one for one in _RAW if one[0] not in given]
        await self._send(message)

    async def whole(self, answer: JsonAnswer) -> None:
        """Send an answer that sets none of these headers itself."""
        self.status = answer.status_code
        headers = answer.raw_headers + _RAW
        await self._send({"type": "http.response.start", "status": self.status, "headers": headers})
        await self._send({"type": "http.response.body", "body": answer.body})


async def _answer_late(response: Response, scope: Scope, receive: Receive, sent: _Sent) -> None:
    if not sent.status:
        await response(scope, receive, sent)


def mistake_told(error: Exception) -> WebProblem:
    """A mistake of ours: the operator gets the whole story, the phone only its number.

    Whether something was written is not known here; the same key tells.
    """
    number = log_mistake(error)
    return WebProblem("mistake", f"a mistake of ours, report {number}", mend="try again, or tell the desk this number")


def _route(scope: Scope) -> Any:
    """The address with the ids left out: a log line names nobody."""
    route = scope.get("route")
    return getattr(route, "path", "") or "-"
