"""How much of a body is read, and for how long: most bodies are there at once, so one timer watches all of them."""

import asyncio
import time
from typing import Any

from starlette.types import Message, Receive

from cli.serve.problems import WebProblem
from cli.serve.wire import BodyLimit


def too_large(most: int) -> WebProblem:
    """The answer to a body that is longer than it may be."""
    words = f"{most // 1024} KiB" if most < 1 << 20 else f"{most >> 20} MiB"
    return WebProblem("too-large", f"more than {words}", mend="send less at once")


class BodyClock:
    """Cuts off those who wait for a body that is too slow."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Task[Any], LimitedBody] = {}
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, task: "asyncio.Task[Any]", body: "LimitedBody") -> None:
        """A task waits for a part of a body; `end` must follow."""
        self._waiting[task] = body
        if self._timer is None:
            self._set(body.until)

    def end(self, task: "asyncio.Task[Any]") -> None:
        """The part is there. The timer stays: in a moment somebody else will wait."""
        del self._waiting[task]

    def _set(self, until: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, until - time.monotonic()), self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = time.monotonic()
        for task, body in self._waiting.items():
            if now >= body.until and not body.is_cut:
                body.is_cut = True
                task.cancel()
        left = [body.until for body in self._waiting.values() if not body.is_cut]
        if left:
            self._set(min(left))


class LimitedBody:
    """A body that may not be too long, nor too slow; called as an application calls `receive`."""

    __slots__ = ("_clock", "_done", "_limit", "_read", "_receive", "is_cut", "until")

    def __init__(self, receive: Receive, limit: BodyLimit, clock: BodyClock) -> None:
        self._receive = receive
        self._limit = limit
        self._clock = clock
        self._read = 0
        self._done = False
        self.until = time.monotonic() + limit.seconds
        """When the whole of it must be there."""
        self.is_cut = False

    async def __call__(self) -> Message:
        """The next part."""
        if self._done:  # what comes now is that the device hangs up, and that may take as long as it likes
            return await self._receive()
        task = asyncio.current_task()
        assert task is not None, "a request is answered by a task"
        self._clock.begin(task, self)
        try:
            message = await self._receive()
        except asyncio.CancelledError:
            if not self.is_cut or task.uncancel():
                raise
            raise WebProblem("too-slow", f"the body did not arrive within {self._limit.seconds} s") from None
        finally:
            self._clock.end(task)
        self._read += len(message.get("body", b""))
        if self._read > self._limit.most:
            raise too_large(self._limit.most)
        self._done = not message.get("more_body", False)
        return message
