"""Signed notes (C2SP signed-note) with Ed25519 keys: a text, and who vouches for it.

    text of the note
    <empty line>
    — <key name> <base64 of key id and signature>

A note may carry several signatures. Those of unknown keys are kept and not judged; one of a known key that does not fit
spoils the note.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from records.b64 import from_base64, to_base64
from records.errors import Damaged, Refused
from records.keys import KEY_NAME, PrivateKey, PublicKey, new_key, read_private_key, read_public_key
from records.limits import NOTE_BYTES_MAX, NOTE_SIGNATURES_MAX
from records.record import Head

__all__ = [
    "Checked",
    "Checkpoint",
    "PrivateKey",
    "PublicKey",
    "Signature",
    "SignedNote",
    "add_signatures",
    "check_checkpoint",
    "check_note",
    "new_key",
    "read_checkpoint",
    "read_note",
    "read_private_key",
    "read_public_key",
    "sign_checkpoint",
    "sign_note",
    "try_checkpoint",
]

_DASH = "— "


class Signature(NamedTuple):
    """One signature line of a note."""

    name: str
    key_id: bytes
    raw: bytes

    def line(self) -> str:
        """The line without its newline."""
        return f"{_DASH}{self.name} {to_base64(self.key_id + self.raw)}"


class SignedNote(msgspec.Struct, frozen=True):
    """A text (it ends with a newline) and its signatures."""

    text: str
    signatures: tuple[Signature, ...]

    def data(self) -> bytes:
        """The note as a file holds it."""
        return "".join([self.text, "\n", *(f"{signature.line()}\n" for signature in self.signatures)]).encode()


class Checked(NamedTuple):
    """A note whose signatures were checked: the known keys that signed, and the signatures nobody could judge."""

    text: str
    by: tuple[PublicKey, ...]
    unknown: tuple[Signature, ...]


class Checkpoint(NamedTuple):
    """What a checkpoint says: which record (the origin ends with its id), how many lines, which root."""

    origin: str
    head: Head
    extensions: tuple[str, ...] = ()

    @property
    def record_id(self) -> str:
        """The last part of the origin."""
        return self.origin.rpartition("/")[2]

    def text(self) -> str:
        """The text of the note."""
        return "".join(
            f"{line}\n" for line in (self.origin, self.head.size, to_base64(self.head.root), *self.extensions)
        )


def sign_note(text: str, keys: Sequence[PrivateKey]) -> SignedNote:
    """A note with one signature of each key, in their order."""
    _check_text(text)
    return add_signatures(SignedNote(text, ()), keys)


def add_signatures(note: SignedNote, keys: Iterable[PrivateKey]) -> SignedNote:
    """The note with further signatures; those it has are kept."""
    message = note.text.encode()
    new = (Signature(key.name, key.public().id, key.sign(message)) for key in keys)
    return SignedNote(note.text, (*note.signatures, *new))


def read_note(content: bytes, where: str = "note") -> SignedNote:
    """A note in parts; its signatures are not checked yet."""
    if len(content) > NOTE_BYTES_MAX:
        raise Damaged(f"a note has at most {NOTE_BYTES_MAX:,} bytes", where=where)
    try:
        whole = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Damaged("the note is not UTF-8", where=f"{where} byte {error.start}") from None
    text, gap, tail = whole.rpartition("\n\n")
    if not gap or not tail:
        mend = "the last empty line stands between the text and its signatures"
        raise Damaged("the note has no signatures", where=where, mend=mend)
    try:
        _check_text(f"{text}\n")
    except Refused as error:
        raise Damaged(error.what, where=where, mend=error.mend) from None
    first = text.count("\n") + 3
    if not tail.endswith("\n"):
        raise Damaged("the note does not end with a newline", where=f"{where} line {first + tail.count(chr(10))}")
    lines = tail[:-1].split("\n")
    if len(lines) > NOTE_SIGNATURES_MAX:
        raise Damaged(f"a note has at most {NOTE_SIGNATURES_MAX} signatures", where=where)
    return SignedNote(
        f"{text}\n", tuple(_read_signature(line, f"{where} line {first + at}") for at, line in enumerate(lines))
    )


def check_note(content: bytes, keys: Iterable[PublicKey], where: str = "note") -> Checked:
    """The text of a note that at least one of the known keys signed. `Damaged` if none did, or if one does not fit."""
    checked = _checked(content, keys, where)
    if not checked.by:
        names = ", ".join(repr(signature.name) for signature in checked.unknown)
        raise Damaged(
            f"none of the known keys signed the note; it carries signatures of {names}",
            where=where,
            mend="give the public key of the signer, as `qm key show` prints it",
            kind="unknown-key",
        )
    return checked


def _checked(content: bytes, keys: Iterable[PublicKey], where: str) -> Checked:
    """The text of a note and the known keys that signed it, perhaps none. `Damaged` if a known one does not fit."""
    note = read_note(content, where)
    known = {(key.name, key.id): key for key in keys}
    message = note.text.encode()
    by: list[PublicKey] = []
    unknown: list[Signature] = []
    for signature in note.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            unknown.append(signature)
        elif not key.fits(message, signature.raw):
            raise Damaged(
                f"the signature of {key.name!r} does not fit: the text was changed, or another key signed it",
                where=where,
                kind="signature",
            )
        elif key not in by:
            by.append(key)
    return Checked(note.text, tuple(by), tuple(unknown))


def _read_signature(line: str, where: str) -> Signature:
    name, _, coded = line.removeprefix(_DASH).partition(" ")
    raw = from_base64(coded)
    if not line.startswith(_DASH) or not KEY_NAME.fullmatch(name) or raw is None or len(raw) < 5:
        raise Damaged(
            f"{line[:60]!r} is not a signature", where=where, mend="a signature line is: — name base64 (one space each)"
        )
    return Signature(name, raw[:4], raw[4:])


def _check_text(text: str) -> None:
    if not text.endswith("\n"):
        raise Refused("the text of a note ends with a newline")
    if any(char < " " and char != "\n" for char in text):
        raise Refused("the text of a note holds a control character", mend="leave it out")


def sign_checkpoint(record_id: str, head: Head, key: PrivateKey) -> SignedNote:
    """A signed note of a record's head. The origin is the key's name and the record's id."""
    return sign_note(Checkpoint(f"{key.name}/{record_id}", head).text(), [key])


def read_checkpoint(text: str, where: str = "checkpoint") -> Checkpoint:
    """The text of a note, read as a checkpoint."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 3 or not all(lines):
        raise Damaged("a checkpoint has at least three lines: origin, size, root", where=where)
    try:
        head = Head.from_text(f"{lines[1]}:{lines[2]}")
    except Refused:
        raise Damaged(
            f"{lines[1][:40]!r} and {lines[2][:60]!r} are not size and root", where=f"{where} line 2"
        ) from None
    return Checkpoint(lines[0], head, tuple(lines[3:]))


def check_checkpoint(
    content: bytes, keys: Iterable[PublicKey], where: str = "checkpoint"
) -> tuple[Checkpoint, Checked]:
    """What a checkpoint says and who signed it. As `check_note`, it is `Damaged` unless a known key did."""
    checked = check_note(content, keys, where)
    return read_checkpoint(checked.text, where), checked


def try_checkpoint(content: bytes, keys: Iterable[PublicKey], where: str = "checkpoint") -> tuple[Checkpoint, Checked]:
    """As `check_checkpoint`, with keys that merely happen to be known: that of a stranger passes, signed `by` nobody.

    Where one of the known keys bears a name that the checkpoint claims, and did not sign it, the claim is false.
    """
    known = tuple(keys)
    checked = _checked(content, known, where)
    said = read_checkpoint(checked.text, where)
    claimed = {said.origin.rpartition("/")[0], *(signature.name for signature in checked.unknown)}
    false = sorted(claimed & {key.name for key in known})
    if false and not checked.by:
        raise Damaged(
            f"it claims to be signed by {false[0]!r}, but the key of that name that is known here did not sign it",
            where=where,
            mend="somebody else made it; if they may use that name, give their public key with --key",
            kind="signature",
        )
    return said, checked
