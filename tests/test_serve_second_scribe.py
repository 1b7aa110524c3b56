"""A second scribe at the same table: their record is begun at the desk, and both are compared while they grow."""

from collections.abc import Iterator
from typing import Any

import pytest

from replay.deal import deal, header_for
from replay.library import game_of
from tests.helpers.serving import API, Phone, Serving, post

GAME, PLAYERS, SEED, LINES = "loot-island", 3, 1, 14


def lines(amount: int) -> list[dict[str, Any]]:
    """The first lines of the game, as a scribe sends them."""
    game = game_of(GAME)
    dealt = deal(game, header_for(game, PLAYERS), SEED).scribe[:amount]
    return [{name: value for name, value in body.items() if name not in ("at", "salt")} for body in dealt]


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record(GAME, PLAYERS, SEED, LINES, event="Open", round=2, table=7)


@pytest.fixture
def desk(serving: Serving) -> Iterator[Phone]:
    with serving.join("desk") as client:
        yield client


def second_of(desk: Phone, record: str, **more: Any) -> dict[str, Any]:
    answer = desk.post(f"{API}/records/{record}/seconds", json={"scribe": " Dee ", **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def both(desk: Phone, record: str, other: str) -> dict[str, Any]:
    answer = desk.get(f"{API}/records/{record}/comparison", params={"other": other})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_second_record_is_of_the_same_table(serving: Serving, desk: Phone, record: str) -> None:
    seat = serving.store.info(record).header.seats[0]
    assert desk.put(f"{API}/records/{record}/people/{seat}", json={"name": "Ann"}).status_code == 200
    made = second_of(desk, record)
    first, second = serving.store.info(record).header, serving.store.info(made["id"]).header
    for name in ("game", "players", "options", "event", "round", "table", "windows", "officials", "rules"):
        assert getattr(first, name) == getattr(second, name) or name == "rules"
    assert (second.scribe, second.title) == ("Dee", "Loot Island, second record")
    assert serving.inside(lambda: serving.register.people(made["id"])) == {seat: "Ann"}
    for one, other in ((record, made["id"]), (made["id"], record)):
        told = desk.get(f"{API}/records/{one}/seconds").json()["records"]
        assert [each["id"] for each in told] == [other]


def test_a_third_record_is_beside_both(desk: Phone, record: str) -> None:
    second = second_of(desk, record)["id"]
    third = second_of(desk, second)["id"]
    told = desk.get(f"{API}/records/{record}/seconds").json()["records"]
    assert [each["id"] for each in told] == [second, third]


def test_both_are_compared_while_they_grow(serving: Serving, desk: Phone, record: str) -> None:
    other = second_of(desk, record)["id"]
    with serving.join("scribe", other) as dee:
        told = lines(LINES)
        for place, body in enumerate(told):
            if place == 9:  # Dee missed a line
                continue
            size = serving.store.head(other).size
            sent = {**body, "said": "as I saw it"} if place == 3 else body
            assert post(dee, other, size, sent).status_code == 200
            if place == 4:
                early = both(desk, record, other)
                assert (early["same"], early["differs"], early["missing"]) == (5, 0, [LINES - 5, 0])
        size = serving.store.head(other).size
        assert post(dee, other, size, {"do": "note", "text": "tea"}).status_code == 200
    found = both(desk, record, other)
    assert (found["same"], found["differs"], found["missing"]) == (LINES - 1, 0, [1, 0])
    assert found["common"] == [9, 9]
    (line,) = [line for line in found["lines"] if line["kind"] != "same"]
    assert (line["kind"], line["first"]["seq"], line["second"]) == ("only-first", 10, None)
    assert line["first"]["text"] == desk.get(f"{API}/records/{record}/steps").json()["steps"][9]["text"]
    again = both(desk, other, record)
    assert (again["first"]["id"], again["missing"]) == (other, [0, 1])


def test_a_line_that_both_tell_in_another_way_is_one_line(serving: Serving, desk: Phone, record: str) -> None:
    told = lines(LINES)
    other = second_of(desk, record, take_over=True)["id"]
    with serving.join("scribe", other) as dee:
        act = next(place for place, body in enumerate(told) if body["do"] == "play")
        changed = {**told[act], "landing": "S1" if told[act]["landing"] != "S1" else "N1"}
        answer = post(dee, other, LINES + 1, {"do": "amend", "target": act + 1, "action": changed})
        assert answer.status_code == 200, answer.text
    found = both(desk, record, other)
    (line,) = [line for line in found["lines"] if line["kind"] != "same"]
    assert (line["kind"], line["fields"]) == ("differs", ["landing"])
    assert line["first"]["text"] != line["second"]["text"]


def test_what_counts_is_taken_over_and_claims_are_not(serving: Serving, desk: Phone, record: str) -> None:
    seat = serving.store.info(record).header.seats[0]
    with serving.join("scribe", record) as ann:
        assert post(ann, record, LINES + 1, {"do": "amend", "target": LINES, "action": None}).status_code == 200
        claim = {"do": "dispute", "by": seat, "about": 2, "claim": "no"}
        assert post(ann, record, LINES + 2, claim).status_code == 200
        assert post(ann, record, LINES + 3, {"do": "close", "result": "unfinished"}).status_code == 200
    made = second_of(desk, record, take_over=True)
    assert made["lines"] == LINES - 1 and not made["closed"]
    assert {event.do for event in serving.store.load(made["id"]).events}.isdisjoint({"dispute", "amend", "close"})


def test_only_officials_compare_and_only_the_desk_begins(serving: Serving, desk: Phone, record: str) -> None:
    other = second_of(desk, record)["id"]
    with serving.join("scribe", other) as scribe, serving.join("official", record, name="Kim") as kim:
        for client, begin, look in ((scribe, 403, 403), (kim, 403, 404)):
            assert client.post(f"{API}/records/{other}/seconds", json={}).status_code in (begin, 404)
            asked = record if client is kim else other
            answer = client.get(f"{API}/records/{asked}/comparison", params={"other": other})
            assert answer.status_code == look, answer.text
        assert kim.get(f"{API}/records/{record}/seconds").json() == {"records": []}
    with serving.join("official", None, name="Lee", event="Open") as lee:
        assert both(lee, record, other)["missing"] == [LINES, 0]


def test_records_of_other_games_are_not_compared(serving: Serving, desk: Phone, record: str) -> None:
    strange = serving.record("sea-or-shore", 3, 1, 4)
    answer = desk.get(f"{API}/records/{record}/comparison", params={"other": strange})
    assert (answer.status_code, answer.json()["detail"]) == (422, "these are not records of one game")
    for other in ("01JAAAAAAAAAAAAAAAAAAAAAAA", "", "x y"):
        assert desk.get(f"{API}/records/{record}/comparison", params={"other": other}).status_code == 404
