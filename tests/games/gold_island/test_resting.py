"""Gold Island: on which readings a finding rests, and that every question can make a difference."""

import copy
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from replay.audit import Audit, Finding, judge_step
from replay.games.gold_island import GAME
from replay.resting import with_reading
from replay.step import Step, follow
from tests.games.gold_island.helpers import SETTLED, act, document, header, moved, position, reveal, settlement
from tests.helpers.tools import Body, Case, audit_of, cases, found

RESTS: dict[str, tuple[str, ...]] = {
    "GI-MOVE-3": ("GI-Q10",),
    "GI-MOVE-4": ("GI-Q6",),
    "GI-MOVE-8": ("GI-Q7", "GI-Q8"),
    "GI-MOVE-9": ("GI-Q9", "GI-Q11"),
    "GI-NEST-1": ("GI-Q27",),
    "GI-NEST-2": ("GI-Q27",),
    "GI-NEST-6": ("GI-Q5",),
    "GI-GAMB-2": ("GI-Q17",),
    "GI-LIMIT-2": ("GI-Q16",),
    "GI-PROP-2": ("GI-Q15",),
    "GI-ROB-1": ("GI-Q2",),
    "GI-ROB-3": ("GI-Q4",),
    "GI-SEER-1": ("GI-Q24",),
    "GI-PIR-1": ("GI-Q25",),
    "GI-MON-1": ("GI-Q13", "GI-Q12"),
    "GI-MON-2": ("GI-Q14",),
    "GI-DRAW-2": ("GI-Q26",),
    "GI-END-1": ("GI-Q18",),
}
"""The questions that the findings of a rule can rest on, as the page marks them."""

THROUGH_THE_REDUCER = ("GI-Q12", "GI-Q18")
"""Their other answers would have built another state before the event."""

CASES = cases("gold-island")


@cache
def all_audited() -> list[tuple[Case, Audit]]:
    """Every case with its audit, made when the first test asks: each worker imports this file, one or two need them."""
    return [(case, audit_of(case.record[0], case.record[1:])) for case in CASES]


def read_otherwise(head: Body, question: str, answer: str) -> Body:
    changed = copy.deepcopy(head)
    changed["options"]["readings"][question] = answer
    return changed


def judged_otherwise(case: Case, audited: Audit, finding: Finding, question: str, answer: str) -> str:
    """What the rule says at that event with another answer to one question."""
    if question in THROUGH_THE_REDUCER:
        again = audit_of(read_otherwise(case.record[0], question, answer), case.record[1:]).findings
    else:
        (step,) = [step for step in audited.steps if step.seq == finding.seq]
        before = with_reading(step.before, question, answer)
        again = tuple(judge_step(GAME, Step(step.seq, before, step.action, follow(GAME.reduce, before, step.action))))
    here = [item.answer for item in again if (item.seq, item.rule) == (finding.seq, finding.rule)]
    return here[0] if here else "ok"


def changes_it(case: Case, audited: Audit, finding: Finding, question: str) -> bool:
    asked = GAME.question(question)
    assert asked is not None
    in_force = audited.steps[0].before.table.readings[question]
    others = [answer for answer in asked.answers if answer != in_force]
    return any(judged_otherwise(case, audited, finding, question, answer) != finding.answer for answer in others)


def test_rules_rest_on_the_questions_of_the_page() -> None:
    assert {rule.id: rule.rests_on for rule in GAME.rules if rule.rests_on} == RESTS


EXACTLY = {
    ("GI-MOVE-8", "changed twice, and stopped on the lighthouse field"): {"GI-Q7", "GI-Q8"},
    ("GI-MOVE-9", "both at home, and a step was made all the same"): set(),
}
"""Where the page names the case itself: both faults at once; a step that was made though both figures were home."""


def test_a_finding_carries_exactly_the_questions_whose_other_answers_change_it() -> None:
    for case, audited in all_audited():
        for finding in audited.findings:
            carried = set(finding.rests_on or ())
            if finding.answer == "open":
                assert carried == set(), (case.line, finding)
                continue
            asked = RESTS.get(finding.rule, ())
            expected = {question for question in asked if changes_it(case, audited, finding, question)}
            assert carried == EXACTLY.get((finding.rule, case.why), expected), (case.line, finding)


def test_every_rule_has_a_finding_that_rests_on_each_of_its_questions() -> None:
    carried = {
        (finding.rule, question)
        for _, audited in all_audited()
        for finding in audited.findings
        for question in finding.rests_on or ()
    }

    assert carried == {(rule, question) for rule, questions in RESTS.items() for question in questions}


def test_a_finding_names_the_answer_in_force() -> None:
    apart: Body = {"ships": {"red": "isle-8", "blue": "isle-9"}}
    lines = [moved(**apart), act("use", card="robbery-3", rob={"blue": 1})]
    (finding,) = audit_of(header(Q2="active"), lines).findings

    assert finding.rests_on == {"GI-Q2": "active"}
    assert finding.why == (
        "the red player's captain was on the lighthouse field, the ship at isle 8; "
        "the blue player's captain was on the lighthouse field, the ship at isle 9; "
        "both captains were on the lighthouse field, which does not count here by the answer in force"
    )


# --- every question makes a difference -------------------------------------------------------------------------------

IDLE = {
    "GI-Q1": "who shares a field with the victim may rob by the first use anyway",
    "GI-Q3": "the log names the card that was taken, whoever picked it",
}
"""Questions under whose answers no record can differ, and why; their own texts say it too."""


def _shuffles() -> list[Body]:
    return [moved(discard={"red": ["seer-2"] * 12}, hands={"red": ["?"] * 3}, draw={"red": 1}), act("draw")]


def _sixth() -> list[Body]:
    four = {f"isle-{number}": {"stack": [["red", "?"]]} for number in range(2, 6)}
    start = moved(ships={"red": "isle-1"}, crew={"red": {"black": 1}}, islands=four)
    return [start, act("use", card="ashore-4", pirates=["black"], permit=6)]


def _stack(chest: int, values: list[int]) -> list[Body]:
    islands = {"isle-5": {"stack": [[seat, "?"] for seat in ("red", "blue", "red", "blue")]}}
    start = position(**SETTLED, islands=islands)
    return [start, reveal("permits.isle-5", values), reveal("chest.isle-5", chest)]


def _tie() -> list[Body]:
    islands = {"isle-1": {"stack": [["red", 4], ["blue", 4]]}, "isle-2": {"stack": [["blue", "?"]]}}
    chests = [reveal("chest.isle-2", 4), reveal("chest.isle-1", 3)]
    return [position(**SETTLED, islands=islands), *chests, reveal("gold", "isle-1")]


DIFFERING: dict[str, list[Body]] = {
    "GI-Q12": _shuffles(),
    "GI-Q18": _sixth(),
    "GI-Q19": [
        position(**SETTLED, islands={f"isle-{n}": {"stack": [["red", 7], ["blue", 6]]} for n in range(1, 4)}),
        *(reveal(f"chest.isle-{n}", 21) for n in range(1, 4)),
    ],
    "GI-Q20": _stack(2, [7, 6, 5, 4]),
    "GI-Q21": _stack(6, [7, 5, 5, 4]),
    "GI-Q22": settlement("isle-12"),
    "GI-Q23": _tie(),
}
"""Records whose state, not a finding, depends on the answer."""


def outcome(head: Body, lines: list[Body]) -> tuple[Any, Any]:
    return found(head, lines), document(*lines, head=head)


def makes_a_difference(question: str, answers: tuple[str, str]) -> bool:
    bears_on = next(each.bears_on for each in GAME.questions if each.id == question)
    records = [(header(kit={"id": "club"}), DIFFERING[question])] if question in DIFFERING else []
    records += [(case.record[0], case.record[1:]) for case in CASES if case.rule in bears_on]
    one, other = answers
    return any(
        outcome(read_otherwise(head, question, one), lines) != outcome(read_otherwise(head, question, other), lines)
        for head, lines in records
    )


@pytest.mark.parametrize("question", [question.id for question in GAME.questions])
def test_every_two_answers_to_a_question_differ_in_some_record(question: str) -> None:
    answers = next(each.answers for each in GAME.questions if each.id == question)

    for pair in combinations(answers, 2):
        assert makes_a_difference(question, pair) == (question not in IDLE), pair


def test_records_of_the_first_version_keep_their_default() -> None:
    question = GAME.question("GI-Q2")

    assert GAME.version == 2
    assert question is not None
    assert (question.default, question.default_in(1)) == ("literal", "active")
