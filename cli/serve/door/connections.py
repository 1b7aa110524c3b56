"""Connections before they are requests: how many an address may hold, and how long and how large a head may be.

An application hears of a request once its head has arrived. What never becomes one is looked after here.
"""

import asyncio
from collections import Counter
from typing import Any, Protocol

import msgspec

from cli.serve.messages.problems import WebProblem

HEAD_SECONDS = 20
"""A connection without a request is closed after this time, or twice this at the latest. Who listens asked for that."""
CONNECTIONS_MAX = 600
"""Open connections of one address: a whole club may stand behind one."""
_STATUS = {400: "Bad Request", 429: "Too Many Requests", 431: "Request Header Fields Too Large"}


class Connected(Protocol):
    """What is asked of a connection; both parsers of uvicorn have it."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    cycle: Any
    """The request that is answered, or was answered last; None before the first."""
    loop: asyncio.AbstractEventLoop


class Connections:
    """All connections of a server."""

    def __init__(self, counted: bool = True) -> None:
        """Behind a proxy all of them come from one address, and are not counted."""
        self._counted = counted
        self._open: Counter[str] = Counter()
        self._timers: dict[Connected, asyncio.TimerHandle] = {}

    def made(self, connection: Connected) -> None:
        """A connection was opened; `lost` must follow."""
        address = _address(connection)
        self._open[address] += 1
        if self._counted and self._open[address] > CONNECTIONS_MAX:
            problem = WebProblem("too-fast", "too many connections are open at this address", retry_after=HEAD_SECONDS)
            hang_up(connection, problem)
        else:
            self._look_later(connection)

    def lost(self, connection: Connected) -> None:
        """A connection was closed, by whomever."""
        address = _address(connection)
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
        timer = self._timers.pop(connection, None)
        if timer is not None:
            timer.cancel()

    def _look_later(self, connection: Connected) -> None:
        self._timers[connection] = connection.loop.call_later(HEAD_SECONDS, self._look, connection, connection.cycle)

    def _look(self, connection: Connected, known: Any) -> None:
        """Whether the connection made a request since, or one is still being answered."""
        now = connection.cycle
        if now is known and (now is None or now.response_complete):
            connection.transport.close()
        else:
            self._look_later(connection)


def hang_up(connection: Connected, problem: WebProblem) -> None:
    """Say what was wrong with what is no request, and close."""
    connection.transport.write(whole_answer(problem))
    connection.transport.close()


def unreadable() -> WebProblem:
    """What no parser of HTTP can read."""
    return WebProblem(
        "malformed", "what was sent is no HTTP request that can be read", mend="send a request of HTTP/1.1"
    )


def whole_answer(problem: WebProblem) -> bytes:
    """A whole answer, as it goes over the wire: there is no request that an application could answer."""
    body = msgspec.json.encode(problem.document())
    more = "".join(f"{name.lower()}: {value}\r\n" for name, value in problem.headers.items())
    head = (
        f"HTTP/1.1 {problem.status} {_STATUS[problem.status]}\r\ncontent-type: application/problem+json\r\n"
        f"cache-control: no-store\r\n{more}content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


def _address(connection: Connected) -> str:
    return connection.client[0] if connection.client else ""
