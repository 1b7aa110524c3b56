"""What an organiser does at the desk of a tournament besides the usual day: begin it, seat by hand, check codes."""

from collections.abc import Iterator
from typing import Any

import pytest

from records.errors import Damaged
from records.record import Head
from records.tree import root_of
from tests.helpers.hall import NAMES, Organiser, new_hall, told
from tests.helpers.organised import sign_table
from tests.helpers.serving import API, Phone, Serving

FORM: dict[str, Any] = {
    "title": "Spring Open",
    "rounds": 2,
    "games": ["loot-island", "sea-or-shore"],
    "officials": ["Kim", "Mo:head"],
    "csv": NAMES,
    "minutes": 60,
    "size": "3-4-5",
}


@pytest.fixture
def desk(serving: Serving) -> Iterator[Phone]:
    with serving.join("desk", device="the laptop") as client:
        yield client


@pytest.fixture
def day(serving: Serving, desk: Phone) -> Organiser:
    """Nine players who are not seated yet."""
    return Organiser(serving, desk, new_hall(serving))


def begin(desk: Phone, status: int = 200, **fields: Any) -> dict[str, Any]:
    return told(desk.post(f"{API}/tournaments", json={**FORM, **fields}), status)


def test_a_tournament_is_begun_at_the_desk(serving: Serving, desk: Phone) -> None:
    made = begin(desk)
    assert (made["title"], made["closed"], made["odd"]) == ("Spring Open", False, [])
    day = Organiser(serving, desk, made["id"])
    hall = day.get()
    assert (hall["rounds"], hall["minutes"], hall["officials"]) == (2, 60, ["Kim", "Mo"])
    assert [one["name"] for one in hall["entrants"]][:3] == ["Ann", "Bob", "Cleo"]
    assert day.seat()["begun"] == ["r1t1", "r1t2"]
    assert made["id"] in [one["id"] for one in desk.get(f"{API}/tournaments").json()["tournaments"]]


def test_what_cannot_be_begun_is_said_in_words(serving: Serving, desk: Phone) -> None:
    """And nothing is written."""
    before = len(serving.service.halls.every())
    wrong: dict[str, dict[str, Any]] = {
        "needs a name": {"title": " "},
        "0 rounds": {"rounds": 0},
        "no game is named": {"games": []},
        "there is no game 'chess'": {"games": ["chess"]},
        "--size": {"size": "5-3"},
        "no column name": {"csv": "club\nDike"},
    }
    for words, fields in wrong.items():
        status = 404 if "chess" in words else 422
        assert words in begin(desk, status, **{"title": "Wrong", **fields})["detail"]
    assert len(serving.service.halls.every()) == before
    odd = begin(desk, title="Odd", games=["lost-island"], scoring="share", csv="name\nAnn\nANN\n")["odd"]
    assert "has no points to share" in odd[0] and "is there twice" in odd[1]
    assert "has begun already" in begin(desk, 422, title="odd")["detail"]
    with serving.join("desk", event="Harbour") as other:
        assert "this desk is for Harbour" in begin(other, 422, title="Another")["detail"]
    with serving.join("spectator", serving.service.halls.every()[0].id) as guest:
        assert guest.post(f"{API}/tournaments", json=FORM).status_code == 403


def test_a_tournament_is_not_begun_as_a_table(serving: Serving, desk: Phone) -> None:
    """One name is for one tournament that goes on, and a desk of one event begins none of another."""
    table = {"game": "tournament", "players": ["ann=Ann"], "title": "Spring Open"}
    with serving.join("desk", event="Cup") as small:
        for client, more in ((desk, {}), (small, {"event": "Cup"})):
            refused = told(client.post(f"{API}/records", json={**table, **more}), 422)
            assert "a tournament is begun by itself" in refused["detail"]
    listed = told(desk.post(f"{API}/tables/csv", json={"csv": "game,players\ntournament,Ann;Bob"}), 422)
    assert "a tournament is begun by itself" in listed["detail"] and listed["where"] == "line 2"


def test_a_seating_says_what_it_costs_and_two_may_be_swapped(day: Organiser, serving: Serving) -> None:
    preview = day.preview(nonce="6 2 5")
    costs = {one["kind"]: one["count"] for one in preview["costs"]}
    assert costs["meet"] == costs["club"] == costs["starts"] == 0
    assert [one["words"] for one in preview["costs"] if one["kind"] == "size"] == ["table of 4 (9 play)"]
    rows = [{"game": one["game"], "players": list(one["players"])} for one in preview["tables"]]
    first, second = rows[0]["players"], rows[1]["players"]
    first[1], second[1] = second[1], first[1]
    hand = day.preview(tables=rows)
    assert (hand["by_hand"], preview["by_hand"]) == (True, False)
    assert [one["players"] for one in hand["tables"]] == [first, second]
    size = preview["size"]
    refused = day.post("/round", 422, tables=rows, expect=size)
    assert "says why" in refused["detail"]
    written = day.post("/round", tables=rows, expect=size, hand="father and son", nonce="6 2 5")
    assert written["begun"] == ["r1t1", "r1t2"]
    event = serving.store.load(day.hall).events[-1].fields
    assert (event["hand"], [one["players"] for one in event["tables"]]) == ("father and son", [first, second])


def test_tables_come_as_a_list_and_what_is_odd_is_said(day: Organiser) -> None:
    csv = "game,players\nloot-island,Ann;Bob;Cleo;Dee;Eve\nsea-or-shore,Fay;Gus;Hal;Ann\n"
    odd = day.preview(csv=csv)
    assert {"Ann sits twice", "Ida has no seat"} <= set(odd["odd"])
    assert {one["kind"]: one["count"] for one in odd["costs"]}["club"] == 1, "Ann and Bob are of one club"
    wrong = {
        "line 2": ("loot-island,Ann;Zorro", 404),
        "chess": ("chess,Ann", 404),
        "line 3": ("loot-island,Ann;Bob\nloot-island", 422),
    }
    for words, (text, status) in wrong.items():
        problem = day.preview(status, csv=f"game,players\n{text}")
        assert words in f"{problem.get('where')} {problem['detail']}"


def test_a_slip_has_signatures_and_a_code(day: Organiser, serving: Serving) -> None:
    day.seat()
    record = day.play("r1t2")
    players = [one["player"] for one in day.get()["entrants"] if one["table"] == "r1t2"]
    order = [[player] for player in players]
    code = serving.store.head(record).code
    slip = day.post("/results", table="r1t2", order=order, signed=players[:2], code=code.lower())
    assert not any("compare the slip" in words for words in slip["warnings"])
    event = serving.store.load(day.hall).events[-1].fields
    assert event["signed"] == {player: "C" if player in players[:2] else "none" for player in event["places"]}
    assert event["why"] == f"code {code} on the slip"
    other = day.post("/results", table="r1t2", order=order, code="ABCD-2345")
    assert any("ABCD-2345 on the slip is none that the record of r1t2 had" in words for words in other["warnings"])
    assert "is not a short code" in day.post("/results", 422, table="r1t2", order=order, code="12")["detail"]


def test_a_code_that_was_written_down_is_found(day: Organiser, serving: Serving) -> None:
    day.seat()
    record = day.play("r1t1")
    day.post("/collect")
    leaves = [leaf for _, _, leaf in serving.store.leaves(record)]
    asked = {
        serving.store.head(day.hall).code: "is the day code after line",
        serving.store.head(record).code: "as it was collected",
        Head(4, root_of(leaves[:4])).code: "of r1t1 after line 3",
    }
    for code, words in asked.items():
        found = day.get("/code", code=code)
        assert found["known"] and words in found["words"]
    assert not day.get("/code", code="ABCD-2345")["known"]
    assert "is not a short code" in day.get("/code", 422, code="?")["detail"]


def test_penalties_say_who_ruled_and_whether_it_may_be_appealed(day: Organiser, serving: Serving) -> None:
    day.seat()
    record = day.play("r1t1")
    facts = {"standard": "agreed", "text": "seen by all"}

    def ruled(by: str, **more: Any) -> None:
        size = serving.store.head(record).size
        claim = {"do": "dispute", "by": "blue", "about": "conduct", "kind": "conduct", "claim": "too slow"}
        ruling = {"do": "ruling", "by": by, "dispute": size, "verdict": "upheld", "remedy": "stand", "facts": facts}
        given = [{"person": "blue", "level": "warning", "infraction": more.pop("infraction")}]
        serving.store.append(record, [claim, {**ruling, "penalties": given, **more}], at=serving.clock())

    ruled("Kim", infraction="slow play", appeal_until="2999-01-01T12:00:00Z")
    ruled("Mo", infraction="shouting", level="head")
    last = serving.store.head(record).size - 1
    serving.store.append(record, [{"do": "final", "by": "Mo", "dispute": last - 1}], at=serving.clock())
    sign_table(serving.store, record)
    day.post("/collect")
    slow, loud = day.get("/penalties")["standing"]
    assert (slow["by"], slow["label"], slow["state"], slow["until"]) == ("Kim", "D1", "ruled", "2999-01-01T12:00:00Z")
    assert (loud["by"], loud["state"], loud["until"]) == ("Mo", "final", None)
    appeal = {"do": "appeal", "by": "blue", "ruling": last - 2, "grounds": "fact", "text": "they waited for me"}
    serving.store.append(record, [appeal], at=serving.clock())
    assert day.get("/penalties")["standing"][0]["state"] == "appealed"
    over = {"do": "ruling", "by": "Mo", "level": "head", "dispute": last - 3, "verdict": "dismissed", "remedy": "stand"}
    serving.store.append(record, [{**over, "facts": facts, "at": "2026-11-18T20:31:00Z"}], at=serving.clock())
    day.post("/collect")
    told_now = day.get("/penalties")
    assert [one["infraction"] for one in told_now["standing"]] == ["shouting"]
    (lifted,) = told_now["lifted"]
    assert (lifted["state"], lifted["ended_by"], lifted["on_appeal"]) == ("overturned", "Mo", True)
    assert lifted["ended_at"] == "2026-11-18T20:31:00Z"


def test_standings_show_how_the_opponents_did(day: Organiser) -> None:
    day.seat()
    day.play("r1t1")
    day.play("r1t2")
    day.post("/collect")
    found = day.get("/standings")
    best = found["standings"][0]
    others = [line["points"] for line in found["standings"] if line["tables"][0]["table"] == best["tables"][0]["table"]]
    mean = (sum(others) - best["points"]) / (len(others) - 1) / 60
    assert found["shown"][best["player"]]["opponents"] == f"{mean:.2f}"


def test_a_record_that_is_damaged_or_another_is_said_at_the_desk(
    day: Organiser, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hall goes on: what was collected counts, and the desk says what is wrong with the rest."""
    day.seat()
    record = day.play("r1t1")
    other = day.play("r1t2")
    day.post("/collect")
    head = f"9:{'A' * 43}="
    wrong = {**serving.store.load(day.hall).events[-1].body(), "head": head}
    serving.store.append(day.hall, [{name: wrong[name] for name in wrong if name != "at"}], at=serving.clock())
    words = " ".join(day.post("/collect")["left"])
    assert "its record is not the one that was collected before" in words and "ask an official" in words
    load = serving.store.load

    def damaged(record_id: str) -> Any:
        if record_id == record:
            raise Damaged("line 3 was changed")
        return load(record_id)

    monkeypatch.setattr(serving.store, "load", damaged)
    serving.service.halls.outcomes.kept.clear()
    serving.service.halls._kept.clear()
    rows = {row["record"]: row for row in day.tables()}
    assert (rows[record]["state"], "damaged: line 3 was changed" in rows[record]["words"]) == ("not at hand", True)
    assert rows[other]["state"] == "gone on"
    assert any("its record is not whole: line 3 was changed" in words for words in day.post("/collect")["left"])


def test_the_ladder_of_the_event_goes_with_the_ruling_form(day: Organiser, serving: Serving) -> None:
    day.seat()
    record = day.tables()[0]["record"]
    with serving.join("official", record, name="Kim") as kim:
        told_there = told(kim.get(f"{API}/records/{record}/disputes"))
    assert told_there["steps"] == {"*": {"times": 3, "then": "points"}}
