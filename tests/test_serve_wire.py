"""A bad line between phones and the service: nothing is lost, nothing is stored twice, and nobody waits in silence."""

import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from cli.serve.door import web_guard
from cli.serve.door.rate_limits import STREAMS_MAX
from cli.serve.messages import stream
from cli.serve.tables import hub
from tests.helpers.serving import API, Phone, Serving, frames, post
from tests.helpers.slow import many
from tests.helpers.wire import GOOD, Fate, Wire

pytestmark = pytest.mark.slow

NOTE = {"do": "note", "text": "the lamp fell over"}
MANY = 96
"""Lines that no queue and no buffer holds for somebody who does not read."""


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 2)


@pytest.fixture
def wire(serving: Serving) -> Iterator[Wire]:
    with Wire(serving) as between:
        yield between


def notes(serving: Serving, record: str) -> list[str]:
    """The notes of a record, in its order."""
    events = serving.store.load(record).events
    return [str(event.fields["text"]) for event in events if event.do == "note"]


def once(*fates: Fate) -> Callable[[], Fate]:
    """These fates, one after the other; then everything goes well."""
    waiting = list(fates)
    return lambda: waiting.pop(0) if waiting else GOOD


def test_a_lost_answer_is_given_again(serving: Serving, record: str, scribe: Phone, wire: Wire) -> None:
    """Word for word, but for `repeated`; also for lines after which the sender may do less than before."""
    with wire.phone(scribe) as phone, serving.join("scribe", record) as other:
        size = 3
        for body in (
            {"events": [NOTE, NOTE], "form": True},
            {"say": "n said aloud"},
            {"say": "u"},
            {"events": [{"do": "appoint", "level": "head", "name": "Kim"}]},
        ):
            sent = {"key": secrets.token_hex(4), "expect": size, "over": True, **body}
            wire.fate = once(Fate(lose_answer=True))
            with pytest.raises(httpx.TransportError):
                phone.post(f"{API}/records/{record}/events", json=sent)
            at_once = phone.post(f"{API}/records/{record}/events", json=sent)
            assert at_once.status_code == 200, at_once.text
            assert at_once.json()["repeated"]
            size = at_once.json()["size"]
            size = post(other, record, size, {"do": "note", "text": "meanwhile"}, over=True).json()["size"]
            later = phone.post(f"{API}/records/{record}/events", json=sent)
            assert later.json() == at_once.json()
    assert notes(serving, record).count("the lamp fell over") == 2


def test_the_answer_that_was_lost_is_the_one_given_again(serving: Serving, scribe: Phone, record: str) -> None:
    sent = {"key": "k", "expect": 3, "events": [NOTE], "form": True}
    first = scribe.post(f"{API}/records/{record}/events", json=sent).json()
    post(scribe, record, 4, {"do": "note", "text": "later"})
    again = scribe.post(f"{API}/records/{record}/events", json=sent).json()
    assert again == {**first, "repeated": True}


def test_a_doubled_request_is_stored_once(serving: Serving, record: str, scribe: Phone, wire: Wire) -> None:
    wire.fate = once(Fate(twice=True))
    with wire.phone(scribe) as phone:
        answer = post(phone, record, 3, NOTE)
    assert answer.json()["repeated"]
    assert notes(serving, record) == ["the lamp fell over"]


@pytest.mark.parametrize("arrived", [0, 1, 20])
def test_a_body_that_is_cut_off_writes_nothing(
    serving: Serving, record: str, scribe: Phone, wire: Wire, arrived: int
) -> None:
    wire.fate = once(Fate(cut_after=arrived))
    with wire.phone(scribe) as phone:
        with pytest.raises(httpx.TransportError):
            post(phone, record, 3, NOTE)
        assert notes(serving, record) == []
        assert post(phone, record, 3, NOTE).status_code == 200


def test_a_body_that_does_not_come_is_not_waited_for(
    serving: Serving, record: str, scribe: Phone, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_guard, "BODY_SECONDS", 0.1)
    wire.fate = once(Fate(pause_after=20))
    with wire.phone(scribe) as phone:
        answer = post(phone, record, 3, NOTE)
    assert (answer.status_code, answer.json()["type"]) == (408, "/problems/too-slow")
    assert notes(serving, record) == []


def send_all(phone: Phone, record: str, texts: list[str]) -> None:
    """What a phone does: one line after the other, each until it is answered."""
    size = 3
    for text in texts:
        body: dict[str, Any] = {"key": text, "events": [{"do": "note", "text": text}], "over": True}
        while True:
            try:
                answer = phone.post(f"{API}/records/{record}/events", json={**body, "expect": size})
            except httpx.TransportError:
                continue
            if answer.status_code == 429:  # sent again and again, lines may come faster than one person writes
                time.sleep(float(answer.headers["Retry-After"]))
                continue
            size = answer.json()["size"]
            if answer.status_code == 200:
                break
            assert answer.status_code == 409, answer.text


@pytest.mark.parametrize("seed", range(1))
def test_three_phones_on_a_bad_line(serving: Serving, record: str, wire: Wire, seed: int) -> None:
    """A fifth of everything is lost, a tenth comes twice; the record holds every line once, in each sender's order."""
    chance, gate = Random(seed), threading.Lock()

    def fate() -> Fate:
        with gate:
            drawn = chance.random()
        return Fate(lose_request=drawn < 0.1, lose_answer=0.1 <= drawn < 0.2, twice=0.2 <= drawn < 0.3)

    wire.fate = fate
    sent = [[f"{who}{number}" for number in range(many(6, 18))] for who in "abc"]
    clients = [serving.join("scribe", record) for _ in sent]
    threads = [
        threading.Thread(target=send_all, args=(wire.phone(client), record, texts))
        for client, texts in zip(clients, sent, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for client in clients:
        client.close()
    stored = notes(serving, record)
    assert [[text for text in stored if text[0] == who] for who in "abc"] == sent
    assert len(stored) == sum(map(len, sent))


def test_a_device_that_is_gone_leaves_its_place(serving: Serving, record: str, scribe: Phone, wire: Wire) -> None:
    """However early it goes. A device may have four streams, and these are many more."""
    before = len(serving.service.listeners)
    with wire.phone(scribe) as phone:
        for _ in range(8):
            with frames(phone, record):
                pass
        wire.fate = once(*[Fate(cut_after=0)] * 8)  # the whole request arrives, and nobody is there any more
        for _ in range(8):
            with pytest.raises(httpx.TransportError), frames(phone, record):
                pass
        wire.fate = once()
        with frames(phone, record) as seen:
            assert next(seen)[0] == "now"
    wait_for(lambda: len(serving.service.listeners) == before and not serving.service.limits.streams)


def test_streams_that_nobody_hears_any_more_keep_no_device_out(
    serving: Serving, record: str, scribe: Phone, wire: Wire
) -> None:
    """Without Wi-Fi a phone cannot hang up, and the service hears nothing of it: its oldest stream gives way."""
    wire.fate = once(*[Fate(lose_answer=True)] * 6)
    with wire.phone(scribe) as phone:
        for opened in range(1, 7):
            with pytest.raises(httpx.TimeoutException):
                phone.get(f"{API}/records/{record}/live", timeout=0.5)
            wait_for(partial(has_streams, serving, min(opened, STREAMS_MAX)))
        with frames(phone, record) as seen:
            assert next(seen)[0] == "now"
            assert post(scribe, record, 3, NOTE).status_code == 200
            assert next(name for name, _ in seen) == "step"


def has_streams(serving: Serving, amount: int) -> bool:
    """Whether this many streams are open, for all together."""
    return serving.inside(lambda: len(serving.service.listeners)) == amount


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until something is so; a test that waits for too long has failed."""
    pause = threading.Event()
    for _ in range(3000):
        if what():
            return
        pause.wait(0.01)
    raise AssertionError("it never came to be")


def test_a_slow_reader_is_closed_and_comes_back_to_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is waited for, and nobody misses a line. Whoever reads is given time enough for a busy machine."""
    monkeypatch.setattr(stream, "READ_SECONDS", 2)
    monkeypatch.setattr(hub, "PAUSE", 0.01)
    service = Serving(tmp_path)
    service.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with service as serving, Wire(serving) as wire:
        record = serving.record("sea-or-shore", 3, 1, 2)
        with (
            serving.join("official", record, name="Kim") as official,
            wire.phone(official) as phone,
            following(official, record) as read,
        ):
            got: list[int] = []
            with frames(phone, record) as seen:
                got.append(next(seen)[1]["id"])
                wire.flowing.clear()
                log_notes(serving, record, MANY, read)
                wait_for(lambda: len(serving.service.listeners) == 1)
                wire.flowing.set()
                with pytest.raises(httpx.TransportError):
                    got += (step["id"] for _, step in seen)
            assert got[-1] < 3 + MANY
            with frames(phone, record, after=got[-1]) as seen:
                while got[-1] < 3 + MANY:
                    name, step = next(seen)
                    assert name == "step"
                    got.append(step["id"])
            assert got == list(range(3, 4 + MANY))


@contextmanager
def following(client: Phone, record: str) -> Iterator[list[int]]:
    """Somebody else looks at the same board, and reads whatever comes: the sizes that were read so far."""

    def read() -> None:
        with suppress(httpx.TransportError), frames(client, record) as seen:
            for _, one in seen:
                sizes.append(one["id"])

    sizes: list[int] = []
    threading.Thread(target=read, daemon=True).start()
    wait_for(lambda: bool(sizes))
    yield sizes


def log_notes(serving: Serving, record: str, amount: int, read: list[int]) -> None:
    """Another program writes long notes: one after the other, so that each reaches the boards by itself. It waits for
    those who read, however busy the machine is."""
    for number in range(amount):
        serving.store.append(record, [{"do": "note", "text": f"{number} " + "long " * 600}], at=serving.clock())
        if number % 16 == 15:
            size = serving.store.head(record).size
            wait_for(lambda size=size: read[-1] == size)  # type: ignore[misc] # its default is the value of now
