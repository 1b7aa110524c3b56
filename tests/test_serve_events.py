"""Lines that come over HTTP: stored before they are answered, judged, in order, and never twice."""

import secrets
from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from cli.desk.entries import Entry
from cli.desk.logbook import Logbook
from cli.desk.terms import Terms
from cli.serve.tables.table_view import ViewKey
from records.clock import to_text
from records.event import Event
from records.store import Appended
from replay.game import Game
from replay.salting import may_see_head
from replay.table import Table
from tests.helpers.serving import API, Serving, frames, post


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 12)


def lines(serving: Serving, record: str) -> list[bytes]:
    return list(serving.store.read(record))


NOTE = {"do": "note", "text": "the lamp fell over"}


def test_a_line_is_stored_before_it_is_answered(serving: Serving, record: str, scribe: httpx.Client) -> None:
    answer = post(scribe, record, 13, NOTE)
    assert answer.status_code == 200
    assert len(lines(serving, record)) == 14
    told = answer.json()
    assert (told["first"], told["last"], told["size"], told["repeated"]) == (13, 13, 14, False)
    assert told["steps"][0]["text"] == "Note: the lamp fell over"
    assert told["code"] == serving.store.head(record).code


def test_a_lost_answer_is_given_again(serving: Serving, record: str, scribe: httpx.Client) -> None:
    first = post(scribe, record, 13, NOTE, key="once")
    post(scribe, record, 14, {"do": "note", "text": "later"})
    again = post(scribe, record, 13, NOTE, key="once")
    assert again.status_code == 200
    assert again.json()["repeated"]
    assert again.json()["steps"] == first.json()["steps"]
    assert len(lines(serving, record)) == 15


def test_a_key_that_was_used_for_something_else_is_a_conflict(record: str, scribe: httpx.Client) -> None:
    post(scribe, record, 13, NOTE, key="once")
    answer = post(scribe, record, 13, {"do": "note", "text": "another"}, key="once")
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/key-used")


def test_keys_of_two_links_never_meet(serving: Serving, record: str, scribe: httpx.Client) -> None:
    post(scribe, record, 13, NOTE, key="once")
    with serving.join("desk") as desk:
        answer = post(desk, record, 14, NOTE, key="once", over=True)
    assert not answer.json()["repeated"]


def test_who_saw_an_older_record_is_told_what_came_since(record: str, scribe: httpx.Client) -> None:
    post(scribe, record, 13, NOTE)
    answer = post(scribe, record, 13, {"do": "note", "text": "mine"})
    told = answer.json()
    assert (answer.status_code, told["type"], told["size"]) == (409, "/problems/moved-on", 14)
    assert [step["text"] for step in told["since"]] == ["Note: the lamp fell over"]
    assert told["since"][0]["event"]["text"] == "the lamp fell over"


def test_who_may_not_write_it_is_told_so_whatever_they_saw(serving: Serving, record: str) -> None:
    with serving.join("seat", record, seat="p1") as seat:
        for expect in (13, 5):
            answer = post(seat, record, expect, NOTE)
            assert (answer.status_code, answer.json()["type"]) == (403, "/problems/not-allowed")
            assert answer.json()["where"] == "events[0]"


def test_what_qm_log_writes_is_a_conflict_too(serving: Serving, record: str, scribe: httpx.Client) -> None:
    book = Logbook(serving.store, record, secrets.token_bytes)
    book.log([Entry(dict(NOTE), "test")], Terms(serving.clock(), to_text(serving.clock())))
    assert post(scribe, record, 13, NOTE).status_code == 409
    assert post(scribe, record, 14, NOTE).status_code == 200


def test_a_line_that_is_wrong_is_first_of_all_too_late(serving: Serving, record: str, scribe: httpx.Client) -> None:
    """The table may have changed since: whoever did not see that is not told that they erred."""
    post(scribe, record, 13, NOTE)
    serving.store.append(record, [NOTE], at=serving.clock())
    assert post(scribe, record, 14, {"do": "nonsense"}).status_code == 409
    assert post(scribe, record, 15, {"do": "nonsense"}).status_code == 422


def test_a_brief_answer_leaves_out_what_a_stream_tells(serving: Serving, record: str, scribe: httpx.Client) -> None:
    long = post(scribe, record, 13, NOTE).json()
    brief = post(scribe, record, 14, NOTE, brief=True).json()
    assert long["next"] and not brief["next"]
    assert brief["steps"][0]["text"] == long["steps"][0]["text"]
    assert brief["code"] == serving.store.head(record).code


def test_the_time_is_the_servers_less_what_the_phone_waited(
    serving: Serving, record: str, scribe: httpx.Client
) -> None:
    before = serving.clock()
    told = post(scribe, record, 13, NOTE, ago=60_000).json()
    after = serving.clock()
    assert to_text(before - 60_000_000) <= told["steps"][0]["at"] <= to_text(after - 60_000_000)
    answer = post(scribe, record, 14, {**NOTE, "at": "2020-01-01T00:00:00Z"})
    assert (answer.status_code, answer.json()["where"]) == (422, "events[0].at")


def test_a_line_that_breaks_a_rule_is_stored_and_flagged(serving: Serving, record: str, scribe: httpx.Client) -> None:
    answer = post(scribe, record, 13, _second_setup(serving, record))
    assert answer.status_code == 200
    findings = answer.json()["steps"][0]["findings"]
    assert findings and findings[0]["answer"] == "broken"
    assert {"rule", "text", "why", "cite"} <= findings[0].keys()


def _second_setup(serving: Serving, record: str) -> dict[str, Any]:
    table = serving.service.table(record)
    body = table.events[0].unsalted().body()
    return {name: value for name, value in body.items() if name not in ("at", "salt")}


def test_a_typed_line_is_read_as_at_the_prompt(record: str, scribe: httpx.Client) -> None:
    answer = scribe.post(f"{API}/records/{record}/events", json={"key": "k", "expect": 13, "say": "n a note"})
    assert answer.json()["steps"][0]["text"] == "Note: a note"
    undo = scribe.post(f"{API}/records/{record}/events", json={"key": "l", "expect": 14, "say": "u"})
    assert undo.status_code == 200
    asks = scribe.post(f"{API}/records/{record}/events", json={"key": "m", "expect": 15, "say": "s"})
    assert asks.status_code == 422


def test_a_line_can_be_tried_without_writing_it(serving: Serving, record: str, scribe: httpx.Client) -> None:
    told = scribe.post(f"{API}/records/{record}/read", json={"say": "u 10"}).json()
    assert [step["seq"] for step in told["falls"]] == [11, 12]
    assert told["events"][0]["do"] == "rewind"
    assert len(lines(serving, record)) == 13
    assert post(scribe, record, 13, NOTE).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        ({"key": "", "expect": 13, "events": [NOTE]}, 400, "key"),
        ({"key": "k", "expect": 13, "events": []}, 400, "events"),
        ({"key": "k", "expect": 13, "events": [NOTE] * 21}, 400, "events"),
        ({"key": "k", "expect": 13, "events": [NOTE], "say": "x"}, 400, "events"),
        ({"key": "k", "expect": 13, "events": [NOTE], "ago": -1}, 400, "ago"),
        ({"key": "k", "expect": "13", "events": [NOTE]}, 400, "$.expect"),
        ({"key": "k", "expect": 13, "evnets": [NOTE]}, 400, ""),
        ({"key": "k", "expect": 13, "events": [{"text": "no do"}]}, 422, "events[0]"),
        ({"key": "k", "expect": 13, "events": [{"do": "dance"}]}, 422, "events[0]"),
        ({"key": "k", "expect": 13, "events": [{**NOTE, "salt": "x"}]}, 422, "events[0].salt"),
        ({"key": "k", "expect": 13, "say": "blurb blurb"}, 422, "say"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(
    serving: Serving, record: str, scribe: httpx.Client, body: dict[str, Any], status: int, where: str
) -> None:
    answer = scribe.post(f"{API}/records/{record}/events", json=body)
    told = answer.json()
    assert (answer.status_code, told["status"]) == (status, status), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert told.get("where", "").startswith(where)
    assert len(lines(serving, record)) == 13


def test_all_events_of_a_call_are_stored_or_none(serving: Serving, record: str, scribe: httpx.Client) -> None:
    assert post(scribe, record, 13, NOTE, {"do": "dance"}).status_code == 422
    assert len(lines(serving, record)) == 13
    assert post(scribe, record, 13, NOTE, NOTE).json()["last"] == 14


def test_the_pen_is_a_courtesy(serving: Serving, record: str, scribe: httpx.Client) -> None:
    assert post(scribe, record, 13, NOTE).status_code == 200
    with serving.join("scribe", record, device="Bob's tablet") as other:
        answer = post(other, record, 14, NOTE)
        assert (answer.status_code, answer.json()["type"]) == (409, "/problems/pen")
        assert answer.json()["pen"] == {"device": "a phone"}
        assert post(other, record, 14, NOTE, over=True).status_code == 200


def test_what_happens_reaches_a_listener_at_once(serving: Serving, record: str, scribe: httpx.Client) -> None:
    with serving.join("spectator", record) as spectator, frames(spectator, record, picture="phone") as seen:
        name, now = next(seen)
        assert (name, now["size"]) == ("now", 13)
        post(scribe, record, 13, NOTE)
        name, step = next(seen)
        assert (name, step["id"], step["step"]["text"]) == ("step", 14, "Note: the lamp fell over")


def test_a_view_that_nobody_uses_follows_when_somebody_looks(
    serving: Serving, record: str, scribe: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = serving.store.info(record).header.seats[0]
    with serving.join("seat", record, seat=seated) as seat:
        view = serving.service.table(record).view(ViewKey(seated, hides=True))
        monkeypatch.setattr("cli.serve.tables.live.UNUSED", -1)
        post(scribe, record, 13, NOTE)
        assert view.size == 13
        assert seat.get(f"{API}/records/{record}/now").json()["size"] == view.size == 14


def test_what_qm_log_writes_reaches_the_boards(serving: Serving, record: str) -> None:
    with serving.join("spectator", record) as spectator, frames(spectator, record) as seen:
        next(seen)
        book = Logbook(serving.store, record, secrets.token_bytes)
        book.log([Entry(dict(NOTE), "test")], Terms(serving.clock(), to_text(serving.clock())))
        assert next(seen)[1]["step"]["text"] == "Note: the lamp fell over"


def test_a_lost_stream_goes_on_where_it_was(serving: Serving, record: str, scribe: httpx.Client) -> None:
    with serving.join("official", record, name="Kim") as watcher:
        with frames(watcher, record) as seen:
            next(seen)
            post(scribe, record, 13, NOTE)
            next(seen)
            post(scribe, record, 14, NOTE)
            next(seen)
        with frames(watcher, record, headers={"Last-Event-ID": "14"}) as seen:
            name, step = next(seen)
            assert (name, step["id"]) == ("step", 15)
        with frames(watcher, record, headers={"Last-Event-ID": "3"}) as seen:
            assert next(seen)[0] == "now"


def test_a_picture_grows_by_what_changed(serving: Serving, scribe: httpx.Client) -> None:
    """The parts of a step, put onto the picture before, give the picture of now."""
    record = serving.record("lost-island", 4, 1, 20)
    rest = serving.record("lost-island", 4, 1, 40)
    bodies = [event.unsalted().body() for event in serving.service.table(rest).events[20:]]
    with serving.join("official", record, name="Kim") as official, frames(official, record, picture="wide") as seen:
        parts = next(seen)[1]["picture"]["parts"]
        for seq, body in enumerate(bodies, 21):
            body.pop("at", None)
            assert post(official, record, seq, body).status_code == 200
            picture = next(seen)[1]["picture"]
            parts = [
                one for part in picture["parts"] for one in ([part] if isinstance(part, str) else _run(parts, part))
            ]
    with serving.join("official", record, name="Ann") as other:
        whole = other.get(f"{API}/records/{record}/now", params={"picture": "wide"}).json()["picture"]
    assert parts == whole["parts"]


def _run(parts: list[str], run: list[int]) -> list[str]:
    return parts[run[0] : run[0] + run[1]]


def test_what_the_feed_brings_before_the_store_has_answered_is_known_as_our_own(
    serving: Serving, record: str, scribe: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the whole record would be searched for missing salts with every line of a busy service."""
    asked: list[int] = []

    def counted(game: Game, table: Table, events: Sequence[Event], viewer: str) -> bool:
        asked.append(len(events))
        return may_see_head(game, table, events, viewer)

    monkeypatch.setattr("cli.serve.tables.live.may_see_head", counted)
    append = serving.service.writer.append

    async def outrun(*given: Any, **more: Any) -> Appended:
        stored = await append(*given, **more)
        serving.service.hub.look()
        return stored

    monkeypatch.setattr(serving.service.writer, "append", outrun)
    size = serving.store.head(record).size
    assert post(scribe, record, size, NOTE).status_code == 200
    known = len(asked)
    assert post(scribe, record, size + 1, NOTE).status_code == 200
    assert len(asked) == known
    serving.store.append(record, [NOTE], at=serving.clock())
    assert post(scribe, record, size + 3, NOTE).status_code == 200
    assert len(asked) > known
