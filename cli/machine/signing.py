"""Signing a sign-off with a player's own key: one of ours, or one of OpenSSH."""

import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from records.errors import Damaged, NotFound, Refused, Unavailable

if TYPE_CHECKING:
    from cli.desk.docket import Docket
    from records.signoff import BoundKey


def _bound(docket: "Docket", seat: str, key: str | None, *, ssh: bool) -> "BoundKey":
    """The key of a seat: the given one, which must be bound to it, or the last that was."""
    from records.signoff import is_ssh

    own = [item for item in docket.cases.keys if item.seat == seat and item.revoked is None and is_ssh(item.key) == ssh]
    if key is not None:
        own = [item for item in own if _same(item.key, key)]
    if not own:
        raise NotFound(
            f"this key was not given to seat {seat}" if key else f"seat {seat} has no such key",
            mend=f"bind it first: qm key bind {docket.record_id[:12]} {seat} KEY",
        )
    return own[-1]


def _same(one: str, other: str) -> bool:
    return one.split()[:2] == other.split()[:2]


def sign_text(
    docket: "Docket",
    seat: str,
    statement: str,
    disputes: list[int],
    at: str | None,
    key: str | None,
    *,
    ssh: bool = True,
) -> str:
    """The text that a seat signs."""
    from cli.machine.folders_and_clock import now
    from records.clock import to_text
    from records.signoff import SignText, key_id

    bound = _bound(docket, seat, key, ssh=ssh)
    labels = " ".join(case.label for case in docket.cases.cases if case.seq in disputes)
    said = f"{statement} {labels}" if statement == "accept-with" and labels else statement
    head = docket.record.head().text()
    parts = SignText(docket.record_id, head, seat, key_id(bound.key), _result(docket), said, at or to_text(now()))
    return parts.text()


def _result(docket: "Docket") -> str:
    """The count so far: `p1 41 p2 37`; without points `p1 won p2 -`; a dash where nobody can count."""
    if docket.game is None or docket.table is None:
        return "-"
    from replay.playout import play_out

    state = play_out(docket.game, docket.table, docket.record.events).state_at()
    count = docket.game.score(state)
    return " ".join(f"{one.seat} {one.words or ('won' if one.seat in count.winners else '-')}" for one in count.seats)


def sign_event(
    docket: "Docket",
    seat: str,
    statement: str,
    disputes: list[int],
    at: str | None,
    key: str | None,
    ssh: Path | None,
) -> dict[str, Any]:
    """Text and signature, made here with the player's key."""
    from cli.machine.key_files import private_key
    from records.signoff import sign

    if ssh is not None:
        public = _ssh_public(ssh)
        text = sign_text(docket, seat, statement, disputes, at, public)
        return {"text": text, "signature": _ssh_sign(ssh, text)}
    private = private_key(key)
    text = sign_text(docket, seat, statement, disputes, at, private.public().text(), ssh=False)
    return {"text": text, "signature": sign(text, private)}


def ready_text(text: Path | None, signature: Path) -> dict[str, Any]:
    """Text and signature that were made elsewhere; the head and the statement are those of the text."""
    from records.signoff import read_sign_text

    if text is None:
        raise Refused("--signature needs --text", mend="give the file that `qm sign --print` wrote")
    content = _read(text)
    said = read_sign_text(content)
    words = said.statement.split(" ")
    return {"text": content, "signature": _read(signature), "head": said.head, "statement": words[0]}


def _read(path: Path) -> str:
    from cli.machine.os_errors import from_os

    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise from_os(error, str(path)) from None
    except UnicodeDecodeError:
        raise Damaged("this is not text", where=str(path)) from None


def _ssh_public(private: Path) -> str:
    public = private.with_name(private.name + ".pub")
    return _read(public).strip()


def _ssh_sign(private: Path, text: str) -> str:
    """Let ssh-keygen sign; it asks for the passphrase itself."""
    from records.signoff import NAMESPACE

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
        return _read(file.with_name("text.sig"))
