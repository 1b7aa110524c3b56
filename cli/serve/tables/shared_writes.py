"""One thread that appends for all tables: whoever waits while it is busy shares its next transaction, and its sync.

What was asked for in one turn of the loop is handed over at once and answered at once: to wake a thread, and to be
woken by it, costs as much as the append itself.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Sequence

from cli.serve.patience import PATIENCE, PAUSE, is_busy
from records.errors import BUSY, Unavailable
from records.event import Event
from records.store.interface import Appended
from records.store.packing import PackedBatch, prepare
from records.store.writer import TakesBatches

TOGETHER_MAX = 256
"""How many calls share a transaction at most: nobody should wait for more than these."""

Waiting = tuple[PackedBatch, "asyncio.Future[Appended]"]


class SharedWrites:
    """Appends that are awaited in a loop. What was handed over is written, whether somebody still waits or not."""

    def __init__(self, store: TakesBatches) -> None:
        self._store = store
        self._waiting: list[Waiting] = []
        self._group: list[Waiting] = []
        """What the thread is at."""
        self._queue: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, list[PackedBatch]] | None] = queue.SimpleQueue()
        self._closed = False
        self._hurried = False
        self._held_since: float | None = None
        """Since when another program holds the store, as far as the thread has seen; of `time.monotonic`."""
        self._thread = threading.Thread(target=self._work, name="quartermaster-writer", daemon=True)
        self._thread.start()

    def append(
        self,
        record_id: str,
        events: Sequence[Event],
        *,
        at: int,
        expect: int | None = None,
        keys: Sequence[str | None] = (),
        notes: Sequence[tuple[str, bytes]] = (),
    ) -> "asyncio.Future[Appended]":
        """Append events; to be awaited, until they are durable. See `Store.append`."""
        batch = prepare(record_id, events, at, expect, keys, notes)
        if self._closed:
            raise Unavailable("the writer is closed; nothing was written")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Appended] = loop.create_future()
        if not self._waiting and not self._group:
            loop.call_soon(self._hand_over, loop)  # with whatever else is asked for in this turn of the loop
        self._waiting.append((batch, future))
        return future

    def hurry(self) -> None:
        """Wait no longer for another program that holds the store: who waits is told so at once."""
        self._hurried = True

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closed = True
        asked = [future for _, future in (*self._group, *self._waiting)]
        await asyncio.gather(*asked, return_exceptions=True)
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        group = self._group = self._waiting[:TOGETHER_MAX]
        if group:
            self._waiting = self._waiting[TOGETHER_MAX:]
            self._queue.put((loop, [batch for batch, _ in group]))

    def _answer(self, loop: asyncio.AbstractEventLoop, answers: Sequence[Appended | BaseException]) -> None:
        group = self._group
        self._hand_over(loop)  # the thread is not to wait until everybody is answered
        for (_, future), answer in zip(group, answers, strict=True):
            if future.done():  # whoever asked is gone
                continue
            if isinstance(answer, Appended):
                future.set_result(answer)
            else:
                future.set_exception(answer)

    def _work(self) -> None:
        """What the thread does."""
        while (given := self._queue.get()) is not None:
            loop, batches = given
            loop.call_soon_threadsafe(self._answer, loop, self._written(batches))

    def _written(self, batches: list[PackedBatch]) -> Sequence[Appended | BaseException]:
        """What the store answers. Another program that holds it is waited for, but whoever comes after that is told at
        once: all tables share the thread, and nobody should wait for the patience of others."""
        while True:
            if self._hurried and self._held_since is not None:
                held = Unavailable("another program is writing to the database; nothing was written", kind=BUSY)
                return [held] * len(batches)
            try:
                answers = self._store.append_batches(batches)
            except BaseException as error:  # whatever happened, nobody may be left waiting: all who asked raise it
                if not self._may_wait(error):
                    return [error] * len(batches)
                time.sleep(PAUSE)
            else:
                self._held_since = None
                return answers

    def _may_wait(self, error: BaseException) -> bool:
        if not is_busy(error):
            return False
        now = time.monotonic()
        self._held_since = self._held_since or now
        return now - self._held_since < PATIENCE
