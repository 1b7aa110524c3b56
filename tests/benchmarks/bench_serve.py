"""The service under load, beside what it is made of: `python -m tests.benchmarks serve`.

The clients are another process, and the CPU of the service is counted by the scheduler, so that a busy machine spoils
waiting times but not costs. Sessions stay below the limits of the service; nothing is switched off for this.
"""

import json
import shutil
import socket
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from cli.machine.folders_and_clock import now, random_bytes
from cli.serve.register.register import Register
from records.store import open_store
from records.store.writer import Writer
from replay.library import game_ids, game_of
from tests.benchmarks.bench_store import BODIES, HEADER
from tests.benchmarks.serve_bed import (
    LIBRARIES,
    Process,
    bare,
    library_megabytes,
    link,
    listening,
    parts_below,
    phones,
    served,
    session,
    table_of,
    went_on,
)
from tests.benchmarks.serve_board import READS, board_after
from tests.benchmarks.serve_peer import moves_of_a_peer
from tests.benchmarks.store_peers import ByHand

CLIENTS = 16
TABLES = 64
EACH_GAME, PARTS = 96, 3
"""Tables of each game, for appends as fast as they go; in parts, with two tables for each client. On a shared machine
the median of the parts says more than all of them together."""
WARM, EACH = 3, 12
"""Appends to each of them, before and while it is measured; a session may write 20 at once."""
RECORDED = "sea-or-shore"
"""The game whose answers are also measured with all that a phone can ask for."""
RATE, SECONDS = 200, 8
BARE_HELLO = 36
"""Microseconds of CPU for a hello of the bare application where the targets were set, on an idle machine."""
APPEND_CPU = {"lost-island": 1.0}
"""Milliseconds of CPU that an append may cost, where that is not the usual."""
USUAL_APPEND_CPU = 0.35
BOARDS = 5
"""How many phones open a link, one after the other."""
LISTENERS, LISTENED_RATE, LISTENED = 200, 20, 80
Found = list[tuple[str, float, str, float | None]]
"""What was measured, how much, of what, and how much it may be (below zero: how much it must be at least)."""


def port() -> int:
    """A port that is free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def played() -> list[str]:
    """The games that are played at a table: the record of a tournament is too short, and nobody taps it."""
    return [game_id for game_id in game_ids() if game_of(game_id).seated is None]


def raw_writer(folder: Path) -> float:
    """Appends a second by the writer itself, asked by as many threads as there are clients."""
    path = folder / f"raw-{time.monotonic_ns()}.db"
    with open_store(str(path), create=True) as store:
        writer = Writer(store)
        records = [f"01JCQ7Z00000000000000000{number:02}" for number in range(10, 10 + CLIENTS)]
        for record in records:
            store.create(HEADER, record_id=record, at=1)
        amount = 100

        def one(record: str) -> None:
            for body in BODIES[:amount]:
                writer.append(record, [body], at=1)

        begun = time.perf_counter()
        with ThreadPoolExecutor(CLIENTS) as threads:
            list(threads.map(one, records))
        taken = time.perf_counter() - begun
        writer.close()
    return CLIENTS * amount / taken


def raw_insert(folder: Path) -> float:
    """Appends a second by hand: one INSERT, one durable transaction."""
    peer = ByHand(str(folder / f"hand-{time.monotonic_ns()}.db"))
    begun = time.perf_counter()
    for body in BODIES[:200]:
        peer.append(body)
    taken = time.perf_counter() - begun
    peer.close()
    return 200 / taken


def spent(process: Process, work: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], float]:
    """What the clients found, and the seconds of CPU that the service spent on it."""
    before = process.cpu()
    found = work()
    return found, process.cpu() - before


def percentile(values: list[float], part: float) -> float:
    """The value below which this part lies, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))]


def hello(process: Process, path: str) -> tuple[float, float]:
    """Requests a second, and microseconds of CPU for one."""
    phones("hello", port=process.port, path=path, clients=CLIENTS, each=20)
    found, cpu = spent(process, lambda: phones("hello", port=process.port, path=path, clients=CLIENTS, each=200))
    return CLIENTS * 200 / found["seconds"], 1e6 * cpu / CLIENTS / 200


def appends(process: Process, tables: list[dict[str, Any]]) -> tuple[float, float]:
    """Appends a second, and milliseconds of CPU for one."""

    def run(lines: int, skipped: int) -> dict[str, Any]:
        these = [went_on(table, skipped) for table in tables]
        clients = [these[number::CLIENTS] for number in range(CLIENTS)]
        return phones("appends", port=process.port, clients=clients, each=lines)

    run(WARM, 0)
    found, cpu = spent(process, lambda: run(EACH, WARM))
    return len(tables) * EACH / found["seconds"], 1000 * cpu / len(tables) / EACH


def beside_hello(
    small: Process, process: Process, folder: Path, game: str, tables: list[dict[str, Any]]
) -> tuple[float, float, Found]:
    """Appends a second, and those in appends of the bare writer; and what one costs, also counted in hellos of the bare
    application. Both are taken just before and after: a shared machine is half as fast from one minute to the next. On
    one that is slower than that of the targets the hellos count, else the milliseconds."""
    rates, costs, shares, hellos, bare_costs = [], [], [], [], []
    for part in range(PARTS):
        writer, before = raw_writer(folder), hello(small, "/")[1]
        rate, cpu = appends(process, tables[part::PARTS])
        bare_cost = (before + hello(small, "/")[1]) / 2
        rates.append(rate)
        costs.append(cpu)
        shares.append(2 * rate / (writer + raw_writer(folder)))
        hellos.append(1000 * cpu / bare_cost)
        bare_costs.append(bare_cost)
    median = statistics.median
    aim, slow = APPEND_CPU.get(game, USUAL_APPEND_CPU), median(bare_costs) > BARE_HELLO
    in_hellos = round(1000 * aim / BARE_HELLO, 1)
    return (
        median(rates),
        median(shares),
        [
            (f"append, {game}", median(rates), "/s", None),
            (f"append, {game}: CPU", median(costs), "ms", None if slow else aim),
            (f"a hello of the bare application beside it ({BARE_HELLO} there)", median(bare_costs), "µs", None),
            (f"append, {game}: CPU, in hellos", median(hellos), "", in_hellos if slow else None),
        ],
    )


def steady(process: Process, tables: list[dict[str, Any]]) -> Found:
    """Many tables, each at its own pace."""
    warm = 2
    phones("steady", port=process.port, tables=tables, rate=RATE, each=warm)
    before = process.megabytes()
    later = [went_on(table, warm) for table in tables]
    each = RATE * SECONDS // TABLES
    found, cpu = spent(process, lambda: phones("steady", port=process.port, tables=later, rate=RATE, each=each))
    title = f"{TABLES} tables, {RATE} lines/s"
    return [
        (f"{title}: p50", percentile(found["taken"], 0.5), "ms", None),
        (f"{title}: p99", percentile(found["taken"], 0.99), "ms", 50),
        (f"{title}: CPU", 1000 * cpu / each / TABLES, "ms a line", None),
        (f"{title}: grown by", process.megabytes() - before, "MB", None),
    ]


def heard(process: Process, table: dict[str, Any], watchers: list[str]) -> Found:
    """One table that many watch, with its picture."""
    given = {"port": process.port, "table": table, "secrets": watchers, "rate": LISTENED_RATE, "settle": 3}
    before = process.megabytes()
    with listening(listeners=LISTENERS, each=LISTENED, **given) as clients:
        grown = process.megabytes() - before

        def go() -> dict[str, Any]:
            told, _ = clients.communicate("go\n")
            found: dict[str, Any] = json.loads(told.splitlines()[-1])
            return found

        found, cpu = spent(process, go)
    assert not found["bad"], found["bad"]
    title = f"{LISTENERS} listeners, {LISTENED_RATE} lines/s"
    return [
        (f"{title}: arrived", found["arrived"] / LISTENED / LISTENERS, "of all", -1),
        (f"{title}: last one, p50", percentile(found["late"], 0.5), "ms", None),
        (f"{title}: last one, p99", percentile(found["late"], 0.99), "ms", 100),
        (f"{title}: CPU", 1e6 * cpu / max(1, found["arrived"]), "µs a delivery", 60),
        (f"{title}: a frame", found["bytes"] / max(1, found["arrived"]) / 1024, "KB", None),
        (f"{title}: memory", 1024 * grown / LISTENERS, "KB a listener", 100),
    ]


def starts(folder: Path, times: int = 5) -> Found:
    """From the start of the process to the first answer."""
    found = []
    for _ in range(times + 1):  # the first one compiles
        with served(folder, port()) as process:
            found.append((process.ready, process.ready_cpu, process.knows_links))
    ready, cpu, knows = (statistics.median(one) for one in zip(*found[1:], strict=True))
    return [
        ("ready after: first answer", ready, "s", 0.6),
        ("ready after: first answer, CPU", cpu, "s", None),
        ("ready after: first answer to a device with a link", knows, "s", None),
    ]


def idle_memory(folder: Path, process: Process) -> Found:
    """What the service holds before anybody asks. The bar was set where no SQLModel was loaded, so that what it holds
    by itself, with SQLAlchemy and pydantic, is taken off; what the libraries hold, nothing of ours can be below."""
    idle = process.megabytes()
    library_megabytes(folder, LIBRARIES)  # the first one compiles
    without, whole = library_megabytes(folder, LIBRARIES[:-1]), library_megabytes(folder, LIBRARIES)
    return [
        ("memory, idle", idle, "MB", None),
        ("memory, idle: anonymous, so that nobody else can share it", process.anonymous_megabytes(), "MB", None),
        (f"memory, idle: without {LIBRARIES[-1]}", idle - (whole - without), "MB", 60),
        ("memory of the libraries alone", whole, "MB", None),
    ]


def measured(folder: Path) -> Found:
    """Everything, in one run."""
    kept = str(folder / "records.service.db")
    with (
        open_store(str(folder / "records.db"), create=True) as store,
        Register(kept, clock=now, random=random_bytes) as register,
    ):
        games = played()
        fast = {game: [table_of(store, register, game, seed) for seed in range(EACH_GAME)] for game in games}
        calm = [table_of(store, register, games[seed % len(games)], 100 + seed) for seed in range(TABLES)]
        asked = [
            {**table_of(store, register, RECORDED, 200 + seed), "asks": {"form": True}}
            for seed in range(EACH_GAME // PARTS)
        ]
        watched = table_of(store, register, "gold-island", 999, links=6)
        watchers = [session(register, "spectator", watched["record"]) for _ in range(LISTENERS // 4)]
        tokens = [link(register, "spectator", watched["record"]) for _ in range(2 * BOARDS)]
    found = starts(folder)
    with bare(folder, port()) as small, served(folder, port()) as process:
        idle = process.megabytes()
        found += idle_memory(folder, process)
        rate, cost = hello(process, "/health")
        found += [("health of the service", rate, "/s", None), ("health of the service: CPU", cost, "µs", None)]
        rates, shares = [], []
        for game, tables in fast.items():
            rate, share, told = beside_hello(small, process, folder, game, tables)
            rates.append(rate)
            shares.append(share)
            found += told
        rate, cpu = appends(process, asked)
        found += [(f"append, answered as a recorder asks, {RECORDED}: CPU", cpu, "ms", None)]
        found.append(
            ("memory, a live table", (process.megabytes() - idle) / (len(fast) * EACH_GAME + len(asked)), "MB", 0.4)
        )
        found += [("Writer.append by itself, 16 threads", raw_writer(folder), "/s", None)]
        found += [("INSERT by hand", raw_insert(folder), "/s", None)]
        found.append(("append / Writer.append", statistics.median(shares), "", -0.3))
        found += steady(process, calm)
        found += heard(process, watched, watchers)
        found += boards([f"http://127.0.0.1:{process.port}/j#{token}" for token in tokens])
    return found + peer(statistics.median(rates))


def boards(links: list[str]) -> Found:
    """How soon somebody who scanned a link sees the table."""
    at_once, after_reading = board_after(links[:BOARDS]), board_after(links[BOARDS:], READS)
    if isinstance(at_once, str) or isinstance(after_reading, str):
        print(f"from a link to the board was not measured: {at_once}")
        return []
    read = [one.ours for one in after_reading]
    return [
        ("from a link to the board on a phone, first page of all", at_once[0].whole, "s", None),
        ("from a link to the board on a phone", statistics.median(one.whole for one in at_once[1:]), "s", 1.0),
        ("the same for who reads for a second, without that second, first page of all", read[0], "s", None),
        ("the same for who reads for a second, without that second", statistics.median(read[1:]), "s", 1.0),
    ]


def peer(rate: float) -> Found:
    """boardgame.io's server, with a game that judges nothing and is not stored."""
    measured = moves_of_a_peer(port(), CLIENTS)
    if isinstance(measured, str):
        print(f"boardgame.io was not measured: {measured}")
        return []
    theirs, cpu = measured
    return [
        ("move, boardgame.io in memory", theirs, "/s", None),
        ("move, boardgame.io in memory: CPU", cpu, "ms", None),
        ("append / move of boardgame.io", rate / theirs, "", None),
    ]


def main() -> bool:
    """Print what was found beside what was aimed at; whether all of it was reached."""
    folder = Path(tempfile.mkdtemp(prefix="qmbench"))
    try:
        found = measured(folder)
    finally:
        shutil.rmtree(folder)
    print(f"uvicorn with {parts_below()}")
    met = True
    for name, value, unit, bound in found:
        good = bound is None or (value >= -bound if bound < 0 else value <= bound)
        met = met and good
        aim = (
            ""
            if bound is None
            else f"{'at least' if bound < 0 else 'at most'} {abs(bound)}: {'ok' if good else 'MISSED'}"
        )
        print(f"  {name:<54} {value:>10,.2f} {unit:<15} {aim}")
    return met


if __name__ == "__main__":
    main()
