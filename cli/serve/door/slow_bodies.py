"""How much of a body is read, and for how long: most bodies are there at once, so one timer watches all of them."""

import asyncio
import time
from typing import Any

from starlette.types import Message, Receive

from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire import BodyLimit


def too_large(most: int) -> WebProblem:
    """The answer to a body that is longer than it may be."""
    words = f"{most // 1024} KiB" if most < 1 << 20 else f"{most >> 20} MiB"
    return WebProblem("too-large", f"more than {words}", mend="send less at once")


class BodyClock:
    """Cuts off those who wait for a body that is too slow."""

    def __init__(self) -> None:
        self.waiting: dict[asyncio.Task[Any], LimitedBody] = {}
        """Who waits for a part of a body. Whoever puts themselves in here goes out again, and calls `start`."""
        self.is_running = False

    def start(self, until: float) -> None:
        """Begin to look. The timer stays when the part is there: in a moment somebody else will wait."""
        self.is_running = True
        asyncio.get_running_loop().call_later(max(0.0, until - time.monotonic()), self._ring)

    def _ring(self) -> None:
        self.is_running = False
        now = time.monotonic()
        for task, body in self.waiting.items():
            if now >= body.until and not body.is_cut:
                body.is_cut = True
                task.cancel()
        left = [body.until for body in self.waiting.values() if not body.is_cut]
        if left:
            self.start(min(left))


class LimitedBody:
    """A body that may not be too long, nor too slow; called as an application calls `receive`."""

    is_cut = False
    _read = 0
    _done = False

    def __init__(self, receive: Receive, limit: BodyLimit, begun: float, clock: BodyClock) -> None:
        """`begun`: when the request came, by the monotonic clock."""
        self._receive = receive
        self._limit = limit
        self._begun = begun
        self._clock = clock

    @property
    def until(self) -> float:
        """When the whole of it must be there."""
        return self._begun + self._limit.seconds

    async def __call__(self) -> Message:
        """The next part."""
        if self._done:  # what comes now is that the device hangs up, and that may take as long as it likes
            return await self._receive()
        task = asyncio.current_task()
        assert task is not None, "a request is answered by a task"
        clock = self._clock
        clock.waiting[task] = self
        if not clock.is_running:
            clock.start(self.until)
        try:
            message = await self._receive()
        except asyncio.CancelledError:
            if not self.is_cut or task.uncancel():
                raise
            raise WebProblem("too-slow", f"the body did not arrive within {self._limit.seconds} s") from None
        finally:
            del clock.waiting[task]
        self._read += len(message.get("body", b""))
        if self._read > self._limit.most:
            raise too_large(self._limit.most)
        self._done = not message.get("more_body", False)
        return message
