"""A tournament over HTTP: entrants, seating, the control room, collecting, slips, standings, penalties, paper."""

from collections.abc import Iterator
from typing import Any

import pytest

from cli.serve.api.tournament_calls import LISTS, PAPER
from tests.helpers.hall import NAMES, Organiser, new_hall, told
from tests.helpers.organised import sign_table
from tests.helpers.serving import API, Phone, Serving

Body = dict[str, Any]


@pytest.fixture
def desk(serving: Serving) -> Iterator[Phone]:
    with serving.join("desk", device="the laptop") as client:
        yield client


@pytest.fixture
def day(serving: Serving, desk: Phone) -> Organiser:
    """Nine players who are not seated yet."""
    return Organiser(serving, desk, new_hall(serving))


def test_a_day_from_the_entrants_to_the_standings(day: Organiser, serving: Serving) -> None:
    """Everything is an event of the record, and the tables are records of their own."""
    assert [one["name"] for one in day.get()["entrants"]][:2] == ["Ann", "Bob"]
    preview = day.preview(nonce="6 2 5")
    assert (preview["round"], preview["sizes"], preview["troubles"]) == (1, [5, 4], [])
    assert day.get()["round"] == 0, "a preview writes nothing"
    written = day.post("/round", nonce="6 2 5", expect=preview["size"])
    assert (written["written"], written["begun"]) == (1, ["r1t1", "r1t2"])
    event = serving.store.load(day.hall).events[-1]
    assert event.fields["seed"] == preview["seed"]
    assert [one["players"] for one in event.fields["tables"]] == [one["players"] for one in preview["tables"]]
    for table in day.tables():
        header = serving.store.info(table["record"]).header
        assert [player.name for player in header.players] == table["players"]
        assert (header.event, table["state"]) == ("Harbour Open", "waiting")
    day.play("r1t1")
    late = day.play("r1t2", signed=False)
    assert [row["state"] for row in day.tables()] == ["over", "unsigned"]
    assert day.get("/board")["ready"] == 1
    first = day.post("/collect")
    assert (first["written"], len(first["left"])) == (1, 1)
    assert "have not signed" in first["left"][0] and first["left"][0].startswith("r1t2: ")
    sign_table(serving.store, late)
    assert day.post("/collect")["written"] == 1
    again = day.post("/collect")
    assert (again["written"], again["left"]) == (0, []), "collecting twice does no harm"
    standings = day.get("/standings")
    assert (standings["heading"], standings["provisional"]) == ("Standings after round 1", False)
    assert standings["code"] == serving.store.head(day.hall).code
    best = standings["standings"][0]
    assert standings["shown"][best["player"]]["points"] == "5.00"
    why = day.get("/why", player=best["player"])["lines"]
    assert best["name"] in why[0] and "code" in why[1]
    assert day.get("/standings", at=1)["standings"] == []
    assert day.seat("1 1")["begun"] == ["r2t1", "r2t2"]
    assert day.get("/standings", round=1)["code"] == standings["code"]


def test_collected_results_are_judged_with_the_tables_at_hand(day: Organiser) -> None:
    """The rules about what a record says are answered, not left open."""
    day.seat()
    day.play("r1t1")
    (step,) = day.post("/collect")["steps"]
    assert step["do"] == "result"
    assert step.get("findings", []) == []


def test_a_repeated_call_writes_nothing_twice(day: Organiser, serving: Serving) -> None:
    """Of a round the tables are begun all the same: the power may have gone in between."""
    size = day.get()["size"]
    sent: Body = {"key": "the same", "names": ["Jo"]}
    assert day.post("/entrants", **sent)["written"] == 1
    assert day.post("/entrants", **sent)["repeated"]
    assert day.get()["size"] == size + 1
    body: Body = {"key": "round", "nonce": "1", "expect": size + 1}
    assert day.post("/round", **body)["begun"]
    assert day.post("/round", **body) | {"begun": []} == day.post("/round", **body)
    assert day.post("/tables")["begun"] == []
    assert serving.store.head(day.hall).size == size + 2


def test_who_comes_and_goes(day: Organiser) -> None:
    near = day.post("/entrants", names=["Anne", "Cleo "], club="Dike")
    assert near["written"] == 2
    assert any("Cleo is there twice" in words for words in near["warnings"])
    assert day.post("/drop", names=["Bob"], why="ill")["written"] == 1
    states = {one["name"]: one["state"] for one in day.get()["entrants"]}
    assert (states["Bob"], states["Anne"]) == ("dropped", "in")
    assert day.post("/entrants", names=["Bob"])["written"] == 1
    assert {one["name"]: one["state"] for one in day.get()["entrants"]}["Bob"] == "in"
    tried = day.post("/entrants", csv="name;club\nMax;Dike\nMia;\n", dry_run=True)
    assert (tried["written"], tried["size"]) == (0, day.get()["size"])
    assert day.post("/entrants", csv="name;club\nMax;Dike\nMia;\n")["written"] == 2
    day.seat()
    day.post("/entrants", names=["Late Lou"])
    assert [one["name"] for one in day.get()["entrants"] if one["late"] == 2] == ["Late Lou"]


def test_a_slip_is_entered_and_the_record_replaces_it(day: Organiser) -> None:
    day.seat()
    one, other, *rest = [one["player"] for one in day.get()["entrants"] if one["table"] == "r1t2"]
    slip = day.post("/results", table="r1t2", order=[[other], [one, rest[0]], *([name] for name in rest[1:])])
    assert slip["written"] == 1
    assert any("has a record" in words for words in slip["warnings"])
    row = day.tables()[1]
    assert (row["state"], sorted(row["places"].values())) == ("collected", [1, 2, 2, 4])
    day.play("r1t2")
    collected = day.post("/collect")
    assert collected["written"] == 1
    assert any("the slip said otherwise" in words for words in collected["moved"])


def test_what_is_wrong_is_said_in_words(day: Organiser, serving: Serving) -> None:
    """And nothing is written."""
    day.seat()
    size = day.get()["size"]
    sitting = [one["player"] for one in day.get()["entrants"] if one["table"] == "r1t1"]
    others = [one["player"] for one in day.get()["entrants"] if one["table"] == "r1t2"]
    refused = {
        "did not sit at r1t1": day.post("/results", 422, table="r1t1", order=[[name] for name in others]),
        "has no place": day.post("/results", 422, table="r1t1", order=[[name] for name in sitting[1:]]),
        "is named twice": day.post("/results", 422, table="r1t1", order=[[sitting[0]], [sitting[0]]]),
        "there is no table r9t9": day.post("/results", 404, table="r9t9", order=[["ann"]]),
        "is not a table": day.post("/results", 422, table="the bar", order=[["ann"]]),
        "nobody called": day.post("/drop", 404, names=["Zorro"]),
        "nobody is named": day.post("/entrants", 422),
        "needs a name": day.post("/entrants", 422, names=[" "]),
        "no column name": day.post("/entrants", 422, csv="club\nDike"),
        "have no result": day.preview()["troubles"] and day.post("/round", 422, expect=size),
        "lines, not 3": day.post("/round", 409, expect=3),
        "an official takes": day.post("/collect", 422, unsigned="they left", by="Zorro"),
        "there is no event 999": day.get("/standings", 404, at=999),
        "round 7 is not seated": day.get("/standings", 404, round=7),
        "not both": day.get("/standings", 422, at=1, round=1),
        "there is no page": day.get("/paper/poster", 404),
        "a key has": day.post("/collect", 400, key=""),
    }
    for words, problem in refused.items():
        assert words in problem["detail"], problem
    assert serving.store.head(day.hall).size == size


def test_a_table_that_is_no_tournament_is_refused(serving: Serving, desk: Phone) -> None:
    record = serving.record("sea-or-shore", 3, 1, 5)
    for path in ("", "/board", "/standings", "/penalties", "/wall"):
        assert "not of a tournament" in told(desk.get(f"{API}/tournaments/{record}{path}"), 422)["detail"]


def test_an_official_takes_what_nobody_signed(day: Organiser) -> None:
    day.seat()
    day.play("r1t1", signed=False)
    taken = day.post("/collect", unsigned="they had to catch a train", by="kim")
    assert taken["written"] == 1
    assert "r1t2: not begun" in taken["left"]


def test_paper_and_lists(day: Organiser, desk: Phone) -> None:
    """Pages with their own style, and nothing else."""
    day.seat()
    for what in PAPER:
        page = desk.get(f"{API}/tournaments/{day.hall}/paper/{what}")
        assert page.status_code == 200 and "Harbour Open" in page.text
        policy = page.headers["content-security-policy"]
        assert "script-src 'none'" in policy and "style-src 'sha256-" in policy
    one = desk.get(f"{API}/tournaments/{day.hall}/paper/slips", params={"table": 2})
    assert one.text.count("<article class=slip>") == 1 and "<span>Table 2</span>" in one.text
    none = desk.get(f"{API}/tournaments/{day.hall}/paper/slips", params={"table": 99})
    assert (none.status_code, none.json()["detail"]) == (404, "there is no table 99 in round 1")
    for what in LISTS:
        answer = desk.get(f"{API}/tournaments/{day.hall}/csv/{what}")
        assert answer.status_code == 200 and "player" in answer.text.splitlines()[0]


def test_only_those_who_may_organise(day: Organiser, serving: Serving) -> None:
    """An official looks, the desk of another event does not, and a spectator sees the wall alone."""
    path = f"{API}/tournaments/{day.hall}"
    with serving.join("official", day.hall, name="Kim") as kim:
        assert kim.get(f"{path}/standings").status_code == 200
        assert kim.post(f"{path}/drop", json={"key": "x", "names": ["Ann"]}).status_code == 403
    with serving.join("spectator", day.hall) as guest:
        assert guest.get(f"{path}/board").status_code == 403
        assert guest.get(f"{path}/wall").status_code == 200
    with serving.join("desk", event="Elsewhere") as other:
        assert other.get(path).status_code == 404
        assert other.get(f"{API}/tournaments").json() == {"tournaments": []}
    with serving.join("desk", event="Harbour Open") as own:
        assert own.get(path).status_code == 200
        assert day.hall in [one["id"] for one in own.get(f"{API}/tournaments").json()["tournaments"]]


def test_the_list_of_entrants_comes_back_as_it_went_in(serving: Serving, desk: Phone) -> None:
    day = Organiser(serving, desk, new_hall(serving, "From a list", ""))
    assert day.post("/entrants", csv=NAMES)["written"] == 9
    listed = desk.get(f"{API}/tournaments/{day.hall}/csv/entrants").text
    other = Organiser(serving, desk, new_hall(serving, "Again", ""))
    assert other.post("/entrants", csv=listed)["written"] == 9
    names = [one["name"] for one in other.get()["entrants"]]
    assert names == [one["name"] for one in day.get()["entrants"]]
