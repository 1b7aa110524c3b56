"""Corrections, undo sheets, seals, signatures, two scribes and documents from the command line."""

from typing import Any

import pytest

from tests.helpers.disputes import RULED, events, rules_named
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES

# --- corrections, what if, undo sheets


def test_the_scribe_corrects_within_the_undo_window(qm: Shell, game: str) -> None:
    assert qm("amend", game, 5, '{"do":"lay","by":"p2","shows":4}', "--why", "misheard").code == 0
    assert not [rule for _, rule, _ in rules_named(qm, game) if rule == "QM-FIX-1"]
    qm("log", game, stdin="\n".join(['{"do":"note","text":"x"}', *['{"do":"turn"}'] * 6]))
    late = qm("amend", game, 4, "--void")
    assert late.code == 0
    assert "QM-FIX-1 open" in late.out


def test_what_if_shows_both_ends_and_logs_nothing(qm: Shell, game: str) -> None:
    before = qm("show", game).out
    tried = qm("whatif", game, "--rewind", 3, "--json").json
    assert tried["now"]["state"]["turn"] is None
    assert tried["then"]["state"]["turn"] == "p2"
    assert [item["rule"] for item in tried["then"]["findings"]] == [
        item["rule"] for item in tried["now"]["findings"] if item["rule"] != "SS-LAY-1"
    ]
    text = qm("whatif", game, "--void", 4).out
    assert "as it is" in text
    assert "SS-LAY-1   broken    ok" in text
    assert qm("show", game).out == before


def test_the_undo_sheet_tells_what_goes_back_where(qm: Shell, game: str) -> None:
    qm("log", game, stdin='{"do":"show","cards":{"p1":"red-9","p2":"blue-3","p3":"green-7"}}')
    text = qm("rewind", "--plan", game, 5).out
    assert "red 9: from Ann's card back to Ann's hand" in text
    assert "from Ann's treasures back to" in text
    assert "everybody still knows: " in text
    sheet = qm("rewind", "--plan", game, 4, "--json").json
    assert sheet["decisions"] == {"p2": 1}
    assert sheet["chance"] == [7]
    assert sheet["simple"] is False
    assert len(events(qm, game)) == 7


# --- seals and signatures


def test_a_seal_is_opened_by_its_owner_or_for_a_dispute_with_a_reason(qm: Shell, game: str) -> None:
    qm("seal", game, "p2", "@2.cards.p2", "blue-3")
    assert "blue-3" not in qm("export", game, "-o", "-").out
    assert qm("audit", "--access", game).out.endswith("nobody looked at anyone else's sealed fact\n")
    assert "QM-SEAL-2" in qm("reveal", game, "@2.cards.p2", "--by", "Kim").err
    looked = qm("reveal", game, "@2.cards.p2", "--by", "Kim", "--look", "--dispute", "D1", "--why", "to see")
    assert looked.out.endswith("@2.cards.p2 of p2: blue-3\n")
    assert "blue-3" not in qm("export", game, "-o", "-").out
    assert qm("reveal", game, "@2.cards.p2").code == 0
    assert events(qm, game)[-1]["value"] == "blue-3"
    seen = qm("audit", "--access", game, "--json").json["looks"]
    assert [(look["by"], look["why"]) for look in seen] == [("Kim", "to see")]
    assert "opened by event" in qm("reveal", game, "@2.cards.p2").err
    assert qm("verify", game).code == 0


def test_a_salt_on_paper_opens_its_seal_and_a_lost_one_does_not(qm: Shell, game: str) -> None:
    slip = qm("seal", game, "p2", "card", "blue-3", "--slip").err.split()[1]
    assert qm("reveal", game, "card").code == 4
    assert "QM-SEAL-1" in qm("reveal", game, "card", "red-1", "--salt", slip).err
    assert "QM-SEAL-4 open" in qm("reveal", game, "card", "blue-3", "--stated").out
    assert qm("reveal", game, "card", "blue-3", "--salt", slip).code == 0


@pytest.mark.parametrize(
    ("typed", "value"),
    [('["blue-3","red-1"]', ["blue-3", "red-1"]), ("12", 12), ("true", True), ("007", "007"), ("[half", "[half")],
)
def test_a_sealed_value_may_be_json_and_what_is_no_json_is_text(qm: Shell, game: str, typed: str, value: Any) -> None:
    assert qm("seal", game, "p2", "hand", typed).code == 0
    assert qm("reveal", game, "hand").code == 0
    assert events(qm, game)[-1]["value"] == value


def test_a_fact_that_several_seats_sealed_is_revealed_by_seat(qm: Shell, game: str) -> None:
    for seat, card in (("p1", "red-1"), ("p2", "blue-3")):
        qm("seal", game, seat, "hand", card)
    assert "several seats sealed 'hand'" in qm("reveal", game, "hand").err
    assert qm("reveal", game, "hand", "--seat", "p1").code == 0
    assert events(qm, game)[-1]["value"] == "red-1"
    assert "the value is missing" in qm("reveal", game, "never sealed").err


def test_the_three_grades_of_a_signature(qm: Shell, game: str) -> None:
    qm("dispute", "withdraw", game)
    qm("key", "new", "ann.example")
    assert "bind it first" in qm("sign", game, "p1", "--key", "ann.example").err
    qm("key", "bind", game, "p1", "ann.example")
    assert "grade A" in qm("sign", game, "p1", "--key", "ann.example").err
    assert "grade B" in qm("sign", game, "p2", "--device", "Bob's phone").err
    assert "grade C" in qm("sign", game, "p3").err
    qm("log", game, stdin='{"do":"note","text":"later"}')
    told = qm("verify", game, "--json").json
    assert [(sign["seat"], sign["grade"]) for sign in told["signed"]] == [("p1", "A"), ("p2", "B"), ("p3", "C")]
    assert "1 event came later" in qm("verify", game).out
    qm("key", "bind", game, "p1", "ann.example", "--revoke")
    assert qm("sign", game, "p1", "--key", "ann.example").code == 4


def test_signing_with_a_dispute_open_says_so(qm: Shell, game: str) -> None:
    answer = qm("sign", game, "p1")
    assert "signed with D1 open" in answer.err
    assert events(qm, game)[-1]["statement"] == "accept-with"
    assert events(qm, game)[-1]["disputes"] == [6]


# --- two scribes, documents


def test_two_records_of_one_game_are_put_side_by_side(qm: Shell) -> None:
    ann, dan = (FIXTURES / "sea-or-shore" / f"two-scribes-{name}.jsonl" for name in ("ann", "dan"))
    answer = qm("compare", ann, dan)
    assert answer.code == 1
    assert "last common event: 16 in A, 16 in B" in answer.out
    told = qm("compare", ann, dan, "--json").json
    assert [(item["kind"], item["fields"]) for item in told["differences"]] == [
        ("differs", ["shows"]),
        ("only-first", []),
        ("only-second", []),
    ]
    assert "SS-OBS-1" in str(told["differences"][2]["second"]["findings"])
    assert qm("compare", ann, ann).out == "both tell the same: 40 events\n"
    other = FIXTURES / "loot-island" / "clean-four.jsonl"
    assert qm("compare", ann, other).code == 2


@pytest.mark.parametrize(
    "story",
    ["loot-island/rewound-three-turns-later", "lost-island/did-that-explorer-move", "gold-island/overturned-on-appeal"],
)
def test_the_report_of_a_story_has_everything_in_every_form(qm: Shell, story: str) -> None:
    file = FIXTURES / f"{story}.jsonl"
    text = qm("report", file, "D1").out
    for title in ("Occasion", "People", "Claim", "Position at the claim", "Ruling of event", "Outcome", "Signatures"):
        assert title in text
    assert "head at the freeze" in text
    page = qm("report", file, "D1", "--form", "html").out
    assert page.startswith("<!doctype html>")
    assert "http" not in page
    assert "<script" not in page
    assert qm("report", file, "D1", "--form", "markdown").out.startswith("# D1 in ")
    assert qm("report", file).out.startswith("Report on ")


def test_evidence_for_officials_is_not_in_the_public_report(qm: Shell, game: str) -> None:
    qm("evidence", "add", game, "--text", "it has happened before", "--see", "officials")
    assert "it has happened before" in qm("report", game, "D1").out
    assert "it has happened before" not in qm("report", game, "D1", "--for", "public").out


def test_what_people_typed_cannot_become_part_of_the_page(qm: Shell, game: str) -> None:
    qm("dispute", "open", game, "--by", "p1", "--about", 3, "--claim", "<script>alert(1)</script> *bold*")
    assert "<script>" not in qm("report", game, "D2", "--form", "html").out
    assert "\\*bold\\*" in qm("report", game, "D2", "--form", "markdown").out


def test_penalties_follow_a_person_over_all_records(qm: Shell, game: str) -> None:
    qm("rule", "stand", game, "--by", "Kim", "--penalty", "p3:warning:slow play", *RULED)
    qm("dispute", "open", game, "--by", "p1", "--about", 5, "--claim", "again")
    qm("rule", "stand", game, "D2", "--by", "Kim", "--penalty", "Cleo:points:slow play:warning:twice", *RULED)
    told = qm("penalties", "--player", "cleo", "--json").json_lines
    assert [(item["person"], item["level"], item["time"]) for item in told] == [
        ("Cleo", "warning", 1),
        ("Cleo", "points", 2),
    ]
    assert qm("penalties", "--event", "Elsewhere").err == "no penalty stands\n"
