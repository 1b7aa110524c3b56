"""A store that cannot be written or is damaged, and mistakes of ours: said aloud, nothing half-written, it recovers."""

import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.serve import patience
from cli.serve.messages.listener import Listener
from cli.serve.tables import hub, shared_writes
from cli.serve.tables.table_view import View
from tests.helpers import serving as serving_helper
from tests.helpers.disks import mounted
from tests.helpers.serving import API, Phone, Serving, frames, post

pytestmark = pytest.mark.slow

NOTE = {"do": "note", "text": "the lamp fell over"}
LONG_NOTE = {"do": "note", "text": "long " * 700}


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    monkeypatch.setattr(serving_helper, "STORE_SECONDS", 0.05)
    for module in (patience, shared_writes):
        monkeypatch.setattr(module, "PATIENCE", 0.05)  # at its real length: see test_serve_held.py
    monkeypatch.setattr(hub, "PAUSE", 0.02)
    with Serving(tmp_path) as running:
        yield running


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 2)


@contextmanager
def desk_hears(serving: Serving) -> Iterator[list[str]]:
    """What the desk is told, as far as it is trouble."""
    told: list[str] = []

    class Desk(Listener):
        def tell(self, data: bytes, size: int | None = None) -> None:
            told.extend(what for what in ("unavailable", "available", "damaged") if f'"what":"{what}"'.encode() in data)

    listener = Desk("desk")
    serving.inside(lambda: serving.service.desk_listeners.add(listener))
    yield told
    serving.inside(lambda: serving.service.desk_listeners.discard(listener))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program writes to a database, and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def assert_unavailable(answer: httpx.Response) -> None:
    """A clear refusal, for a phone that will try again; where things lie on our disk is nobody's business."""
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/unavailable"), answer.text
    assert int(answer.headers["retry-after"]) >= 1
    assert "nothing was written" in answer.json()["detail"]
    assert ".db" not in answer.text


def assert_recovers(serving: Serving, record: str, scribe: Phone, size: int) -> None:
    """Reading went on all the time, nothing is half-written, and writing works again."""
    answer = post(scribe, record, size, NOTE, over=True)
    assert (answer.status_code, answer.json()["size"]) == (200, size + 1), answer.text
    assert serving.store.head(record).size == size + 1
    assert scribe.get(f"{API}/records/{record}/now").json()["size"] == size + 1


def test_a_store_that_another_program_holds(serving: Serving, record: str, scribe: Phone) -> None:
    with desk_hears(serving) as told:
        with locked(serving.folder / "records.db"):
            for _ in range(2):
                assert_unavailable(post(scribe, record, 3, NOTE))
            assert scribe.get(f"{API}/records/{record}/now").json()["size"] == 3
        assert told == ["unavailable"] * 2
        assert_recovers(serving, record, scribe, 3)
        assert told == ["unavailable"] * 2 + ["available"]


def test_a_register_that_another_program_holds(serving: Serving, record: str, scribe: Phone) -> None:
    """Lines are written all the same, boards go on, and what waited is written afterwards."""
    token = serving.token("spectator", record)
    with frames(scribe, record) as seen:
        next(seen)
        serving.ahead += 61 * 1_000_000  # the register is to be written now
        with locked(serving.folder / "records.service.db"):
            assert post(scribe, record, 3, NOTE).status_code == 200
            assert next(seen)[1]["id"] == 4
            serving.store.append(record, [NOTE], at=serving.clock())  # by another process
            assert next(seen)[1]["id"] == 5
            with serving.client() as other:
                assert other.post(f"{API}/join", json={"token": token, "device": "d"}).status_code == 503
        serving.store.append(record, [NOTE], at=serving.clock())
        assert next(seen)[1]["id"] == 6
    assert_recovers(serving, record, scribe, 6)


def test_a_full_disk(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "600k") as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(100_000))
        with Serving(disk) as serving:
            record = serving.record("sea-or-shore", 3, 1, 2)
            with serving.join("scribe", record) as scribe, desk_hears(serving) as told:
                size = 3
                for times in (1, 2):
                    while (answer := post(scribe, record, size, *[LONG_NOTE] * 8)).status_code == 200:
                        size = answer.json()["size"]
                    assert_unavailable(answer)
                    assert scribe.get(f"{API}/records/{record}/now").json()["size"] == size
                    assert [one for one in told if one == "unavailable"] == ["unavailable"] * times
                ballast.unlink()
                assert_recovers(serving, record, scribe, size)


def test_a_disk_that_became_read_only(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "4m") as disk, Serving(disk) as serving:
        record = serving.record("sea-or-shore", 3, 1, 2)
        with serving.join("scribe", record) as scribe, desk_hears(serving) as told:
            serving.inside(serving.store.close)  # files that are open for writing keep a disk from becoming read-only
            serving.inside(lambda: serving.register._file.close())
            assert serving.service.rooms.index is not None
            serving.service.rooms.index.close()
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            answer = post(scribe, record, 3, NOTE)
            subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
            assert_unavailable(answer)
            assert told == ["unavailable"]
            assert_recovers(serving, record, scribe, 3)


def change(serving: Serving, statement: str, *values: Any) -> None:
    """Change the store with a database tool."""
    with closing(sqlite3.connect(serving.folder / "records.db", isolation_level=None)) as tool:
        tool.execute("PRAGMA busy_timeout = 5000")
        for (name,) in tool.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            tool.execute(f'DROP TRIGGER "{name}"')
        tool.execute(statement, values)


def test_a_record_that_is_damaged_while_it_is_open(serving: Serving, record: str, scribe: Phone) -> None:
    """It can be looked at, and everybody is told; other tables go on."""
    other = serving.record("sea-or-shore", 3, 2, 2)
    with frames(scribe, record) as seen, desk_hears(serving) as told:
        assert next(seen)[1]["damaged"] is None
        change(serving, "UPDATE tips SET peaks = x'00' WHERE id = ?", record)
        for _ in range(2):
            answer = post(scribe, record, 3, NOTE)
            assert (answer.status_code, answer.json()["type"]) == (500, "/problems/damaged"), answer.text
            assert "Traceback" not in answer.text and ".db" not in answer.text
        name, now = next(seen)
        assert (name, bool(now["damaged"]), now["size"]) == ("now", True, 3)
        assert told == ["damaged"], "once"
    assert scribe.get(f"{API}/records/{record}/now").json()["damaged"]
    with serving.join("scribe", other) as elsewhere:
        assert post(elsewhere, other, 3, NOTE).status_code == 200


def test_a_record_that_is_damaged_before_it_is_opened(serving: Serving, record: str, scribe: Phone) -> None:
    """Who has its link is told that it is damaged; for everybody else it is not there."""
    damaged = serving.record("sea-or-shore", 3, 2, 2, event="Open")
    statement = "UPDATE events SET payload = zeroblob(9) WHERE record = (SELECT record FROM tips WHERE id = ?)"
    with serving.join("desk") as desk, serving.join("official", event="Closed", name="Kim") as stranger:
        change(serving, statement, damaged)
        answer = desk.get(f"{API}/records/{damaged}/now")
        assert (answer.status_code, answer.json()["type"]) == (500, "/problems/damaged")
        unknown = stranger.get(f"{API}/records/{record[:-1]}0/now")
        for client in (stranger, scribe):
            found = client.get(f"{API}/records/{damaged}/now")
            assert (found.status_code, found.content) == (404, unknown.content)
    assert_recovers(serving, record, scribe, 3)


def test_a_link_to_a_table_that_cannot_be_read_is_not_used_up(serving: Serving, record: str, scribe: Phone) -> None:
    damaged = serving.record("sea-or-shore", 3, 2, 2)
    token = serving.token("seat", damaged, seat="p1")
    statement = "UPDATE events SET payload = zeroblob(9) WHERE record = (SELECT record FROM tips WHERE id = ?)"
    change(serving, statement, damaged)
    with serving.client() as client:
        for _ in range(2):
            answer = client.post(f"{API}/join", json={"token": token, "device": "Ann's phone"})
            assert (answer.status_code, answer.json()["type"]) == (500, "/problems/damaged")
    (grant,) = serving.inside(lambda: serving.register.grants(damaged))
    assert (grant.uses_left, grant.device) == (1, None)


def test_a_mistake_of_ours_in_one_view_holds_nobody_else_up(
    serving: Serving, record: str, scribe: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was stored is answered and shown to the others; who was hit comes back to a view that is made anew."""
    real = View.follow

    def mistaken(self: View, now: int) -> None:
        if self.key.eyes == "p2" and self.table.events[-1].do == "note":
            raise ZeroDivisionError("a bug")
        real(self, now)

    with (
        serving.join("seat", record, seat="p2") as hit,
        serving.join("seat", record, seat="p1") as other,
        frames(hit, record) as ends,
        frames(other, record) as seen,
    ):
        next(ends)
        next(seen)
        monkeypatch.setattr(View, "follow", mistaken)
        assert post(scribe, record, 3, NOTE).status_code == 200
        assert next(seen)[1]["id"] == 4
        assert list(ends) == []
        monkeypatch.setattr(View, "follow", real)
        with frames(hit, record) as again:
            assert next(again)[1]["id"] == 4


def test_the_hub_goes_on_after_a_mistake_of_ours(
    serving: Serving, record: str, scribe: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    hit = threading.Event()

    def mistaken(*_: Any) -> None:
        hit.set()
        raise ZeroDivisionError("a bug")

    with frames(scribe, record) as seen:
        next(seen)
        monkeypatch.setattr(serving.register, "refresh", mistaken)
        assert hit.wait(10)
        monkeypatch.undo()
        serving.store.append(record, [NOTE], at=serving.clock())
        assert next(seen)[1]["id"] == 4


def test_many_lines_at_once_close_no_stream(serving: Serving, record: str, scribe: Phone) -> None:
    """An import is shown as a whole. And what came while the table was shown anew is not told twice."""
    undo: dict[str, Any] = {"do": "rewind", "to": 2}
    with frames(scribe, record) as seen:
        next(seen)
        serving.store.append(record, [NOTE] * 150, at=serving.clock())
        assert [(name, step["id"]) for name, step in (next(seen),)] == [("now", 153)]
        serving.store.append(record, [NOTE, undo, NOTE, NOTE], at=serving.clock())
        assert [(name, step["id"]) for name, step in (next(seen),)] == [("now", 157)]
        serving.store.append(record, [NOTE], at=serving.clock())
        assert [(name, step["id"]) for name, step in (next(seen),)] == [("step", 158)]


def test_events_by_a_listener_that_is_full_are_not_skipped() -> None:
    listener = Listener("s")
    for number in range(100):
        listener.tell(b"x", number + 1)
    assert listener.ended
