"""Sign-offs: the text that a player signs with their own key, and whether a signature under it holds.

    quartermaster-signoff/1
    <record id>
    <size>:<root>
    seat <seat> key <key id>
    result <text, or ->
    statement <accept, accept-with D3, refuse>
    time <UTC>

It is signed as a C2SP note with an Ed25519 key of `qm key`, or with `ssh-keygen -Y sign -n quartermaster-signoff`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from records import sshsig
from records.errors import Damaged, QuartermasterError, Refused
from records.keys import PrivateKey, read_public_key
from records.record import Head
from records.sign import check_note, sign_note

TAG = "quartermaster-signoff/1"
NAMESPACE = "quartermaster-signoff"


class SignText(NamedTuple):
    """What a signed text says."""

    record_id: str
    head: str
    seat: str
    key: str
    result: str
    statement: str
    time: str

    def text(self) -> str:
        """The text, ending with a newline."""
        lines = [
            TAG,
            self.record_id,
            self.head,
            f"seat {self.seat} key {self.key}",
            f"result {self.result}",
            f"statement {self.statement}",
            f"time {self.time}",
        ]
        return "".join(f"{line}\n" for line in lines)


def read_sign_text(text: str) -> SignText:
    """The parts of a signed text; `Damaged` if it is not one."""
    lines = text.split("\n")
    if len(lines) != 8 or lines[0] != TAG or lines[7]:
        raise Damaged("this is not the text of a sign-off", mend="`qm sign --print` writes it", kind="sign-off")
    seat, _, key = lines[3].removeprefix("seat ").partition(" key ")
    parts = [lines[number].partition(" ") for number in (4, 5, 6)]
    if [part[0] for part in parts] != ["result", "statement", "time"] or not lines[3].startswith("seat ") or not key:
        raise Damaged("this is not the text of a sign-off", mend="`qm sign --print` writes it", kind="sign-off")
    return SignText(lines[1], lines[2], seat, key, parts[0][2], parts[1][2], parts[2][2])


def is_ssh(key: str) -> bool:
    """Whether a public key is one of OpenSSH."""
    return key.startswith("ssh-")


def key_id(key: str) -> str:
    """The short name of a public key, as a signed text holds it. `Refused` for a text that is no key."""
    if is_ssh(key):
        return sshsig.fingerprint(sshsig.key_blob(key))
    public = read_public_key(key)
    return f"{public.name}+{public.id.hex()}"


def sign(text: str, key: PrivateKey) -> str:
    """The signature line under the text."""
    return sign_note(text, [key]).signatures[0].line()


def trouble_with(text: str, signature: str, key: str) -> str:
    """Why the signature under a text does not hold for this key; empty if it holds."""
    try:
        if is_ssh(key):
            return _trouble_with_ssh(text, signature, key)
        check_note(f"{text}\n{signature}\n".encode(), [read_public_key(key)], "sign-off")
    except QuartermasterError as error:
        return error.what
    return ""


def _trouble_with_ssh(text: str, signature: str, key: str) -> str:
    found = sshsig.read_signature(signature)
    if found.key != sshsig.key_blob(key):
        return f"it was signed with another key, {sshsig.fingerprint(found.key)}"
    if found.namespace != NAMESPACE:
        return f"it was signed for {found.namespace!r}, not for {NAMESPACE}"
    if not sshsig.fits(text.encode(), found):
        return "the signature does not fit: the text was changed, or another key signed it"
    return ""


def check_said(said: SignText, record_id: str | None, head: str, seat: str, statement: str) -> str:
    """How the signed text and the event differ; empty if they say the same."""
    if record_id is not None and said.record_id != record_id:
        return f"the signed text is about the record {said.record_id}"
    if said.head != head:
        return f"the signed text accepts the head {said.head}, the event {head}"
    if said.seat != seat:
        return f"the signed text is that of seat {said.seat}, the event's is {seat}"
    if said.statement.split(" ")[0] != statement:
        return f"the signed text says {said.statement!r}, the event {statement!r}"
    return ""


class BoundKey(msgspec.Struct, frozen=True):
    """A public key of a seat, from one event on, until it was revoked."""

    seat: str
    key: str
    since: int
    revoked: int | None = None


def bound(keys: Sequence[BoundKey], seat: str, key: str, seq: int) -> tuple[BoundKey, ...]:
    """The keys after an event gave one to a seat."""
    return (*keys, BoundKey(seat, key, seq))


def revoked(keys: Sequence[BoundKey], seat: str, key: str, seq: int) -> tuple[BoundKey, ...]:
    """The keys after an event revoked one."""
    return tuple(
        msgspec.structs.replace(item, revoked=seq)
        if (item.seat, item.key) == (seat, key) and item.revoked is None
        else item
        for item in keys
    )


class Signed(NamedTuple):
    """What a `sign` event says about its signature."""

    head: str
    seat: str
    statement: str
    text: str | None
    signature: str


def signature_trouble(keys: Sequence[BoundKey], record_id: str | None, signed: Signed) -> str:
    """Why the signature of a sign-off does not hold; empty if it holds."""
    if signed.text is None:
        return "the text that was signed is not in the event"
    try:
        said = read_sign_text(signed.text)
    except QuartermasterError as error:
        return error.what
    differs = check_said(said, record_id, signed.head, signed.seat, signed.statement)
    if differs:
        return differs
    known = [key for key in keys if _id_of(key.key) == said.key]
    own = [key for key in known if key.seat == signed.seat]
    if not own:
        whose = f"it belongs to seat {known[0].seat}" if known else "no event gave it to this seat"
        return f"the key {said.key} is not known here: {whose}"
    if own[-1].revoked is not None:
        return f"the key {said.key} was revoked by event {own[-1].revoked}"
    return trouble_with(signed.text, signed.signature, own[-1].key)


def _id_of(key: str) -> str | None:
    try:
        return key_id(key)
    except QuartermasterError:
        return None


def head_of(text: str) -> Head | None:
    """The head that a sign-off names; None if the text is not a head."""
    try:
        return Head.from_text(text)
    except Refused:
        return None
