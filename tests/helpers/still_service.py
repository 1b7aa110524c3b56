"""A service in which nothing moves by itself: no socket, a clock and a randomness of our own, requests one by one.

Two of them that are asked the same give the same bytes, unless what their records hold makes a difference.
"""

import asyncio
import json
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from unittest.mock import patch
from urllib.parse import urlencode

from starlette.types import Message, Scope

from cli.serve.api import live_calls
from cli.serve.door import web_pages
from cli.serve.door.web_app import PAGES, app_of
from cli.serve.links import looks
from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from cli.serve.service import Service
from cli.serve.settings import Settings
from records.b64 import to_base64
from records.ids import new_id
from records.record import Head, Record
from records.store import open_store
from records.tree import node_hash, root_of

API = "/api/v1"
HOST = "club.test"
HERE = "127.0.0.1"
BEGIN = 1_800_000_000_000_000
SETTLING = 12
"""Turns of the loop after which everything that can go on has gone on."""
SHELLS = {**{f"{name}.html": b"<p>{{assets}} {{controller}}" for name in PAGES.values()}, "style.css": b"p {}"}
"""Pages hold no data: what else is in them is not what tests with such a service are about."""
Value = TypeVar("Value")


class Heard(NamedTuple):
    """An answer, to the byte."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        """One header."""
        return dict(self.headers).get(name)

    @property
    def text(self) -> str:
        """All of it, for a search."""
        return "\n".join(
            [
                str(self.status),
                *(f"{name}: {value}" for name, value in self.headers),
                self.body.decode(errors="backslashreplace"),
            ]
        )


class Guest(NamedTuple):
    """Somebody who asks: with the secret of their session, or without, from an address, at one of the service."""

    secret: str | None = None
    address: str = HERE
    asked: str = HOST


NOBODY = Guest()


class Exchange:
    """One request in the application, and what came of it."""

    def __init__(self, body: bytes) -> None:
        self._inbox: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        self.gone = asyncio.Event()
        self.status = 0
        self.headers: tuple[tuple[str, str], ...] = ()
        self.chunks: list[bytes] = []

    async def receive(self) -> Message:
        """What the application gets."""
        if self._inbox:
            return self._inbox.pop()
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """What the application says."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = tuple(sorted((name.decode(), value.decode()) for name, value in message["headers"]))
        else:
            self.chunks.append(message.get("body", b""))

    def heard(self) -> Heard:
        """What came of it until now."""
        return Heard(self.status, self.headers, b"".join(self.chunks))


class Stream:
    """A stream that somebody follows."""

    def __init__(self, still: "Still", exchange: Exchange, task: "asyncio.Task[None]") -> None:
        self._still = still
        self._exchange = exchange
        self._task = task

    def heard(self) -> Heard:
        """Everything that was sent until now."""
        self._still.settle()
        return self._exchange.heard()

    def frames(self) -> list[tuple[str, Any]]:
        """The events that were sent until now, each with its name and its data."""
        told = []
        for block in self.heard().body.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
            if "data" in fields:
                told.append((fields["event"], json.loads(fields["data"])))
        return told

    def is_over(self) -> bool:
        """Whether the service ended it."""
        self._still.settle()
        return self._task.done()

    def leave(self) -> None:
        """Go away."""
        self._exchange.gone.set()
        self._still.settle()


class Still:
    """One service. Time passes by `wait` only."""

    def __init__(self, folder: Path, **chosen: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.now = BEGIN
        self._random = Random(1)
        self._loop = asyncio.new_event_loop()
        self.store = open_store(str(folder / "records.db"), create=True)
        self.path = str(folder / "service.db")
        self.register = Register(self.path, clock=self.clock, random=self._random.randbytes)
        self.settings = Settings(names=(HOST,), **chosen)
        self.service = self.run(self._opened())
        self.app = app_of(self.service)
        self._streams: list[Stream] = []

        self._patches: list[Any] = [
            patch.object(web_pages, "assets", lambda: SHELLS),
            patch.object(web_pages, "_with_modules", lambda name: SHELLS[f"{name}.html"].decode()),  # kept
            patch.object(live_calls, "HEARTBEAT", 3600.0),
            patch.object(looks, "REST", 0.0),
        ]

    async def _opened(self) -> Service:
        return Service(self.settings, self.store, self.register, clock=self.clock, random=self._random.randbytes)

    def __enter__(self) -> Self:
        for each in self._patches:
            each.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in reversed(self._patches):
            each.stop()
        for stream in self._streams:
            stream.leave()
        self.run(self.service.stop())
        self.run(self._loop.shutdown_default_executor())
        self._loop.close()
        self.store.close()

    def clock(self) -> int:
        """The time of the service."""
        return self.now

    def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Let something happen on the loop of the service."""
        return self._loop.run_until_complete(work)

    def settle(self) -> None:
        """Let everything happen that can happen now."""

        async def turns() -> None:
            for _ in range(SETTLING):
                await asyncio.sleep(0)

        self.run(turns())

    def look(self) -> None:
        """Let the hub look at the store, as it does twice a second."""

        async def looked() -> None:
            self.service.ended_links.rest = 0.0  # the time of a test stands still between two looks
            self.service.hub.look()
            await self.service.look_backs.done()
            await self.service.desk_news.done()
            await self.service.ended_links.done()

        self.run(looked())
        self.settle()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += round(seconds * 1_000_000)
        self.look()

    # records

    def record(self, header: Mapping[str, Any], bodies: Sequence[Mapping[str, Any]]) -> str:
        """A record with these lines, as they are; its id."""
        record_id = new_id(self.now, self._random.randbytes(10))
        self.store.create(dict(header), record_id=record_id, at=self.now)
        if bodies:
            self.store.append(record_id, [dict(body) for body in bodies], at=self.now)
        return record_id

    def put(self, record: Record) -> str:
        """A record with the lines of another one."""
        header, *bodies = (json.loads(line) for line in record.lines)
        return self.record(header, bodies)

    def keep(self, record: Record) -> str:
        """A record as it is, with its own id."""
        header, *bodies = (json.loads(line) for line in record.lines)
        self.store.create(header, record_id=header["id"], at=self.now)
        self.store.append(header["id"], bodies, at=self.now)
        return str(header["id"])

    def size(self, record_id: str) -> int:
        """How many lines a record has."""
        return self.store.head(record_id).size

    def heads(self, record_id: str) -> list[Head]:
        """Every head that a record ever had."""
        leaves = [leaf for _, _, leaf in self.store.leaves(record_id)]
        return [Head(size, root_of(leaves[:size])) for size in range(1, len(leaves) + 1)]

    # people

    def token(self, role: str, record: str | None = None, **more: Any) -> str:
        """A new link's token."""
        return self.register.make_grant(preset(role, record=record, made_by="a test", **more))[1]

    def join(self, role: str, record: str | None = None, *, device: str = "a phone", **more: Any) -> Guest:
        """Somebody who opened a new link."""
        return self.open(self.token(role, record, **more), device)

    def open(self, token: str, device: str = "a phone", **more: Any) -> Guest:
        """Somebody who opened this link."""
        answer = self.ask("POST", f"{API}/join", body={"token": token, "device": device, **more})
        assert answer.status == 200, answer.text
        cookie = answer.header("set-cookie")
        assert cookie is not None
        return Guest(cookie.partition("=")[2].partition(";")[0])

    # requests

    def ask(
        self,
        method: str,
        path: str,
        guest: Guest = NOBODY,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Heard:
        """Ask something, and get all of the answer."""
        exchange, work = self.begun(method, path, guest, body, query, headers)
        self.run(work)
        return exchange.heard()

    def get(self, path: str, guest: Guest = NOBODY, **query: Any) -> Heard:
        """Read something below the API."""
        return self.ask("GET", API + path, guest, query=query)

    def post(self, path: str, guest: Guest, body: Any) -> Heard:
        """Send something below the API."""
        return self.ask("POST", API + path, guest, body=body)

    def write(self, record_id: str, guest: Guest, *events: Mapping[str, Any], **more: Any) -> Heard:
        """Send events, expecting the size that the record has."""
        body = {"key": f"{self._random.getrandbits(60):x}", "expect": self.size(record_id), "events": events, **more}
        return self.post(f"/records/{record_id}/events", guest, body)

    def follow(self, record_id: str, guest: Guest, *, last: int | None = None, **query: Any) -> Stream:
        """Follow a table."""
        headers = {} if last is None else {"last-event-id": str(last)}
        return self.followed(f"/records/{record_id}/live", guest, headers, **query)

    def followed(self, path: str, guest: Guest, headers: Mapping[str, str] | None = None, **query: Any) -> Stream:
        """Follow any stream below the API."""

        async def begun() -> tuple[Exchange, "asyncio.Task[None]"]:
            exchange, work = self.begun("GET", API + path, guest, None, query, headers)
            return exchange, asyncio.create_task(work)

        stream = Stream(self, *self.run(begun()))
        self._streams.append(stream)
        self.settle()
        return stream

    def begun(
        self,
        method: str,
        path: str,
        guest: Guest,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[Exchange, Coroutine[Any, Any, None]]:
        """A request, and the work of answering it."""
        sent = {"host": HOST, **({"origin": f"http://{HOST}"} if method != "GET" else {})}
        if guest.secret is not None:
            name = "__Host-qm" if self.settings.secure else "qm"
            sent["cookie"] = f"{name}={guest.secret}"
        data = b""
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent |= {"content-type": "application/json", "content-length": str(len(data))}
        sent |= dict(headers or {})
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": urlencode(query or {}).encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": (guest.address, 40000),
            "server": (guest.asked, 80),
        }
        exchange = Exchange(data)

        async def answered() -> None:
            await self.app(scope, exchange.receive, exchange.send)

        return exchange, answered()


def hashes_ever(still: Still, record_id: str, most: int | None = None) -> list[str]:
    """Every head and code that a stored record ever had, or had up to a size, and every hash of a proof, as shown."""
    heads = still.heads(record_id)[:most]
    leaves = [leaf for _, _, leaf in still.store.leaves(record_id)]
    told = [text for head in heads for text in (head.text().partition(":")[2], head.code)]
    return [*told, *{to_base64(node) for head in heads for node in _nodes(leaves[: head.size])}]


def _nodes(leaves: Sequence[bytes]) -> list[bytes]:
    """Every hash in the tree over these leaves; the root is the last."""
    if len(leaves) == 1:
        return [leaves[0]]
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    left, right = _nodes(leaves[:half]), _nodes(leaves[half:])
    return [*left, *right, node_hash(left[-1], right[-1])]
