"""Counting: paths into a state, and the derived rules cited for a count that differs."""

from typing import Any

import pytest

from replay.audit import Finding
from replay.counting import Counting, differences
from replay.library import game_of
from replay.paths import Lookup, PathDoc, Seen
from tests.helpers.tools import Body, audit_of

PATHS = (
    PathDoc("cubes.<seat>", "cubes", ("T-ADD-11",), ("T-Q1",)),
    PathDoc("hands.<seat>", "cards", ordered=False),
    PathDoc("hands.<seat>.count", "how many"),
    PathDoc("total", "all cubes"),
)
DOCUMENT = {"cubes": {"red": 2}, "hands": {"red": ["a", "b"]}, "secret": 7}


def test_what_is_asked_for_at_every_step_needs_no_document() -> None:
    made: list[object] = []

    def document(state: object) -> dict[str, Any]:
        made.append(state)
        return DOCUMENT

    look = Lookup(PATHS, document, quick={"total": lambda state: 2})
    at = look.on("state")

    assert at("total") == Seen(2)
    assert made == []
    assert at("cubes.red") == at("cubes.red") == Seen(2)
    assert made == ["state"], "made once"
    assert look("state", "secret") is None


def test_a_path_leads_into_the_document_if_it_is_listed() -> None:
    look = Lookup(PATHS, lambda state: DOCUMENT, lambda state: {"total": 2})

    assert look(None, "cubes.red") == Seen(2)
    assert look(None, "hands.red") == Seen(["a", "b"], ordered=False)
    assert look(None, "hands.red.count") == Seen(2)
    assert look(None, "total") == Seen(2)
    for nowhere in ("secret", "cubes", "cubes.blue", "cubes.red.count", "", "..", "total.count"):
        assert look(None, nowhere) is None


def test_every_path_of_the_document_can_be_observed_if_a_game_says_so() -> None:
    look = Lookup(PATHS, lambda state: DOCUMENT, any_path=True)

    assert look(None, "secret") == Seen(7)
    assert look(None, "cubes") == Seen({"red": 2})
    assert look(None, "cubes.blue") is None
    assert [doc.path for doc in look.docs_at("hands")] == ["hands.<seat>", "hands.<seat>.count"]
    assert [doc.path for doc in look.docs_at("cubes.red.count")] == ["cubes.<seat>"]
    assert look.docs_at("secret") == []


def test_what_is_listed_and_absent_may_be_null() -> None:
    look = Lookup(PATHS, lambda state: DOCUMENT, null_where_absent=True)

    assert look(None, "cubes.blue") == Seen(None)
    assert look(None, "secret") is None


def test_a_count_given_as_a_map_is_compared_path_by_path() -> None:
    look = Lookup(PATHS, lambda state: DOCUMENT, any_path=True)
    found = differences(look, Counting(), None, {"cubes": {"red": 3, "blue": 1}, "nowhere": 1})

    assert [(item.path, item.record, item.known) for item in found] == [
        ("cubes.red", 2, True),
        ("cubes.blue", None, False),
        ("nowhere", None, False),
    ]


# --- what a count that differs cites


def header(game: str, seats: list[str], variants: list[str] | None = None, **readings: str) -> Body:
    prefix = game_of(game).prefix
    options = {
        "variants": variants or [],
        "readings": {f"{prefix}-{name}": answer for name, answer in readings.items()},
        "kit": "demo",
    }
    return {"quartermaster": 1, "game": game, "players": [{"seat": seat} for seat in seats], "options": options}


def observed(head: Body, lines: list[Body], **facts: Any) -> Finding:
    """The finding about an observation at the end of these lines. `__` in a name stands for a dot."""
    told = {path.replace("__", "."): value for path, value in facts.items()}
    findings = audit_of(head, [*lines, {"do": "observe", "facts": told}]).findings
    (finding,) = [item for item in findings if item.rule.endswith("-OBS-1")]
    return finding


def cites(finding: Finding) -> dict[str, dict[str, str]]:
    return {cited.rule: cited.readings for cited in finding.cites}


SEA = ["p1", "p2", "p3", "p4"]


def sea(**facts: Any) -> Body:
    return {"do": "setup", "position": {"decks": {"rb": {"up": "red-4"}, "gp": {"up": "green-1"}}, **facts}}


def shown(*cards: str, **fields: Any) -> Body:
    return {"do": "show", "cards": dict(zip(SEA, cards, strict=False)), **fields}


def test_every_path_that_differs_brings_its_rules_once() -> None:
    lines = [sea(), shown("red-9", "red-3", "green-2", "purple-5")]
    finding = observed(header("sea-or-shore", SEA), lines, additions__p2=1, supply=22, turn="p1", trick=1)

    assert finding.answer == "broken"
    assert cites(finding) == {"SS-ADD-11": {}, "SS-ADD-12": {}, "SS-ADD-13": {}}
    assert [(item["path"], item["rules"]) for item in finding.facts["differences"]] == [
        ("additions.p2", ["SS-ADD-11", "SS-ADD-12"]),
        ("supply", ["SS-ADD-12", "SS-ADD-13"]),
        ("turn", []),
    ]


@pytest.mark.parametrize(
    ("start", "cards", "add", "readings"),
    [
        ({}, ("red-9", "red-3", "green-2", "purple-5"), {}, set()),
        ({"additions": {"p2": 1}}, ("red-9", "red-3", "red-4", "purple-5"), {"p2": 1}, {"SS-Q9"}),
        ({"additions": {"p3": 3}}, ("red-10", "green-2", "red-7", "purple-5"), {"p3": 3}, {"SS-Q16"}),
        ({"supply": 1}, ("red-9", "red-3", "green-2", "purple-5"), {}, {"SS-Q10"}),
    ],
)
def test_a_question_is_named_only_if_it_came_up(
    start: Body, cards: tuple[str, ...], add: Body, readings: set[str]
) -> None:
    lines = [sea(**start), shown(*cards, add=add)]
    finding = observed(header("sea-or-shore", SEA), lines, additions__p1=9)

    assert set(cites(finding)["SS-ADD-11"]) == readings


def test_questions_of_the_score_are_named_with_the_answers_in_force() -> None:
    decks = {"rb": {"up": None}, "gp": {"up": None}}
    last = {"round": 2, "trick": 12, "phase": "act", "points": {seat: [0] for seat in SEA}, "decks": decks}
    start = {"do": "setup", "position": {**last, "additions": {"p1": 4, "p2": 4}}}
    head = header("sea-or-shore", SEA, Q12="shared")
    lines: list[Body] = [start, {"do": "turn"}]

    assert cites(observed(head, lines, points__p1=[0, 3])) == {
        "SS-SCORE-11": {"SS-Q11": "returned", "SS-Q15": "each-round"}
    }
    assert cites(observed(head, lines, points__p3=[0, 3])) == {"SS-SCORE-11": {"SS-Q11": "returned"}}
    assert cites(observed(head, lines, result__winner=["p3"])) == {
        "SS-SCORE-12": {"SS-Q11": "returned", "SS-Q12": "shared", "SS-Q15": "each-round"}
    }


def test_a_difference_in_doubt_is_open_and_cites_too() -> None:
    lines = [sea(), shown("red-9", "red-3", "green-2", "?")]
    finding = observed(header("sea-or-shore", SEA), lines, supply=20)

    assert (finding.answer, list(cites(finding))) == ("open", ["SS-ADD-12", "SS-ADD-13"])
    assert "not known" in finding.why


def gold() -> list[Body]:
    islands = {"isle-1": {"stack": [["red", "?"]]}, "isle-2": {"stack": [["blue", "?"], ["red", "?"]]}}
    start: Body = {"phase": "settle", "end": {"by": "red", "left": []}, "islands": islands}
    return [
        {"do": "setup", "position": start},
        {"do": "reveal", "what": "chest.isle-1", "value": 5},
        {"do": "reveal", "what": "permits.isle-2", "value": [6, 3]},
        {"do": "reveal", "what": "chest.isle-2", "value": 4},
        {"do": "reveal", "what": "gold", "value": "isle-1"},
    ]


def test_being_out_is_cited_for_a_score_only_if_one_side_says_so() -> None:
    head = header("gold-island", ["red", "blue"])

    assert list(cites(observed(head, gold(), score__red=1))) == ["GI-SCORE-6"]
    assert list(cites(observed(head, gold(), score__blue=1))) == ["GI-SCORE-6", "GI-SCORE-5"]
    assert cites(observed(head, gold(), coins__red=99)) == {
        rule: {"GI-Q19": "no-limit", "GI-Q20": "nothing", "GI-Q21": "lowest-first"}
        for rule in ("GI-SCORE-3", "GI-SCORE-4")
    }


def test_the_rules_of_an_event_are_cited_for_the_loot_while_it_is_in_force() -> None:
    head = header("loot-island", ["blue", "red", "white"])

    def queued(event: str) -> dict[str, dict[str, str]]:
        start = {"phase": "loot", "event": event, "loot": {"queue": [["N1", "big"]], "at": None, "takers": []}}
        return cites(observed(head, [{"do": "setup", "position": start}], loot__queue=[]))

    assert queued("A4")["LI-A4-1"] == {"LI-Q19": "yes"}
    assert "LI-B14-1" in queued("B14")
    assert "LI-A4-1" not in queued("B14")


def test_a_rule_of_a_variant_is_cited_only_if_the_variant_is_played() -> None:
    start = {"do": "setup", "position": {"healers": {"open": ["healer-1"]}}}
    usual = header("loot-island", ["blue", "red", "white"])
    varied = header("loot-island", ["blue", "red", "white"], ["healers-open"])

    assert cites(observed(usual, [start], healers__open__count=3)) == {}
    assert "LI-VAR-1" in cites(observed(varied, [start], healers__open__count=3))


def test_an_exploded_bomb_is_cited_with_its_question() -> None:
    head = header("lost-island", ["red", "purple"])
    finding = observed(head, [{"do": "setup", "position": {}}], tiles__a1="plain")

    assert cites(finding)["SL-BOMB-15"] == {"SL-Q14": "island"}


def test_what_the_record_does_not_know_cites_nothing() -> None:
    finding = observed(header("lost-island", ["red", "purple"]), [{"do": "setup", "position": {}}], values__red__a=3)

    assert (finding.answer, finding.cites) == ("open", ())
