"""One event with the proof that it stands in a record, as a file that can be checked alone.

    {"quartermaster-proof":1,"seq":12,"event":{…},"size":41,"root":"…","path":["…"],"checkpoint":"…"}

`path` leads from the event's leaf to the root; the checkpoint is a signed note of size and root. The other events
stay private.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec

from records.b64 import from_base64, to_base64
from records.canonical import Json, canonical, check_profile
from records.errors import Damaged, NotFound, QuartermasterError
from records.limits import PROOF_BYTES_MAX
from records.record import Head, short_code
from records.sign import Checkpoint, PublicKey, check_checkpoint, read_checkpoint, read_note, try_checkpoint
from records.strict import load_json
from records.tree import Hash, inclusion_proof, leaf_hash, root_of, verify_inclusion

FORMAT = 1
_BEGINNING = re.compile(rb'\s*\{\s*"quartermaster-proof"')


class _Document(msgspec.Struct, forbid_unknown_fields=True, rename={"form": "quartermaster-proof"}):
    form: int
    seq: int
    event: dict[str, Json]
    size: int
    root: str
    path: list[str]
    checkpoint: str | None = None


class Proven(msgspec.Struct, frozen=True):
    """What a proof shows."""

    seq: int
    event: Json
    head: Head
    code: str
    """The short code of the record at that size."""
    origin: str | None
    """What the checkpoint says it is a head of; it ends with the record's id."""
    signed_by: tuple[str, ...]
    """The known keys that signed the checkpoint."""
    cannot: tuple[str, ...]
    """What this proof does not show, in words."""


def looks_like_proof(beginning: bytes) -> bool:
    """Whether the first bytes of a file are those of a proof rather than of a record."""
    return _BEGINNING.match(beginning) is not None


def prove(lines: Sequence[bytes], seq: int, checkpoint: bytes | None = None) -> bytes:
    """The proof that line `seq` stands in the record with these canonical lines.

    With a checkpoint, the proof leads to the head it signed: line `seq` must be covered by it, and the record must
    still begin with the lines that were signed.
    """
    said = None if checkpoint is None else read_checkpoint(read_note(checkpoint, "checkpoint").text)
    size = len(lines) if said is None else said.head.size
    if not 0 <= seq < len(lines):
        raise NotFound(f"the record has no event {seq}", mend=f"its last is {len(lines) - 1}", seq=seq)
    if size > len(lines):
        raise Damaged(f"the checkpoint knows {size} lines, the record has {len(lines)}", kind="cut", seq=len(lines))
    if seq >= size:
        raise NotFound(
            f"the checkpoint covers the record up to event {size - 1}, not {seq}", mend="make a new one", seq=seq
        )
    leaves = [leaf_hash(line) for line in lines[:size]]
    root = root_of(leaves)
    if said is not None and said.head.root != root:
        raise Damaged(f"the first {size} lines are not those of the checkpoint", kind="changed", mend="run `qm verify`")
    return _write(seq, lines[seq], Head(size, root), inclusion_proof(leaves, seq), checkpoint)


def _write(seq: int, line: bytes, head: Head, path: Sequence[Hash], checkpoint: bytes | None) -> bytes:
    document: dict[str, Json] = {
        "quartermaster-proof": FORMAT,
        "seq": seq,
        "event": msgspec.json.decode(line),
        "size": head.size,
        "root": to_base64(head.root),
        "path": [to_base64(item) for item in path],
    }
    if checkpoint is not None:
        document["checkpoint"] = checkpoint.decode("utf-8")
    return msgspec.json.encode(document) + b"\n"


def check_proof(
    content: bytes, keys: Iterable[PublicKey] = (), where: str = "proof", *, own_keys: Iterable[PublicKey] = ()
) -> Proven:
    """What the proof shows. `Damaged` unless event, path, root and checkpoint fit together.

    With keys, at least one of them must have signed the checkpoint. Without keys, those that happen to be known are
    tried: then `signed_by` may be empty, unless the checkpoint claims the name of one that did not sign it.
    """
    document = _read(content, where)
    root = from_base64(document.root)
    path = [from_base64(text) for text in document.path]
    if root is None or None in path:
        raise Damaged("a hash in the proof is not base64", where=where)
    head = Head(document.size, root)
    try:
        hashes = [item for item in path if item is not None]
        verify_inclusion(document.seq, document.size, leaf_hash(canonical(document.event)), hashes, root)
        said, signed_by = _check_checkpoint(document.checkpoint, head, tuple(keys), tuple(own_keys))
    except Damaged as error:
        raise Damaged(error.what, where=where, mend=error.mend, seq=document.seq, kind=error.kind) from None
    return Proven(
        document.seq,
        document.event,
        head,
        short_code(root),
        said.origin if said else None,
        signed_by,
        _cannot(said, signed_by),
    )


def _read(content: bytes, where: str) -> _Document:
    if len(content) > PROOF_BYTES_MAX:
        raise Damaged(f"a proof has at most {PROOF_BYTES_MAX:,} bytes", where=where)
    try:
        document = msgspec.convert(load_json(content), _Document)
        check_profile(document.event)
    except msgspec.ValidationError as error:
        raise Damaged(f"the proof is ill-formed: {error}", where=where) from None
    except QuartermasterError as error:
        raise Damaged(f"the proof cannot be read: {error.what}", where=where, mend=error.mend) from None
    if document.form != FORMAT:
        raise Damaged(f"the proof has form {document.form}, this program reads form {FORMAT}", where=where)
    return document


def _check_checkpoint(
    note: str | None, head: Head, keys: tuple[PublicKey, ...], own_keys: tuple[PublicKey, ...]
) -> tuple[Checkpoint | None, tuple[str, ...]]:
    if note is None:
        if keys:
            raise Damaged("the proof carries no checkpoint, so no key vouches for it", kind="unsigned")
        return None, ()
    content = note.encode()
    said, checked = check_checkpoint(content, keys) if keys else try_checkpoint(content, own_keys)
    if said.head != head:
        raise Damaged(
            f"the checkpoint is of another head: it says {said.head.text()}, the proof {head.text()}", kind="fork"
        )
    return said, tuple(key.name for key in checked.by)


def _cannot(said: Checkpoint | None, signed_by: tuple[str, ...]) -> tuple[str, ...]:
    cannot = ["whether what the event says is true", "what the other events say"]
    if said is None:
        cannot.append(
            "which record it is from and how long that is: without a checkpoint, compare its root with one you trust"
        )
    elif not signed_by:
        cannot.append("who signed the checkpoint: no public key of the signer is known here")
    return tuple(cannot)
