"""The store against the same work by hand and against eventsourcing: `python -m tests.benchmarks.bench_store`."""

import itertools
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from records.canonical import Json
from records.limits import SALT_BYTES
from records.record import Record, of_bodies
from records.salt import salt_of
from records.store import Store, open_store
from records.store.check import check_store
from tests.benchmarks.store_peers import ByHand, EventSourcing
from tests.benchmarks.timing import Target, medians, rate, report

EVENTS = 10_000
SINGLES = 20
"""Appends of one turn: few, so that what the disk does to one case it does to the next one as well."""
ROUNDS = 9
ID = "01JCQ7Z0000000000000000001"
HEADER: dict[str, Any] = {
    "quartermaster": 1,
    "game": "loot-island",
    "players": [{"seat": "blue", "name": "Ann"}, {"seat": "red", "name": "Bob"}],
}


def body_of(number: int) -> dict[str, Any]:
    """An event of the usual kind and size, with its salt about 115 bytes packed."""
    seconds = f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
    seat = ("blue", "red")[number % 2]
    cards = [f"red-{number % 9 + 1}", f"green-{number % 7 + 1}"]
    play = {"at": f"2026-11-15T{seconds}Z", "by": seat, "cards": cards, "do": "play", "landing": f"N{number % 8 + 1}"}
    return {**play, "salt": salt_of(number.to_bytes(SALT_BYTES, "big"))}


BODIES = [body_of(number) for number in range(EVENTS)]


class Ours:
    """The store, with the methods of its peers."""

    def __init__(self, url: str) -> None:
        self.store: Store = open_store(url)

    def begin(self, events: int = 0) -> "Ours":
        self.store.create(HEADER, record_id=ID, at=1)
        for start in range(0, events, EVENTS):
            self.store.append(ID, BODIES[: min(EVENTS, events - start)], at=1)
        return self

    def append(self, body: Json) -> None:
        assert isinstance(body, dict)
        self.store.append(ID, [{**body, "salt": salt_of(os.urandom(SALT_BYTES))}], at=1)

    def import_record(self, record: Record) -> None:
        self.store.import_record(record, record_id=ID, at=1)

    def close(self) -> None:
        self.store.close()


@contextmanager
def folder() -> Iterator[Callable[[], str]]:
    """Fresh paths for databases, on the disk."""
    place = Path(tempfile.mkdtemp(prefix="qmbench"))
    numbers = itertools.count()
    try:
        yield lambda: str(place / f"{next(numbers)}.db")
    finally:
        shutil.rmtree(place)


def singles(append: Callable[[Json], None]) -> float:
    """The rate of durable appends one by one."""

    def work() -> None:
        for body in BODIES[:SINGLES]:
            append(body)

    return rate(SINGLES, work)


def bench_singles(path: Callable[[], str]) -> bool:
    raw, ours, peer, packed = ByHand(path()), Ours(path()).begin(), EventSourcing(path()), _with_msgpack(path())
    cases = {
        "raw": lambda: singles(raw.append),
        "ours": lambda: singles(ours.append),
        "eventsourcing": lambda: singles(peer.append),
        "eventsourcing with msgpack": lambda: singles(packed.append),
    }
    found = medians(cases, 20 * ROUNDS)
    for each in (raw, ours, peer, packed):
        each.close()
    targets = [Target("ours", "raw", 0.75), Target("ours", "eventsourcing", 1.3)]
    return report("single durable append, SQLite", found, targets)


def bench_import(path: Callable[[], str]) -> bool:
    record = of_bodies(HEADER, BODIES)

    def ours() -> float:
        store = Ours(path())
        found = rate(EVENTS, lambda: store.import_record(record))
        store.close()
        return found

    def peer(make: Callable[[str], ByHand | EventSourcing]) -> float:
        store = make(path())
        found = rate(EVENTS, lambda: store.import_all(BODIES))
        store.close()
        return found

    cases = {
        "raw": lambda: peer(ByHand),
        "ours": ours,
        "eventsourcing": lambda: peer(EventSourcing),
        "eventsourcing with msgpack": lambda: peer(_with_msgpack),
    }
    targets = [Target("ours", "raw", 0.5), Target("ours", "eventsourcing", 2.0)]
    return report(f"import of {EVENTS:,} events, SQLite", medians(cases, ROUNDS), targets)


def bench_reading(path: Callable[[], str]) -> bool:
    ours, peer, packed = Ours(path()).begin(EVENTS), EventSourcing(path()), _with_msgpack(path())
    peer.import_all(BODIES)
    packed.import_all(BODIES)
    store = ours.store
    cases = {
        "read and verify": lambda: rate(EVENTS, lambda: check_store(store, ID)),
        "read, verify and make events": lambda: rate(EVENTS, lambda: store.load(ID)),
        "eventsourcing rebuild": lambda: rate(EVENTS, peer.rebuild),
        "eventsourcing with msgpack": lambda: rate(EVENTS, packed.rebuild),
    }
    found = medians(cases, 2 * ROUNDS)
    for each in (ours, peer, packed):
        each.close()
    targets = [Target(name, "eventsourcing rebuild", 5.0) for name in list(cases)[:2]]
    return report(f"read and verify {EVENTS:,} events, SQLite", found, targets)


def bench_growth(path: Callable[[], str]) -> bool:
    """A record that grows: each round appends to a short and to a long record in one database file each."""
    short, long = Ours(path()).begin(100), Ours(path()).begin(100_000)
    cases = {
        "at 100": lambda: 1e6 / singles(short.append),
        "at 100,000": lambda: 1e6 / singles(long.append),
    }
    found = medians(cases, 15 * ROUNDS)
    short.close()
    long.close()
    return report("cost of an append as the record grows", found, [Target("at 100,000", "at 100", 1.2, True)], "us")


def bench_bytes(path: Callable[[], str]) -> bool:
    """Whole files of many events, so that what a database weighs when empty does not count."""
    record = of_bodies(HEADER, BODIES)
    mine, other, third = path(), path(), path()
    ours, peer, packed = Ours(mine), EventSourcing(other), _with_msgpack(third)
    ours.store.import_record(record, record_id=ID, at=1_763_229_600_000_000)
    peer.import_all(BODIES)
    packed.import_all(BODIES)
    for each in (ours, peer, packed):
        each.close()
    names = {"ours": mine, "eventsourcing": other, "eventsourcing with msgpack": third}
    found = {name: _size(file) / EVENTS for name, file in names.items()}
    targets = [Target("ours", "eventsourcing", 0.7, True), Target("ours", "eventsourcing with msgpack", 0.7, True)]
    return report("size of an event in the file", found, targets, "bytes")


def _with_msgpack(path: str) -> EventSourcing:
    return EventSourcing(path, packed=True)


def _size(path: str) -> int:
    return sum(file.stat().st_size for file in Path(path).parent.glob(Path(path).name + "*"))


def show_disk(path: str) -> None:
    """How long the disk takes to sync a page: on a slow one every durable append costs the same, whoever makes it."""
    handle = os.open(path, os.O_CREAT | os.O_WRONLY)
    found = []
    for number in range(200):
        os.pwrite(handle, bytes(4096), 4096 * number)
        start = time.perf_counter()
        os.fdatasync(handle)
        found.append(time.perf_counter() - start)
    os.close(handle)
    print(f"the disk syncs a page in {1e6 * statistics.median(found):,.0f} us (median)")


def main() -> bool:
    """Run every comparison; whether all targets were met."""
    with folder() as path:
        show_disk(path())
        benches = (bench_singles, bench_import, bench_reading, bench_growth, bench_bytes)
        met = [bench(path) for bench in benches]
    return all(met)


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
