"""Loot Island: what findings rest on, and what every question changes."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from replay.audit import Finding, judge_step
from replay.game import Question
from replay.library import game_of
from replay.resting import with_reading
from replay.rule import Rule
from replay.step import Step, follow
from tests.games.loot_island.helpers import SEATS, event, header, island, loot, passes, play, position
from tests.helpers.tools import Body, Case, audit_of, cases, found, timeline

GAME = game_of("loot-island")
CASES = cases("loot-island")

BY_CASE = {
    *("LI-SEQ-1 LI-Q32", "LI-REF-1 LI-Q31", "LI-B10-1 LI-Q17", "LI-TAKE-1 LI-Q20"),
    *("LI-LOOT-1 LI-Q3", "LI-LOOT-1 LI-Q4", "LI-LOOT-1 LI-Q16", "LI-LOOT-1 LI-Q17"),
    *("LI-LOOT-2 LI-Q16", "LI-LOOT-2 LI-Q17", "LI-LOOT-2 LI-Q18", "LI-LOOT-2 LI-Q19", "LI-LOOT-2 LI-Q20"),
    *("LI-CLEAN-1 LI-Q18", "LI-CLEAN-1 LI-Q19", "LI-END-1 LI-Q18", "LI-END-1 LI-Q20"),
    *("LI-HEAL-3 LI-Q1", "LI-AAR-4 LI-Q23"),
}
"""Rule and question where the rules say exactly in which case the question is carried: what it decided (the order of
the loots, who is done) is in the state already, so another answer to the same event would change nothing."""


def judged() -> Iterator[tuple[Rule, Step[Any, Any], Finding]]:
    """Every finding of every case by a rule that may rest on a question, with its step."""
    for case in CASES:
        for step in audit_of(case.record[0], case.record[1:]).steps:
            for finding in judge_step(GAME, step) if step.after is not None else ():
                rule = GAME.rule(finding.rule)
                if rule is not None and rule.rests_on:
                    yield rule, step, finding


def answer_with(rule: Rule, step: Step[Any, Any], question: str, answer: str) -> str | None:
    """What the rule says of the same event, against the same state read in another way."""
    before = with_reading(step.before, question, answer)
    tried = Step(step.seq, before, step.action, follow(GAME.reduce, before, step.action), step.facts)
    return next((one.answer for one in judge_step(GAME, tried) if one.rule == rule.id), None)


def test_a_finding_carries_exactly_the_questions_whose_other_answers_change_it() -> None:
    carried = left = 0
    for rule, step, finding in judged():
        rests = dict(finding.rests_on) if isinstance(finding.rests_on, dict) else {}
        assert set(rests) <= set(rule.rests_on)
        for question in rule.rests_on:
            asked = GAME.question(question)
            assert asked is not None
            in_force = step.before.table.readings[question]
            others = [answer_with(rule, step, question, other) for other in asked.answers if other != in_force]
            changes = any(other != finding.answer for other in others)
            if question in rests:
                assert rests[question] == in_force
                carried += 1
                assert changes or f"{rule.id} {question}" in BY_CASE, (rule.id, question, finding)
            else:
                left += 1
                assert not changes or f"{rule.id} {question}" in BY_CASE, (rule.id, question, finding)
    assert carried > 40
    assert left > 20


def read_as(record: list[Body], question: str, answer: str) -> tuple[Body, list[Body]]:
    """A record at a table that reads a question in another way."""
    options = record[0].get("options", {})
    readings = {**options.get("readings", {}), question: answer}
    return {**record[0], "options": {**options, "readings": readings}}, record[1:]


def carrying(rule: str, question: str) -> list[tuple[Case, Finding]]:
    """The cases with a finding of this rule that rests on this question."""
    return [
        (case, finding)
        for case in CASES
        if case.rule == rule and case.expect
        for finding in audit_of(case.record[0], case.record[1:]).findings
        if finding.rule == rule and isinstance(finding.rests_on, dict) and question in finding.rests_on
    ]


PAIRS = [(rule.id, question) for rule in GAME.rules for question in rule.rests_on]


@pytest.mark.parametrize(("rule", "question"), PAIRS, ids=[f"{rule} {question}" for rule, question in PAIRS])
def test_another_answer_for_the_whole_game_changes_the_finding(rule: str, question: str) -> None:
    asked = GAME.question(question)
    assert asked is not None
    changed = [
        finding
        for case, finding in carrying(rule, question)
        for other in asked.answers
        if [finding.seq, rule, finding.answer] not in found(*read_as(case.record, question, other))
    ]

    assert changed, "no case in which the question decides"


def over(players: int, **more: Any) -> Body:
    """A game that has been counted, with no cubes left."""
    return position(**{"phase": "over", "round": 5, "cubes": dict.fromkeys(SEATS[:players], 0), **more})


BARE = {"N1": ("red-2 red-3 red-4 red-6-chest", ""), "E1": ("green-2 green-3 green-4 green-6-chest", "")}
FAR = {"S1": ("green-2 green-3 green-4 green-6-chest", "red")}
CROWNS = {"blue": ["crown-61"], "red": ["crown-60"], "white": ["crown-59"], "yellow": ["crown-58"]}
RECORDS: dict[str, list[Body]] = {
    "LI-Q2": [header(4), over(4, kept=CROWNS)],
    "LI-Q4": [
        header(3),
        position(phase="final", round=5, ship="NE cw", N2=("red-2 red-3 red-4 red-6-chest", "blue"), **FAR),
    ],
    "LI-Q23": [
        header(("blue", "red")),
        position(event="B9"),
        island("blue", "ship", "red-3", use=False, for_="aaron"),
    ],
    "LI-Q15": [header(3), position(phase="loot", event="B14", E1=("red-3", "red")), {"do": "cleanup"}],
    "LI-Q18": [
        header(3),
        position(phase="loot", event="B14", **BARE),
        loot("coins-11", landing="N1"),
        {"do": "cleanup"},
    ],
    "LI-Q26": [header(("blue", "red")), over(2, kept={"blue": ["crown-51"], "aaron": ["crown-52"]})],
    "LI-Q27": [
        header(3),
        over(
            3,
            cubes={"blue": 12, "red": 0, "white": 0},
            first="white",
            kept={"blue": ["crown-51"], "red": ["crown-50"]},
            healers={"taken": {"blue": "healer-0+40"}},
        ),
    ],
    "LI-Q38": [
        header(3),
        position(event="A2", passed=["red", "white"], treasure={"offer": ["jewel-39", "amulet-1"]}),
        passes("blue", take="amulet-1"),
    ],
    "LI-Q39": [
        header(3),
        position(event="B13", N1=("", "red blue white")),
        island("blue", "bottom", "red-3 red-5", landing="N1", to="bottom"),
    ],
    "LI-Q14": [header(3), position(event="B8"), passes("blue")],
    "LI-Q22": [header(("blue", "red")), position(), play("blue", "N1", "red-1", for_="aaron")],
    "LI-Q21": [header(("blue", "red")), position(phase="ready", round=0), event("A2")],
}
"""Records that no case has, each read differently under every answer to its question."""

NOT_IN_A_RECORD = {"LI-Q37"}
"""A play is one line, so no record shows whether a card drawn by it was played in the same turn."""


def outcome(record: list[Body], question: str, answer: str) -> Any:
    """The findings and the final state of a record under one answer."""
    head, bodies = read_as(record, question, answer)
    audited = audit_of(head, bodies)
    findings = [(item.seq, item.rule, item.answer) for item in audited.findings]
    return findings, GAME.document(audited.final)


@pytest.mark.parametrize(
    "question", [one for one in GAME.questions if one.id not in NOT_IN_A_RECORD], ids=lambda question: question.id
)
def test_every_answer_to_a_question_changes_something(question: Question) -> None:
    named = [case.record for case in CASES if question.id in case.why or question.id in str(case.record[0])]
    tried = [RECORDS[question.id]] if question.id in RECORDS else named

    assert any(
        all(one != other for one, other in combinations([outcome(record, question.id, a) for a in question.answers], 2))
        for record in tried
    )


def test_what_no_record_can_show_is_said_in_the_question() -> None:
    for id in NOT_IN_A_RECORD:
        question = GAME.question(id)
        assert question is not None
        assert "no record can show it" in question.text


def test_a_record_of_an_older_version_is_judged_by_its_own_defaults() -> None:
    bodies = [
        position(phase="loot", N1=("red-2 red-3 red-4 red-6-chest", "")),
        loot("coins-11", landing="N1"),
    ]

    assert timeline({**header(3), "rules": 1}, bodies)[1].readings["LI-Q18"] == "none"
    assert found({**header(3), "rules": 1}, bodies) == [[2, "LI-LOOT-2", "broken"]]
    assert found({**header(3), "rules": 2}, bodies) == []
    assert found(header(3), bodies) == []
