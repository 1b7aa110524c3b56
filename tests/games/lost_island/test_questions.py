"""Stratego Lost Island: for every question a record that comes out differently under each of its answers."""

from typing import Any

import pytest

from records.canonical import canonical
from replay.library import game_of
from tests.games.lost_island.helpers import FLAGGED, SETUP, findings, header, observed, position, reading, secret
from tests.helpers.tools import Body, audit_of

GAME = game_of("lost-island")
NO_DIFFERENCE = {"SL-Q1", "SL-Q33"}
"""No rule asks them, as their texts say."""
OUTER = {f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7) if c in "af" or r in (1, 6)}
MOST = {f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7)}
MOVE: Body = {"do": "move", "by": "red", "piece": "red.a", "to": "b4"}
LOOT: Body = {"do": "flip", "by": "red", "cell": "b4", "tile": "loot-2"}
FIGHT: Body = {**secret("red.a", "purple.a", "attacker"), "values": [5, 3]}
COUNT: Body = {"do": "observe", "facts": {"coins.red": 1, "supply.coins": 22, "flag": "hidden"}}
LINE = position(purple={"a": "c4", "b": "c5", "c": "c2"}, coins={"purple": 2})


def _flip(tile: str, **more: Any) -> Body:
    return {"do": "flip", "by": "red", "cell": "c3", "tile": tile, **more}


def _shrink(cell: str, **more: Any) -> Body:
    return {"do": "shrink", "by": "red", "cell": cell, **more}


FLAG_OF_C5 = position(purple={"a": "c5", "b": "d5"}, tiles={**FLAGGED["tiles"], "c4": "water"}, flag="purple.a")
BEARER_LAST = position(
    purple={"a": "f5", "b": "f4"},
    tiles={**{cell: "water" for cell in OUTER if cell not in ("f4", "f5")}, "e2": "stone-flag"},
    flag="purple.a",
)
LAST_OUTSIDE = position({"a": "a1"}, {"a": "d4"}, tiles={cell: "water" for cell in OUTER if cell != "a1"})

WITNESSES: dict[str, list[Body]] = {
    "SL-Q2": [position(), {"do": "reinforce", "by": "red", "to": "c4"}],
    "SL-Q3": [position(), {"do": "flip", "by": "red", "cell": "b2", "tile": "loot-1"}],
    "SL-Q4": [position(), {**MOVE, "to": "b2", "stone": "loot-2"}],
    "SL-Q5": [
        position({"a": "c3"}, {"a": "d4"}, tiles={**MOST, "c3": "?", "d4": "?", "b2": "stone-flag"}, flag="red.a"),
        _shrink("c3", tile="plain", flagTo="d4"),
        {"do": "shrink", "by": "purple", "cell": "b2"},
    ],
    "SL-Q6": [position(), LOOT, MOVE],
    "SL-Q7": [
        position({"a": "b3", "b": "d5"}, {"a": "c4", "b": "f1"}),
        LOOT,
        {"do": "flip", "by": "red", "cell": "d4", "tile": "storm", "dir": "w"},
    ],
    "SL-Q8": [SETUP, COUNT],
    "SL-Q9": [position({"a": "a1"}, tiles={"b1": "water", "c2": "water"}), {**MOVE, "do": "swim", "to": "c3"}],
    "SL-Q10": [SETUP, {**MOVE, "piece": "red.b", "to": "a3"}],
    "SL-Q11": [LINE, _flip("bomb-line-4", axis="ns")],
    "SL-Q12": [LINE, _flip("bomb-line-4", axis="ns", order=["n", "s"], hits={"purple.a": 5})],
    "SL-Q13": [LINE, _flip("bomb-line-4", axis="ns", order=["n", "s"])],
    "SL-Q14": [position(), _flip("bomb-line-4", axis="ew", hits={"red.a": 5})],
    "SL-Q15": [FLAG_OF_C5, _flip("bomb-line-4", axis="ns", hits={"purple.a": 3})],
    "SL-Q16": [LINE, _flip("bomb-line-4", axis="ns", hits={"purple.a": "stay"})],
    "SL-Q17": [LINE, _flip("bomb-line-4", axis="ns", hits={"purple.a": 5})],
    "SL-Q18": [LINE, _flip("bomb-line-4", axis="ns", hits={"purple.a": 3}), {"do": "miner", "by": "purple"}],
    "SL-Q19": [LINE, _flip("bomb-line-4", axis="ns"), {"do": "miner", "by": "purple"}],
    "SL-Q20": [position(), _flip("storm", dir="ne")],
    "SL-Q21": [SETUP, COUNT],
    "SL-Q22": [position(purple={"a": "e3"}, tiles={"d3": "water"}), _flip("storm", dir="e")],
    "SL-Q23": [position(purple={"a": "c3"}, flag="red.a", **FLAGGED), secret("red.a", "purple.a", "draw")],
    "SL-Q24": [SETUP, {"do": "observe", "facts": {"rings.red": []}}],
    "SL-Q25": [
        position(purple={"a": "c3"}, rings={"purple": ["a"]}),
        {**FIGHT, "values": [3, 3], "result": "defender"},
    ],
    "SL-Q26": [SETUP, {"do": "ring", "by": "red", "piece": "red.a"}],
    "SL-Q27": [SETUP, COUNT],
    "SL-Q28": [LAST_OUTSIDE, _shrink("a1", tile="plain")],
    "SL-Q29": [position(tiles={"c1": "water"}), _shrink("c2", tile="plain")],
    "SL-Q30": [position(), {"do": "end", "by": "red"}],
    "SL-Q31": [position(), _shrink("f1", tile="plain")],
    "SL-Q32": [position({"a": "a1"}, flag="red.a", **FLAGGED), _shrink("a1", tile="plain", flagTo="b2")],
    "SL-Q35": [position(purple={"a": "c3"}, flag="d5", **FLAGGED), FIGHT],
    "SL-Q36": [position(purple={"a": "c3"}, flag="red.a", **FLAGGED), FIGHT],
    "SL-Q37": [position(), _flip("storm", dir="e")],
    "SL-Q38": [
        position({"a": "b3"}, {"a": "e3"}, flag="c3", **FLAGGED),
        {"do": "spy", "by": "red", "target": "purple.a"},
    ],
    "SL-Q39": [SETUP, COUNT],
    "SL-Q40": [SETUP, COUNT],
    "SL-Q41": [position({}, {"a": "c3"}), _shrink("f1", tile="plain")],
    "SL-Q42": [position(), {"do": "reinforce", "by": "red", "to": "b2", "stone": "loot-1"}],
    "SL-Q43": [position(), {"do": "reinforce", "by": "red", "to": "b2", "stone": "loot-1"}],
    "SL-Q44": [SETUP, {**MOVE, "piece": "red.b", "to": "a3"}],
    "SL-Q45": [SETUP, {**MOVE, "piece": "red.b", "to": "a3"}],
    "SL-Q46": [SETUP, COUNT],
    "SL-Q47": [SETUP, COUNT],
    "SL-Q48": [SETUP, COUNT],
    "SL-Q49": [BEARER_LAST, _shrink("f5", tile="plain", flagTo="f4")],
    "SL-Q50": [position(), LOOT, {"do": "reinforce", "by": "red", "to": "b4"}],
}


def outcome(question: str, answer: str) -> bytes:
    """Everything that comes of a record: its findings, and its last state."""
    asked = GAME.question(question)
    assert asked is not None
    variants = [asked.variant] if asked.variant else []
    readings = {"SL-Q6": "take"} if question == "SL-Q50" else {}
    head = header(variants=variants, readings={**readings, question: answer})
    audited = audit_of(head, WITNESSES[question])
    told = [[item.seq, item.rule, item.answer] for item in audited.findings]
    return canonical([told, GAME.document(audited.final)])


@pytest.mark.parametrize("question", [item.id for item in GAME.questions if item.id in WITNESSES])
def test_a_record_comes_out_differently_under_each_answer(question: str) -> None:
    asked = GAME.question(question)
    assert asked is not None
    outcomes = {answer: outcome(question, answer) for answer in asked.answers}
    same = [
        answer for answer in asked.answers if outcomes[answer] == outcomes[asked.default] and answer != asked.default
    ]
    if question == "SL-Q50":  # with SL-Q6 `take`, `same` means the same as `take`
        assert same == ["take"]
        assert observed(reading(Q50="take"), WITNESSES[question], "coins.red") == [3]
        assert observed(reading(), WITNESSES[question], "coins.red") == [1]
        return
    assert same == []
    assert len(set(outcomes.values())) == len(outcomes)


def test_every_question_has_such_a_record_or_says_why_not() -> None:
    assert {item.id for item in GAME.questions} - set(WITNESSES) == {*NO_DIFFERENCE, "SL-Q34"}
    for item in GAME.questions:
        if item.id in NO_DIFFERENCE:
            assert "No rule asks" in item.text
        if not item.honoured:
            assert f"Only {item.default} is carried out: " in item.text


def test_sl_q34_decides_what_a_seat_may_look_up() -> None:
    bodies = [SETUP, _shrink("f1", tile="loot-1")]
    assert GAME.hide is not None
    up, down = (GAME.hide(audit_of(reading(Q34=answer), bodies).final).lost_tiles for answer in ("up", "down"))

    assert (up, down) == (("loot-1",), ("?",))


def test_sl_q5_a_record_of_version_1_is_judged_by_its_own_default() -> None:
    bodies = WITNESSES["SL-Q5"]

    assert (3, "SHRINK-3", "broken") in findings({**header(), "rules": 1}, bodies)
    assert (3, "SHRINK-3", "broken") not in findings({**header(), "rules": 2}, bodies)
    assert findings(header(), bodies) == findings({**header(), "rules": 2}, bodies)


@pytest.mark.parametrize(
    ("answers", "first", "last"),
    [
        ({}, [["purple.b", "purple.c"], None], ["boat", "c5", "c2"]),
        ({"Q18": "all"}, [["purple.b", "purple.c"], {"purple.a": "c4"}], ["c4", "c5", "c2"]),
        ({"Q18": "all", "Q12": "yes"}, [["purple.b", "purple.c"], {"purple.a": "c4"}], ["c4", "c5", "c2"]),
    ],
)
def test_sl_q18_a_miner_may_bring_back_those_who_were_sent_home(
    answers: dict[str, str], first: list[Any], last: list[Any]
) -> None:
    head = reading(**answers)
    bodies = WITNESSES["SL-Q18"]
    blast = GAME.document(audit_of(head, bodies[:2]).final)["blast"]
    assert [blast["queue"], blast.get("gone")] == first
    again: Body = {"do": "setup", "position": GAME.document(audit_of(head, bodies[:2]).final)}
    for begin in (bodies[:2], [again]):
        paths = [f"explorers.purple.{letter}" for letter in "abc"]
        assert observed(head, [*begin, bodies[2]], *paths) == last


def test_sl_q18_nobody_comes_back_to_a_cell_that_is_taken_and_the_flag_is_theirs_again() -> None:
    start = position(purple={"a": "c4", "b": "c5"}, coins={"purple": 2, "red": 2}, flag="purple.a", **FLAGGED)
    bomb = _flip("bomb-line-4", axis="ns", hits={"purple.a": 3})
    miner: Body = {"do": "miner", "by": "purple"}
    landing: Body = {"do": "reinforce", "by": "red", "to": "c4", "pay": True}
    head = reading(Q18="all")

    assert observed(head, [start, bomb, miner], "flag", "explorers.purple.a") == ["purple.a", "c4"]
    anytime = {**head, "options": {**head["options"], "variants": ["anytime-power-ups"]}}
    taken = [start, bomb, landing, miner]
    assert observed(anytime, taken, "flag", "explorers.purple.a", "explorers.red.b") == ["red.b", "boat", "c4"]
