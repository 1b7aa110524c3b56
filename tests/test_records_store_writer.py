"""One writer thread for many clients: the same answers as the store gives, with one sync for all who wait."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from records.errors import Conflict, NotFound, QuartermasterError, Refused, Unavailable
from records.store import Appended, Store
from records.store.packing import PackedBatch
from records.store.writer import Writer
from tests.helpers.store_samples import ID, NOW, assert_whole, create, numbers, play, record_id


def test_an_append_through_the_writer_is_an_append(store: Store) -> None:
    create(store)
    writer = Writer(store)
    answer = writer.append(ID, [play(1), play(2)], at=NOW, expect=1, keys=["a", "b"])
    assert (answer.first, answer.last, answer.head) == (1, 2, store.head(ID))
    assert writer.append(ID, [play(1), play(2)], at=NOW, keys=["a", "b"]).repeated
    with pytest.raises(Conflict):
        writer.append(ID, [play(3)], at=NOW, expect=1)
    with pytest.raises(Conflict):
        writer.append(ID, [play(3)], at=NOW, keys=["a"])
    with pytest.raises(NotFound):
        writer.append(record_id(2), [play(3)], at=NOW)
    with pytest.raises(Refused):
        writer.append(ID, [{"do": "Bad"}], at=NOW)
    writer.close()
    assert numbers(store, ID) == [1, 2]


def test_a_group_gets_one_transaction_and_each_its_own_answer(store: Store) -> None:
    create(store, 1)
    create(store, 2)
    gate = Gate(store)
    writer = Writer(gate)
    first = writer.submit(ID, [play(0)], at=NOW)
    gate.reached.wait()  # the writer is busy: whoever comes now waits and goes together
    waiting = [
        writer.submit(ID, [play(1)], at=NOW, expect=2),
        writer.submit(ID, [play(2)], at=NOW, expect=2),
        writer.submit(record_id(2), [play(3)], at=NOW, keys=["k"]),
        writer.submit(record_id(2), [play(3)], at=NOW, keys=["k"]),
        writer.submit(record_id(3), [play(4)], at=NOW),
        writer.submit(ID, [play(5)], at=NOW, expect=3),
    ]
    gate.open.set()
    writer.close()
    assert gate.groups == [1, 6]
    assert first.result().first == 1
    kinds = [type(future.exception()) for future in waiting]
    assert kinds == [type(None), Conflict, type(None), type(None), NotFound, type(None)]
    assert [waiting[index].result().repeated for index in (2, 3)] == [False, True]
    assert waiting[2].result().head == waiting[3].result().head
    assert numbers(store, ID) == [0, 1, 5]
    assert numbers(store, record_id(2)) == [3]
    assert_whole(store)


class Gate:
    """A store that holds up its first group until it is told to go on, and counts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.groups: list[int] = []
        self.reached = threading.Event()
        self.open = threading.Event()

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        self.groups.append(len(batches))
        self.reached.set()
        self.open.wait()
        return self._store.append_batches(batches)


def test_many_clients_lose_nothing(store: Store) -> None:
    ids = [create(store, number) for number in range(8)]
    writer = Writer(store)

    def client(number: int) -> list[tuple[str, int, int]]:
        mine = ids[number % 8]
        found = []
        for index in range(15):
            marker = 100 * number + index
            found.append((mine, writer.append(mine, [play(marker)], at=NOW).first, marker))
        return found

    with ThreadPoolExecutor(32) as pool:
        acknowledged = {(mine, seq): marker for part in pool.map(client, range(32)) for mine, seq, marker in part}
    writer.close()
    stored = {(each, seq): marker for each in ids for seq, marker in enumerate(numbers(store, each), 1)}
    assert stored == acknowledged
    assert len(stored) == 32 * 15
    assert [entry.position for entry in store.feed(limit=1000)] == list(range(1, 32 * 15 + 1))
    assert_whole(store)


def test_what_waits_is_written_before_the_writer_closes(store: Store) -> None:
    create(store)
    writer = Writer(store)
    futures = [writer.submit(ID, [play(number)], at=NOW) for number in range(50)]
    writer.close()
    writer.close()
    assert [future.result().first for future in futures] == list(range(1, 51))
    with pytest.raises(Unavailable):
        writer.append(ID, [play(99)], at=NOW)
    assert numbers(store, ID) == list(range(50))


def test_a_failure_of_the_store_reaches_every_client_and_the_writer_goes_on(store: Store) -> None:
    create(store)
    failing = Failing(store)
    writer = Writer(failing)
    for error in (Unavailable("the disk is full"), AssertionError("a mistake of ours")):
        failing.error = error
        with pytest.raises(type(error)):
            writer.append(ID, [play(1)], at=NOW)
    failing.error = None
    assert writer.append(ID, [play(2)], at=NOW).first == 1
    writer.close()


class Failing:
    """A store that fails when told to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.error: BaseException | None = None

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        if self.error is not None:
            raise self.error
        return self._store.append_batches(batches)
