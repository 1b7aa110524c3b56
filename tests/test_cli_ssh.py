"""Signatures with a player's OpenSSH key: made here by ssh-keygen, or elsewhere and brought back as two files."""

import shutil
import subprocess
from pathlib import Path

import pytest

from records.signoff import NAMESPACE
from tests.helpers.disputes import events
from tests.helpers.shell import Shell


@pytest.fixture
def key(qm: Shell, game: str) -> Path:
    """Ann's key, bound to her seat in a game without open disputes."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("no ssh-keygen on this machine: install Debian's package openssh-client to run this test")
    path = new_key(qm.folder / "ann")
    assert qm("dispute", "withdraw", game).code == 0
    assert qm("key", "bind", game, "p1", f"{path}.pub").code == 0
    return path


def new_key(path: Path) -> Path:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


def signed_by_hand(key: Path, text: Path) -> Path:
    """As a player signs on a machine of their own."""
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", NAMESPACE, "-f", key, text], check=True)
    return text.with_name(f"{text.name}.sig")


def test_ssh_keygen_signs_here(qm: Shell, game: str, key: Path) -> None:
    assert "grade A" in qm("sign", game, "p1", "--ssh", key).err
    assert [(sign["seat"], sign["grade"]) for sign in qm("verify", game, "--json").json["signed"]] == [("p1", "A")]


def test_a_text_is_printed_signed_elsewhere_and_brought_back(qm: Shell, game: str, key: Path) -> None:
    printed = qm("sign", game, "p1", "--print", "--statement", "refuse")
    assert printed.code == 0
    text = qm.write("text", printed.out)
    assert len(events(qm, game)) == 8, "printing logs nothing"

    answer = qm("sign", game, "p1", "--text", text, "--signature", signed_by_hand(key, text))

    assert "grade A" in answer.err
    assert events(qm, game)[-1]["statement"] == "refuse", "the statement is the one that was signed"
    assert qm("verify", game).code == 0


def test_a_signature_for_another_text_is_refused(qm: Shell, game: str, key: Path) -> None:
    text = qm.write("text", qm("sign", game, "p1", "--print").out)
    signature = signed_by_hand(key, text)
    qm.write("text", text.read_text().replace("accept", "refuse"))
    answer = qm("sign", game, "p1", "--text", text, "--signature", signature)
    assert answer.code == 2
    assert "QM-SIGN" in answer.err


def test_what_is_missing_is_said(qm: Shell, game: str, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = new_key(qm.folder / "other")
    assert "bind it first" in qm("sign", game, "p1", "--ssh", other).err
    assert "--signature needs --text" in qm("sign", game, "p1", "--signature", "text.sig").err
    assert qm("sign", game, "p1", "--ssh", "nowhere").code == 4
    assert qm("sign", game, "p1", "--text", "nowhere", "--signature", "nowhere").code == 4
    qm.write("bytes.pub", b"\xff\xfe")
    assert "this is not text" in qm("sign", game, "p1", "--ssh", "bytes").err
    key.write_text("no key at all")
    refused = qm("sign", game, "p1", "--ssh", key)
    assert (refused.code, str(key) in refused.err) == (2, True)
    monkeypatch.setenv("PATH", "")
    assert "ssh-keygen is not installed here" in qm("sign", game, "p1", "--ssh", key).err
    assert not [event for event in events(qm, game) if event["do"] == "sign"]
