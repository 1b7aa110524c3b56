"""The phones of the benchmark of the service, in a process of their own: `python -m tests.benchmarks.serve_clients`.

One JSON object on stdin says what to send, one on stdout what came back. Sockets are used bare, so that the phones
cost little beside the service.
"""

import asyncio
import json
import re
import sys
import time
from functools import partial
from typing import Any

Sent = dict[str, Any]
PLACE = re.compile(rb"id: (\d+)\nevent: step")


class Line:
    """One connection that stays open."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> "Line":
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def ask(self, method: str, path: str, secret: str = "", body: bytes = b"") -> int:
        """Send a request and read its answer; its status."""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
        if secret:
            head += f"Authorization: Bearer {secret}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self._writer.write(head.encode() + b"\r\n" + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", answer, re.I)[1])  # type: ignore[index] # it always has one
        await self._reader.readexactly(length)
        return int(answer[9:12])

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


def call_of(table: Sent, number: int) -> bytes:
    """The body that appends the next line of a table."""
    expect = table["size"] + number
    body = {"key": f"{table['record']}-{expect}", "expect": expect, "events": [table["lines"][number]], "over": True}
    return json.dumps({**body, **table.get("asks", {"brief": True})}).encode()


async def append(line: Line, table: Sent, number: int) -> int:
    """Append the next line of a table; the status."""
    secrets = table["secrets"]
    path = f"/api/v1/records/{table['record']}/events"
    return await line.ask("POST", path, secrets[number % len(secrets)], call_of(table, number))


async def as_fast_as_they_can(given: Sent) -> Sent:
    """Several clients, each with tables of its own, one append after the other."""
    lines = [await Line(given["port"]).open() for _ in given["clients"]]
    statuses: list[int] = []

    async def one(line: Line, tables: list[Sent]) -> None:
        for number in range(given["each"]):
            for table in tables:
                statuses.append(await append(line, table, number))

    begun = time.perf_counter()
    await asyncio.gather(*(one(line, tables) for line, tables in zip(lines, given["clients"], strict=True)))
    return {"seconds": time.perf_counter() - begun, "bad": [one for one in statuses if one != 200][:3]}


async def steadily(given: Sent) -> Sent:
    """Every table in turn, at a steady rate; late is what comes after the time at which it was due to be sent."""
    tables, rate = given["tables"], given["rate"]
    taken: list[float] = []
    statuses: list[int] = []
    lines = [await Line(given["port"]).open() for _ in tables]
    begun = time.perf_counter() + 0.05

    async def one(place: int) -> None:
        for number in range(given["each"]):
            due = begun + (number * len(tables) + place) / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            statuses.append(await append(lines[place], tables[place], number))
            taken.append(time.perf_counter() - due)

    await asyncio.gather(*(one(place) for place in range(len(tables))))
    return {"taken": taken, "bad": [one for one in statuses if one != 200][:3]}


class Listener(asyncio.Protocol):
    """One open stream: when each size of the record was seen."""

    def __init__(self, head: bytes, seen: dict[int, list[float]], counted: list[int]) -> None:
        self._head, self._seen, self._counted = head, seen, counted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        """Frames came."""
        now = time.perf_counter()
        self._counted[0] += len(data)
        for found in PLACE.findall(data):
            self._seen.setdefault(int(found), []).append(now)


async def while_many_listen(given: Sent) -> Sent:
    """One table with many listeners; how long each line takes to reach the last of them."""
    table, loop = given["table"], asyncio.get_running_loop()
    seen: dict[int, list[float]] = {}
    counted = [0]
    for number in range(given["listeners"]):
        head = (
            f"GET /api/v1/records/{table['record']}/live?picture=wide HTTP/1.1\r\nHost: 127.0.0.1:{given['port']}\r\n"
        )
        head += f"Authorization: Bearer {given['secrets'][number % len(given['secrets'])]}\r\n\r\n"
        await loop.create_connection(partial(Listener, head.encode(), seen, counted), "127.0.0.1", given["port"])
    await asyncio.sleep(given["settle"])
    print(json.dumps({"listening": given["listeners"]}), flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    before, line = counted[0], await Line(given["port"]).open()
    begun, sent, statuses = time.perf_counter(), [], []
    for number in range(given["each"]):
        await asyncio.sleep(max(0.0, begun + number / given["rate"] - time.perf_counter()))
        sent.append(time.perf_counter())
        statuses.append(await append(line, table, number))
    await asyncio.sleep(0.5)
    reached = {number: seen.get(table["size"] + number + 1, []) for number in range(given["each"])}
    late = [max(times) - sent[number] for number, times in reached.items() if times]
    arrived = sum(len(times) for times in reached.values())
    bad = [one for one in statuses if one != 200][:3]
    return {"late": late, "arrived": arrived, "bytes": counted[0] - before, "bad": bad}


async def say_hello(given: Sent) -> Sent:
    """Ask for a small page, again and again."""
    lines = [await Line(given["port"]).open() for _ in range(given["clients"])]

    async def one(line: Line) -> None:
        for _ in range(given["each"]):
            assert await line.ask("GET", given["path"]) == 200

    begun = time.perf_counter()
    await asyncio.gather(*(one(line) for line in lines))
    return {"seconds": time.perf_counter() - begun}


def main() -> None:
    """Do what stdin says."""
    given = json.loads(sys.stdin.readline())
    does = {"appends": as_fast_as_they_can, "steady": steadily, "listen": while_many_listen, "hello": say_hello}
    print(json.dumps(asyncio.run(does[given["what"]](given))), flush=True)


if __name__ == "__main__":
    main()
