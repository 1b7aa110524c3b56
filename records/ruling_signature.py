"""Signed rulings: the text that an official signs with a key of theirs, and whether the signature of a ruling holds.

    quartermaster-ruling/1
    <record id>
    <size>:<root>
    key <key id>
    ruling <base64 of SHA-256 over the canonical JSON of the event>

The head is that of the lines before the ruling, and stands in the event as `head`. What is hashed is the event without
`signature` and `salt`, and without fields that say nothing (null, false, an empty list). So a signature is good for
one ruling, at one place of one record. It is made as a C2SP note, like that of a sign-off.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from records.b64 import to_base64
from records.canonical import canonical
from records.errors import QuartermasterError
from records.keys import PrivateKey
from records.record import Head
from records.sign import read_note
from records.signoff import BoundKey, head_of, key_id, sign, trouble_with
from records.sshsig import fingerprint, read_signature

TAG = "quartermaster-ruling/1"
_BESIDE = frozenset({"signature", "salt"})

Body = Mapping[str, Any]


class RulingSignature(msgspec.Struct, frozen=True):
    """What the signature of a ruling is worth."""

    by: str
    """The official."""
    key: str = ""
    """The short name of the key that made it, if it was made by one that is known."""
    since: int | None = None
    """The event that gave that key to the official."""
    trouble: str = ""
    """Why it does not hold."""

    def words(self) -> str:
        """`signed with Kim's key (kim.example+1a2b3c4d, given by event 4)`"""
        if self.trouble:
            return f"signature does not hold: {self.trouble}"
        return f"signed with {self.by}'s key ({self.key}, given by event {self.since})"


def ruling_text(record_id: str, head: str, key: str, body: Body) -> str:
    """The text to sign, ending with a newline. `key` is the short name of the key."""
    said = {
        name: value
        for name, value in body.items()
        if name not in _BESIDE and value is not None and value is not False and value != []
    }
    digest = to_base64(hashlib.sha256(canonical(said)).digest())
    return "".join(f"{line}\n" for line in (TAG, record_id, head, f"key {key}", f"ruling {digest}"))


def signed_ruling(record_id: str, head: Head, body: Body, key: PrivateKey) -> dict[str, Any]:
    """The ruling with its head and its signature."""
    whole = {**body, "head": head.text()}
    text = ruling_text(record_id, head.text(), key_id(key.public().text()), whole)
    return {**whole, "signature": sign(text, key)}


def ruling_signature(
    keys: Sequence[BoundKey], record_id: str, seq: int, body: Body, before: Head | None = None
) -> RulingSignature | None:
    """What the signature of the ruling at `seq` is worth; None if it has none.

    `before` is the head of the lines before it, where that is known.
    """
    if body.get("signature") is None:
        return None
    by = str(body.get("by", ""))
    signature, head = body.get("signature"), body.get("head")
    if not isinstance(signature, str) or not isinstance(head, str):
        return RulingSignature(by, trouble="the event does not hold all that was signed")
    wrong = _wrong_head(head, seq, before)
    if wrong:
        return RulingSignature(by, trouble=wrong)
    maker = _maker_of(signature)
    if maker is None:
        return RulingSignature(by, trouble="this is not a signature")
    known = [key for key in keys if key.since < seq and _id_of(key.key) == maker]
    own = [key for key in known if key.seat == by]
    if not own:
        whose = f"it belongs to {known[0].seat}" if known else f"no event gave it to {by}"
        return RulingSignature(by, maker, trouble=f"the key {maker} is not known here: {whose}")
    last = own[-1]
    trouble = ""
    if last.revoked is not None and last.revoked < seq:
        trouble = f"the key {maker} was revoked by event {last.revoked}"
    elif trouble_with(ruling_text(record_id, head, maker, body), signature, last.key):
        trouble = "the ruling, or the record that it was made for, is not the one that was signed"
    return RulingSignature(by, maker, last.since, trouble)


def _wrong_head(text: str, seq: int, before: Head | None) -> str:
    head = head_of(text)
    if head is None:
        return "its head cannot be read"
    if head.size != seq:
        return f"it was made after {head.size} lines, but {seq} come before the ruling"
    if before is not None and head.root != before.root:
        return "the lines before the ruling are not those under which it was signed"
    return ""


def _maker_of(signature: str) -> str | None:
    """The short name of the key that a signature claims."""
    try:
        if signature.startswith("-----BEGIN SSH"):
            return fingerprint(read_signature(signature).key)
        if "\n" in signature:
            return None
        (line,) = read_note(f"-\n\n{signature}\n".encode(), "signature").signatures
    except (QuartermasterError, ValueError):
        return None
    return f"{line.name}+{line.key_id.hex()}"


def _id_of(key: str) -> str | None:
    try:
        return key_id(key)
    except QuartermasterError:
        return None
