"""Findings and rulings: which open dispute is about a finding, and which final ruling has settled it."""

from typing import Any

import msgspec
import pytest

from records.record import of_bodies, read_record
from replay import Finding, Settled, audit_of
from replay.audit import counted
from replay.disputes.log_reader import cases_of
from replay.disputes.settled import Rulings, with_rulings
from replay.reel import Eyes, judged, played
from replay.rule import Cite
from tests.helpers.dispute_samples import HEADER, RECORD_ID, appeal, lay, ruling
from tests.helpers.tools import FIXTURES

Body = dict[str, Any]

TABLE: list[Body] = [
    {"do": "setup", "starter": "p1", "treasures": ["red-4"]},
    {"do": "pass"},
    lay("p1", "red"),
    lay("p3", 7),
    lay("p1", 9),
]
"""Event 4 is out of turn, and event 5 a second card: SS-LAY-1 at each."""


def claim(about: Any = 4, **more: Any) -> Body:
    """A dispute by p2, logged as event 6."""
    return {"do": "dispute", "by": "p2", "about": about, "claim": "it was my turn", **more}


def ruled(remedy: str = "stand", case: int = 6, **more: Any) -> Body:
    return ruling(case, remedy=remedy, **more)


FINAL: Body = {"do": "final", "by": "Kim", "dispute": 6}
REOPEN: Body = {"do": "reopen", "by": "Lee", "dispute": 6, "why": "a photograph"}


def found(bodies: list[Body], timeline: Any = "effective", rule: str = "SS-LAY-1") -> dict[int, Any]:
    """What became of the findings of a rule: (ruling, how) of a settled one, `D1` of a contested one, else None."""
    audited = audit_of(of_bodies(HEADER, [*TABLE, *bodies]), timeline=timeline)
    return {finding.seq: _fate(finding) for finding in audited.findings if finding.rule == rule}


def _fate(finding: Finding) -> Any:
    if isinstance(finding.settled, Settled):
        return (finding.settled.ruling, finding.settled.how)
    return None if finding.dispute is msgspec.UNSET else finding.dispute_label


# --- how


@pytest.mark.parametrize(
    ("more", "how"),
    [
        ({}, "stands"),
        ({"verdict": "dismissed"}, "dismissed"),
        ({"verdict": "none"}, "stands"),
        ({"verdict": "partly"}, "stands"),
    ],
)
def test_a_ruling_that_lets_it_stand_settles_the_event_it_is_about_and_no_other(more: Body, how: str) -> None:
    assert found([claim(), ruled(**more), FINAL]) == {4: (7, how), 5: None}


def test_what_was_remedied_is_settled_as_such_in_the_timeline_as_recorded() -> None:
    bodies = [claim(), ruled("void", targets=[4]), {"do": "amend", "target": 4, "action": None, "ruling": 7}, FINAL]

    assert found(bodies, "recorded") == {4: (7, "remedied"), 5: None}
    assert found(bodies) == {5: None}, "what no longer counts is no finding"


def test_an_adjusted_result_remedies_what_stays_on_the_table() -> None:
    adjust = {"kind": "assigned", "outcomes": [{"result": {"scores": {"p1": 1, "p2": 0, "p3": 0}}}]}
    assert found([claim(), ruled("adjust", adjust=adjust, verdict="dismissed"), FINAL])[4] == (7, "remedied")


def test_the_answer_of_a_settled_finding_stays_and_it_is_counted_apart() -> None:
    record = of_bodies(HEADER, [*TABLE, claim(), ruled(), FINAL])
    before = audit_of(of_bodies(HEADER, [*TABLE, claim(), ruled()])).answers
    audited = audit_of(record)
    last = audited.findings[-1]

    assert (last.seq, last.answer, last.settled) == (4, "broken", Settled(7, "stands"))
    assert [finding.seq for finding in audited.findings if finding.rule == "SS-LAY-1"] == [5, 4]
    assert (before.broken, before.settled) == (audited.answers.broken + 1, 0)
    assert audited.answers.settled == 1
    total = sum(msgspec.structs.astuple(audited.answers))
    assert audited.answers == counted(total, audited.findings)


# --- when


@pytest.mark.parametrize("bodies", [[claim()], [claim(), ruled()], [claim(), ruled(), appeal(7)]])
def test_until_the_matter_is_final_its_dispute_is_named(bodies: list[Body]) -> None:
    assert found(bodies) == {4: "D1", 5: None}
    (finding,) = [one for one in audit_of(of_bodies(HEADER, [*TABLE, *bodies])).findings if one.seq == 4]
    assert finding.dispute == 6


def test_the_last_of_several_open_disputes_is_named() -> None:
    assert found([claim(), claim([4, 5])]) == {4: "D2", 5: "D2"}
    assert found([claim([4, 5]), claim()]) == {4: "D2", 5: "D1"}


def test_reopening_the_matter_unsettles_it_and_the_next_ruling_settles_it_again() -> None:
    reopened = [claim(), ruled(), FINAL, REOPEN]
    assert found(reopened) == {4: "D1", 5: None}
    assert found([*reopened, ruled(by="Lee", verdict="dismissed"), FINAL]) == {4: (10, "dismissed"), 5: None}


def test_on_appeal_the_ruling_that_replaced_the_other_settles_it() -> None:
    bodies = [claim(), ruled(), appeal(7), ruled(by="Lee", verdict="dismissed"), FINAL]
    assert found(bodies)[4] == (9, "dismissed")


def test_a_finding_settled_once_may_be_contested_again() -> None:
    bodies = [claim(), ruled(), FINAL, claim()]
    (finding,) = [one for one in audit_of(of_bodies(HEADER, [*TABLE, *bodies])).findings if one.seq == 4]
    assert (finding.settled, finding.dispute_label) == (Settled(7, "stands"), "D2")


def test_the_last_of_several_final_rulings_settles_it() -> None:
    second = [claim(), ruled(case=9, verdict="dismissed"), {**FINAL, "dispute": 9}]
    assert found([claim(), ruled(), FINAL, *second])[4] == (10, "dismissed")


def test_a_ruling_is_final_by_itself_when_an_event_is_later_than_its_time() -> None:
    in_time = ruled(appeal_until="2026-11-15T20:00:00Z", at="2026-11-15T19:00:00Z")
    later = {"do": "note", "text": "tea", "at": "2026-11-15T20:00:01Z"}
    assert found([claim(), in_time])[4] == "D1"
    assert found([claim(), in_time, later])[4] == (7, "stands")


@pytest.mark.parametrize(
    "end",
    [
        {"do": "settle", "dispute": 6, "seats": ["p2", "p3"], "outcome": "play on"},
        {"do": "withdraw", "dispute": 6, "by": "p2"},
    ],
)
def test_what_the_players_end_themselves_settles_no_finding(end: Body) -> None:
    for bodies in ([claim(), end], [claim(), ruled(), end], [claim(), ruled(), end, FINAL]):
        assert found(bodies) == {4: None, 5: None}


def test_a_ruling_or_an_end_by_somebody_who_may_not_settles_nothing() -> None:
    assert found([claim(), ruled(by="Max"), FINAL])[4] == "D1"
    assert found([claim(), ruled(), {**FINAL, "by": "p2"}])[4] == "D1"
    assert found([claim(), ruled(), FINAL, ruled(by="Max", verdict="dismissed")])[4] == (7, "stands")
    assert found([claim(), ruled(), FINAL, {**REOPEN, "by": "Kim"}])[4] == (7, "stands")


# --- which event


@pytest.mark.parametrize(
    ("about", "more", "settled"),
    [
        ([4, 5], {}, [4, 5]),
        ([1, 4], {}, [4]),
        ("setup", {}, []),
        ("missing", {}, []),
        ("conduct", {"targets": [5]}, [5]),
        (4, {"targets": [5]}, [4, 5]),
    ],
)
def test_a_ruling_concerns_the_events_of_its_claim_and_its_targets(about: Any, more: Body, settled: list[int]) -> None:
    bodies = [claim(about), ruled(**more), FINAL]
    assert [seq for seq, fate in found(bodies).items() if fate] == settled


def test_setup_is_the_first_event_and_the_result_is_that_of_the_last_close_before_the_ruling() -> None:
    close: Body = {"do": "close", "result": "finished"}
    record = of_bodies(
        HEADER,
        [*TABLE, close, claim("result"), ruled(case=7), {**FINAL, "dispute": 7}, claim("setup"), close],
    )
    rulings = Rulings(cases_of(record.header, RECORD_ID, record.events), (6, 11))
    told = with_rulings([_at(seq) for seq in (1, 2, 6, 11)], rulings)

    assert [(one.seq, _fate(one)) for one in told] == [(1, "D2"), (2, None), (11, None), (6, (8, "stands"))]


def _at(seq: int) -> Finding:
    return Finding(seq, "SS-LAY-1", "broken", "why", {}, Cite("GAME PLAY"), "A rule.")


# --- which rule


@pytest.mark.parametrize(
    ("claimed", "named", "settled"),
    [
        (None, [], True),
        ("SS-LAY-1", [], True),
        ("SS-LAY-2", [], False),
        ("SS-LAY-2", ["SS-LAY-1"], True),
        ("SS-LAY-1", ["SS-LAY-2"], False),
        (None, ["SS-LAY-2"], False),
        ("SS-Q2", [], True),
        ("SS-Q2", ["SS-LAY-2"], False),
        ("SS-LAY-2", ["SS-Q2"], False),
    ],
)
def test_the_rules_that_are_named_decide_and_a_question_is_no_rule(
    claimed: str | None, named: list[str], settled: bool
) -> None:
    kind = {"kind": "rules-question"} if claimed == "SS-Q2" else {}
    said = claim(**({"rule": claimed} if claimed else {}), **kind)
    assert bool(found([said, ruled(rules=named), FINAL])[4]) is settled
    assert found([said])[4] == (None if claimed == "SS-LAY-2" else "D1")


@pytest.mark.parametrize(("named", "fate"), [([], None), (["QM-CASE-1"], (8, "stands"))])
def test_a_rule_of_the_record_is_settled_only_by_name(named: list[str], fate: Any) -> None:
    stray: Body = {"do": "evidence", "by": "p1", "dispute": 2, "kind": "statement", "text": "I saw it"}
    bodies = [stray, claim(6), ruled(case=7, rules=named), {**FINAL, "dispute": 7}]
    assert found(bodies, rule="QM-CASE-1") == {6: fate}


# --- what came later


@pytest.mark.parametrize(("named", "fate"), [([], None), (["SS-PASS-3"], (171, "stands"))])
def test_what_a_later_reveal_brought_to_light_is_settled_only_by_name(named: list[str], fate: Any) -> None:
    with (FIXTURES / "sea-or-shore" / "pass-nobody-noticed.jsonl").open("rb") as stream:
        record = read_record(stream, "story")
    header = {**msgspec.to_builtins(record.header), "officials": HEADER["officials"]}
    bodies = [event.body() for event in record.events]
    first = next(event.seq for event in record.events if event.do == "reveal")
    matter = [claim(2, by="p1"), ruled(case=first, rules=named), {**FINAL, "dispute": first}]
    told = audit_of(of_bodies(header, [*bodies[: first - 1], *matter, *bodies[first - 1 :]])).findings
    (passed,) = [finding for finding in told if finding.rule == "SS-PASS-3"]

    assert passed.closed_by is not None
    assert passed.closed_by > first + 1
    assert _fate(passed) == (None if fate is None else (first + 1, "stands"))


def test_a_correction_after_the_ruling_that_it_did_not_order_is_a_new_matter() -> None:
    amend: Body = {"do": "amend", "target": 4, "action": lay("p3", 8)}
    ended = [claim(), ruled(), FINAL, amend]
    assert found(ended)[4] is None
    assert found(ended, "recorded")[4] == (7, "stands"), "as recorded, the event is what the ruling was about"
    assert found([claim(), ruled(rules=["SS-LAY-1"]), FINAL, amend])[4] == (7, "stands")
    assert found([*ended, {"do": "amend", "target": 9, "action": None}])[4] == (7, "stands"), "taken back again"
    assert found([amend, claim(), ruled(case=7), {**FINAL, "dispute": 7}])[4] == (8, "stands")


def test_a_correction_that_carries_the_ruling_out_and_breaks_the_rule_again_is_settled() -> None:
    amend: Body = {"do": "amend", "target": 4, "action": lay("p3", 8), "ruling": 7, "by": "Kim"}
    assert found([claim(), ruled("amend", targets=[4]), amend, FINAL])[4] == (7, "remedied")
    stray = {**amend, "target": 5, "action": lay("p1", 8)}
    told = found([claim([4, 5]), ruled("amend", targets=[4]), amend, stray, FINAL])
    assert told == {4: (7, "remedied"), 5: None}, "the second correction names the ruling and was not ordered"


# --- who is told


def test_every_view_of_a_record_is_told_the_same_rulings() -> None:
    seen = played(of_bodies(HEADER, [*TABLE, claim(), ruled(), FINAL]))
    for viewer in ("official", "table", "p1", "p2", "p3"):
        for hindsight in (True, False):
            _, findings = judged(seen, Eyes(viewer, "effective", hindsight))
            (told,) = [one for one in findings[4] if one["rule"] == "SS-LAY-1"]
            assert told["settled"] == {"ruling": 7, "how": "stands"}
            assert "dispute" not in told
            assert "settled" not in findings[5][0]
