"""The service killed and started again: what was answered is there, what was not is sent again, and streams go on."""

import re
import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from random import Random

import httpx
import pytest

from cli.serve.tables import hub
from records.store import open_store
from records.store.check import check_store
from tests.helpers.served import Served
from tests.helpers.serving import API, Phone, Serving, frames
from tests.helpers.slow import many

PAUSE = threading.Event()
"""Never set: something to wait on."""
LINKS = 4
"""How many links a phone has."""


class Sender(threading.Thread):
    """A phone with a list of lines: each is sent until it is answered, whatever happens to the service."""

    def __init__(self, phones: list[Phone], record: str, texts: list[str]) -> None:
        super().__init__(daemon=True)
        self._phones = cycle(phones)
        self._record = record
        self._texts = texts
        self.acknowledged: list[str] = []

    def run(self) -> None:
        """Send everything."""
        size = 3
        for text in self._texts:
            phone = next(self._phones)  # no device may write so much so quickly
            body = {"key": text, "events": [{"do": "note", "text": text}], "over": True}
            while True:
                try:
                    answer = phone.post(f"{API}/records/{self._record}/events", json={**body, "expect": size})
                except httpx.TransportError:
                    PAUSE.wait(0.02)
                    continue
                if answer.status_code in (429, 503):
                    PAUSE.wait(0.1)
                    continue
                size = answer.json()["size"]
                if answer.status_code == 200:
                    self.acknowledged.append(text)
                    break
                assert answer.status_code == 409, answer.text


class Follower(threading.Thread):
    """Somebody who looks on, and comes back whenever the line is dead: every step once, in order."""

    def __init__(self, phone: Phone, record: str, until: int) -> None:
        super().__init__(daemon=True)
        self._phone = phone
        self._record = record
        self._until = until
        self.at = 0
        self.steps = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        """Follow until the last line."""
        while self.at < self._until:
            try:
                with frames(self._phone, self._record, **({"after": self.at} if self.at else {})) as seen:
                    for name, data in seen:
                        self._take(name, data["id"])
                        if self.at >= self._until:
                            return
            except httpx.TransportError:
                PAUSE.wait(0.02)

    def _take(self, name: str, size: int | None) -> None:
        if name == "step":
            if size != self.at + 1:
                self.wrong.append(f"step {size} after {self.at}")
            self.steps += 1
            self.at = size or 0
        elif name == "now":
            if size is None or size < self.at:
                self.wrong.append(f"now {size} after {self.at}")
            self.at = size or 0


@pytest.mark.slow
def test_a_service_that_is_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    """200 lines of three phones, and a service that lives for a moment at a time."""
    chance = Random(1)
    served = Served(tmp_path)
    record = served.record(2)
    tokens = served.tokens("scribe", record, 3 * LINKS)
    watching = served.tokens("official", record, 1, name="Kim")
    with ExitStack() as stack:
        stack.enter_context(served)
        phones = [stack.enter_context(served.join(token)) for token in tokens]
        looking = stack.enter_context(served.join(watching[0]))
        sent = [[f"{who}{number}" for number in range(67)] for who in "abc"]
        senders = [Sender(phones[number::3], record, texts) for number, texts in enumerate(sent)]
        follower = Follower(looking, record, 3 + sum(map(len, sent)))
        for thread in (*senders, follower):
            thread.start()
        kills = 0
        while any(sender.is_alive() for sender in senders) and kills < many(2, 40):
            PAUSE.wait(chance.uniform(0.05, 0.6))
            answered = [list(sender.acknowledged) for sender in senders]
            served.kill()
            kills += 1
            with open_store(served.path) as store:
                stored = [event.fields.get("text") for event in store.load(record).events]
            assert all(text in stored for texts in answered for text in texts), "what was answered is durable"
            served.start()
        for thread in (*senders, follower):
            thread.join(60)
            assert not thread.is_alive()
    assert kills >= 2
    with open_store(served.path) as store:
        stored = [event.fields.get("text") for event in store.load(record).events if event.do == "note"]
        assert check_store(store, record) is None
    assert [[text for text in stored if str(text)[0] == who] for who in "abc"] == sent
    assert follower.wrong == []
    assert follower.at == 3 + sum(map(len, sent))
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.slow
def test_two_hundred_streams_do_not_keep_the_service_from_ending(tmp_path: Path) -> None:
    """Everybody is told goodbye. Without that the server below us would wait for every stream to end by itself."""
    served = Served(tmp_path)
    record = served.record(2)
    (token,) = served.tokens("spectator", record, 1)
    with ExitStack() as stack:
        stack.enter_context(served)
        lines = []
        for _ in range(50):
            phone = stack.enter_context(served.join(token))
            cookie = f"qm={phone.cookies['qm']}"
            lines += [stack.enter_context(_listening(served.port, record, cookie)) for _ in range(4)]
        for line in lines:
            assert b"event: now" in _until(line, b"event: now")
        served.end(signal.SIGTERM)
        for line in lines:
            assert b"event: bye" in _until(line, b"event: bye")
    assert "Traceback" not in (tmp_path / "log").read_text()


@contextmanager
def _listening(port: int, record: str, cookie: str) -> Iterator[socket.socket]:
    """An open stream, as bare as it can be."""
    with socket.create_connection(("127.0.0.1", port), 30) as line:
        head = f"GET {API}/records/{record}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
        line.sendall(head.encode())
        yield line


def _until(line: socket.socket, word: bytes) -> bytes:
    got = b""
    while word not in got and (piece := line.recv(65536)):
        got += piece
    return got


@pytest.mark.parametrize("times", [30, pytest.param(many(150, 1000), marks=pytest.mark.slow)])
def test_streams_go_on_where_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """However often somebody comes back, no step is missing and none comes twice."""
    monkeypatch.setattr(hub, "PAUSE", 0.005)
    chance = Random(times)
    with Serving(tmp_path) as serving, ExitStack() as stack:
        record = serving.record("sea-or-shore", 3, 1, 2)
        phone = stack.enter_context(serving.join("official", record, name="Kim"))
        steady = stack.enter_context(frames(stack.enter_context(serving.join("official", record, name="Lee")), record))
        next(steady)  # as long as somebody listens, what was sent is kept
        serving.store.append(record, [{"do": "note", "text": "first"}], at=serving.clock())
        at = size = next(steady)[1]["id"]
        heard: list[int] = []
        with frames(phone, record) as seen:
            next(seen)  # a page that the service knows; one from before its start is also told what is said to it
        for _ in range(times):
            new = chance.randrange(4)
            if new:
                text = {"do": "note", "text": secrets.token_hex(3)}
                serving.store.append(record, [text] * new, at=serving.clock())
                size += new
                heard += [next(steady)[1]["id"] for _ in range(new)]  # who reads nothing is cut off some day
            with frames(phone, record, after=at) as seen:
                for _ in range(chance.randint(0, size - at)):
                    name, step = next(seen)
                    assert (name, step["id"]) == ("step", at + 1)
                    at += 1
            while size - at > 9:  # not so far behind that the whole table would be shown
                with frames(phone, record, after=at) as seen:
                    at = next(seen)[1]["id"]
        with frames(phone, record, after=at) as seen:
            for _ in range(size - at):
                name, step = next(seen)
                assert (name, step["id"]) == ("step", at + 1)
                at += 1
        assert heard == list(range(5, size + 1))


def test_the_words_of_a_goodbye(tmp_path: Path) -> None:
    """A stream ends with `bye`, which says how long to wait."""
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 3, 1, 2)
        with serving.join("spectator", record) as phone, frames(phone, record) as seen:
            next(seen)
            serving.inside(serving.service.say_goodbye)
            assert [(name, data["wait"]) for name, data in seen] == [("bye", 1000)]
            answer = phone.get(f"{API}/records/{record}/live")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            assert re.search("stopping", answer.json()["detail"])
