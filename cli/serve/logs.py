"""Lines for the operator: one JSON object each, on stderr, without names, tokens or facts of a game.

A request is told a moment after it was answered, with those that were answered meanwhile: to write each line by itself
would cost more than everything else that a request passes at the door. Everything else is written at once, after the
requests that wait, so that the lines keep their order.
"""

import asyncio
import secrets
import sys
import threading
import traceback
from typing import Any

import msgspec

WRITTEN_AFTER = 0.25
"""For how long a line about a request may wait, in seconds."""
_encoded = msgspec.json.Encoder().encode


class OperatorLog:
    """The lines, and those that still wait to be written. Any thread may use it."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._due = 0.0
        """When what waits is written; 0 while nothing is to be. A timer may be gone with its loop by then."""
        self._writing = threading.Lock()

    def request(self, method: str, route: str, status: int, begun: float, now: float) -> None:
        """Say soon that a request was answered; called in the loop that answered it."""
        took = round(10_000 * (now - begun)) / 10  # much faster than to round a fraction
        self._waiting.append(
            _encoded({"event": "request", "method": method, "route": route, "status": status, "ms": took})
        )
        if now > self._due:
            self._due = now + WRITTEN_AFTER
            asyncio.get_running_loop().call_later(WRITTEN_AFTER, self.write)

    def line(self, event: str, **facts: Any) -> None:
        """Say at once what happened. A machine may read it."""
        try:
            self._waiting.append(_encoded({"event": event, **facts}))
        except ValueError:
            return
        self.write()

    def write(self) -> None:
        """Write what waits. A log that is full or closed holds nobody up."""
        with self._writing:
            self._due = 0.0
            lines = self._waiting[:]
            del self._waiting[: len(lines)]  # another thread may have added one meanwhile
            if not lines:
                return
            try:
                sys.stderr.write(b"\n".join([*lines, b""]).decode())
            except (OSError, ValueError):
                return

    def close(self) -> None:
        """The service has stopped: nothing that waits may be lost."""
        self.write()


log = OperatorLog()
"""The log of this process, as stderr is one."""
log_line = log.line


def log_mistake(error: Exception) -> str:
    """Tell the operator the whole story of a mistake of ours; the number of the report."""
    number = secrets.token_hex(4)
    log_line("mistake", report=number, story="".join(traceback.format_exception(error)))
    return number
