"""The forms on the wire are fixed: other programs read them. Whoever changes a field changes it here, on purpose."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from records.errors import Unavailable
from records.store.interface import FeedPlace
from tests.games.gold_island.helpers import header, reveal
from tests.games.gold_island.test_unknown import last_landing
from tests.helpers.still_service import Still
from tests.helpers.tools import dealt

LINE = {"do", "seq", "text"}
"""What every line has; the others stand where there is something to say."""
LINE_MORE = {"at", "by", "changes", "event", "findings"}
NOW = {
    *("answers", "claims", "closed", "code", "code_withheld", "counts", "damaged", "delay", "eyes", "form", "game"),
    *("memory", "next", "pen", "picture", "players", "record", "role", "size", "steps", "title", "turn", "you"),
}
STEP = {"code", "counts", "form", "moved", "next", "picture", "seq", "size", "step", "turn"}
FORM = {"asks", "offers", "open", "size", "turn"}
PICTURE = {"height", "parts", "title", "width"}
FINDING = {"answer", "cite", "rule", "text", "why"}
ANSWER = {"code", "counts", "first", "form", "last", "next", "repeated", "size", "steps"}
PROBLEM = {"detail", "mend", "status", "title", "type"}
WRONG = {"do": "lay", "by": "p1", "shows": 3}


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


@pytest.fixture
def record(still: Still) -> str:
    game = dealt("sea-or-shore", 3, 1)
    return still.record(game.header, game.scribe[:3])


def assert_line(line: dict[str, Any]) -> None:
    assert line.keys() >= LINE and line.keys() <= LINE | LINE_MORE
    assert all(finding.keys() == FINDING for finding in line.get("findings", []))


def test_the_answer_to_a_line(still: Still, record: str) -> None:
    scribe = still.join("scribe", record)
    told = still.write(record, scribe, WRONG, form=True).json
    assert told.keys() == ANSWER and told["form"].keys() == FORM
    assert (told["first"], told["last"], told["size"], told["repeated"]) == (4, 4, 5, False)
    (line,) = told["steps"]
    assert_line(line)
    assert line["findings"] and line["changes"]
    body = {"key": "late", "expect": 3, "events": [WRONG]}
    problem = still.post(f"/records/{record}/events", scribe, body).json
    assert problem.keys() == {*PROBLEM, "since", "size"}
    assert [one["seq"] for one in problem["since"]] == [3, 4] and "event" in problem["since"][0]
    for one in problem["since"]:
        assert_line(one)


def test_the_alphabet(still: Still, record: str) -> None:
    told = still.get(f"/records/{record}/alphabet", still.join("scribe", record)).json
    assert told.keys() == {"hidden", "kinds", "seats", "verbs"}
    assert all(len(seat) == 2 for seat in told["seats"])
    assert all({"do", "by", "slots"} <= verb.keys() for verb in told["verbs"])
    assert all({"field", "kind", "shape"} <= slot.keys() for verb in told["verbs"] for slot in verb["slots"])


def test_the_stream_of_a_table(still: Still, record: str) -> None:
    scribe = still.join("scribe", record)
    stream = still.follow(record, scribe, picture="phone", form="true")
    assert still.write(record, scribe, WRONG).status == 200
    still.post(f"/records/{record}/pen", still.join("scribe", record), {"do": "take"})
    still.service.say_goodbye()
    (first, now), (second, step), (third, pen), (last, bye) = stream.frames()
    assert (first, second, third, last) == ("now", "step", "pen", "bye")
    assert now.keys() == NOW and now["picture"].keys() == PICTURE and now["form"].keys() == FORM
    assert step.keys() == STEP and (step["seq"], step["size"]) == (4, 5)
    assert step["picture"].keys() == PICTURE
    assert_line(step["step"])
    assert (pen, bye) == ({}, {"wait": 1000})
    assert b"id: 5\nevent: step\ndata: {" in stream.heard().body, "the place to go on from"


def test_an_answer_of_hindsight_and_the_end_of_a_link(still: Still) -> None:
    record = still.record(header(), last_landing())
    token = still.token("official", record, name="Kim")
    stream = still.follow(record, still.open(token))
    assert still.write(record, still.join("scribe", record), reveal("permits.isle-1", [3, 5])).status == 200
    still.look()
    found = still.register.look(token)
    assert found is not None
    closed = [data for name, data in stream.frames() if name == "closed"]
    assert all(one.keys() == {*FINDING, "by", "seq"} for one in closed) and closed
    still.service.end_sessions(still.register.revoke(found.id))
    assert stream.frames()[-1] == ("ended", {"why": "the link was taken back"})


def test_the_stream_of_the_desk(still: Still, record: str) -> None:
    stream = still.followed("/desk/live", still.join("desk"))
    still.look()
    dispute = {"do": "dispute", "about": 3, "claim": "that was another card", "kind": "illegal"}
    assert still.write(record, still.join("seat", record, seat="p1"), dispute).status == 200
    told = {data["what"]: data for name, data in stream.frames() if name == "desk"}
    assert {what: set(data) - {"what", "record"} for what, data in told.items()} == {
        "begin": set(),
        "table": set(),
        "finding": {"findings", "more"},
        "claim": {"kind", "line", "seq"},
    }
    assert all(one.keys() == {"answer", "rule", "seq"} for one in told["finding"]["findings"])


def test_health_says_that_the_store_cannot_be_read_and_when_it_can_again(
    still: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(after: int = 0, limit: int = 1000) -> list[FeedPlace]:
        raise Unavailable("/home/club/records.db is gone")

    well = still.ask("GET", "/health")
    assert (well.status, well.json.keys()) == (200, {"ok", "tables", "trouble", "version"})
    with monkeypatch.context() as patched:
        patched.setattr(still.store, "feed_places", lost)
        still.look()
        ill = still.ask("GET", "/health")
        assert (ill.status, ill.json["ok"], bool(ill.json["trouble"])) == (503, False, True)
        assert "/home" not in ill.text, "anybody may ask"
    still.look()
    assert still.ask("GET", "/health").status == 200
