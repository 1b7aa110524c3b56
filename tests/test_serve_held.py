"""Another program holds a database of the service, at the patience that it really has: whoever waits is answered.

A phone gives an answer up after 25 seconds, and the service has three to stop.
"""

import json
import secrets
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from records.store import open_store
from tests.helpers.serve_process import ServeProcess
from tests.helpers.serving import API, Phone, Serving, post

pytestmark = pytest.mark.slow

NOTE = {"do": "note", "text": "the lamp fell over"}
HEADER = {"game": "sea-or-shore", "players": ["p1=", "p2=", "p3="]}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as running:
        yield running


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 2)


@contextmanager
def held(path: Path, seconds: float | None = None) -> Iterator[None]:
    """Another program writes to a database, for a while or until the test lets it go."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(seconds or 0, lambda: other.execute("ROLLBACK"))
        if seconds is not None:
            timer.start()
        yield
        if seconds is None:
            other.execute("ROLLBACK")
        else:
            timer.join()


def test_a_line_is_refused_long_before_the_phone_gives_it_up(serving: Serving, record: str, scribe: Phone) -> None:
    """And whoever comes while the store is held for long is told at once: they do not wait one after the other."""
    other = serving.record("sea-or-shore", 3, 2, 2)
    with serving.join("scribe", other) as elsewhere:
        with held(serving.folder / "records.db"):
            with ThreadPoolExecutor(4) as phones:
                begun = time.monotonic()
                asked = [phones.submit(post, scribe, record, 3, NOTE) for _ in range(3)]
                time.sleep(0.2)
                asked.append(phones.submit(post, elsewhere, other, 3, NOTE))
                answers = [one.result() for one in asked]
            assert time.monotonic() - begun < 8
            begun = time.monotonic()
            answers.append(post(scribe, record, 3, NOTE))
            assert time.monotonic() - begun < 2
        for answer in answers:
            assert (answer.status_code, answer.json()["type"]) == (503, "/problems/unavailable"), answer.text
            assert int(answer.headers["retry-after"]) >= 1
        assert post(scribe, record, 3, NOTE, over=True).json()["size"] == 4
        assert post(elsewhere, other, 3, NOTE).json()["size"] == 4


def test_a_program_that_writes_for_a_moment_makes_no_line_fail(serving: Serving, record: str, scribe: Phone) -> None:
    with held(serving.folder / "records.db", 1.5):
        assert post(scribe, record, 3, NOTE).status_code == 200
    with serving.join("desk") as desk:
        with held(serving.folder / "records.db", 1.5):
            assert desk.post(f"{API}/records", json=HEADER).status_code == 200
        with held(serving.folder / "records.service.db", 1.5):
            assert desk.post(f"{API}/records", json={**HEADER, "players": ["p1=Ann", "p2=", "p3="]}).status_code == 200


def slowest_health(client: httpx.Client, busy: threading.Event) -> float:
    """How long the slowest answer took while something else went on."""
    took = [0.0]
    while not busy.is_set():
        begun = time.monotonic()
        assert client.get("/health").status_code == 200
        took.append(time.monotonic() - begun)
        time.sleep(0.01)
    return max(took)


def test_a_register_that_is_held_holds_nobody_else_up(serving: Serving, record: str, scribe: Phone) -> None:
    """Who opens a link, makes one, asks for the pen or looks as an official waits for it; the others do not."""
    done = threading.Event()
    with (
        serving.client() as joining,
        serving.client() as calm,
        serving.join("desk") as desk,
        serving.join("official", record, name="Kim") as kim,
        ThreadPoolExecutor(5) as at,
    ):
        token = serving.token("spectator", record)
        with held(serving.folder / "records.service.db", 1.2):
            slowest = at.submit(slowest_health, calm, done)
            asked = [
                at.submit(joining.post, f"{API}/join", json={"token": token, "device": "d"}),
                at.submit(desk.post, f"{API}/records/{record}/grants", json={"role": "seat", "seat": "p1"}),
                at.submit(scribe.post, f"{API}/records/{record}/pen", json={"do": "take"}),
                at.submit(kim.get, f"{API}/records/{record}/findings"),  # a look that is kept before it is shown
            ]
            try:
                answers = [one.result() for one in asked]
            finally:
                done.set()
        assert [one.status_code for one in answers] == [200] * 4, [one.text for one in answers]
        assert slowest.result() < 0.5


def test_the_service_stops_in_time_and_answers_who_waits(tmp_path: Path) -> None:
    with ServeProcess(tmp_path) as process, process.client() as desk, process.client() as scribe:
        _join(desk, process.desk_link)
        records = [desk.post("/api/v1/records", json=HEADER).json()["id"] for _ in range(2)]
        _join(scribe, desk.post(f"/api/v1/records/{records[0]}/grants", json={"role": "scribe"}).json()["link"])
        with held(tmp_path / "records.db"), ThreadPoolExecutor(4) as phones:
            lines = [phones.submit(post, scribe, records[0], 1, NOTE) for _ in range(2)]
            lines.append(phones.submit(desk.post, "/api/v1/records", json=HEADER))
            time.sleep(0.7)
            begun = time.monotonic()
            assert process.stop(signal.SIGTERM) == 0
            assert time.monotonic() - begun <= 3
            answers = [one.result() for one in lines]
        log = process.log.read_text()
    assert [answer.status_code for answer in answers] == [503] * 3
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in answers)
    assert "Traceback" not in log and "Cancelled" not in log
    assert all(json.loads(line)["event"] in ("request", "register", "feed") for line in log.splitlines())
    with closing(open_store(str(tmp_path / "records.db"))) as store:
        assert [store.head(one).size for one in records] == [1, 1]


def _join(client: httpx.Client, link: str) -> None:
    client.headers["Origin"] = str(client.base_url).rstrip("/")
    answer = client.post("/api/v1/join", json={"token": link.partition("#")[2], "device": secrets.token_hex(3)})
    assert answer.status_code == 200, answer.text
