"""Rulings that adjust a result or set a reading, and cases for the rules about them."""

from typing import Any

from tests.helpers.dispute_samples import Body, D, RuleCase, broken, ok, ruling


def adjust(kind: str = "assigned", *results: Body, **more: Any) -> Body:
    """A ruling that adjusts the result; each result is one outcome."""
    outcomes = [{"result": result} for result in results or ({"scores": {"p1": 40}},)]
    return ruling(remedy="adjust", adjust={"kind": kind, "outcomes": outcomes, **more})


def reading(question: str = "SS-Q2", answer: str = "wasted", since: int | None = None) -> Body:
    """A ruling that sets a reading."""
    body: Body = {"question": question, "answer": answer}
    return ruling(reading=body if since is None else {**body, "from": since})


TWO = ({"scores": {"p1": 4}}, {"scores": {"p1": 7}})
RESULT_CASES: list[RuleCase] = [
    ok("QM-RULE-7", [D, adjust()]),
    ok("QM-RULE-7", [D, adjust("artificial", {"places": {"p1": 1, "p2": 2, "p3": 2}, "winners": ["p1"]}, why="left")]),
    ok("QM-RULE-7", [D, adjust("weighted", *TWO)]),
    broken("QM-RULE-7", [D, adjust("kind")], 5, "an unknown kind"),
    broken("QM-RULE-7", [D, adjust("assigned", *TWO)], 5, "two outcomes, not weighted"),
    broken("QM-RULE-7", [D, adjust("weighted")], 5, "one outcome, weighted"),
    broken("QM-RULE-7", [D, ruling(remedy="adjust", adjust={"kind": "assigned", "outcomes": []})], 5),
    broken("QM-RULE-7", [D, ruling(remedy="adjust", adjust={"kind": "assigned"})], 5, "no outcomes"),
    broken("QM-RULE-7", [D, adjust("weighted", TWO[0], {"winners": ["p1"]})], 5, "weighted names scores alone"),
    broken("QM-RULE-7", [D, adjust("assigned", {})], 5, "an outcome without a result"),
    broken("QM-RULE-7", [D, adjust("assigned", {"nobody": "many"})], 5, "an unknown field"),
    broken("QM-RULE-7", [D, adjust("assigned", {"scores": {"nobody": 4}})], 5, "no seat of the table"),
    broken("QM-RULE-7", [D, adjust("assigned", {"scores": {"p1": "many"}})], 5, "no whole number"),
    broken("QM-RULE-7", [D, adjust("assigned", {"scores": {"p1": None}})], 5, "points are whole numbers"),
    broken("QM-RULE-7", [D, adjust("assigned", {"places": {"p1": 1, "p2": 2}})], 5, "places leave out a seat"),
    broken("QM-RULE-7", [D, adjust("assigned", {"places": {"p1": 0, "p2": 2, "p3": 2}})], 5),
    broken("QM-RULE-7", [D, adjust("assigned", {"places": {"p1": 1, "p2": 2, "p3": 2}, "winners": ["p2"]})], 5),
    broken("QM-RULE-7", [D, adjust("assigned", {"winners": ["Ann"]})], 5, "seats are named, not players"),
    broken(
        "QM-RULE-7",
        [D, ruling(remedy="adjust", adjust={"kind": "assigned", "outcomes": [{"weight": 0, "result": TWO[0]}]})],
        5,
    ),
    ok("QM-RULE-8", [D, reading()]),
    ok("QM-RULE-8", [D, reading("SS-Q12", "shared", 1)]),
    broken("QM-RULE-8", [D, reading("SS-Q99")], 5, "no question of the game"),
    broken("QM-RULE-8", [D, reading("GI-Q2", "active")], 5, "a question of another game"),
    broken("QM-RULE-8", [D, reading(answer="perhaps")], 5, "no answer to it"),
    broken("QM-RULE-8", [D, reading(since=5)], 5, "the ruling itself"),
    broken("QM-RULE-8", [D, reading(since=0)], 5, "the header"),
    broken(
        "QM-RULE-8", [D, ruling(reading={"question": "SS-Q2", "answer": "wasted", "until": 7})], 5, "an unknown field"
    ),
    broken("QM-RULE-8", [D, ruling(reading={"question": "SS-Q2"})], 5, "without an answer"),
]
