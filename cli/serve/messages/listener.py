"""Somebody who follows a table: a queue of frames, and the end of it."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

WAITING_MAX = 64
"""Who is further behind is cut off, and comes back to where they were."""


class ShowAnew(NamedTuple):
    """In the queue: the whole table is to be shown."""


class ToldFrame(NamedTuple):
    """In the queue: a frame, and the size that it leads to if it is a step."""

    data: bytes
    size: int | None


class Listener:
    """One open stream."""

    def __init__(self, session_id: str, *, logs: bool = False) -> None:
        self.session_id = session_id
        self.logs = logs
        """Whether it is told about the pen."""
        self.shown = 0
        """The size of the table that was last shown as a whole: steps up to there are in it."""
        self._queue: deque[ToldFrame | ShowAnew | None] = deque()
        self._waiter: asyncio.Future[bool] | None = None
        """Where the stream waits for something to say: False once nothing came for too long."""
        self._clock: asyncio.TimerHandle | None = None
        self._quiet_since = 0.0
        self.ended = False
        self.on_leave: Callable[[], None] | None = None
        """What to do once the stream is gone."""
        self.reaches: Callable[[str], bool] = lambda _: True
        """For which records news may be told, where the stream is about many."""

    def leave(self) -> None:
        """The stream is gone."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self.on_leave is not None:
            self.on_leave()
            self.on_leave = None

    def tell(self, data: bytes, size: int | None = None) -> None:
        """Hand over a frame, with its size if it is a step. A listener that does not keep up is ended, never skipped.

        Between asking for the whole table and sending it, steps may come that the table then holds already.
        """
        self.put(ToldFrame(data, size))

    def show_anew(self) -> None:
        """Let the whole table be sent, instead of what still waits."""
        self._queue.clear()
        self.put(ShowAnew())

    def end(self, last: bytes | None = None) -> None:
        """End the stream, with a last frame if there is one to say."""
        if self.ended:
            return
        self.ended = True
        self._queue.clear()
        if last is not None:
            self._queue.append(ToldFrame(last, None))
        self._queue.append(None)
        self._wake(True)

    def put(self, item: ToldFrame | ShowAnew) -> None:
        """Hand over something that may be shared with other listeners."""
        if self.ended:
            return
        if len(self._queue) >= WAITING_MAX:
            self.end()
            return
        self._queue.append(item)
        self._wake(True)

    async def next(self, seconds: float) -> bytes | ShowAnew | None:
        """The next frame; None at the end. Raises TimeoutError if nothing comes."""
        while True:
            item = self._queue.popleft() if self._queue else await self._item(seconds)
            if not isinstance(item, ToldFrame):
                return item
            if item.size is None or item.size > self.shown:
                return item.data

    async def _item(self, seconds: float) -> ToldFrame | ShowAnew | None:
        """Wait for something. One clock goes on over many waits: most of them are over long before it is looked at."""
        loop = asyncio.get_running_loop()
        self._quiet_since = loop.time()
        if self._clock is None:
            self._clock = loop.call_later(seconds, self._look_at_clock, loop, seconds)
        self._waiter = loop.create_future()
        if not await self._waiter:
            raise TimeoutError
        return self._queue.popleft()

    def _look_at_clock(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._clock = None
        left = self._quiet_since + seconds - loop.time()
        if self._waiter is None or self._waiter.done():
            return  # the next wait starts it again
        if left > 0:
            self._clock = loop.call_later(left, self._look_at_clock, loop, seconds)
        else:
            self._wake(False)

    def _wake(self, told: bool) -> None:
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(told)
