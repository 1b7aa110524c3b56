"""Signing with a player's OpenSSH key: `ssh-keygen` does it, so that the private half is never read here."""

import subprocess
import tempfile
from pathlib import Path

from cli.machine.input_files import file_text
from records.errors import Damaged, Refused, Unavailable
from records.signoff import NAMESPACE


def ssh_public(private: Path) -> str:
    """The public half of an OpenSSH key, from the file beside the private one."""
    return signed_file(private.with_name(private.name + ".pub")).strip()


def ssh_sign(private: Path, text: str) -> str:
    """Let ssh-keygen sign; it asks for the passphrase itself."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "text"
        file.write_text(text, "utf-8")
        command = ["ssh-keygen", "-Y", "sign", "-n", NAMESPACE, "-f", str(private), str(file)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise Unavailable(
                "ssh-keygen is not installed here", mend="sign with --key, or on another machine"
            ) from None
        if done.returncode:
            words = done.stderr.strip().splitlines()
            raise Refused(words[-1] if words else "ssh-keygen did not sign", where=str(private))
        return signed_file(file.with_name("text.sig"))


def signed_file(path: Path) -> str:
    """A signed text, a signature or a public key; `Damaged` if it is no text at all."""
    return file_text(path, Damaged("this is not text", where=str(path)))
