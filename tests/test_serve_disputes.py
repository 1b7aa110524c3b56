"""Disputes over HTTP: what an official reads, a remedy tried, a ruling with its corrections in one append."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cli.desk.docket import docket_of
from cli.export.documents import as_text
from cli.serve.api.ruling_calls import MINUTE
from records.clock import to_text
from records.proof import check_proof
from replay.disputes.dossier import Source, dispute_report
from tests.helpers.serving import API, Phone, Serving, post

OFFICIALS = [{"name": "Kim"}, {"name": "Mo", "level": "head"}]
SEED, LINES = 1, 12
RULED = {"verdict": "upheld", "facts": "both agree"}


@pytest.fixture
def record(serving: Serving) -> str:
    """A table where p2 has contested line 12."""
    found = serving.record("sea-or-shore", 3, SEED, LINES, event="Open", table=3, officials=OFFICIALS)
    with serving.join("seat", found, seat="p2") as seat:
        claim = {"do": "dispute", "about": LINES, "claim": "that was another card", "kind": "illegal"}
        assert post(seat, found, LINES + 1, claim).status_code == 200
    return found


@pytest.fixture
def kim(serving: Serving, record: str) -> Iterator[Phone]:
    with serving.join("official", record, name="Kim", device="Kim's phone") as client:
        yield client


def disputes(client: httpx.Client, record: str) -> dict[str, Any]:
    answer = client.get(f"{API}/records/{record}/disputes")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def rule(client: httpx.Client, record: str, expect: int, key: str = "r", **more: Any) -> httpx.Response:
    body = {"key": key, "expect": expect, "dispute": LINES + 1, **RULED, **more}
    return client.post(f"{API}/records/{record}/rulings", json=body)


def bodies(serving: Serving, record: str) -> list[dict[str, Any]]:
    return [event.body() for event in serving.store.load(record).events]


def test_an_official_reads_everything_that_a_ruling_needs(record: str, kim: Phone) -> None:
    told = disputes(kim, record)
    (case,) = told["disputes"]
    assert (case["label"], case["line"], case["stopped"], case["late"]) == ("D1", LINES, True, False)
    assert case["text"] == "that was another card"
    assert [one["seq"] for one in case["around"] if one["contested"]] == [LINES]
    assert case["before"] == LINES - 1
    assert [rung["level"] for rung in case["ladder"]] == ["floor", "head", "final"]
    assert "Kim" in case["ladder"][0]["words"] and "Mo" in case["ladder"][1]["words"]
    assert case["may"]["rule"] == "" and case["may"]["final"] == "Nobody has ruled yet."
    assert told["me"] == "Kim"


def test_a_remedy_is_tried_and_nothing_is_written(serving: Serving, record: str, kim: Phone) -> None:
    before = serving.store.head(record)
    answer = kim.post(f"{API}/records/{record}/whatif", json={"remedy": "void", "targets": [LINES]})
    told = answer.json()
    assert answer.status_code == 200, answer.text
    assert told["falls"] == [LINES] and len(told["scores"]) == 3 and told["changes"]
    assert told["now"]["picture"]["parts"] != told["then"]["picture"]["parts"]
    assert serving.store.head(record) == before
    sheet = f"{API}/records/{record}/undo-sheet"
    assert told["sheet"] == kim.get(sheet, params={"strike": LINES}).json()  # which may fall meanwhile
    back = kim.post(f"{API}/records/{record}/whatif", json={"remedy": "rewind", "to": LINES - 3}).json()
    assert back["sheet"] == kim.get(sheet, params={"to": LINES - 3}).json()
    assert kim.post(f"{API}/records/{record}/whatif", json={"remedy": "stand"}).json()["sheet"] is None
    wrong = kim.post(f"{API}/records/{record}/whatif", json={"remedy": "void", "targets": [99]})
    assert wrong.status_code == 422 and "99" in wrong.text
    assert kim.post(f"{API}/records/{record}/whatif", json={"remedy": "forgive"}).status_code == 422


def test_the_undo_sheet_says_what_goes_back_in_words(record: str, kim: Phone) -> None:
    sheet = kim.get(f"{API}/records/{record}/undo-sheet", params={"to": LINES - 3}).json()
    assert [step["seq"] for step in sheet["steps"]] == [LINES, LINES - 1, LINES - 2]
    assert sheet["decisions"] and not sheet["simple"]
    assert kim.get(f"{API}/records/{record}/undo-sheet", params={"to": 99}).status_code == 404


def test_striking_out_a_line_has_a_sheet_of_its_own(record: str, kim: Phone) -> None:
    path = f"{API}/records/{record}/undo-sheet"
    sheet = kim.get(path, params={"strike": LINES - 2}).json()
    assert [step["seq"] for step in sheet["steps"]] == [LINES - 2]
    assert sum(one["count"] for one in sheet["decisions"]) == 1
    last = kim.get(path, params={"strike": LINES}).json()
    assert last["cannot"] == kim.get(path, params={"to": LINES - 1}).json()["cannot"]
    assert kim.get(path, params={"strike": LINES + 1}).json()["steps"] == []  # the claim itself is no play
    assert kim.get(path, params={"strike": 99}).status_code == 404
    for wrong in ({}, {"to": 1, "strike": 2}):
        assert kim.get(path, params=wrong).status_code == 400


def test_a_ruling_and_its_corrections_are_one_append(serving: Serving, record: str, kim: Phone) -> None:
    answer = rule(kim, record, LINES + 2, remedy="void", targets=[LINES])
    assert answer.status_code == 200, answer.text
    assert (answer.json()["first"], answer.json()["last"]) == (LINES + 2, LINES + 3)
    ruling, fix = bodies(serving, record)[-2:]
    assert (ruling["do"], ruling["by"], ruling["remedy"]) == ("ruling", "Kim", "void")
    assert (fix["do"], fix["target"], fix["ruling"], fix["by"]) == ("amend", LINES, LINES + 2, "Kim")
    again = rule(kim, record, LINES + 2, remedy="void", targets=[LINES])
    assert again.json()["repeated"] and serving.store.head(record).size == LINES + 4
    (case,) = disputes(kim, record)["disputes"]
    assert case["state"] == "ruled" and case["rulings"][0]["stands"]


def test_a_ruling_on_a_record_that_moved_on_is_not_written(serving: Serving, record: str, kim: Phone) -> None:
    with serving.join("scribe", record) as scribe:
        assert post(scribe, record, LINES + 2, {"do": "note", "text": "tea"}).status_code == 200
    answer = rule(kim, record, LINES + 2, remedy="stand")
    assert answer.status_code == 409 and answer.json()["size"] == LINES + 3
    assert rule(kim, record, LINES + 3, remedy="stand").status_code == 200


def test_a_ruling_needs_the_link_of_an_official_and_is_theirs(serving: Serving, record: str) -> None:
    with serving.join("desk") as desk:
        answer = rule(desk, record, LINES + 2, remedy="stand")
        assert answer.status_code == 403 and "official" in answer.json()["detail"]
        assert "own link" in disputes(desk, record)["disputes"][0]["may"]["rule"]
    with serving.join("scribe", record, eyes="official") as scribe:
        assert rule(scribe, record, LINES + 2, remedy="stand").status_code == 403
        assert scribe.get(f"{API}/records/{record}/disputes").status_code == 403
    with serving.join("official", record, name="Stranger") as stranger:
        refused = rule(stranger, record, LINES + 2, remedy="stand")
        assert refused.status_code == 422 and "QM-RULE-1" in refused.json()["detail"]
    assert serving.store.head(record).size == LINES + 2


def test_an_appeal_is_decided_above_and_takes_back_what_was_done(serving: Serving, record: str, kim: Phone) -> None:
    assert rule(kim, record, LINES + 2, remedy="void", targets=[LINES]).status_code == 200
    with serving.join("seat", record, seat="p1") as seat:
        appeal = {"do": "appeal", "ruling": LINES + 2, "grounds": ["fact"]}
        assert post(seat, record, LINES + 4, appeal).status_code == 200
    assert rule(kim, record, LINES + 5, key="again", remedy="stand").status_code == 422
    with serving.join("official", record, name="Mo") as mo:
        answer = rule(mo, record, LINES + 5, verdict="dismissed", remedy="stand")
        assert answer.status_code == 200, answer.text
        back = bodies(serving, record)[-1]
        assert (back["do"], back["target"], back["action"], back["by"]) == ("amend", LINES + 3, None, "Mo")
        final = {"key": "f", "expect": LINES + 7, "dispute": LINES + 1, "why": "nobody can appeal"}
        assert mo.post(f"{API}/records/{record}/final", json=final).status_code == 200
        assert disputes(mo, record)["disputes"][0]["state"] == "final"


def test_what_waits_for_the_end_is_carried_out_when_the_matter_is_final(
    serving: Serving, record: str, kim: Phone
) -> None:
    assert rule(kim, record, LINES + 2, remedy="void", targets=[LINES], when_final=True).status_code == 200
    assert bodies(serving, record)[-1]["do"] == "ruling"
    final = {"key": "f", "expect": LINES + 3, "dispute": LINES + 1}
    answer = kim.post(f"{API}/records/{record}/final", json=final)
    assert answer.status_code == 200, answer.text
    assert [body["do"] for body in bodies(serving, record)[-2:]] == ["final", "amend"]


def test_play_goes_on_and_the_matter_is_decided_later(record: str, kim: Phone) -> None:
    assert rule(kim, record, LINES + 2, defer=True).status_code == 200
    assert disputes(kim, record)["disputes"][0]["state"] == "deferred"
    assert rule(kim, record, LINES + 3, key="then", remedy="stand").status_code == 200


def test_penalties_of_the_event_are_shown_before_the_next_one(serving: Serving, record: str, kim: Phone) -> None:
    penalty = {"person": "p1", "level": "warning", "infraction": "slow play"}
    assert rule(kim, record, LINES + 2, remedy="stand", penalties=[penalty]).status_code == 200
    other = serving.record("sea-or-shore", 3, 2, LINES, event="Open", table=4, officials=OFFICIALS)
    with serving.join("desk") as desk:
        for table in (record, other):
            assert desk.put(f"{API}/records/{table}/people/p1", json={"name": "Ann"}).status_code == 200
    with serving.join("official", other, name="Kim") as there:
        (found,) = disputes(there, other)["penalties"]
    assert (found["person"], found["level"], found["infraction"]) == ("Ann", "warning", "slow play")
    assert "another table" in found["where"]


def test_a_dispute_that_does_not_exist_is_not_ruled_on(record: str, kim: Phone) -> None:
    answer = kim.post(
        f"{API}/records/{record}/rulings", json={"key": "k", "expect": LINES + 2, "dispute": 3, "remedy": "stand"}
    )
    assert answer.status_code == 404 and "D1" in answer.json()["mend"]


# --- what binds a record


def test_a_checkpoint_binds_and_a_proof_is_checked_without_the_record(serving: Serving, record: str) -> None:
    with serving.join("desk") as desk:
        told = desk.get(f"{API}/records/{record}/checkpoint").json()
        head = serving.store.head(record)
        assert (told["size"], told["head"], told["code"]) == (head.size, head.text(), head.code)
        proof = desk.get(f"{API}/records/{record}/proof/3")
        assert proof.status_code == 200
        checked = check_proof(proof.content)
        assert (checked.seq, checked.head) == (3, head)
        assert desk.get(f"{API}/records/{record}/proof/99").status_code == 404
        for number in ("x", "9" * 30, "9" * 5000):
            assert desk.get(f"{API}/records/{record}/proof/{number}").status_code == 404


@pytest.mark.parametrize("about", [[], [-(2**53) + 1, 2], [3], [9, 2, 5], 2**53 - 1, -1])
def test_a_claim_that_names_no_lines_holds_up_neither_the_desk_nor_the_officials(
    serving: Serving, about: int | list[int]
) -> None:
    """Any player may send it, and what is stored stays."""
    record = serving.record("sea-or-shore", 3, 1, 6, officials=[{"name": "Kim"}])
    with (
        serving.join("seat", record, seat="p1") as seat,
        serving.join("desk") as desk,
        serving.join("official", record, name="Kim") as kim,
    ):
        assert post(seat, record, 7, {"do": "dispute", "about": about, "claim": "not so"}).status_code == 200
        (room,) = desk.get(f"{API}/records", params={"id": record}).json()["rooms"]
        assert room["claims"][0]["text"] == "not so"
        (told,) = kim.get(f"{API}/records/{record}/disputes").json()["disputes"]
        assert told["text"] == "not so" and told["about"]
        assert seat.get(f"{API}/records/{record}/matters").status_code == 200
    docket = docket_of(serving.store.load(record), record)
    source = Source(docket.record, record, docket.cases, docket.game, docket.table)
    assert "not so" in as_text(dispute_report(source, docket.cases.cases[0]))


def test_a_proof_is_kept_from_eyes_that_may_not_see_its_line(serving: Serving) -> None:
    whole = serving.record("sea-or-shore", 3, SEED, None)
    masked = [
        event.seq for event in serving.store.load(whole).events if event.do == "pass" and "?" not in str(event.fields)
    ]
    with serving.join("seat", whole, seat="p3") as seat, serving.join("desk") as desk:
        for seq in masked[:3]:
            assert seat.get(f"{API}/records/{whole}/proof/{seq}").status_code == 403
            assert desk.get(f"{API}/records/{whole}/proof/{seq}").status_code == 200


def test_the_end_of_an_appeal_is_made_by_the_clock_of_the_service(serving: Serving, record: str, kim: Phone) -> None:
    """A device says for how long. Sent again later, it is the same ruling."""
    for wrong in ({"appeal_minutes": 0}, {"appeal_minutes": 30, "appeal_until": "2030-01-01T00:00:00Z"}):
        assert rule(kim, record, LINES + 2, remedy="stand", **wrong).status_code == 400
    before = serving.clock()
    answer = rule(kim, record, LINES + 2, remedy="stand", appeal_minutes=30)
    assert answer.status_code == 200, answer.text
    until = bodies(serving, record)[-1]["appeal_until"]
    assert to_text(before + 30 * MINUTE) <= until <= to_text(serving.clock() + 30 * MINUTE)
    serving.ahead += 5 * MINUTE
    try:
        again = rule(kim, record, LINES + 2, remedy="stand", appeal_minutes=30)
    finally:
        serving.ahead -= 5 * MINUTE
    assert (again.status_code, again.json().get("repeated")) == (200, True), again.text
    assert bodies(serving, record)[-1]["appeal_until"] == until
