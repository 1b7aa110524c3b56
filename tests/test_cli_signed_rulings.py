"""Officials with keys: a ruling is signed, and everybody can see whether it was, and by whom."""

import json

import pytest

from tests.helpers.disputes import RULED, events, rules_named
from tests.helpers.shell import Shell

STAND = ("rule", "stand", "{}", "--by", "Kim", *RULED)


@pytest.fixture
def keyed(qm: Shell, game: str) -> str:
    """The game with a dispute; Kim has a key (event 7)."""
    assert qm("key", "new", "kim.example").code == 0
    assert qm("key", "bind", game, "Kim", "kim.example", "--by", "Lee").code == 0
    return game


def rule(qm: Shell, game: str, *more: str) -> int:
    return qm(*(game if part == "{}" else part for part in STAND), *more).code


def test_a_signed_ruling_says_so_wherever_it_is_shown(qm: Shell, keyed: str) -> None:
    assert rule(qm, keyed, "--sign", "kim.example") == 0
    signed = events(qm, keyed)[7]
    assert signed["head"].startswith("8:")
    words = "signed with Kim's key (kim.example+"
    assert words in qm("dispute", "show", keyed).out
    assert f"signature  {words}" in qm("report", keyed, "D1").out
    assert f"upheld, stand. ({words}" in qm("report", keyed).out
    told = qm("verify", keyed)
    assert told.code == 0
    assert f"event 8: {words}" in told.out
    assert "given by event 7)" in told.out
    (known,) = qm("dispute", "show", keyed, "--json").json["rulings"]
    assert (known["signed"]["by"], known["signed"]["since"], known["signed"]["trouble"]) == ("Kim", 7, "")
    assert qm("verify", keyed, "--json").json["rulings"][0]["signed"] == known["signed"]
    assert [rule for _, rule, _ in rules_named(qm, keyed) if rule.startswith("QM-")] == []


def test_a_ruling_without_a_signature_says_so_too(qm: Shell, keyed: str) -> None:
    assert rule(qm, keyed) == 0
    assert "(stands; not signed)" in qm("dispute", "show", keyed).out
    assert "signature  not signed" in qm("report", keyed, "D1").out
    assert "event 8: not signed" in qm("verify", keyed).out
    assert qm("dispute", "show", keyed, "--json").json["rulings"][0]["signed"] is None


def test_a_ruling_that_defers_may_be_signed_and_corrections_follow_a_signed_one(qm: Shell, keyed: str) -> None:
    assert qm("rule", "defer", keyed, "--by", "Kim", "--sign", "kim.example").code == 0
    assert qm("rule", "rewind", keyed, "--by", "Kim", "--to", 3, *RULED, "--sign", "kim.example").code == 0
    assert [event["do"] for event in events(qm, keyed)[7:]] == ["ruling", "ruling", "rewind"]
    assert qm("verify", keyed).out.count("signed with Kim's key") == 2


def test_only_a_key_that_was_given_to_the_official_signs(qm: Shell, keyed: str) -> None:
    qm("key", "new", "eve.example")
    refused = qm("rule", "stand", keyed, "--by", "Kim", *RULED, "--sign", "eve.example")
    assert refused.code == 4
    assert "this key was not given to Kim" in refused.err
    assert "qm key bind" in refused.err
    assert "given to Lee" in qm("rule", "stand", keyed, "--by", "Lee", *RULED, "--sign", "kim.example").err
    assert "QM-KEY-1" in qm("key", "bind", keyed, "Max", "eve.example").err
    qm("key", "bind", keyed, "Kim", "kim.example", "--revoke", "--by", "Lee")
    assert qm("rule", "stand", keyed, "--by", "Kim", *RULED, "--sign", "kim.example").code == 4
    assert rule(qm, keyed) == 0, "without a signature Kim still rules"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"verdict": "dismissed"}, "not the one that was signed"),
        ({"by": "Lee"}, "it belongs to Kim"),
        ({"signature": "— eve.example AAAAAAAA"}, "is not known here"),
        ({"signature": "soon"}, "this is not a signature"),
    ],
)
def test_a_ruling_changed_after_it_was_signed_is_named_at_its_place(
    qm: Shell, keyed: str, change: dict[str, str], words: str
) -> None:
    rule(qm, keyed, "--sign", "kim.example")
    lines = qm("export", keyed, "-o", "-").out.splitlines()
    lines[8] = json.dumps({**json.loads(lines[8]), **change}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    forged = qm.write("forged.jsonl", "\n".join(lines) + "\n")
    told = qm("verify", forged)
    assert told.code == 3
    assert "under the ruling at event 8 does not hold" in told.out
    assert words in told.out
    assert "signature does not hold: " in qm("dispute", "show", forged).out
    assert "does not hold" in qm("report", forged, "D1").out
    assert (8, "QM-SIGN-3", "broken") in rules_named(qm, str(forged))


def test_a_signed_ruling_cannot_be_moved_to_another_history(qm: Shell, keyed: str) -> None:
    rule(qm, keyed, "--sign", "kim.example")
    lines = qm("export", keyed, "-o", "-").out.splitlines()
    other = lines.copy()
    other[5] = other[5].replace('"shows":3', '"shows":4')
    history = qm.write("history.jsonl", "\n".join(other) + "\n")
    assert qm("verify", history).code == 3
    assert "the lines before the ruling are not those under which it was signed" in qm("report", history, "D1").out
    later = [*lines[:8], '{"do":"note","text":"tea"}', lines[8]]
    moved = qm.write("moved.jsonl", "\n".join(later) + "\n")
    assert "it was made after 8 lines, but 9 come before the ruling" in qm("verify", moved).out
