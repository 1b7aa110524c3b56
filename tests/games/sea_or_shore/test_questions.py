"""Sea or Shore: for each question a record that differs under its answers."""

from typing import Any

import pytest

from replay.games.sea_or_shore import GAME
from replay.view import mask
from tests.games.sea_or_shore.bodies import PLAYED, ROUND, header, position, show
from tests.helpers.tools import Body, audit_of, final_state, look, timeline


def _ended(**facts: Any) -> list[Body]:
    return [position(trick=12, phase="act", played=PLAYED, **facts), {"do": "turn"}]


LEFT_OUT = position(phase="act", played=PLAYED, trick=12, pending=[{"seat": "p1", "pair": "gp"}])
TWO_GROUPS = {"p1": "red-3", "p2": "green-9", "p3": "green-2", "p4": "red-9"}
SHORT = position(supply=2, additions={"p1": 5, "p2": 5, "p3": 5, "p4": 5})
RECORDS: dict[str, list[Body]] = {
    "SS-Q1": [
        position(additions={"p1": 1}),
        *({"do": "lay", "by": f"p{number}", "shows": "?"} for number in range(1, 5)),
        show(add={"p1": 1}),
    ],
    "SS-Q2": [position(additions={"p1": 4}), {"do": "lay", "by": "p1", "shows": 9, "add": 4}],
    "SS-Q3": [
        position(trick=5, additions={"p1": 3}, piles={"p2": ["red-2"]}),
        {"do": "show", "cards": {**PLAYED, "p1": "red-7", "p2": "red-10"}, "add": {"p1": 3}, "steals": {"p1": "p2"}},
    ],
    "SS-Q4": [
        position(trick=5, additions={"p1": 5}, piles={"p2": ["red-2"]}),
        {"do": "show", "cards": {**PLAYED, "p1": "red-7", "p2": "red-10"}, "add": {"p1": 5}, "steals": {"p1": "p2"}},
    ],
    "SS-Q5": [
        position(phase="act", played=PLAYED, pending=[{"seat": "p1", "pair": "rb"}], additions={"p2": 1}),
        {"do": "act", "by": "p1", "action": 1, "from": "p2", "n": 1},
    ],
    "SS-Q6": [
        position(phase="act", played=PLAYED, pending=[{"seat": "p4", "pair": "gp"}], actions={"rb": 1, "gp": 4}),
        {"do": "act", "by": "p4", "action": 4, "take": "purple-5", "discard": "?"},
    ],
    "SS-Q7": [position(phase="act", played=PLAYED, pending=[{"seat": "p1", "pair": "gp"}]), {"do": "turn"}],
    "SS-Q8": [position(phase="deal", trick=12), ROUND],
    "SS-Q9": [position(additions={"p3": 1}), show(cards={**PLAYED, "p2": "red-4", "p3": "red-3"}, add={"p3": 1})],
    "SS-Q10": [position(supply=1), show()],
    "SS-Q11": [position(phase="deal", trick=12, additions={"p1": 5}), ROUND],
    "SS-Q12": _ended(round=2, points={"p1": [9], "p2": [1], "p3": [9], "p4": [2]}),
    "SS-Q13": [position(phase="deal", trick=12), ROUND],
    "SS-Q15": _ended(additions={"p1": 5}),
    "SS-Q16": [position(additions={"p2": 2}), show(cards={**PLAYED, "p2": "red-7"}, add={"p2": 2})],
    "SS-Q17": [LEFT_OUT, {"do": "turn"}],
    "SS-Q18": [SHORT, show(cards=TWO_GROUPS)],
}


@pytest.mark.parametrize("question", RECORDS)
def test_a_record_differs_under_each_answer(question: str) -> None:
    asked = GAME.question(question)
    assert asked is not None
    outcomes = []
    for answer in asked.answers:
        head = header(readings={question.removeprefix("SS-"): answer})
        audited = audit_of(head, RECORDS[question])
        findings = [(item.seq, item.rule, item.answer) for item in audited.findings]
        outcomes.append((findings, GAME.document(audited.final)))
    assert outcomes[0] != outcomes[1]


def test_ss_q14_only_says_who_sees_the_card_put_away() -> None:
    acted = {"do": "act", "by": "p4", "action": 4, "take": "purple-5", "discard": "purple-5"}
    pending = [{"seat": "p4", "pair": "gp"}]
    start = position(phase="act", played=PLAYED, pending=pending, actions={"rb": 1, "gp": 4})
    seen = {}
    for answer in ("open", "hidden"):
        game, table, line, _ = timeline(header(Q14=answer), [start, acted])
        seen[answer] = getattr(mask(game, table, line, "p1")[1].action, "discard", None)
    assert seen == {"open": "purple-5", "hidden": "?"}


def test_every_question_has_a_record() -> None:
    assert set(RECORDS) | {"SS-Q14"} == {question.id for question in GAME.questions}
    assert all(question.honoured for question in GAME.questions)


def test_ss_q18_the_loser_nearer_to_the_start_or_the_colour_whose_winner_is() -> None:
    """p1 and p3 lose; p1 is nearer, but the winner of p3's colour, p2, is nearer than p4."""
    near, winner = header(), header(Q18="winner")
    assert [look(near, RECORDS["SS-Q18"], f"additions.{seat}") for seat in ("p1", "p3")] == [7, 5]
    assert [look(winner, RECORDS["SS-Q18"], f"additions.{seat}") for seat in ("p1", "p3")] == [5, 7]
    counted = {"do": "observe", "facts": {"additions.p1": 5, "supply": 3}}
    (finding,) = audit_of(near, [*RECORDS["SS-Q18"], counted]).findings
    assert {cited.rule: cited.readings for cited in finding.cites} == {
        "SS-ADD-11": {"SS-Q10": "rest", "SS-Q18": "near"},
        "SS-ADD-12": {"SS-Q10": "rest", "SS-Q18": "near"},
        "SS-ADD-13": {"SS-Q10": "rest", "SS-Q18": "near"},
    }
    _, state = final_state(near, RECORDS["SS-Q18"])
    assert state.supply == 0


# --- which derived rules and questions a count cites

Q_EARNED = ("SS-Q9", "SS-Q10", "SS-Q11", "SS-Q16", "SS-Q18")
WON = ("SS-TRE-11", "SS-TRE-12")
PAGE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "trick": (("SS-START-11", "SS-END-11"), ()),
    "phase": (("SS-END-11",), ()),
    "starter": (("SS-START-11",), ()),
    "additions.<seat>": (("SS-ADD-11", "SS-ADD-12"), Q_EARNED),
    "supply": (("SS-ADD-12", "SS-ADD-13"), Q_EARNED[1:]),
    "piles.<seat>": (WON, ()),
    "piles.<seat>.top": (WON, ()),
    "piles.<seat>.count": (WON, ()),
    "decks.<deck>.up": (("SS-TRE-11", "SS-TRE-13"), ()),
    "decks.<deck>.count": (("SS-TRE-13",), ()),
    "pending": (("SS-ACT-11", "SS-WIN-11", "SS-WIN-12", "SS-WIN-13", "SS-WIN-14"), ()),
    "points.<seat>": (("SS-SCORE-11",), ("SS-Q11", "SS-Q15")),
    "result.total.<seat>": (("SS-SCORE-12",), ("SS-Q11", "SS-Q15")),
    "result.winner": (("SS-SCORE-12",), ("SS-Q11", "SS-Q12", "SS-Q15")),
}


def test_every_path_names_the_rules_and_questions_of_the_page() -> None:
    assert {doc.path: (doc.rules, doc.questions) for doc in GAME.paths if doc.rules or doc.questions} == PAGE


def cited(head: Body, lines: list[Body], path: str) -> set[str]:
    """The questions cited where the table counted something else at a path, as the last event."""
    findings = audit_of(head, [*lines, {"do": "observe", "facts": {path: -1}}]).findings
    (finding,) = [item for item in findings if item.rule == "SS-OBS-1"]
    assert finding.answer == "broken"
    return {question for item in finding.cites for question in item.readings}


TIED = show(cards={**PLAYED, "p2": "red-4", "p3": "red-3"}, add={"p3": 1})
TURN: Body = {"do": "turn", "treasures": ["red-2", "green-2"]}


@pytest.mark.parametrize(
    ("lines", "path", "questions"),
    [
        ([position(), show()], "additions.p2", set()),
        ([position(additions={"p3": 1}), TIED], "additions.p2", {"SS-Q9"}),
        ([position(additions={"p3": 1}), TIED], "supply", set()),
        (RECORDS["SS-Q10"], "additions.p2", {"SS-Q10"}),
        (RECORDS["SS-Q16"], "supply", {"SS-Q16"}),
        (RECORDS["SS-Q18"], "supply", {"SS-Q10", "SS-Q18"}),
        ([*RECORDS["SS-Q11"]], "additions.p1", {"SS-Q11"}),
        ([*RECORDS["SS-Q16"], TURN], "additions.p4", {"SS-Q16"}),
        (_ended(), "points.p1", set()),
        (_ended(additions={"p1": 5}), "points.p1", {"SS-Q15"}),
        (_ended(additions={"p1": 5}), "points.p2", set()),
        (RECORDS["SS-Q12"], "result.total.p1", {"SS-Q11"}),
        (RECORDS["SS-Q12"], "result.winner", {"SS-Q11", "SS-Q12"}),
    ],
)
def test_a_question_is_cited_only_where_it_bore_on_the_value(lines: list[Body], path: str, questions: set[str]) -> None:
    assert cited(header(), lines, path) == questions


def test_with_kept_additions_a_question_of_round_1_is_cited_in_round_2() -> None:
    played = show(cards={**PLAYED, "p2": "red-7"}, add={"p2": 2})
    lines = [position(trick=12, additions={"p2": 2}), played, {"do": "turn"}, ROUND]
    assert cited(header(), lines, "additions.p2") == {"SS-Q11"}
    assert cited(header(Q11="kept"), lines, "additions.p2") == {"SS-Q11", "SS-Q16"}
