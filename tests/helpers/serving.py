"""A service that really runs: a store in a folder, uvicorn on a free port, and clients that opened their links."""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec

from cli.machine.folders_and_clock import now
from cli.serve.hall.room_index import RoomIndex
from cli.serve.logs import log
from cli.serve.patience import STORE_SECONDS
from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from cli.serve.run import Running, configured, listen
from cli.serve.serve_options import with_names
from cli.serve.service import Service
from cli.serve.settings import Settings
from cli.serve.tables.bell import bell_of
from records.ids import new_id
from records.store import Store, open_store
from replay.deal import deal, header_for
from replay.library import game_of

API = "/api/v1"
T = TypeVar("T")


class Phone(httpx.Client):
    """A client that may be used before `with` closes it at the end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self.close()


class Serving:
    """One running service. Its clock can be set ahead."""

    def __init__(self, folder: Path, url: str | None = None, **chosen: Any) -> None:
        self.folder = folder
        self.ahead = 0
        self.store: Store = open_store(url or str(folder / "records.db"), patience=STORE_SECONDS)
        self.register = Register(str(folder / "records.service.db"), clock=self.clock, random=secrets.token_bytes)
        settings = Settings(port=0, **chosen)
        self.listening = listen(settings)
        self.settings = with_names(settings, self.listening.getsockname()[1], [])
        self.service = Service(self.settings, self.store, self.register, clock=self.clock, random=secrets.token_bytes)
        self.index = self.service.rooms.index = RoomIndex(url or str(folder / "records.db"), self.store)
        self.service.bell = bell_of(url) if url is not None else None
        self.server = Running(configured(self.service), self.service)
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]}, daemon=True)

    def clock(self) -> int:
        """The time of the service."""
        return now() + self.ahead

    def __enter__(self) -> Self:
        self._thread.start()
        while not self.server.started:
            assert self._thread.is_alive(), "the service did not start"
            time.sleep(0.002)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self.index.close()
        self.store.close()

    def stop(self) -> None:
        """As a signal would stop it."""
        self.service.say_goodbye()
        self.server.should_exit = True
        self._thread.join(10)
        log.close()  # as `run.serve` does; else its last lines come out between two tests

    @property
    def origin(self) -> str:
        """The address of the service."""
        return self.settings.origin

    def record(self, game_id: str, count: int, seed: int, lines: int | None = None, **header: Any) -> str:
        """A dealt game as a scribe logs it, or the beginning of it; the id of its record."""
        game = game_of(game_id)
        dealt = deal(game, header_for(game, count), seed)
        record_id: str = header.get("id") or new_id(self.clock(), secrets.token_bytes(10))
        self.store.create({**dealt.header, **header}, record_id=record_id, at=self.clock())
        bodies = [dict(body) for body in dealt.scribe[:lines]]
        if bodies:
            self.store.append(record_id, bodies, at=self.clock())
        return record_id

    def token(self, role: str, record: str | None = None, **more: Any) -> str:
        """A new link's token."""
        wanted = preset(role, record=record, made_by="a test", **more)
        return self.inside(lambda: self.register.make_grant(wanted))[1]

    def inside(self, work: Callable[[], T]) -> T:
        """Do something where the service does its work: its register is for one thread."""

        async def done() -> T:
            return work()

        loop = self.server.loop
        assert loop is not None, "the service does not run yet"
        return asyncio.run_coroutine_threadsafe(done(), loop).result(30)

    def join(self, role: str, record: str | None = None, *, device: str = "a phone", **more: Any) -> Phone:
        """Somebody who opened a new link."""
        client = self.client()
        answer = client.post(f"{API}/join", json={"token": self.token(role, record, **more), "device": device})
        assert answer.status_code == 200, answer.text
        return client

    def client(self) -> Phone:
        """Somebody without a link."""
        return Phone(
            base_url=self.origin, headers={"Origin": self.origin}, timeout=30, verify=False
        )  # reads no certificates


@contextmanager
def frames(client: httpx.Client, record: str, **query: Any) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    """The events of a table's stream, each with its name and its data."""
    headers = query.pop("headers", {})
    with client.stream("GET", f"{API}/records/{record}/live", params=query, headers=headers) as answer:
        assert answer.status_code == 200, answer.read()
        yield _events(answer)


def _events(answer: httpx.Response) -> Iterator[tuple[str, dict[str, Any]]]:
    name, place = "", None
    for line in answer.iter_lines():
        word, _, rest = line.partition(": ")
        if word == "event":
            name = rest
        elif word == "id":
            place = int(rest)
        elif word == "data":
            yield name, {**msgspec.json.decode(rest), "id": place}


def post(client: httpx.Client, record: str, expect: int, *events: dict[str, Any], **more: Any) -> httpx.Response:
    """Send events."""
    body = {"key": secrets.token_hex(8), "expect": expect, "events": list(events), **more}
    return client.post(f"{API}/records/{record}/events", json=body)
