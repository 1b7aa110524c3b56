"""Signatures made with a player's own key of OpenSSH, and the text that they are under."""

import subprocess
from pathlib import Path

import pytest

from records.errors import Damaged, Refused
from records.signoff import SignText, key_id, read_sign_text, trouble_with
from records.sshsig import fingerprint, key_blob, read_signature


@pytest.fixture
def ssh_key(tmp_path: Path) -> Path:
    key = tmp_path / "id"
    done = subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=False)
    assert done.returncode == 0
    return key


def ssh_signed(key: Path, text: str, namespace: str = "quartermaster-signoff") -> str:
    file = key.with_name("text")
    file.write_text(text)
    command = ["ssh-keygen", "-Y", "sign", "-n", namespace, "-f", str(key), str(file)]
    subprocess.run(command, check=True, capture_output=True)
    signature = file.with_name("text.sig")
    made = signature.read_text()
    signature.unlink()
    return made


def test_a_signature_of_ssh_keygen_holds_for_its_text_key_and_purpose(ssh_key: Path, tmp_path: Path) -> None:
    public = ssh_key.with_name("id.pub").read_text()
    text = SignText("01", "3:x", "p1", key_id(public), "-", "accept", "2026-11-15T21:00:00Z").text()
    made = ssh_signed(ssh_key, text)
    assert trouble_with(text, made, public) == ""
    assert "does not fit" in trouble_with(text.replace("p1", "p2"), made, public)
    assert "not for quartermaster-signoff" in trouble_with(text, ssh_signed(ssh_key, text, "file"), public)
    other = tmp_path / "other"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(other)], check=True)
    assert "another key" in trouble_with(text, made, other.with_name("other.pub").read_text())
    listed = subprocess.run(["ssh-keygen", "-l", "-f", f"{ssh_key}.pub"], capture_output=True, text=True, check=True)
    assert fingerprint(key_blob(public)) in listed.stdout


@pytest.mark.parametrize("flaw", range(0, 230, 7))
def test_a_flipped_byte_in_a_signature_is_found(ssh_key: Path, flaw: int) -> None:
    public = ssh_key.with_name("id.pub").read_text()
    made = ssh_signed(ssh_key, "text\n")
    at = len("-----BEGIN SSH SIGNATURE-----\n") + flaw
    if made[at] in "\n=":
        return
    changed = made[:at] + ("A" if made[at] != "A" else "B") + made[at + 1 :]
    assert trouble_with("text\n", changed, public)


@pytest.mark.parametrize("text", ["", "ssh-rsa AAAA", "ssh-ed25519", "ssh-ed25519 !!!", "ssh-ed25519 AAAA"])
def test_what_is_not_an_openssh_key_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        key_blob(text)


@pytest.mark.parametrize("text", ["", "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n", "x" * 300])
def test_what_is_not_an_openssh_signature_is_damaged(text: str) -> None:
    with pytest.raises(Damaged):
        read_signature(text)


def test_the_text_of_a_sign_off_is_read_back() -> None:
    said = SignText("01", "3:x", "p1", "ann+1", "p1 4 p2 7", "accept-with D1", "2026-11-15T21:00:00Z")
    assert read_sign_text(said.text()) == said
    for broken in ("", said.text()[1:], said.text() + "\n", said.text().replace("seat", "chair")):
        with pytest.raises(Damaged):
            read_sign_text(broken)
