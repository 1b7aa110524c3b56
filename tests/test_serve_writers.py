"""Several writers of one record: phones, other commands, other servers. Each line once, and nobody is passed over."""

import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.desk.logbook import Draft, Logbook
from cli.serve.tables.shared_writes import SharedWrites
from records.event import Event, event_of
from records.ids import new_id
from tests.helpers.serving import API, Phone, Serving, frames, post
from tests.helpers.shell import ROOT

pytestmark = pytest.mark.slow

NOTE = {"do": "note", "text": "the lamp fell over"}
THEIRS = {"do": "note", "text": "theirs"}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as running:
        yield running


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 4, id=new_id(serving.clock(), secrets.token_bytes(10)))


def notes(serving: Serving, record: str) -> list[str]:
    """The notes of a record, in its order."""
    return [str(event.fields["text"]) for event in serving.store.load(record).events if event.do == "note"]


def qm(serving: Serving, *words: str, stdin: str = "") -> None:
    """Another command on the same store, in a process of its own."""
    command = [sys.executable, "-m", "cli", *words, "--db", str(serving.folder / "records.db")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(serving.folder)}
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, env=environment, cwd=serving.folder, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_writer_who_is_faster_between_looking_and_storing(
    serving: Serving, record: str, scribe: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process appends when the line is judged already: both are told apart, with what came since."""
    real = SharedWrites.append

    async def overtaken(self: SharedWrites, *args: Any, **more: Any) -> Any:
        serving.store.append(record, [THEIRS], at=serving.clock())
        return await real(self, *args, **more)

    monkeypatch.setattr(SharedWrites, "append", overtaken)
    answer = post(scribe, record, 5, NOTE)
    monkeypatch.undo()
    told = answer.json()
    assert (answer.status_code, told["type"], told["size"]) == (409, "/problems/moved-on", 6)
    assert [step["event"]["text"] for step in told["since"]] == ["theirs"]
    assert post(scribe, record, 6, NOTE).status_code == 200
    assert notes(serving, record) == ["theirs", "the lamp fell over"]


def test_a_writer_who_is_faster_while_a_line_is_judged(
    serving: Serving, record: str, scribe: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table takes theirs in meanwhile; ours was judged without it, and must not be stored behind it."""
    real = Logbook.draft

    def slowly(self: Logbook, *args: Any) -> Draft:
        draft = real(self, *args)
        serving.store.append(record, [THEIRS], at=serving.clock())
        serving.inside(serving.service.hub.look)
        return draft

    undo: dict[str, Any] = {"do": "rewind", "to": 3}
    monkeypatch.setattr(Logbook, "draft", slowly)
    tried = scribe.post(f"{API}/records/{record}/read", json={"events": [undo]})
    assert tried.status_code == 200, tried.text
    answer = post(scribe, record, 6, undo)
    monkeypatch.undo()
    assert (answer.status_code, answer.json()["size"]) == (409, 7)
    assert serving.store.head(record).size == 7
    assert post(scribe, record, 7, undo).status_code == 200
    assert post(scribe, record, 8, NOTE).json()["steps"][0]["text"] == "Note: the lamp fell over"


def test_the_same_line_sent_to_two_servers_is_stored_once(
    serving: Serving, record: str, scribe: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one stores it just before we do: the answer is the one of a repeated call, not a conflict."""
    real = SharedWrites.append

    async def overtaken(self: SharedWrites, record_id: str, events: list[Event], **more: Any) -> Any:
        serving.store.append(record_id, events, at=more["at"], expect=more["expect"], keys=more["keys"])
        return await real(self, record_id, [event_of(THEIRS, 0)], at=more["at"], expect=more["expect"])

    monkeypatch.setattr(SharedWrites, "append", overtaken)
    answer = post(scribe, record, 5, NOTE)
    monkeypatch.undo()
    assert (answer.status_code, answer.json()["repeated"]) == (200, True), answer.text
    assert notes(serving, record) == ["the lamp fell over"]


def test_two_phones_at_once(serving: Serving, record: str) -> None:
    clients = [serving.join("scribe", record, device=f"phone {number}") for number in range(2)]
    sent = [[f"{who}{number}" for number in range(8)] for who in "ab"]

    def send(client: Phone, texts: list[str]) -> None:
        size = 5
        for text in texts:
            while (
                answer := post(client, record, size, {"do": "note", "text": text}, key=text, over=True)
            ).status_code == 409:
                size = answer.json()["size"]
            size = answer.json()["size"]

    threads = [threading.Thread(target=send, args=(client, texts)) for client, texts in zip(clients, sent, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for client in clients:
        client.close()
    stored = notes(serving, record)
    assert [[text for text in stored if text[0] == who] for who in "ab"] == sent


@pytest.mark.slow
def test_a_phone_and_other_commands(serving: Serving, record: str, scribe: Phone) -> None:
    """`qm log` adds lines and `qm import` a longer copy; the boards show both, and the phone learns of them."""
    with frames(scribe, record) as seen:
        next(seen)
        qm(serving, "log", record, stdin="n by another command\n")
        assert next(seen)[1]["step"]["text"] == "Note: by another command"
        assert post(scribe, record, 5, NOTE).json()["size"] == 6
        assert post(scribe, record, 6, NOTE).status_code == 200
        assert next(seen)[1]["id"] == 7
        longer = serving.folder / "longer.jsonl"
        last = '{"at":"2026-11-15T18:00:00Z","do":"note","text":"written elsewhere"}'
        longer.write_bytes(b"\n".join([*serving.store.read(record), last.encode(), b""]))
        qm(serving, "import", str(longer))
        assert next(seen)[1]["step"]["text"] == "Note: written elsewhere"
    assert post(scribe, record, 7, NOTE).json()["since"][0]["event"]["text"] == "written elsewhere"


@pytest.mark.slow
def test_two_servers_on_one_store(serving: Serving, record: str, scribe: Phone) -> None:
    """Both boards see everything; links and pens are in one file, so that a session is known to both."""
    with Serving(serving.folder) as other, other.client() as there:
        there.cookies = scribe.cookies
        other.inside(other.service.let_time_pass)  # as it does by itself twice a second
        with frames(scribe, record) as here, frames(there, record) as elsewhere:
            next(here)
            next(elsewhere)
            for size, client in enumerate([scribe, there, there, scribe, there], start=5):
                assert post(client, record, size, {"do": "note", "text": f"n{size}"}).status_code == 200
                assert next(here)[1]["id"] == next(elsewhere)[1]["id"] == size + 1
        sent = {"key": "k", "expect": 10, "events": [NOTE]}
        first = scribe.post(f"{API}/records/{record}/events", json=sent)
        other.ahead = 2_000_000  # the time is not what tells that it is the same line
        again = there.post(f"{API}/records/{record}/events", json=sent)
        assert again.json() == {**first.json(), "repeated": True}
    assert notes(serving, record) == [f"n{size}" for size in range(5, 10)] + ["the lamp fell over"]


def test_a_link_taken_back_at_one_server_ends_at_the_other(serving: Serving, record: str, scribe: Phone) -> None:
    with Serving(serving.folder) as other, other.client() as there:
        there.cookies = scribe.cookies
        other.inside(other.service.let_time_pass)
        with frames(there, record) as seen:
            next(seen)
            grant = serving.service.register.grants(record)[0].id
            serving.inside(lambda: serving.service.end_sessions(serving.register.revoke(grant)))
            assert [name for name, _ in seen] == ["ended"]
        assert there.get(f"{API}/me").status_code == 401
