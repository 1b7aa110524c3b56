"""Rulings, appeals and remedies from the command line."""

import json
from typing import Any

import pytest

from tests.helpers.disputes import RULED, events, rules_named, turn
from tests.helpers.shell import Shell

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
        (("rule", "stand", "{}", "--by", "Kim", "--rule", "XX-NOPE-9", *RULED), "QM-RULE-9"),
        (("rule", "stand", "{}", "--by", "Kim", "--rule", "SS-LAY-9", *RULED), "perhaps SS-LAY-"),
        (("dispute", "open", "{}", "--by", "p1", "--about", 4, "--claim", "no", "--rule", "SS-LAX-1"), "SS-LAY-1"),
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
def test_what_is_not_allowed_is_refused_with_its_reason(
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


def test_an_unknown_game_has_disputes_too(qm: Shell) -> None:
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
    assert qm("dispute", "list", game, "--plain").out.split("\t")[2] == "ruled", "no reader's clock is asked"
    assert "QM-APPEAL-2" in qm("appeal", game, "D1", "--by", "p3", "--grounds", "fact").err
    qm("log", game, "--at", "2020-01-01T13:01:00Z", stdin='{"do":"note","text":"an hour later"}')
    assert qm("dispute", "list", game, "--plain").out.split("\t")[2] == "final"


def test_deferring_is_not_a_full_ruling(qm: Shell, game: str) -> None:
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
    assert "Ann's hand: five cards at the table" in refused.err
    position = qm("state", game, "--json").json
    position["hands"]["p1"] = ["?"] * 5
    file = qm.write("position.json", json.dumps(position))
    assert qm("rule", "resync", game, "--by", "Kim", "--observe", 7, "--position", file, *RULED).code == 0
    assert qm("state", game, "--get", "hands.p1.count").json == {"hands.p1.count": 5}


def test_a_score_may_be_adjusted(qm: Shell, game: str) -> None:
    outcomes = ("--outcome", "2: p1=5", "--outcome", "1: Ann=8, p2=4")
    assert qm("rule", "adjust", game, "--by", "Kim", *outcomes, *RULED).code == 0
    assert "weighted: weight 2: scores p1 5; weight 1: scores p1 8, p2 4" in qm("report", game, "D1").out
    told = qm("score", game)
    assert "Ann (p1)  6 as ruled (event 7), 0 by the count\n" in told.out
    assert "adjusted by the ruling of event 7 (weighted)" in told.err
