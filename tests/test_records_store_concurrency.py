"""Many writers at once: exactly one winner for each seq, no gaps, nothing lost, on both databases."""

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from records.errors import Conflict
from records.store import Store, open_store
from records.store.interface import FeedEntry
from tests.helpers.store_samples import HEADER, ID, NOW, assert_whole, create, numbers, play, record_id

pytestmark = pytest.mark.slow

WRITERS = 16
EACH = 12
RECORDS = 64


def together(jobs: list[Callable[[], None]]) -> None:
    """Run jobs in threads that start at the same moment; the first error is raised."""
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], None]) -> None:
        gate.wait()
        job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        for future in [pool.submit(run, job) for job in jobs]:
            future.result()


def test_of_sixteen_writers_on_one_size_exactly_one_wins_round_after_round(store: Store, store_url: str) -> None:
    create(store)
    stores = [open_store(store_url) for _ in range(WRITERS)]
    for round_ in range(1, EACH + 1):
        answers: list[int | Conflict] = []

        def race(number: int, answers: list[int | Conflict] = answers, size: int = round_) -> None:
            try:
                answers.append(stores[number].append(ID, [play(100 * size + number)], at=NOW, expect=size).first)
            except Conflict as error:
                answers.append(error)

        together([partial(race, number) for number in range(WRITERS)])
        assert [answer for answer in answers if isinstance(answer, int)] == [round_]
        assert len(answers) == WRITERS
    assert [number // 100 for number in numbers(store, ID)] == list(range(1, EACH + 1))
    assert_whole(store)
    for each in stores:
        each.close()


def test_sixteen_writers_with_stores_of_their_own_lose_nothing_in_one_record(store: Store, store_url: str) -> None:
    create(store)
    acknowledged: list[tuple[int, int]] = []

    def write(writer: int) -> None:
        own = open_store(store_url)
        for index in range(EACH):
            number = 1000 * writer + index
            answer = own.append(ID, [play(number), play(number + 500)], at=NOW)
            acknowledged.extend([(answer.first, number), (answer.last, number + 500)])
        own.close()

    together([partial(write, writer) for writer in range(WRITERS)])
    found = numbers(store, ID)
    assert dict(acknowledged) == dict(enumerate(found, 1))
    assert len(set(found)) == len(acknowledged) == WRITERS * EACH * 2
    assert_whole(store)


def test_threads_may_share_one_store(store: Store) -> None:
    create(store)

    def write(writer: int) -> None:
        for index in range(EACH):
            store.append(ID, [play(1000 * writer + index)], at=NOW)
            assert len(list(store.read(ID))) > index

    together([partial(write, writer) for writer in range(8)])
    assert sorted(numbers(store, ID)) == sorted(1000 * writer + index for writer in range(8) for index in range(EACH))
    assert_whole(store)


@pytest.mark.slow
def test_sixty_four_records_grow_in_parallel_and_a_reader_of_the_feed_misses_nothing(
    store: Store, store_url: str
) -> None:
    ids = [create(store, number) for number in range(RECORDS)]
    done = threading.Event()
    seen: list[FeedEntry] = []

    def write(part: int) -> None:
        own = open_store(store_url)
        for index in range(1, 7):
            for each in ids[part::WRITERS]:
                own.append(each, [play(index)], at=NOW, expect=index)
        own.close()

    def follow() -> None:
        own = open_store(store_url)
        ended = False
        while not ended:
            ended = done.is_set()  # one more look after the last commit
            seen.extend(own.feed(after=seen[-1].position if seen else 0, limit=7 if len(seen) % 2 else 100))
        while more := own.feed(after=seen[-1].position):
            seen.extend(more)
        own.close()

    follower = threading.Thread(target=follow)
    follower.start()
    together([partial(write, part) for part in range(WRITERS)])
    done.set()
    follower.join()
    assert [entry.position for entry in seen] == list(range(1, RECORDS * 6 + 1))
    for each in ids:
        assert numbers(store, each) == [1, 2, 3, 4, 5, 6]
        assert [entry.event.seq for entry in seen if entry.record == each] == [1, 2, 3, 4, 5, 6]
    assert_whole(store)


def write_alone(url: str, writer: int) -> None:
    """What a separate process does: append, and also create and import records."""
    store = open_store(url)
    for index in range(EACH):
        store.append(ID, [play(1000 * writer + index)], at=NOW)
    create(store, 100 + writer, events=3)
    store.import_record(store.load(record_id(100 + writer)), record_id=record_id(200 + writer), at=NOW)
    store.close()


@pytest.mark.slow
def test_processes_share_a_store(store: Store, store_url: str) -> None:
    create(store)
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=write_alone, args=(store_url, writer)) for writer in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert sorted(numbers(store, ID)) == sorted(1000 * writer + index for writer in range(4) for index in range(EACH))
    assert len(list(store.records())) == 9
    assert [entry.position for entry in store.feed()] == list(range(1, 4 * (EACH + 6) + 1))
    assert_whole(store)


def make_store(url: str, number: int) -> None:
    """Open a store that may not be there yet, and use it."""
    store = open_store(url)
    store.create(HEADER, record_id=record_id(number), at=NOW)
    store.close()


def test_several_programs_may_make_the_store_at_once(store_url: str) -> None:
    together([partial(make_store, store_url, number) for number in range(8)])
    store = open_store(store_url, create=False)
    assert len(list(store.records())) == 8
    store.close()


def test_a_reader_keeps_its_view_while_others_write(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store.db"))
    create(store, events=1500)
    lines = store.read(ID)
    first = next(lines)
    store.append(ID, [play(1501)], at=NOW)
    assert len([first, *lines]) == 1501
    assert len(list(store.read(ID))) == 1502
    store.close()


@pytest.mark.parametrize("amount", [1, 7])
def test_retries_of_one_append_from_everywhere_write_it_once(store: Store, store_url: str, amount: int) -> None:
    create(store)
    bodies = [play(number) for number in range(amount)]
    keys = [f"k{number}" for number in range(amount)]
    answers = []

    def retry() -> None:
        own = open_store(store_url)
        answers.append(own.append(ID, bodies, at=NOW, expect=1, keys=keys))
        own.close()

    together([retry] * 8)
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 7
    assert len({(answer.first, answer.last, answer.head) for answer in answers}) == 1
    assert numbers(store, ID) == list(range(amount))
