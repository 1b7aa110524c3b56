"""Disputes on the command line: claims, evidence, rulings, appeals, corrections and what they leave behind."""

import json
from typing import Any

import pytest

from tests.shell import Shell
from tests.tools import FIXTURES

PLAY = "\n".join(
    [
        '{"do":"setup","treasures":["red-4"]}',
        '{"do":"pass"}',
        '{"do":"lay","by":"p1","shows":"red"}',
        '{"do":"lay","by":"p3","shows":7}',
        '{"do":"lay","by":"p2","shows":3}',
    ]
)
"""Event 4 is out of turn."""
RULED = ("--facts", "all agree", "--verdict", "upheld")


@pytest.fixture
def game(qm: Shell) -> str:
    """A record with an illegal play, and a dispute about it (event 6)."""
    officials = ("--official", "Kim", "--official", "Lee:head", "--official", "Moa:committee")
    seats = ("p1=Ann", "p2=Bob", "p3=Cleo")
    record: str = qm("new", "sea-or-shore", *seats, "--kit", "demo", *officials, "--event", "Open", "--json").json["id"]
    assert qm("log", record, stdin=PLAY).code == 0
    assert qm("dispute", "open", record, "--by", "p2", "--about", 4, "--claim", "my turn").code == 0
    return record


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in qm("export", record, "-o", "-").out.splitlines()[1:]]


def turn(qm: Shell, record: str) -> Any:
    return qm("state", record, "--get", "turn").json["turn"]


def rules_named(qm: Shell, record: str) -> list[tuple[int, str, str]]:
    return [(item["seq"], item["rule"], item["answer"]) for item in qm("audit", record, "--json").json["findings"]]


# --- claims


def test_a_claim_freezes_the_position_and_is_listed(qm: Shell, game: str) -> None:
    claim = events(qm, game)[5]
    assert claim["about"] == 4
    assert len(claim["freeze"]["state"]) == 64
    assert qm("dispute", "list", game, "--plain").out == "D1\t6\topen\tp2\tillegal\tmy turn\n"
    shown = qm("dispute", "show", game).out
    assert "D1  open" in shown
    assert "until the claimant signs" in shown


def test_a_range_or_a_word_may_be_contested(qm: Shell, game: str) -> None:
    qm("dispute", "open", game, "--by", "p1", "--about", "3-5", "--claim", "all of it")
    qm("dispute", "open", game, "--by", "p1", "--about", "conduct", "--claim", "shouting", "--kind", "conduct")
    assert [entry.get("about") for entry in events(qm, game)[6:]] == [[3, 5], "conduct"]


def test_what_is_missing_is_named_when_nobody_can_be_asked(qm: Shell, game: str) -> None:
    answer = qm("dispute", "open", game, "--by", "p1", "--about", 3)
    assert answer.code == 2
    assert "--claim" in answer.err
    assert len(events(qm, game)) == 6


def test_a_dry_run_writes_nothing(qm: Shell, game: str) -> None:
    before = qm("show", game).out
    for command in (
        ("dispute", "open", game, "--by", "p1", "--about", 3, "--claim", "no"),
        ("evidence", "add", game, "--text", "I saw it"),
        ("dispute", "withdraw", game),
        ("dispute", "settle", game, "--seat", "p1", "--seat", "p2", "--outcome", "peace"),
        ("rule", "rewind", game, "--by", "Kim", "--to", 3, *RULED),
        ("amend", game, 5, "--void"),
        ("rewind", game, 4),
        ("seal", game, "p2", "card", "blue-3"),
        ("reveal", game, "card", "blue-3"),
        ("sign", game, "p1"),
        ("appoint", game, "Max", "--by", "Lee"),
    ):
        answer = qm(*command, "--dry-run")
        assert answer.code == 0, (command, answer.err)
        assert "nothing was written" in answer.err
    assert qm("show", game).out == before


def test_only_the_claimant_takes_a_claim_back(qm: Shell, game: str) -> None:
    refused = qm("dispute", "withdraw", game, "--by", "p1")
    assert refused.code == 2
    assert "QM-WITHDRAW-1" in refused.err
    assert qm("dispute", "withdraw", game).code == 0
    assert qm("dispute", "list", game, "--json").json["state"] == "withdrawn"


def test_players_settle_without_a_ruling(qm: Shell, game: str) -> None:
    assert qm("dispute", "settle", game, "--seat", "p2", "--seat", "p3", "--outcome", "play on").code == 0
    assert qm("amend", game, 4, "--void", "--ruling", 7, "--why", "as agreed").code == 0
    assert qm("dispute", "show", game, "D1", "--json").json["corrections"] == [8]


def test_evidence_is_a_text_or_a_file_by_its_digest(qm: Shell, game: str) -> None:
    photo = qm.write("table.jpg", b"a photograph")
    qm("evidence", "add", game, "--text", "I was first", "--by", "p2")
    qm("evidence", "add", game, "D1", "--file", photo)
    added = events(qm, game)[7]
    assert added["kind"] == "photo"
    assert added["attachment"]["bytes"] == 12
    assert qm("evidence", "check", game, photo).out.endswith("evidence in D1, event 8\n")
    photo.write_bytes(b"another picture")
    assert qm("evidence", "check", game, photo).code == 3


def test_windows_are_agreed_when_the_record_begins(qm: Shell) -> None:
    seats = ("sea-or-shore", "p1", "p2", "p3", "--kit", "demo")
    record = qm("new", *seats, "--window", 'claim={"until":"n-actions","n":1}', "--json").json["id"]
    qm("log", record, stdin='{"do":"setup"}\n{"do":"pass"}\n{"do":"lay","by":"p1","shows":3}')
    late = qm("dispute", "open", record, "--by", "p2", "--about", 2, "--claim", "too late")
    assert late.code == 0, "a late claim is heard"
    assert "QM-CLAIM-2 open: the claim is late" in late.out
    assert "(late)" in qm("dispute", "list", record).out
    for wrong in ("claim", "tea={}", 'claim={"until":"dawn"}', "claim=[]"):
        assert qm("new", *seats, "--window", wrong).code == 2


def test_evidence_for_officials_is_hidden_from_a_seat_and_the_table(qm: Shell, game: str) -> None:
    qm("evidence", "add", game, "--text", "a word in confidence", "--see", "officials")
    assert "in confidence" in qm("steps", game).out
    for viewer in ("p1", "table"):
        assert "in confidence" not in qm("steps", game, "--as", viewer).out


def test_the_rules_of_the_procedure_have_a_page(qm: Shell) -> None:
    from replay.engine_rules import ENGINE_RULES

    listed = qm("rules", "sea-or-shore", "QM", "--plain").out.splitlines()
    assert [line.split("\t")[0] for line in listed] == [rule.id for rule in ENGINE_RULES]
    assert "DISPUTES" in qm("help", "disputes").out


# --- rulings and appeals


def test_a_ruling_rewinds_and_names_its_correction(qm: Shell, game: str) -> None:
    assert qm("rule", "rewind", game, "--by", "Kim", "--to", 3, *RULED).code == 0
    ruling, rewind = events(qm, game)[6:]
    assert ruling["facts"] == {"standard": "agreed", "text": "all agree"}
    assert rewind == {"do": "rewind", "to": 3, "ruling": 7, "by": "Kim", "at": rewind["at"]}
    assert turn(qm, game) == "p2"
    assert rules_named(qm, game)[2:] == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("rule", "stand", "{}", "--by", "Max", *RULED), "QM-RULE-1"),
        (("rule", "stand", "{}", "--by", "Kim", "--level", "head", *RULED), "QM-RULE-3"),
        (("rule", "rewind", "{}", "--by", "Kim", *RULED), "--to"),
        (("rule", "amend", "{}", "--by", "Kim", "--target", 4, *RULED), "--action"),
        (("rule", "void", "{}", "--by", "Kim", *RULED), "--target"),
        (("rule", "void", "{}", "--by", "Kim", "--target", 99, *RULED), "there is no event 99"),
        (("rule", "resync", "{}", "--by", "Kim", "--observe", 4, *RULED), "--observe"),
        (("rule", "forgive", "{}", "--by", "Kim", *RULED), "no remedy"),
        (("rule", "stand", "{}", "--by", "Kim", "--facts", "x", "--verdict", "guilty"), "upheld, dismissed"),
        (("rule", "stand", "{}", "D7", "--by", "Kim", *RULED), "no dispute 'D7'"),
        (("appeal", "{}", "--by", "p1", "--grounds", "fact"), "no ruling yet"),
        (("final", "{}", "--by", "Kim"), "QM-FINAL-1"),
        (("reopen", "{}", "D1", "--by", "Lee", "--why", "so"), "QM-FINAL-2"),
        (("appoint", "{}", "Ann", "--by", "Lee"), "QM-OFFICIAL-1"),
        (("amend", "{}", 4), "--void"),
        (("amend", "{}", 4, '{"do":"lay","by":"p9","shows":3}'), "p9"),
        (("rewind", "{}", 77), "there is no event 77"),
        (("sign", "{}", "p9"), "QM-SIGN-1"),
        (("key", "bind", "{}", "p1", "no-such-key"), "no-such-key"),
        (("reveal", "{}", "card"), "the value is missing"),
        (("whatif", "{}"), "nothing to try"),
        (("whatif", "{}", "--amend", "4"), "write it as"),
    ],
)
def test_what_may_not_be_done_is_refused_with_its_reason(
    qm: Shell, game: str, command: tuple[Any, ...], words: str
) -> None:
    answer = qm(*(game if part == "{}" else part for part in command))
    assert answer.code in (2, 4), answer.out
    assert words in answer.err
    assert len(events(qm, game)) == 6


def test_anyway_records_it_and_the_audit_says_so(qm: Shell, game: str) -> None:
    assert qm("rule", "stand", game, "--by", "Max", *RULED, "--anyway").code == 0
    assert (7, "QM-RULE-1", "broken") in rules_named(qm, game)
    assert "QM-RULE-1 broken" in qm("verify", game).out


def test_qm_log_records_what_breaks_a_rule_of_the_procedure_with_a_finding(qm: Shell, game: str) -> None:
    late = '{"do":"withdraw","dispute":6,"by":"p1"}'
    assert "QM-WITHDRAW-1" in qm("log", game, "--strict", stdin=late).err
    answer = qm("log", game, stdin=late)
    assert answer.code == 0
    assert "QM-WITHDRAW-1 broken" in answer.out


def test_a_game_that_nobody_knows_has_disputes_too(qm: Shell) -> None:
    record = qm.new("--official", "Kim")
    qm("log", record, stdin='{"do":"setup"}\n{"do":"play","by":"blue"}')
    assert qm("dispute", "open", record, "--by", "red", "--about", 2, "--claim", "no").code == 0
    assert "QM-RULE-1" in qm("rule", "stand", record, "--by", "Max", *RULED).err
    assert qm("rule", "void", record, "--by", "Kim", "--target", 2, *RULED).code == 0
    assert qm("dispute", "show", record).out.startswith("D1  ruled")
    assert "## D1" in qm("report", record, "--form", "markdown").out


def test_an_appeal_goes_up_and_takes_back_what_was_corrected(qm: Shell, game: str) -> None:
    qm("rule", "rewind", game, "--by", "Kim", "--to", 3, "--penalty", "Cleo:caution:out of turn", *RULED)
    assert "Cleo" in qm("penalties").out
    qm("appeal", game, "--by", "p3", "--grounds", "remedy")
    refused = qm("rule", "stand", game, "--by", "Kim", *RULED)
    assert "QM-APPEAL-5" in refused.err
    assert qm("rule", "stand", game, "--by", "Lee", *RULED).code == 0
    assert events(qm, game)[-1]["target"] == 8
    assert turn(qm, game) is None, "the third card lies again"
    assert qm("penalties").err == "no penalty stands\n"
    assert qm("dispute", "show", game, "--json").json["standing"] == 10


def test_a_remedy_may_wait_until_the_ruling_is_final(qm: Shell, game: str) -> None:
    qm("rule", "rewind", game, "--by", "Kim", "--to", 3, "--when-final", *RULED)
    assert turn(qm, game) is None
    assert qm("final", game).code == 0
    assert turn(qm, game) == "p2"
    assert qm("reopen", game, "--by", "Lee", "--why", "a photograph").code == 0
    assert qm("dispute", "list", game, "--plain").out.split("\t")[2] == "reopened"


def test_an_amendment_may_wait_too(qm: Shell, game: str) -> None:
    lay = '{"do":"lay","by":"p2","shows":9}'
    assert qm("rule", "amend", game, "--by", "Kim", "--target", 3, "--when-final", *RULED).code == 2
    assert qm("rule", "amend", game, "--by", "Kim", "--target", 4, "--action", lay, "--when-final", *RULED).code == 0
    before = len(events(qm, game))
    assert qm("final", game).code == 0
    done = events(qm, game)[before:]
    assert [event["do"] for event in done] == ["final", "amend"]
    assert done[1]["action"] == {"do": "lay", "by": "p2", "shows": 9}
    assert done[1]["ruling"] == before


def test_a_position_set_from_a_count_may_wait(qm: Shell, game: str) -> None:
    qm("log", game, stdin='{"do":"observe","facts":{"hands.p1.count":5}}')
    position = qm("state", game, "--json").json
    position["hands"]["p1"] = ["?"] * 5
    file = qm.write("position.json", json.dumps(position))
    waiting = ("rule", "resync", game, "--by", "Kim", "--observe", 7, "--when-final", *RULED)
    assert qm(*waiting).code == 2, "it is tried when it is ruled, not when it is too late"
    assert qm(*waiting, "--position", file).code == 0
    assert qm("state", game, "--get", "hands.p1.count").json != {"hands.p1.count": 5}
    assert qm("final", game).code == 0
    assert qm("state", game, "--get", "hands.p1.count").json == {"hands.p1.count": 5}
    assert [rule for _, rule, _ in rules_named(qm, game) if rule.startswith("QM-")] == []


def test_a_ruling_is_final_by_itself_when_its_time_is_over(qm: Shell, game: str) -> None:
    times = ("--at", "2020-01-01T12:00:00Z", "--appeal-until", "2020-01-01T13:00:00Z")
    qm("rule", "stand", game, "--by", "Kim", *RULED, *times)
    assert qm("dispute", "list", game, "--plain").out.split("\t")[2] == "final"
    assert "QM-APPEAL-2" in qm("appeal", game, "D1", "--by", "p3", "--grounds", "fact").err


def test_deferring_is_no_full_ruling(qm: Shell, game: str) -> None:
    assert qm("rule", "defer", game, "--by", "Kim").code == 0
    assert qm("dispute", "list", game, "--plain").out.split("\t")[2] == "deferred"
    assert "QM-APPEAL-1" in qm("appeal", game, "--by", "p3", "--grounds", "fact").err


def test_officials_are_appointed_by_the_head(qm: Shell, game: str) -> None:
    assert "QM-OFFICIAL-1" in qm("appoint", game, "Max").err
    assert qm("appoint", game, "Max:head", "--by", "Lee").code == 0
    assert qm("rule", "stand", game, "--by", "Max", "--level", "head", *RULED).code == 0


@pytest.mark.parametrize(
    ("remedy", "options", "value"),
    [
        ("amend", ("--target", 4, "--action", '{"do":"lay","by":"p2","shows":7}'), "p3"),
        ("void", ("--target", 4, "--target", 5), "p2"),
        ("insert", ("--target", 3, "--action", '{"do":"lay","by":"p2","shows":1}'), None),
        ("redo", ("--to", 3), "p2"),
    ],
)
def test_remedies_carry_themselves_out(
    qm: Shell, game: str, remedy: str, options: tuple[Any, ...], value: str | None
) -> None:
    assert qm("rule", remedy, game, "--by", "Kim", *options, *RULED).code == 0
    assert turn(qm, game) == value
    broken = [rule for _, rule, answer in rules_named(qm, game) if rule.startswith("QM-")]
    assert broken == []


def test_resync_sets_the_position_from_a_count(qm: Shell, game: str) -> None:
    qm("log", game, stdin='{"do":"observe","facts":{"additions.p1":3,"supply":19}}')
    assert qm("rule", "resync", game, "--by", "Kim", "--observe", 7, *RULED).code == 0
    assert qm("state", game, "--get", "additions.p1", "--get", "supply").json == {"additions.p1": 3, "supply": 19}
    assert qm("state", game, "--get", "supply", "--timeline", "recorded").json == {"supply": 22}


def test_resync_says_what_a_position_cannot_express(qm: Shell, game: str) -> None:
    qm("log", game, stdin='{"do":"observe","facts":{"hands.p1.count":5}}')
    refused = qm("rule", "resync", game, "--by", "Kim", "--observe", 7, *RULED)
    assert refused.code == 2
    assert "hands.p1.count" in refused.err
    position = qm("state", game, "--json").json
    position["hands"]["p1"] = ["?"] * 5
    file = qm.write("position.json", json.dumps(position))
    assert qm("rule", "resync", game, "--by", "Kim", "--observe", 7, "--position", file, *RULED).code == 0
    assert qm("state", game, "--get", "hands.p1.count").json == {"hands.p1.count": 5}


def test_a_score_may_be_adjusted(qm: Shell, game: str) -> None:
    adjusted = '{"kind":"weighted","outcomes":[{"weight":2,"result":{"p1":5}},{"weight":1,"result":{"p2":5}}]}'
    assert qm("rule", "adjust", game, "--by", "Kim", "--adjust", adjusted, *RULED).code == 0
    assert "weighted: result p1 5, weight 2" in qm("report", game, "D1").out
    assert "the ruling of event 7 says: adjust (weighted" in qm("score", game).err


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
    assert "red-9: from played.p1 back to hands.p1" in text
    assert "red-4: from piles.p1 back to decks.all.up" in text
    assert "p2 keeps knowing" in text
    sheet = qm("rewind", "--plan", game, 4, "--json").json
    assert sheet["decisions"] == {"p2": 1}
    assert sheet["chance"] == [7]
    assert sheet["simple"] is False
    assert len(events(qm, game)) == 7


# --- seals and signatures


def test_a_seal_is_opened_by_its_owner_or_for_a_dispute_with_a_reason(qm: Shell, game: str) -> None:
    qm("seal", game, "p2", "@2.cards.p2", "blue-3")
    assert "blue-3" not in qm("export", game, "-o", "-").out
    assert qm("audit", "--access", game).out.endswith("nobody looked at a sealed fact that was not his own\n")
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


def test_two_records_of_one_game_are_laid_side_by_side(qm: Shell) -> None:
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
    qm("evidence", "add", game, "--text", "he has done it before", "--see", "officials")
    assert "done it before" in qm("report", game, "D1").out
    assert "done it before" not in qm("report", game, "D1", "--for", "public").out


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
