"""Whose signature counts: a checkpoint or a proof by somebody unknown, or in a false name."""

import pytest

from cli.machine.key_files import private_key
from records.record import from_bytes
from records.sign import sign_note
from tests.helpers.shell import STORY, Shell

CLUB = "club.example/open-2026"


def forged(qm: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A changed record with a checkpoint and a proof, signed elsewhere by a key that bears this name."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("XDG_DATA_HOME", str(qm.folder / "elsewhere"))
        qm("key", "new", name)
        qm.write("evil.jsonl", STORY.replace("red-5", "red-6"))
        assert qm("checkpoint", "evil.jsonl", "-o", "evil.txt").code == 0
        assert qm("prove", "evil.jsonl", "2", "-o", "evil.json", "--sign", name).code == 0


FORGED = [("evil.jsonl", "--checkpoint", "evil.txt"), ("evil.json",)]


@pytest.mark.parametrize("target", FORGED)
def test_a_signature_of_a_stranger_is_not_checked_and_that_is_no_clean_answer(
    qm: Shell, monkeypatch: pytest.MonkeyPatch, target: tuple[str, ...]
) -> None:
    forged(qm, monkeypatch, CLUB)
    answer = qm("verify", *target)
    assert answer.code == 1
    assert "signature was not checked" in answer.out.splitlines()[0]
    assert "--key" in answer.out
    assert qm("verify", *target, "--plain").out.startswith("unchecked\t")
    assert qm("verify", *target, "--json").json["unchecked"] is True
    qm("key", "new", "somebody.else")
    assert qm("verify", *target).code == 1


@pytest.mark.parametrize("target", FORGED)
def test_a_signature_in_the_name_of_a_key_known_here_is_false(
    qm: Shell, monkeypatch: pytest.MonkeyPatch, target: tuple[str, ...]
) -> None:
    forged(qm, monkeypatch, CLUB)
    qm("key", "new", CLUB)
    answer = qm("verify", *target)
    assert answer.code == 3
    assert CLUB in answer.out
    assert qm("verify", *target, "--json").json["ok"] is False


def test_a_stranger_cannot_speak_for_a_key_known_here_by_the_first_line_of_a_checkpoint(
    qm: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    forged(qm, monkeypatch, "eve.example")
    note = (qm.folder / "evil.txt").read_text()
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("XDG_DATA_HOME", str(qm.folder / "elsewhere"))
        key = private_key("eve.example")
    text = note.partition("\n\n")[0].replace("eve.example/", f"{CLUB}/") + "\n"
    qm.write("evil.txt", sign_note(text, [key]).data())
    qm("key", "new", CLUB)
    assert qm("verify", "evil.jsonl", "--checkpoint", "evil.txt").code == 3


def test_a_proof_that_nobody_signed_counts_only_with_a_head_from_elsewhere(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    qm.write("proof.json", qm("prove", "game.jsonl", "2").out)
    head = from_bytes(STORY.encode()).head()
    assert qm("verify", "proof.json").code == 1
    assert qm("verify", "proof.json", "--head", head.text()).code == 0
    assert qm("verify", "proof.json", "--code", head.code).code == 0


def test_a_proof_is_not_vouched_for_by_a_checkpoint_of_a_stranger(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    forged(qm, monkeypatch, CLUB)
    qm.write("unsigned.json", qm("prove", "evil.jsonl", "2").out)
    assert qm("verify", "unsigned.json", "--checkpoint", "evil.txt").code == 1
    qm("key", "new", CLUB)
    assert qm("verify", "unsigned.json", "--checkpoint", "evil.txt").code == 3
