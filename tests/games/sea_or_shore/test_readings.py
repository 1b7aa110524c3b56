"""Sea or Shore: a finding rests on exactly those readings whose other answers would have changed it."""

from typing import Any

import msgspec
import pytest

from replay.audit import Finding, audit
from replay.games.sea_or_shore import GAME
from replay.resting import with_reading
from replay.rule import Broken, Rule
from replay.step import Step, follow
from tests.games.sea_or_shore.bodies import PLAYED, ROUND, header, position, show
from tests.helpers.mutations import play_of
from tests.helpers.slow import first_ones
from tests.helpers.tools import Body, audit_of, cases, timeline

RESTING = {rule.id: rule.rests_on for rule in GAME.rules if rule.rests_on}


def rested(head: Body, lines: list[Body], rule: str) -> dict[str, str] | None:
    """What the finding of a rule rests on; None if there is no such finding."""
    found = [item for item in audit_of(head, lines).findings if item.rule == rule]
    if not found:
        return None
    assert found[0].answer == "broken"
    return {} if found[0].rests_on is msgspec.UNSET else dict(found[0].rests_on)


def test_the_rules_that_rest_on_a_question_are_those_of_the_page() -> None:
    assert RESTING == {
        "SS-ROUND-1": ("SS-Q13",),
        "SS-PASS-1": ("SS-Q8",),
        "SS-ADD-2": ("SS-Q2",),
        "SS-ADD-3": ("SS-Q1",),
        "SS-STEAL-2": ("SS-Q3", "SS-Q4"),
        "SS-ACT-2": ("SS-Q7", "SS-Q17"),
        "SS-ACT-5": ("SS-Q5",),
        "SS-ACT-9": ("SS-Q6",),
    }


# --- every finding rests on exactly the questions whose other answers change it


def other_kinds(rule: Rule, step: Step[Any, Any], question: str) -> set[type | None]:
    """The kinds of answer that a rule gives to a step under the other answers to a question."""
    asked = GAME.question(question)
    assert asked is not None and rule.check is not None
    taken = step.before.table.readings[question]
    kinds: set[type | None] = set()
    for other in asked.answers:
        if other != taken:
            before = with_reading(step.before, question, other)
            if question == "SS-Q8":
                before = _begun_in_the_other_way(before)
            after = follow(GAME.reduce, before, step.action)
            answers = tuple(rule.check(Step(step.seq, before, step.action, after, step.facts)))
            broken = any(type(answer) is Broken for answer in answers)  # broken outranks open
            kinds.add(Broken if broken else type(answers[0]) if answers else None)
    return kinds


def _begun_in_the_other_way(state: Any) -> Any:
    """SS-Q8 works through the reducer: the round had begun in the other phase, as long as nothing was done in it."""
    untouched = state.round > 1 and state.trick == 1 and not state.lays and not state.past.passed
    if not untouched or state.phase not in ("pass", "lay"):
        return state
    return msgspec.structs.replace(state, phase="lay" if state.phase == "pass" else "pass")


def assert_rests_rightly(steps: dict[int, Step[Any, Any]], finding: Finding) -> int:
    """How many questions the finding rests on, after trying all of them."""
    rule = GAME.rule(finding.rule)
    carried = {} if finding.rests_on is msgspec.UNSET else finding.rests_on
    if rule is None or not rule.rests_on:
        assert carried == {}
        return 0
    assert finding.answer == "broken" or carried == {}
    step = steps[finding.seq]
    for question in rule.rests_on if finding.answer == "broken" else ():
        changes = other_kinds(rule, step, question) != {Broken}
        assert changes is (question in carried), (finding.rule, finding.why, question)
    assert all(step.before.table.readings[question] == answer for question, answer in carried.items())
    return len(carried)


def test_in_all_cases_a_finding_rests_on_exactly_the_questions_that_change_it() -> None:
    carried = 0
    for case in cases("sea-or-shore"):
        game, table, line, _ = timeline(case.record[0], case.record[1:])
        audited = audit(game, table, line)
        steps = {step.seq: step for step in audited.steps}
        carried += sum(assert_rests_rightly(steps, finding) for finding in audited.findings)
    assert carried >= 15


@pytest.mark.parametrize("seed", first_ones(range(12), quick=2))
def test_in_games_judged_by_other_readings_a_finding_rests_on_exactly_the_questions_that_change_it(seed: int) -> None:
    play = play_of("sea-or-shore", 3 + seed % 3, seed)
    for question in GAME.questions:
        head = {**play.header, "options": {**play.header["options"], "readings": {question.id: question.answers[-1]}}}
        game, table, line, _ = timeline(head, play.lines)
        audited = audit(game, table, line)
        steps = {step.seq: step for step in audited.steps}
        for finding in audited.findings:
            assert_rests_rightly(steps, finding)


# --- rule by rule: the case in which it rests on the question, and the one in which it does not


def test_ss_round_1_rests_on_who_starts_only_where_that_is_the_fault() -> None:
    after = position(phase="deal", trick=12, starter="p4")
    assert rested(header(Q13="next"), [after, {**ROUND, "starter": "p2"}], "SS-ROUND-1") == {"SS-Q13": "next"}
    assert rested(header(), [after, {**ROUND, "starter": "p2"}], "SS-ROUND-1") is None
    assert rested(header(Q13="next"), [position(starter="p4"), {**ROUND, "starter": "p2"}], "SS-ROUND-1") == {}


def test_ss_pass_1_rests_on_the_second_pass_only_as_round_2_begins() -> None:
    before, lay, passed = position(phase="deal", trick=12), {"do": "lay", "by": "p1", "shows": "red"}, {"do": "pass"}
    each = {"SS-Q8": "each-round"}
    assert rested(header(), [before, ROUND, lay], "SS-PASS-1") == each
    assert rested(header(), [before, ROUND, show()], "SS-PASS-1") == each
    assert rested(header(Q8="once"), [before, ROUND, passed], "SS-PASS-1") == {"SS-Q8": "once"}
    assert rested(header(Q8="once"), [before, ROUND, lay], "SS-PASS-1") is None
    assert rested(header(), [position(phase="pass"), lay], "SS-PASS-1") == {}
    assert rested(header(), [before, ROUND, passed, passed], "SS-PASS-1") == {}
    assert rested(header(Q8="once"), [before, ROUND, lay, passed], "SS-PASS-1") == {}
    twice = audit_of(header(Q8="once"), [before, ROUND, passed, passed]).findings
    assert [(item.seq, bool(item.rests_on)) for item in twice if item.rule == "SS-PASS-1"] == [(3, True), (4, False)]


def test_ss_add_2_rests_on_what_is_beyond_twelve() -> None:
    lines = [position(additions={"p1": 4}), {"do": "lay", "by": "p1", "shows": 9, "add": 4}]
    assert rested(header(), lines, "SS-ADD-2") == {"SS-Q2": "illegal"}
    assert rested(header(Q2="wasted"), lines, "SS-ADD-2") is None


def test_ss_add_3_rests_on_when_additions_are_laid() -> None:
    lays = [{"do": "lay", "by": f"p{number}", "shows": "?"} for number in range(1, 5)]
    lines = [position(additions={"p1": 1}), *lays, show(add={"p1": 1})]
    assert rested(header(), lines, "SS-ADD-3") == {"SS-Q1": "with-card"}
    assert rested(header(Q1="later"), lines, "SS-ADD-3") is None


@pytest.mark.parametrize(
    ("cards", "add", "readings", "rests"),
    [
        ({"p1": "red-7", "p2": "red-10"}, {"p1": 3}, {}, {"SS-Q3": "no"}),
        ({"p1": "red-10", "p2": "red-7"}, {"p2": 3}, {}, {"SS-Q3": "no", "SS-Q4": "value"}),
        ({"p1": "red-10", "p2": "red-7"}, {"p2": 5}, {}, {"SS-Q4": "value"}),
        ({"p1": "red-7", "p2": "red-10"}, {"p1": 5}, {"Q4": "printed"}, {"SS-Q4": "printed"}),
        ({"p1": "red-7", "p2": "red-10"}, {"p1": 3}, {"Q4": "printed"}, {"SS-Q3": "no"}),
        ({"p1": "red-7", "p2": "red-10"}, {}, {}, {}),
        ({"p1": "red-7", "p2": "blue-3"}, {}, {}, {}),
    ],
)
def test_ss_steal_2_rests_on_ties_and_on_the_other_measure(
    cards: Body, add: Body, readings: dict[str, str], rests: dict[str, str]
) -> None:
    start = position(trick=5, additions={"p1": 5, "p2": 5}, piles={"p2": ["red-2"]})
    lines = [start, {"do": "show", "cards": {**PLAYED, **cards}, "add": add, "steals": {"p1": "p2"}}]
    assert rested(header(readings=readings), lines, "SS-STEAL-2") == rests
    for question in rests:
        other = {"SS-Q3": {"Q3": "yes"}, "SS-Q4": {"Q4": "printed" if rests[question] == "value" else "value"}}[
            question
        ]
        assert rested(header(readings={**readings, **other}), lines, "SS-STEAL-2") is None


def test_ss_steal_2_never_rests_on_a_reading_if_a_second_thief_broke_it_anyhow() -> None:
    start = position(trick=5, additions={"p1": 3}, piles={"p2": ["red-2"], "p1": ["green-2"]})
    cards = {"p1": "red-7", "p2": "red-10", "p3": "green-2", "p4": "purple-5"}
    show_both = {"do": "show", "cards": cards, "add": {"p1": 3}, "steals": {"p1": "p2", "p3": "p1"}}
    assert rested(header(), [start, show_both], "SS-STEAL-2") == {}


def test_ss_act_2_rests_on_whether_actions_must_be_and_in_the_last_trick_on_which() -> None:
    def left(action: int, **facts: Any) -> list[Body]:
        actions, pending = {"rb": action, "gp": 5 - action}, [{"seat": "p1", "pair": "rb"}]
        return [position(phase="act", played=PLAYED, pending=pending, actions=actions, **facts), {"do": "turn"}]

    assert rested(header(), left(3), "SS-ACT-2") == {"SS-Q7": "must"}
    assert rested(header(Q7="may"), left(3), "SS-ACT-2") is None
    assert rested(header(), left(3, trick=12), "SS-ACT-2") is None
    assert rested(header(Q17="every"), left(3, trick=12), "SS-ACT-2") == {"SS-Q7": "must", "SS-Q17": "every"}
    assert rested(header(Q17="every"), left(1, trick=12), "SS-ACT-2") == {"SS-Q7": "must"}
    assert rested(header(), left(1, trick=12), "SS-ACT-2") == {"SS-Q7": "must"}


def test_ss_act_5_rests_on_what_may_be_stolen_only_where_one_was() -> None:
    def stolen(n: int, additions: Body) -> list[Body]:
        start = position(phase="act", played=PLAYED, pending=[{"seat": "p1", "pair": "rb"}], additions=additions)
        return [start, {"do": "act", "by": "p1", "action": 1, "from": "p2", "n": n}]

    assert rested(header(), stolen(1, {"p2": 1}), "SS-ACT-5") == {"SS-Q5": "pile"}
    assert rested(header(Q5="fewer"), stolen(1, {"p2": 1}), "SS-ACT-5") is None
    assert rested(header(), stolen(1, {"p2": 1, "p3": 2}), "SS-ACT-5") == {}
    assert rested(header(), stolen(3, {"p2": 3}), "SS-ACT-5") == {}


def test_ss_act_9_rests_on_ones_own_card() -> None:
    def taken(card: str) -> list[Body]:
        pending = [{"seat": "p4", "pair": "gp"}]
        start = position(phase="act", played=PLAYED, pending=pending, actions={"rb": 1, "gp": 4})
        return [start, {"do": "act", "by": "p4", "action": 4, "take": card, "discard": "?"}]

    assert rested(header(Q6="others"), taken("purple-5"), "SS-ACT-9") == {"SS-Q6": "others"}
    assert rested(header(), taken("purple-5"), "SS-ACT-9") is None
    assert rested(header(Q6="others"), taken("blue-12"), "SS-ACT-9") == {}
