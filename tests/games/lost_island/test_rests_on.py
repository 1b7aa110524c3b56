"""Stratego Lost Island: findings name the readings that decide them, and every question makes a difference."""

from typing import Any

import pytest

from replay.audit import judge_step
from replay.library import game_of, table_of
from replay.resting import with_reading
from replay.rule import Broken
from replay.step import Step, follow
from tests.games.lost_island.helpers import FLAGGED, header, position, reading, secret
from tests.helpers.tools import Body, audit_of, cases, timeline

GAME = game_of("lost-island")
RESTING = {rule.id: rule.rests_on for rule in GAME.rules if rule.rests_on}
BY_THE_CASE = {"SL-TURN-1", "SL-SWIM-2", "SL-BOMB-4", "SL-BOMB-6", "SL-SHRINK-3", "SL-END-1", "SL-HID-4"}
"""Rules for which the page gives the exact case in which a question is carried; nothing else is tried there."""
FROM_THE_RECORD = {"SL-BATTLE-3", "SL-BOMB-4", "SL-BOMB-5", "SL-HID-4"}
"""Rules whose answers come from the whole record, so that one step judged anew does not tell."""


def kind_with(step: Step[Any, Any], rule_id: str, question: str, answer: str) -> str | None:
    """What the rule says of the same event and state before it if the table reads one question in another way."""
    rule = GAME.rule(rule_id)
    assert rule is not None and rule.check is not None
    before = with_reading(step.before, question, answer)
    tried = Step(step.seq, before, step.action, follow(GAME.reduce, before, step.action), step.facts)
    told = tuple(rule.check(tried))
    if not told:
        return None
    return "broken" if any(isinstance(one, Broken) for one in told) else "open"


@pytest.mark.parametrize("part", range(4))
def test_a_finding_carries_a_question_if_and_only_if_another_answer_changes_it(part: int) -> None:
    judged = 0
    for case in cases("lost-island")[part::4]:
        audited = audit_of(case.record[0], case.record[1:])
        steps = {step.seq: step for step in audited.steps}
        for finding in audited.findings:
            if finding.rule in BY_THE_CASE | FROM_THE_RECORD or finding.rule not in RESTING:
                continue
            step, carried = steps[finding.seq], finding.rests_on or {}
            for question in RESTING[finding.rule]:
                asked = GAME.question(question)
                assert asked is not None
                now = step.before.table.readings[question]
                others = [kind_with(step, finding.rule, question, other) for other in asked.answers if other != now]
                assert (question in carried) == any(kind != finding.answer for kind in others), (case.why, question)
                judged += 1
    assert judged > 5


def carried(head: Body, bodies: list[Body], rule: str) -> Any:
    return next(finding.rests_on for finding in audit_of(head, bodies).findings if finding.rule == rule)


def _flip(tile: str, **more: Any) -> Body:
    return {"do": "flip", "by": "red", "cell": "c3", "tile": tile, **more}


OUTER = {f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7) if c in "af" or r in (1, 6)}
LINE = position(purple={"a": "c4", "b": "c5"})
FIGHT = position(purple={"a": "c3", "b": "f5"}, rings={"purple": ["a"]})
FRESH: list[Body] = [position({"a": "b4"}), {**_flip("loot-2"), "cell": "b3"}]
WON: list[Body] = [
    position(purple={"a": "c3"}, flag="red.a", **FLAGGED),
    {**secret("red.a", "purple.a", "attacker"), "values": [5, 3]},
    {"do": "move", "by": "red", "piece": "red.a", "to": "c4"},
]
SWUM = position({"a": "a1"}, tiles={"b1": "water", "c2": "water"})
DEEP = position({"a": "a1"}, tiles={"b1": "deep"})
MISSED: Body = {"do": "end", "by": "red"}
SPIED: list[Body] = [
    position({"a": "b3"}, {"a": "e3"}, flag="c3", **FLAGGED),
    {"do": "spy", "by": "red", "target": "purple.a", "from": "red.a"},
]


def _shrink(cell: str, **more: Any) -> Body:
    return {"do": "shrink", "by": "red", "cell": cell, **more}


CARRIED: list[tuple[str, str, Body, list[Body]]] = [
    (
        "SL-TURN-1",
        "SL-Q45",
        header(),
        [position(purple={}, turn={"seat": "purple"}), {"do": "flip", "by": "red", "cell": "b4", "tile": "plain"}],
    ),
    (
        "SL-TURN-1",
        "SL-Q44",
        header(variants=["anytime-power-ups"]),
        [position(), {"do": "ring", "by": "purple", "piece": "purple.a"}],
    ),
    ("SL-FLIP-5", "SL-Q3", header(), [position(), {"do": "flip", "by": "red", "cell": "b2", "tile": "loot-1"}]),
    ("SL-LOOT-1", "SL-Q6", reading(Q6="forbid"), [*FRESH, {"do": "move", "by": "red", "piece": "red.a", "to": "b3"}]),
    ("SL-LOOT-1", "SL-Q50", reading(Q6="forbid"), [*FRESH, {"do": "reinforce", "by": "red", "to": "b3"}]),
    ("SL-SWIM-2", "SL-Q9", header(), [SWUM, {"do": "swim", "by": "red", "piece": "red.a", "to": "c3"}]),
    (
        "SL-SWIM-2",
        "SL-Q37",
        header(variants=["storm-sinks"], readings={"SL-Q37": "deep"}),
        [DEEP, {"do": "swim", "by": "red", "piece": "red.a", "to": "c1"}],
    ),
    ("SL-BATTLE-3", "SL-Q25", header(), [FIGHT, {**secret("red.a", "purple.a", "attacker"), "values": [4, 3]}]),
    ("SL-REIN-5", "SL-Q2", header(), [position(), {"do": "reinforce", "by": "red", "to": "c4"}]),
    (
        "SL-REIN-5",
        "SL-Q42",
        reading(Q42="fallback-only"),
        [position(), {"do": "reinforce", "by": "red", "to": "b2", "stone": "loot-1"}],
    ),
    ("SL-BOMB-1", "SL-Q13", reading(Q13="one"), [LINE, _flip("bomb-line-4", axis="ns")]),
    ("SL-BOMB-2", "SL-Q13", reading(Q13="one"), [LINE, _flip("bomb-line-4", axis="ns", order=["n", "s"])]),
    ("SL-BOMB-3", "SL-Q11", reading(Q11="next"), [LINE, _flip("bomb-line-4", axis="ns", hits={"purple.b": 5})]),
    (
        "SL-BOMB-3",
        "SL-Q12",
        reading(Q12="yes"),
        [LINE, _flip("bomb-line-4", axis="ns", hits={"purple.a": 5, "purple.b": 6})],
    ),
    (
        "SL-BOMB-3",
        "SL-Q13",
        reading(Q13="one"),
        [LINE, _flip("bomb-line-4", axis="ns", order=["s"], hits={"purple.a": 5})],
    ),
    ("SL-BOMB-4", "SL-Q11", header(), [position(purple={"a": "c5"}), _flip("bomb-cross-4", hits={"red.a": 5}), MISSED]),
    ("SL-BOMB-4", "SL-Q12", header(), [LINE, _flip("bomb-line-4", axis="ns", hits={"purple.a": 5}), MISSED]),
    ("SL-BOMB-4", "SL-Q13", header(), [LINE, _flip("bomb-line-4", axis="ns", order=["s", "n"]), MISSED]),
    (
        "SL-BOMB-6",
        "SL-Q17",
        header(),
        [position({"a": "b3"}, {"a": "d3"}), _flip("bomb-cross-4", hits={"red.a": 5})],
    ),
    ("SL-STORM-1", "SL-Q20", header(), [position(), _flip("storm", dir="ne")]),
    ("SL-SPY-3", "SL-Q38", reading(Q38="yes"), SPIED),
    (
        "SL-MINE-2",
        "SL-Q19",
        reading(Q19="named"),
        [position(purple={"a": "c4"}, coins={"red": 2}), _flip("bomb-line-4", axis="ns"), {"do": "miner", "by": "red"}],
    ),
    ("SL-SHRINK-1", "SL-Q30", header(), [position(), MISSED]),
    ("SL-SHRINK-2", "SL-Q41", header(), [position({}, {"a": "c3"}), _shrink("f1", tile="plain")]),
    (
        "SL-SHRINK-3",
        "SL-Q5",
        header(),
        [position({"a": "c3"}, {"a": "d4"}, tiles={**OUTER, "b2": "stone-loot-1"}), _shrink("b2")],
    ),
    (
        "SL-SHRINK-5",
        "SL-Q29",
        header(),
        [position(tiles={"c1": "water"}), _shrink("c2", tile="plain")],
    ),
    (
        "SL-SHRINK-6",
        "SL-Q28",
        reading(Q28="island"),
        [
            position({"a": "a1"}, {"a": "d4"}, tiles={cell: "water" for cell in OUTER if cell != "a1"}),
            _shrink("a1", tile="plain"),
        ],
    ),
    (
        "SL-SHRINK-6",
        "SL-Q49",
        reading(Q49="last"),
        [
            position(
                {"a": "b3"},
                {"a": "f5", "b": "f4"},
                tiles={**{cell: "water" for cell in OUTER if cell not in ("f4", "f5")}, "e2": "stone-flag"},
                flag="purple.a",
            ),
            _shrink("f5", tile="plain", flagTo="f4"),
        ],
    ),
    (
        "SL-FLAG-1",
        "SL-Q32",
        header(),
        [position({"a": "a1"}, tiles=FLAGGED["tiles"], flag="red.a"), _shrink("a1", tile="plain", flagTo="b2")],
    ),
    ("SL-END-1", "SL-Q36", header(), WON),
    (
        "SL-END-1",
        "SL-Q35",
        reading(Q35="there"),
        [position(purple={"a": "c3"}, flag="d5", **FLAGGED), *WON[1:]],
    ),
    (
        "SL-HID-4",
        "SL-Q25",
        header(variants=["secret-battles"]),
        [
            position({"a": "b3", "b": "b4"}, {"a": "c3", "b": "f5"}, rings={"purple": ["a"]}, values={"red": {"a": 6}}),
            secret("red.a", "purple.a", "draw"),
            {"do": "reveal", "what": "values.purple.b", "value": 5},
        ],
    ),
]


@pytest.mark.parametrize(("rule", "question", "head", "bodies"), CARRIED, ids=lambda value: str(value)[:12])
def test_another_answer_changes_what_a_finding_rests_on(
    rule: str, question: str, head: Body, bodies: list[Body]
) -> None:
    rests = carried(head, bodies, rule)
    table = table_of(GAME, timeline(head, bodies)[3].header)
    assert rests[question] == table.readings[question]
    asked = GAME.question(question)
    assert asked is not None
    was = _answers(head, bodies, rule)
    options = head.get("options", {})
    for answer in asked.answers:
        if answer != table.readings[question]:
            other = {**head, "options": {**options, "readings": {**options.get("readings", {}), question: answer}}}
            if _answers(other, bodies, rule) != was:
                return
    assert (rule, question) == ("SL-SWIM-2", "SL-Q37"), "only there the state before says what is deep"


def _answers(head: Body, bodies: list[Body], rule: str) -> list[tuple[int, str]]:
    return [(finding.seq, finding.answer) for finding in audit_of(head, bodies).findings if finding.rule == rule]


def test_every_rule_that_rests_on_a_question_is_shown_to_do_so() -> None:
    shown = {(rule, question) for rule, question, _, _ in CARRIED}
    elsewhere = {
        ("SL-SHRINK-1", "SL-Q5"),
        ("SL-SHRINK-1", "SL-Q41"),
        ("SL-SHRINK-3", "SL-Q31"),
        ("SL-SHRINK-5", "SL-Q5"),
        ("SL-SHRINK-5", "SL-Q28"),
        ("SL-SHRINK-6", "SL-Q5"),
        ("SL-SHRINK-6", "SL-Q29"),
    }
    assert {(rule, question) for rule, asked in RESTING.items() for question in asked} == shown | elsewhere


@pytest.mark.parametrize(
    ("rule", "question", "head", "bodies"),
    [
        (
            "SL-SHRINK-1",
            "SL-Q5",
            reading(Q5="turned-go"),
            [
                position(
                    {"a": "b5"},
                    {"a": "e5"},
                    tiles={
                        **{f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7)},
                        **dict.fromkeys(("b2", "b5", "e2", "e5"), "stone-loot-1"),
                    },
                ),
                MISSED,
            ],
        ),
        ("SL-SHRINK-1", "SL-Q41", reading(Q41="any"), [position({}, {"a": "c3"}), MISSED]),
        (
            "SL-SHRINK-3",
            "SL-Q31",
            header(),
            [
                position(
                    {"a": "b5"},
                    {"a": "e5"},
                    tiles={
                        **{f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7)},
                        **dict.fromkeys(("b2", "b5", "e2", "e5"), "stone"),
                    },
                ),
                _shrink("b2", tile="loot-1"),
            ],
        ),
        (
            "SL-SHRINK-5",
            "SL-Q5",
            reading(Q5="turned-go"),
            [
                position(
                    {"a": "c3"},
                    {"a": "d4"},
                    tiles={
                        **{f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7)},
                        **dict.fromkeys(("c3", "c4", "d3", "d4"), "?"),
                        "b2": "stone-loot-1",
                    },
                ),
                _shrink("c4", tile="plain"),
            ],
        ),
        (
            "SL-SHRINK-5",
            "SL-Q28",
            header(),
            [
                position(
                    {"a": "a1"},
                    {"a": "d4"},
                    tiles={cell: "water" for cell in OUTER if cell != "a1"},
                ),
                _shrink("c2", tile="plain"),
            ],
        ),
        (
            "SL-SHRINK-6",
            "SL-Q5",
            reading(Q5="turned-go"),
            [
                position(
                    {"a": "b3"},
                    {"a": "d4"},
                    tiles={
                        **{f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7)},
                        **dict.fromkeys(("b3", "c3", "c4", "d3", "d4"), "?"),
                        "b2": "stone-loot-1",
                    },
                ),
                _shrink("b3", tile="plain"),
            ],
        ),
        (
            "SL-SHRINK-6",
            "SL-Q29",
            reading(Q29="coast"),
            [
                position(
                    {"a": "a1"},
                    {"a": "d4"},
                    tiles={cell: "water" for cell in OUTER if cell != "a1"},
                ),
                _shrink("a1", tile="plain"),
            ],
        ),
    ],
    ids=lambda value: str(value)[:12],
)
def test_shrinking_rests_on_what_may_go_and_where_it_begins(
    rule: str, question: str, head: Body, bodies: list[Body]
) -> None:
    test_another_answer_changes_what_a_finding_rests_on(rule, question, head, bodies)


def test_a_finding_at_once_names_its_readings_too() -> None:
    step = audit_of(header(), [position(), MISSED]).steps[-1]

    assert [finding.rests_on for finding in judge_step(GAME, step)] == [{"SL-Q30": "must"}]
