"""What every request passes before anything else, and every answer after: hosts, origins, sizes, headers, mistakes."""

import asyncio
import time
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.serve.logs import log_line, log_mistake
from cli.serve.problems import WebProblem
from cli.serve.settings import Settings
from cli.serve.wire import BODY_MAX, problem_response

BODY_SECONDS = 10
HEADER_BYTES = 16 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
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


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._origins = {f"{'https' if settings.secure else 'http'}://{name}" for name in settings.names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        sent = _Sent(send)
        try:
            problem = self._problem_with(scope)
            if problem is None:
                await self._app(scope, _Limited(scope, receive), sent)
            else:
                await problem_response(problem)(scope, receive, sent)
        except WebProblem as error:  # found while the body was read
            await _answer_late(problem_response(error), scope, receive, sent)
        except Exception as error:  # what the application could answer, `mistake_told` has answered already
            if not sent.status:
                await problem_response(mistake_told(error))(scope, receive, sent)
        took = round(1000 * (time.perf_counter() - begun), 1)
        log_line("request", method=scope["method"], route=_route(scope), status=sent.status, ms=took)

    def _problem_with(self, scope: Scope) -> WebProblem | None:
        headers = Headers(scope=scope)
        if self._settings.names and headers.get("host", "").lower() not in self._settings.names:
            return WebProblem(
                "unknown-host", "the service does not answer under this name", mend="see `qm serve --name`"
            )
        if _head_bytes(scope) > HEADER_BYTES:
            return WebProblem("headers-too-large", f"more than {HEADER_BYTES // 1024} KiB before the body")
        if scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        foreign = origin is not None and origin.lower() not in self._origins
        if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return WebProblem("foreign-origin", "the request comes from another site; nothing was done")
        if _length(headers) > BODY_MAX:
            return WebProblem("too-large", f"more than {BODY_MAX // 1024} KiB", mend="send less at once")
        return None


def _head_bytes(scope: Scope) -> int:
    """The size of the request line and the headers. The server below us counts only what comes in several parts."""
    return len(scope.get("raw_path") or b"") + sum(len(name) + len(value) for name, value in scope["headers"])


def _length(headers: Headers) -> int:
    told = headers.get("content-length", "0")
    return int(told) if told.isdecimal() else 0


class _Limited:
    """A body that may not be too long, nor too slow."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + BODY_SECONDS
        self._read = 0
        self._done = scope["method"] in SAFE

    async def __call__(self) -> Message:
        if self._done:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise WebProblem("too-slow", f"the body did not arrive within {BODY_SECONDS} s") from None
        self._read += len(message.get("body", b""))
        if self._read > BODY_MAX:
            raise WebProblem("too-large", f"more than {BODY_MAX // 1024} KiB", mend="send less at once")
        self._done = not message.get("more_body", False)
        return message


class _Sent:
    """What is sent, with the headers that every answer carries."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Content-Security-Policy", POLICY)
        await self._send(message)


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
