"""Appends that share a transaction: everybody gets their own answer, once theirs is durable."""

import asyncio
import threading
from collections.abc import Sequence

import pytest

from cli.serve.tables.shared_writes import SharedWrites
from records.errors import Conflict, QuartermasterError, Unavailable
from records.event import Event
from records.record import Head
from records.store import Appended
from records.store.packing import PackedBatch

NOTE = Event(1, None, None, "note", {"text": "the lamp fell over"})


class Held:
    """A store that answers once it is let go."""

    def __init__(self) -> None:
        self.groups: list[list[str]] = []
        self.free = threading.Event()
        self.trouble: Exception | None = None

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        """Refuse what is for the record `late`."""
        self.groups.append([batch.record_id for batch in batches])
        self.free.wait(10)
        if self.trouble is not None:
            raise self.trouble
        stored = Appended(1, 1, Head(2, b""))
        return [Conflict("it has moved on") if batch.record_id == "late" else stored for batch in batches]


def test_who_asks_at_once_or_meanwhile_shares_a_transaction() -> None:
    store = Held()

    async def work() -> list[Appended | BaseException]:
        writes = SharedWrites(store)
        asked = [asyncio.ensure_future(writes.append(name, [NOTE], at=1)) for name in ("a", "b")]
        while not store.groups:
            await asyncio.sleep(0)
        asked += [asyncio.ensure_future(writes.append(name, [NOTE], at=1)) for name in ("c", "late", "gone")]
        await asyncio.sleep(0)
        asked.pop().cancel()  # whoever hung up is written all the same
        store.free.set()
        await writes.close()
        return await asyncio.gather(*asked, return_exceptions=True)

    *stored, refused = asyncio.run(work())
    assert store.groups == [["a", "b"], ["c", "late", "gone"]]
    assert all(isinstance(one, Appended) for one in stored) and len(stored) == 3
    assert isinstance(refused, Conflict)


def test_everybody_is_told_when_the_store_fails() -> None:
    store = Held()
    store.trouble = Unavailable("the disk is full")
    store.free.set()

    async def work() -> list[Appended | BaseException]:
        writes = SharedWrites(store)
        found = await asyncio.gather(*(writes.append("a", [NOTE], at=1) for _ in range(3)), return_exceptions=True)
        await writes.close()
        with pytest.raises(Unavailable):
            await writes.append("a", [NOTE], at=1)
        return found

    assert [type(one) for one in asyncio.run(work())] == [Unavailable] * 3
