"""The desk over HTTP: all tables at a glance, new tables, names, visits, the feed, and the end of a game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from cli.serve.door.web_app import CALLS
from cli.serve.hall.room_facts import RoomFacts
from records.ids import new_id
from records.store import Info
from tests.helpers.serving import API, Phone, Serving, post
from tests.helpers.tools import dealt

EVENT = "Harbour Open"


@pytest.fixture(scope="module")
def desk(serving: Serving) -> Iterator[Phone]:
    with serving.join("desk", device="the laptop") as client:
        yield client


def rooms(client: httpx.Client, **query: Any) -> dict[str, Any]:
    answer = client.get(f"{API}/records", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def room(client: httpx.Client, record: str) -> dict[str, Any]:
    (found,) = rooms(client, id=record)["rooms"]
    return dict(found)


# --- the tables


def test_the_desk_begins_with_the_event_of_the_service(tmp_path: Path) -> None:
    """It may choose all tables; who is for one table or event has no other to begin with."""
    with Serving(tmp_path, event="Harbour Open") as running:
        names = ("Harbour Open", "Other")
        mine, other = (running.record("sea-or-shore", 3, 1, 2, event=name) for name in names)
        with running.join("desk") as desk, running.join("desk", event="Other") as small:
            with running.join("official", mine, name="Kim") as kim:
                told = [one.get(f"{API}/me").json()["begins_with"] for one in (desk, small, kim)]
            assert told == ["Harbour Open", None, None]
            rooms = desk.get(f"{API}/records").json()["rooms"]
            assert {one["id"] for one in rooms} == {mine, other}
            chosen = desk.get(f"{API}/records", params={"event": "Harbour Open"}).json()["rooms"]
            assert [one["id"] for one in chosen] == [mine]


def test_a_table_tells_its_turn_its_line_and_its_age(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 1, 12, event=EVENT, round=1, table=4)
    found = room(desk, record)
    assert (found["state"], found["words"], found["line"], found["table"]) == ("playing", "plays", 12, 4)
    assert found["turn"] and found["next"] and found["known"] and found["age"] < 60


def test_a_table_without_a_line_for_ten_minutes_is_silent(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 2, 12, event=EVENT, round=1, table=5)
    serving.ahead += 11 * 60 * 1_000_000
    try:
        found = room(desk, record)
    finally:
        serving.ahead -= 11 * 60 * 1_000_000
    assert (found["state"], found["since"] >= 660) == ("silent", True)
    assert "turn" in found["need"]


def test_a_claim_stops_a_table_and_stands_first(serving: Serving, desk: Phone) -> None:
    playing = serving.record("sea-or-shore", 3, 3, 12, event="Claims", round=1, table=1)
    claimed = serving.record("sea-or-shore", 3, 4, 12, event="Claims", round=1, table=2)
    with serving.join("seat", claimed, seat="p2") as seat:
        told = post(
            seat, claimed, 13, {"do": "dispute", "about": 12, "claim": "that was <b>red</b>", "kind": "illegal"}
        )
    assert told.status_code == 200, told.text
    found = rooms(desk, event="Claims")["rooms"]
    assert [one["id"] for one in found] == [claimed, playing]
    (clock,) = found[0]["claims"]
    assert (found[0]["state"], found[0]["words"]) == ("stopped", "stopped: claim")
    assert (clock["label"], clock["line"], clock["text"]) == ("D1", 12, "that was <b>red</b>")
    assert clock["since"] is not None and clock["window"]
    dealt = serving.record("sea-or-shore", 3, 4, None, event="Elsewhere")
    following = next(event for event in serving.store.load(dealt).events if event.seq == 13)
    with serving.join("scribe", claimed) as scribe:
        assert post(scribe, claimed, 14, following.unsalted().body()).status_code == 200
    assert room(desk, claimed)["words"] == "plays on, claim"


def test_a_game_that_is_over_waits_for_signatures_and_then_for_its_close(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 5, None, event=EVENT, round=1, table=6)
    found = room(desk, record)
    size = found["line"] + 1
    assert (found["state"], found["words"], found["turn"]) == ("waiting", "over, 0 of 3 signed", "")
    assert "have not signed" in found["need"]
    with serving.join("seat", record, seat="p1") as seat:
        head = seat.get(f"{API}/records/{record}/head").json()["head"]
        signed = {"do": "sign", "seat": "p1", "head": head, "statement": "accept"}
        assert post(seat, record, size, signed).status_code == 200
    assert room(desk, record)["words"] == "over, 1 of 3 signed"
    closed = desk.post(f"{API}/records/{record}/close", json={"key": "c", "expect": size + 1})
    assert closed.status_code == 200, closed.text
    again = desk.post(f"{API}/records/{record}/close", json={"key": "c", "expect": size + 1})
    assert (again.json()["repeated"], again.json()["last"]) == (True, closed.json()["last"])
    found = room(desk, record)
    assert (found["state"], found["need"]) == ("closed", "")
    event = serving.store.load(record).events[-1]
    assert event.fields["result"]["end"] == "finished" and event.fields["result"]["scores"]


def test_an_unfinished_game_is_closed_only_with_a_word_on_how_it_ended(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 6, 12)
    path = f"{API}/records/{record}/close"
    refused = desk.post(path, json={"key": "a", "expect": 13})
    assert refused.status_code == 422 and "abandoned" in refused.json()["mend"]
    assert desk.post(path, json={"key": "b", "expect": 13, "end": "abandoned"}).status_code == 200


def test_tables_are_found_by_name_round_and_state(serving: Serving, desk: Phone) -> None:
    one = serving.record("sea-or-shore", 3, 7, 12, event="Finding", round=1, table=1)
    two = serving.record("sea-or-shore", 3, 8, None, event="Finding", round=2, table=1)
    desk.put(f"{API}/records/{one}/people/p2", json={"name": "Zoë"})
    assert [each["id"] for each in rooms(desk, event="Finding", name="zoë")["rooms"]] == [one]
    assert [each["id"] for each in rooms(desk, event="Finding", round=2)["rooms"]] == [two]
    assert rooms(desk, event="Finding")["rounds"] == [1, 2]
    assert rooms(desk, event="nothing of the kind")["total"] == 0


def test_an_official_of_an_event_sees_its_tables_and_no_others(serving: Serving, desk: Phone) -> None:
    mine = serving.record("sea-or-shore", 3, 9, 3, event="Mine")
    other = serving.record("sea-or-shore", 3, 10, 3, event="Mine too")
    with serving.join("official", event="Mine", name="Kim") as kim:
        assert [one["id"] for one in rooms(kim)["rooms"]] == [mine]
        assert kim.get(f"{API}/records/{other}/disputes").status_code == 404
        assert kim.get(f"{API}/visits").status_code == 403
    with serving.join("seat", mine, seat="p1") as seat:
        assert seat.get(f"{API}/records").status_code == 403


@pytest.mark.slow
def test_a_thousand_tables_are_shown_by_the_page_and_looked_at_once(tmp_path: Any) -> None:
    with Serving(tmp_path) as running, running.join("desk") as desk:
        for number in range(230):
            record = new_id(running.clock(), number.to_bytes(10, "big"))
            header = {"quartermaster": 1, "game": "sea-or-shore", "players": [{"seat": f"p{n}"} for n in (1, 2, 3)]}
            running.store.create({**header, "id": record, "table": number}, record_id=record, at=running.clock())
        looked: list[str] = []
        look = running.service.rooms._looked

        def counted(info: Info, names: dict[str, str]) -> RoomFacts:
            looked.append(info.id)
            return look(info, names)

        running.service.rooms._looked = counted  # type: ignore[method-assign] # counts
        first = rooms(desk)
        assert (len(first["rooms"]), first["total"], first["pages"], first["left"]) == (100, 230, 3, 130)
        assert len(looked) <= 200 and all(one["known"] for one in first["rooms"])
        while rooms(desk)["left"]:
            pass
        amount = len(looked)
        assert (len(rooms(desk, page=2)["rooms"]), amount, len(looked)) == (30, 230, 230)


def test_news_of_tables_reach_the_desk(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 11, 12, event=EVENT)
    with desk.stream("GET", f"{API}/desk/live") as stream, serving.join("scribe", record) as scribe:
        lines = (line for line in stream.iter_lines() if line.startswith("data: "))
        assert msgspec.json.decode(next(lines)[6:])["what"] == "begin"
        assert post(scribe, record, 13, {"do": "note", "text": "a lamp fell"}).status_code == 200
        told = next(one for one in (msgspec.json.decode(line[6:]) for line in lines) if one["record"] == record)
    assert told["what"] == "table"


def test_who_only_asks_whether_there_is_news_takes_no_place(serving: Serving, desk: Phone) -> None:
    for _ in range(6):  # more than a device may have open
        assert desk.head(f"{API}/desk/live").status_code == 200
    assert serving.inside(lambda: (len(serving.service.desk_listeners), dict(serving.service.limits.streams))) == (
        0,
        {},
    )


# --- new tables


def test_a_new_table_keeps_names_beside_the_record(serving: Serving, desk: Phone) -> None:
    wanted = {"game": "sea-or-shore", "players": ["Ann", "Bob", "Cleo"], "event": "New", "round": 1, "table": 1}
    begun = desk.post(f"{API}/records", json=wanted).json()
    assert [one["name"] for one in begun["players"]] == ["Ann", "Bob", "Cleo"]
    assert b"Ann" not in next(serving.store.read(begun["id"]))
    assert [one["name"] for one in room(desk, begun["id"])["players"]] == ["Ann", "Bob", "Cleo"]
    assert room(desk, begun["id"])["words"] == "not begun"
    public = desk.post(f"{API}/records", json={**wanted, "table": 2, "names_in_header": True}).json()
    assert b'"Ann"' in next(serving.store.read(public["id"]))
    assert any("Ann also sits" in words for words in public["odd"])


def test_two_people_of_the_same_name_are_told_apart(serving: Serving, desk: Phone) -> None:
    """In the list of the desk, at the table, and in every sentence."""
    wanted = {"game": "sea-or-shore", "players": ["Ann", "Bob", "ann"], "event": "Namesakes"}
    record = desk.post(f"{API}/records", json=wanted).json()["id"]
    names = ["Ann (p1)", "Bob", "ann (p3)"]
    assert [one["name"] for one in room(desk, record)["players"]] == names
    now = desk.get(f"{API}/records/{record}/now").json()
    assert [one["name"] for one in now["players"]] == names
    assert post(desk, record, 1, *dealt("sea-or-shore", 3, 1).scribe[:3]).status_code == 200
    assert "Ann (p1)" in desk.get(f"{API}/records/{record}/now").json()["steps"][-1]["text"]
    desk.put(f"{API}/records/{record}/people/p3", json={"name": "Cleo"})
    assert [one["name"] for one in room(desk, record)["players"]] == ["Ann", "Bob", "Cleo"]


LIST = "event,round,table,game,players\nDay,1,1,sea-or-shore,Ann;Bob;Cleo\nDay,1,2,loot-island,blue=Dee;red=Eli\n"


def test_a_list_is_tried_and_then_begun_as_a_whole(serving: Serving, desk: Phone) -> None:
    tried = desk.post(f"{API}/tables/csv", json={"csv": LIST, "dry_run": True}).json()
    assert (tried["written"], [one["id"] for one in tried["tables"]]) == (False, [None, None])
    assert rooms(desk, event="Day")["total"] == 0
    begun = desk.post(f"{API}/tables/csv", json={"csv": LIST}).json()
    assert begun["written"] and rooms(desk, event="Day")["total"] == 2
    assert [one["name"] for one in begun["tables"][1]["players"]] == ["Dee", "Eli"]


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("event,round\nDay,1\n", "line 1", "game"),
        ("game,players,colour\n", "line 1", "colour"),
        ("game,players\n", "", "no tables"),
        ("game,players\nsea-or-shore,Ann;Bob;Cleo\nno-such-game,Ann;Bob\n", "line 3", "no-such-game"),
        ("game,players\nsea-or-shore,\n", "line 2", "players"),
        ("game,players\nsea-or-shore,Ann;Bob;Cleo,more\n", "line 2", "3 columns"),
        ("game,players,readings\nsea-or-shore,Ann;Bob;Cleo,SS-Q2\n", "line 2", "no question"),
        ("game,players,variants\nsea-or-shore,Ann;Bob;Cleo,upside-down\n", "line 2", "variant"),
    ],
)
def test_a_list_with_a_mistake_begins_nothing(serving: Serving, desk: Phone, text: str, where: str, words: str) -> None:
    before = rooms(desk)["total"]
    answer = desk.post(f"{API}/tables/csv", json={"csv": text})
    assert answer.status_code == 422, answer.text
    assert where in answer.json().get("where", "") and words in answer.text
    assert rooms(desk)["total"] == before


# --- people, visits, feed


def test_a_name_is_given_and_removed_by_the_desk_or_its_seat(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 12, 3)
    with serving.join("seat", record, seat="p1") as ann, serving.join("seat", record, seat="p2") as bob:
        assert ann.put(f"{API}/records/{record}/people/p1", json={"name": "Ann"}).status_code == 200
        assert bob.put(f"{API}/records/{record}/people/p1", json={"name": "Mud"}).status_code == 403
        assert ann.get(f"{API}/records/{record}").json()["players"][0]["name"] == "Ann"
        assert ann.delete(f"{API}/records/{record}/people/p1").json()["players"][0]["name"] != "Ann"
    assert desk.put(f"{API}/records/{record}/people/p9", json={"name": "Nobody"}).status_code == 404
    assert serving.register.people(record) == {}


def test_looks_are_kept_and_shown_to_the_desk(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 13, 12)
    with (
        serving.join("official", record, name="Kim", device="Kim's phone") as kim,
        kim.stream("GET", f"{API}/records/{record}/live") as stream,
    ):
        next(stream.iter_lines())
    for _ in range(200):
        found = desk.get(f"{API}/visits", params={"record": record, "eyes": "official"}).json()["visits"]
        if found:
            break
    assert (found[0]["who"], found[0]["device"], found[0]["last"]) == ("Kim", "Kim's phone", 12)


def test_the_feed_tells_everything_in_order_and_goes_on_where_it_was(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 14, 5)
    lines = [msgspec.json.decode(line) for line in desk.get(f"{API}/feed").text.splitlines()]
    own = [line for line in lines if line["record"] == record]
    assert [line["seq"] for line in own] == [1, 2, 3, 4, 5]
    after = desk.get(f"{API}/feed", params={"after": own[2]["position"]}).text.splitlines()
    assert [msgspec.json.decode(line)["seq"] for line in after][:2] == [4, 5]


def test_every_call_of_the_desk_is_closed_to_a_spectator(serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 15, 3)
    with serving.join("spectator", record) as spectator:
        for call in CALLS:
            if call.may in ("desk", "rule", "log"):
                path = (
                    call.path.replace("{id}", record).replace("{g}", "x").replace("{seat}", "p1").replace("{seq}", "1")
                )
                answer = spectator.request(call.method, API + path, json={})
                assert answer.status_code == 403, (call.path, answer.text)


def test_a_table_without_a_number_goes_by_what_people_call_it(serving: Serving, desk: Phone) -> None:
    """Three games of an evening are not all “Sea or Shore”."""
    lunch = serving.record("sea-or-shore", 3, 1, 12, title="Lunch")
    other = serving.record("sea-or-shore", 3, 1, 12)
    assert (room(desk, lunch)["called"], room(desk, lunch)["title"]) == ("Lunch", "Sea or Shore")
    assert room(desk, other)["called"] is None
