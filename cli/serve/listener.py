"""Somebody who follows a table: a queue of frames, and the end of it."""

import asyncio
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
        self._queue: asyncio.Queue[ToldFrame | ShowAnew | None] = asyncio.Queue(WAITING_MAX)
        self.ended = False
        self.on_leave: Callable[[], None] | None = None
        """What to do once the stream is gone."""
        self.reaches: Callable[[str], bool] = lambda _: True
        """For which records news may be told, where the stream is about many."""

    def leave(self) -> None:
        """The stream is gone."""
        if self.on_leave is not None:
            self.on_leave()
            self.on_leave = None

    def tell(self, data: bytes, size: int | None = None) -> None:
        """Hand over a frame, with its size if it is a step. A listener that does not keep up is ended, never skipped.

        Between asking for the whole table and sending it, steps may come that the table then holds already.
        """
        self._put(ToldFrame(data, size))

    def show_anew(self) -> None:
        """Let the whole table be sent, instead of what still waits."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self._put(ShowAnew())

    def end(self, last: bytes | None = None) -> None:
        """End the stream, with a last frame if there is one to say."""
        if self.ended:
            return
        self.ended = True
        while not self._queue.empty():
            self._queue.get_nowait()
        if last is not None:
            self._queue.put_nowait(ToldFrame(last, None))
        self._queue.put_nowait(None)

    async def next(self, seconds: float) -> bytes | ShowAnew | None:
        """The next frame; None at the end. Raises TimeoutError if nothing comes."""
        while True:
            item = await self._item(seconds)
            if not isinstance(item, ToldFrame):
                return item
            if item.size is None or item.size > self.shown:
                return item.data

    async def _item(self, seconds: float) -> ToldFrame | ShowAnew | None:
        if not self._queue.empty():
            return self._queue.get_nowait()
        async with asyncio.timeout(seconds):
            return await self._queue.get()

    def _put(self, item: ToldFrame | ShowAnew) -> None:
        if self.ended:
            return
        if self._queue.full():
            self.end()
            return
        self._queue.put_nowait(item)
