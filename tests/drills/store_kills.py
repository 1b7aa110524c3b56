"""A writer that is killed again and again: `python -m tests.drills.store_kills FOLDER KILLS SEED` prints the outcome.

Run it as its own program, with one thread: its children are forked, so that they need no start-up. Each dies by SIGKILL
at a random moment, some while still creating or opening the database, most while appending. Before an append a child
tells its parent what it is about to write, and afterwards that it was acknowledged. The next child first repeats what
went unanswered, with the same keys. With a URL instead of a folder the clients of a PostgreSQL server are killed.
"""

import json
import os
import random
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from records.errors import NotFound
from records.store import Store, open_store
from records.store.check import check_store
from records.store.writer import Writer
from tests.helpers.store_samples import HEADER, NOW, numbers, play, record_id

LIVES_OF_A_DATABASE = 30
LONGEST_LIFE_SECONDS = 0.03
SHORTER, LONGER = 0.8, 1.2
"""How lives change after one that got something done and one that got nothing done: machines may be busy."""
IDS = [record_id(number) for number in range(3)]

Sent = tuple[int, tuple[int, ...]]
"""A record's number and the numbers of the events of one append."""
Tell = Callable[[dict[str, object]], None]


def live(path: str, pending: list[Sent], start: int, way: int, tell: Tell) -> None:
    """What a child does until it is killed: single appends, batches, or four clients of one writer."""
    store = open_store(path)
    for each in IDS:
        try:
            store.head(each)
        except NotFound:
            store.create(HEADER, record_id=each, at=NOW)
    for record, events in pending:
        write(store.append, record, events, tell)
    if way == 3:
        writer = Writer(store)
        clients = [threading.Thread(target=go_on, args=(writer.append, start + k, 4, 1, tell)) for k in range(4)]
        for client in clients:
            client.start()
        clients[0].join()
    go_on(store.append, start, 1, 25 if way == 2 else 1, tell)


def go_on(append: Callable[..., object], start: int, step: int, amount: int, tell: Tell) -> None:
    """Append until killed."""
    number = start
    while True:
        events = tuple(number + step * index for index in range(amount))
        write(append, number % len(IDS), events, tell)
        number += step * amount


def write(append: Callable[..., object], record: int, events: tuple[int, ...], tell: Tell) -> None:
    """One append, announced before it and acknowledged after it."""
    tell({"sent": (record, events)})
    append(IDS[record], [play(event) for event in events], at=NOW, keys=[f"e{event}" for event in events])
    tell({"done": (record, events)})


def life(path: str, pending: list[Sent], start: int, way: int, seconds: float) -> tuple[list[Sent], list[Sent]]:
    """Fork a child and kill it after a while; return what was acknowledged and what went unanswered."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            live(path, pending, start, way, lambda message: _send(writing, message))
        finally:
            traceback.print_exc()
            os._exit(1)  # whatever went wrong, a child never goes on as its parent
    os.close(writing)
    if way:
        select.select([reading], [], [], 60)  # its first word says that the database is open
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, "rb") as stream:
        messages = [json.loads(line) for line in stream.read().splitlines()]
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, f"the child ended by itself: {status}"
    sent = [_read(message["sent"]) for message in messages if "sent" in message]
    done = [_read(message["done"]) for message in messages if "done" in message]
    return done, [each for each in dict.fromkeys([*pending, *sent]) if each not in done]


def _send(pipe: int, message: dict[str, object]) -> None:
    os.write(pipe, json.dumps(message).encode() + b"\n")  # short enough to be written at once


def _read(value: list[Any]) -> Sent:
    record, events = value
    return record, tuple(events)


def judge(path: str, acknowledged: list[Sent]) -> dict[str, int]:
    """Compare the store with what was acknowledged."""
    store = open_store(path)
    found = {index: _numbers(store, each) for index, each in enumerate(IDS)}
    damaged = sum(1 for info in store.records() if check_store(store, info.id) is not None)
    store.close()
    there = {record: set(each) for record, each in found.items()}
    lost = sum(1 for record, events in acknowledged for event in events if event not in there[record])
    doubled = sum(len(each) - len(there[record]) for record, each in found.items())
    return {"lost": lost, "doubled": doubled, "damaged": damaged}


def _numbers(store: Store, each: str) -> list[int]:
    try:
        return numbers(store, each)
    except NotFound:
        return []


def drill(place: str, kills: int, seed: int) -> dict[str, int]:
    """Kill this many children; return a summary of what was lost, doubled or damaged.

    `place` is a folder, in which a new database is begun now and then, or the URL of an empty one.
    """
    chance = random.Random(seed)
    on_a_server = "://" in place
    path = place
    total = {"kills": 0, "acknowledged": 0, "unanswered": 0, "lost": 0, "doubled": 0, "damaged": 0}
    acknowledged: list[Sent] = []
    pending: list[Sent] = []
    longest = LONGEST_LIFE_SECONDS
    for number in range(kills):
        if number % LIVES_OF_A_DATABASE == 0 and not on_a_server:
            path, acknowledged, pending = str(Path(place) / f"{seed}-{number}.db"), [], []
        seconds = chance.random() * longest
        done, pending = life(path, pending, 1 + 1_000_000 * number, number % 4, seconds)
        if number % 4:  # the others are killed while they open the database
            longest = max(LONGEST_LIFE_SECONDS, longest * (SHORTER if done else LONGER))
        acknowledged += done
        for what, amount in judge(path, acknowledged).items():
            total[what] += amount
        total["kills"] += 1
        total["acknowledged"] += len(done)
        total["unanswered"] += len(pending)
    return total


if __name__ == "__main__":
    print(json.dumps(drill(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
