"""The log of the service: requests of one moment are written together, soon, in order, and none is lost at the end."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli.serve import logs
from cli.serve.logs import OperatorLog
from tests.helpers.serve_process import ServeProcess

SOON = 1.0
"""Within how many seconds whoever reads the journal wants to see a line."""


class Written:
    """Stands for stderr."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.is_full = False

    def write(self, text: str) -> int:
        """One call of the system."""
        if self.is_full:
            raise OSError(28, "No space left on device")
        self.parts.append(text)
        return len(text)

    @property
    def told(self) -> list[Any]:
        """What every line is about."""
        lines = [json.loads(line) for line in "".join(self.parts).splitlines()]
        return [line.get("route") or line["event"] for line in lines]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    stands_in = Written()
    monkeypatch.setattr(logs, "sys", SimpleNamespace(stderr=stands_in))
    yield stands_in


def answered(log: OperatorLog, *routes: str) -> None:
    """Some requests were answered."""
    for route in routes:
        now = time.monotonic()
        log.request("GET", route, 200, now - 0.00251, now)


async def until_told(written: Written, amount: int) -> None:
    """Wait for lines, and not for too long."""
    async with asyncio.timeout(SOON):
        while len(written.told) < amount:
            await asyncio.sleep(0.01)


def test_requests_of_one_moment_are_written_together_and_soon(written: Written) -> None:
    log = OperatorLog()

    async def work() -> None:
        for number in range(3):
            answered(log, f"/{number}a", f"/{number}b")
            assert len(written.parts) == number, "they wait"
            await until_told(written, 2 * number + 2)

    asyncio.run(work())
    assert written.told == ["/0a", "/0b", "/1a", "/1b", "/2a", "/2b"]
    assert len(written.parts) == 3
    line = json.loads(written.parts[0].splitlines()[0])
    assert line == {"event": "request", "method": "GET", "route": "/0a", "status": 200, "ms": 2.5}


def test_a_timer_that_rings_early_leaves_no_line_behind(written: Written) -> None:
    """The clock of a loop may stand still while a request is answered."""
    log = OperatorLog()

    async def work() -> None:
        answered(log, "/a")
        log.write()
        answered(log, "/b")
        await until_told(written, 2)

    asyncio.run(work())


def test_what_else_happens_is_told_at_once_and_after_the_requests_before_it(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = OperatorLog()
    monkeypatch.setattr(logs, "log_line", log.line)

    async def work() -> None:
        answered(log, "/a")
        number = logs.log_mistake(ValueError("a bug"))
        assert written.told == ["/a", "mistake"]
        assert number in written.parts[-1]
        answered(log, "/b")
        log.line("bell", trouble="silent")
        assert written.told == ["/a", "mistake", "/b", "bell"]
        log.line("bell", trouble="\udcff")  # cannot be written at all
        assert len(written.told) == 4

    asyncio.run(work())


def test_a_loop_that_ended_keeps_no_line_back(written: Written) -> None:
    log = OperatorLog()

    async def work(*routes: str) -> None:
        answered(log, *routes)

    asyncio.run(work("/a"))
    assert written.told == []
    log.close()
    assert written.told == ["/a"]
    asyncio.run(work("/b"))
    time.sleep(logs.WRITTEN_AFTER)

    async def later() -> None:
        answered(log, "/c")
        await until_told(written, 3)

    asyncio.run(later())
    assert written.told == ["/a", "/b", "/c"]


def test_a_full_log_forgets_what_it_cannot_write(written: Written) -> None:
    log = OperatorLog()

    async def work() -> None:
        written.is_full = True
        answered(log, "/a")
        log.write()
        written.is_full = False
        answered(log, "/b")
        log.write()

    asyncio.run(work())
    assert written.told == ["/b"]


def test_lines_of_several_threads_are_each_told_once(written: Written) -> None:
    log = OperatorLog()

    def tell(name: str) -> None:
        for number in range(200):
            log.line(f"{name}{number}")

    async def work() -> None:
        threads = [threading.Thread(target=tell, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        answered(log, *(f"/{number}" for number in range(200)))
        for thread in threads:
            await asyncio.to_thread(thread.join)
        log.close()

    asyncio.run(work())
    names = [f"{name}{number}" for name in "abc/" for number in range(200)]
    assert sorted(written.told) == sorted(names)
    for name in "abc/":
        own = [one for one in written.told if one.startswith(name)]
        assert own == [f"{name}{number}" for number in range(200)]


def test_a_service_that_stops_at_once_has_told_every_request(tmp_path: Path) -> None:
    with ServeProcess(tmp_path) as process:
        with process.client() as client:
            for _ in range(20):
                client.get("/nothing")
        assert process.stop() == 130
    log = [json.loads(line) for line in process.log.read_text().splitlines()]
    assert [line["status"] for line in log if line["route"] != "/health"] == [404] * 20
