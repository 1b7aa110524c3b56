"""Claims, evidence and settlements from the command line."""

from tests.helpers.disputes import RULED, events
from tests.helpers.shell import Shell

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
    qm("log", record, stdin='{"do":"setup","starter":"p1"}\n{"do":"pass"}\n{"do":"lay","by":"p1","shows":3}')
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
