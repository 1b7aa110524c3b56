"""What `qm verify` does with a proof: one event checked alone, without its record."""

from collections.abc import Sequence
from typing import Any

from cli.desk.summaries import head_fields
from cli.desk.verification import Verification
from records.canonical import canonical
from records.errors import Damaged, Refused
from records.keys import PublicKey
from records.proof import Proven, check_proof
from records.record import short_code
from records.sign import read_checkpoint, read_note
from records.verify import Known


def check_proof_file(content: bytes, name: str, known: Known, own_keys: Sequence[PublicKey]) -> Verification:
    """Check a proof. If `known` names no key, `own_keys` are tried: those of whoever asks."""
    if known.copy is not None:
        raise Refused("a proof is checked alone", where=name, mend="leave --against out")
    try:
        proven = _proven(content, known, own_keys, name)
        _compare_head(proven.head.size, proven.head.root, known, name)
    except Damaged as error:
        problem = {"kind": error.kind, "seq": error.seq, "where": error.where, "words": error.what}
        damage = {"target": name, "proof": True, "first": error.seq, "problems": [problem]}
        return Verification(False, f"{name}: DAMAGED proof", [(error.kind or "damaged", error.what)], damage)
    signed = ", ".join(proven.signed_by)
    lines = [("event", canonical(proven.event).decode()), ("head", proven.head.text()), ("code", proven.code)]
    lines += [("record", proven.origin)] if proven.origin else []
    lines += [("signed by", signed)] if signed else []
    lines += [("cannot find", text) for text in proven.cannot]
    fields: dict[str, Any] = {"target": name, "proof": True, "problems": [], "seq": proven.seq, "event": proven.event}
    fields |= head_fields(proven.head)
    fields |= {"origin": proven.origin, "signed_by": list(proven.signed_by), "cannot": list(proven.cannot)}
    return Verification(True, f"{name}: event {proven.seq} stands in the record with this head", lines, fields)


def _proven(content: bytes, known: Known, own_keys: Sequence[PublicKey], name: str) -> Proven:
    """What the proof shows, with the keys that are named or else one's own, and without any if none of those fits."""
    try:
        return check_proof(content, known.keys or own_keys, name)
    except Damaged as error:
        if known.keys or error.kind not in ("unknown-key", "unsigned"):
            raise
    return check_proof(content, (), name)


def _compare_head(size: int, root: bytes, known: Known, name: str) -> None:
    """A head or a code from elsewhere must be that of the proof; one of another size cannot be compared with it."""
    heads = [*known.heads, *(read_checkpoint(read_note(note, name).text, name).head for note in known.checkpoints)]
    for head in heads:
        if head.size != size:
            raise Refused(
                f"the proof leads to a head of {size} lines, the known one has {head.size}",
                where=name,
                mend="ask for a proof that leads to the head you know",
            )
        if head.root != root:
            raise Damaged("the proof leads to another head than the known one", where=name, kind="fork")
    if known.code is not None and known.code != short_code(root):
        raise Damaged(f"the proof leads to the code {short_code(root)}, not {known.code}", where=name, kind="code")
