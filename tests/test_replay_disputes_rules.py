"""Every rule of procedure: broken, obeyed, and left open if it can be."""

import re
from typing import Any

import pytest

from records.record import of_bodies
from replay.disputes.judge import Procedure, ProcedureJudge, judge_procedure
from replay.disputes.log import read_shared
from replay.disputes.rules import PROCEDURE_RULES
from replay.engine_rules import ENGINE_RULES
from replay.library import game_of, table_of
from tests.helpers.dispute_samples import CASES as PROCEDURE_CASES
from tests.helpers.dispute_samples import HEADER, PLAY, RECORD_ID, RuleCase, dispute
from tests.helpers.readable import unreadable
from tests.helpers.result_samples import RESULT_CASES

GAME = game_of(HEADER["game"])
CASES = [*PROCEDURE_CASES, *RESULT_CASES]


def judged(bodies: list[dict[str, Any]]) -> Procedure:
    record = of_bodies(HEADER, [{k: v for k, v in body.items() if v is not None or k == "action"} for body in bodies])
    return judge_procedure(record.header, RECORD_ID, record.events, game=GAME, table=table_of(GAME, record.header))


@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule}-{case.answer}-{at}" for at, case in enumerate(CASES)])
def test_each_case_has_exactly_the_findings_it_must(case: RuleCase) -> None:
    found = judged([*PLAY, *case.events]).findings

    assert [(item.seq, item.rule, item.answer) for item in found] == case.expect, case.why
    assert all(item.why and item.text for item in found)


def test_every_reason_can_be_read() -> None:
    """Reasons of procedure name people and events; what somebody typed stands in quotation marks."""
    told = {item.why for case in CASES for item in judged([*PLAY, *case.events]).findings}
    typed = re.compile(r"'[^']*'|\"[^\"]*\"|\S+\+[0-9a-f]{8}")  # the last one is the name of a key
    faults = [fault for why in sorted(told) for fault in unreadable(typed.sub("'it'", why))]
    faults += [fault for rule in ENGINE_RULES for fault in unreadable(rule.text)]
    assert faults == []


@pytest.mark.parametrize("rule", PROCEDURE_RULES, ids=lambda rule: str(rule.id))
def test_every_rule_has_cases_of_every_kind_that_it_allows(rule: Any) -> None:
    answers = {case.answer for case in CASES if case.rule == rule.id}
    wanted = {"ok"} | ({"broken"} if rule.may_break else set()) | ({"open"} if rule.may_open else set())

    assert answers == wanted


@pytest.mark.parametrize("rule", PROCEDURE_RULES, ids=lambda rule: str(rule.id))
def test_every_rule_is_asked_in_its_obeying_cases(rule: Any) -> None:
    for case in CASES:
        if case.rule == rule.id and case.answer == "ok":
            record = of_bodies(HEADER, [*PLAY, *case.events])
            assert any(isinstance(read_shared(event), rule.judges) for event in record.events)


def test_rules_have_an_id_and_a_sentence() -> None:
    ids = [rule.id for rule in ENGINE_RULES]
    assert len(set(ids)) == len(ids)
    for rule in ENGINE_RULES:
        assert rule.id.startswith("QM-")
        assert rule.text.endswith(".")


@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule}-{case.answer}-{at}" for at, case in enumerate(CASES)])
def test_judging_while_logging_agrees_with_the_end_unless_later_events_closed_it(case: RuleCase) -> None:
    record = of_bodies(HEADER, [{k: v for k, v in b.items() if v is not None or k == "action"} for b in PLAY])
    desk = ProcedureJudge(record.header, RECORD_ID, record.events, GAME, table_of(GAME, record.header))
    whole = of_bodies(
        HEADER, [{k: v for k, v in b.items() if v is not None or k == "action"} for b in (*PLAY, *case.events)]
    )
    at_once = {(item.seq, item.rule, item.answer) for event in whole.events[len(PLAY) :] for item in desk.add(event)}

    later = {"QM-RULE-5"}  # a remedy is carried out by what is logged next
    assert {item for item in case.expect if item[1] not in later} <= at_once
    assert all(answer == "open" for _, _, answer in at_once - set(case.expect))
    assert desk.cases == judged([*PLAY, *case.events]).cases


def test_names_near_a_wrong_one_are_offered_and_those_of_an_unknown_game_are_believed() -> None:
    bodies = [*PLAY, dispute(rule="ss-lay1"), dispute(rule="SS-Q2")]
    told = [finding.why for finding in judged(bodies).findings]
    assert told[0].startswith("there is no rule 'ss-lay1' here; perhaps SS-LAY-1, ")
    assert told[1] == "there is no rule 'SS-Q2' here; only a rules-question names a question"
    record = of_bodies(HEADER, [*PLAY, dispute(rule="ZZ-ANY-1"), dispute(rule="QM-NOPE-1")])
    unknown = judge_procedure(record.header, RECORD_ID, record.events).findings
    assert [(finding.seq, finding.rule) for finding in unknown] == [(5, "QM-CLAIM-5")]
