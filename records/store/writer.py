"""One thread that appends for many clients: whoever waits at the same moment shares one transaction and one sync."""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

from records.canonical import Json
from records.errors import QuartermasterError, Unavailable
from records.event import Event
from records.limits import BATCH_EVENTS_MAX
from records.store.interface import Appended
from records.store.packing import PackedBatch, prepare

Waiting = tuple[PackedBatch, "Future[Appended]"]


class TakesBatches(Protocol):
    """What the writer asks of a store."""

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        """Append prepared batches in one durable transaction."""


class Writer:
    """Group commit in front of a store. `append` means what it means there, and answers once the events are durable.

    Threads may share it. It does not own the store: close the writer first, then the store.
    """

    def __init__(self, store: TakesBatches) -> None:
        self._store = store
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="quartermaster-writer", daemon=True)
        self._thread.start()

    def append(
        self,
        record_id: str,
        events: Sequence[Json | Event],
        *,
        at: int,
        expect: int | None = None,
        keys: Sequence[str | None] = (),
        notes: Sequence[tuple[str, bytes]] = (),
    ) -> Appended:
        """Append events and wait until they are durable; see `Store.append`."""
        return self.submit(record_id, events, at=at, expect=expect, keys=keys, notes=notes).result()

    def submit(
        self,
        record_id: str,
        events: Sequence[Json | Event],
        *,
        at: int,
        expect: int | None = None,
        keys: Sequence[str | None] = (),
        notes: Sequence[tuple[str, bytes]] = (),
    ) -> "Future[Appended]":
        """As `append`, without waiting: the answer comes through the future. Ill-formed events are refused at once."""
        batch = prepare(record_id, events, at, expect, keys, notes)
        future: Future[Appended] = Future()
        future.set_running_or_notify_cancel()  # an append that was handed over cannot be taken back
        with self._gate:
            if self._closed:
                raise Unavailable("the writer is closed; nothing was written")
            self._queue.put((batch, future))
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        going_on = True
        while going_on:
            group, going_on = self._next_group()
            if group:
                self._write(group)

    def _next_group(self) -> tuple[list[Waiting], bool]:
        """Everyone waiting now, up to a limit of events; False once the writer should stop."""
        group: list[Waiting] = []
        events = 0
        item = self._queue.get()
        while item is not None:
            group.append(item)
            events += len(item[0].leaves)
            if events >= BATCH_EVENTS_MAX:
                return group, True
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _write(self, group: Sequence[Waiting]) -> None:
        try:
            answers = self._store.append_batches([batch for batch, _ in group])
        except BaseException as error:  # whatever happened, nobody may be left waiting: the clients raise it
            for _, future in group:
                future.set_exception(error)
            return
        for (_, future), answer in zip(group, answers, strict=True):
            if isinstance(answer, QuartermasterError):
                future.set_exception(answer)
            else:
                future.set_result(answer)
