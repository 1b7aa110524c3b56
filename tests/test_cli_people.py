"""Who acts is named by seat, by the player's name or as an official, in every command."""

import pytest

from tests.helpers.disputes import RULED, events
from tests.helpers.shell import Shell


@pytest.mark.parametrize("name", ["Ann", "ann", "p1", "P1"])
def test_a_claim_is_made_by_a_seat_however_its_player_is_named(qm: Shell, game: str, name: str) -> None:
    claim = ("dispute", "open", game, "--about", 4, "--claim", "no")
    assert qm(*claim, "--by", name).code == 0
    assert events(qm, game)[-1]["by"] == "p1"


def test_every_command_that_asks_who_takes_a_name(qm: Shell, game: str) -> None:
    def last() -> dict[str, object]:
        return events(qm, game)[-1]

    assert qm("evidence", "add", game, "--by", "Cleo", "--text", "I saw it").code == 0
    assert last()["by"] == "p3"
    assert qm("rule", "stand", game, "--by", "kim", *RULED).code == 0
    assert last()["by"] == "Kim"
    assert qm("appeal", game, "--by", "Cleo", "--grounds", "fact", "--concur", "Ann").code == 0
    assert (last()["by"], last()["concur"]) == ("p3", ["p1"])
    assert qm("rule", "stand", game, "--by", "Lee", *RULED).code == 0
    assert qm("final", game, "--by", "lee").code == 0
    assert qm("reopen", game, "D1", "--by", "lee", "--why", "so").code == 0
    assert last()["by"] == "Lee"
    assert qm("dispute", "settle", game, "--seat", "Bob", "--seat", "Cleo", "--outcome", "play on").code == 0
    assert last()["seats"] == ["p2", "p3"]
    assert qm("seal", game, "Bob", "card", "blue-3").code == 0
    assert last()["by"] == "p2"
    assert qm("reveal", game, "card", "--by", "Bob").code == 0
    assert last()["by"] == "p2"
    qm("key", "new", "ann.example")
    assert qm("key", "bind", game, "Ann", "ann.example").code == 0
    assert last()["seat"] == "p1"
    assert qm("sign", game, "Ann", "--key", "ann.example").code == 0
    assert last()["seat"] == "p1"
    assert qm("amend", game, 5, "--void", "--by", "Ann").code == 0
    assert last()["by"] == "p1"


def test_a_claim_is_taken_back_by_name_and_by_nobody_else(qm: Shell, game: str) -> None:
    assert "QM-WITHDRAW-1" in qm("dispute", "withdraw", game, "--by", "Ann").err
    assert qm("dispute", "withdraw", game, "--by", "Bob").code == 0


def test_a_player_who_logs_corrects_as_the_scribe_and_claims_from_their_seat(qm: Shell) -> None:
    record = qm.new("--scribe", "Ann")
    qm("log", record, stdin='{"do":"setup"}\n{"do":"play","by":"red"}')
    assert qm("amend", record, 2, "--void", "--by", "Ann").code == 0
    assert events(qm, record)[-1]["by"] == "Ann"
    assert qm("dispute", "open", record, "--by", "Ann", "--about", 2, "--claim", "no").code == 0
    assert events(qm, record)[-1]["by"] == "blue"


def test_a_name_that_sits_twice_or_nowhere_is_refused(qm: Shell) -> None:
    record = qm("new", "tiny", "blue=Ann", "red=Ann", "--plain").out.split()[0]
    qm("log", record, stdin='{"do":"setup"}\n{"do":"play","by":"red"}')
    claim = ("dispute", "open", record, "--about", 2, "--claim", "no", "--by")
    twice = qm(*claim, "Ann")
    assert twice.code == 2
    assert "Ann sits at blue and red" in twice.err
    assert "QM-CLAIM-4" in qm(*claim, "Zoe").err
    assert qm(*claim, "red").code == 0
