"""What `qm verify` does with a proof: one event checked alone, without its record."""

from typing import Any

from cli.desk.summaries import head_fields
from cli.desk.verification import GIVE_KEY, Verification
from records.canonical import canonical
from records.errors import Damaged, Refused
from records.proof import Proven, check_proof
from records.record import short_code
from records.sign import check_checkpoint, try_checkpoint
from records.verify import Known


def check_proof_file(content: bytes, name: str, known: Known) -> Verification:
    """Check a proof. It counts if a known key signed it, or if it leads to a head that is known from elsewhere."""
    if known.copy is not None:
        raise Refused("a proof is checked alone", where=name, mend="leave --against out")
    try:
        proven = check_proof(content, known.keys, name, own_keys=known.own_keys)
        vouched = _compare_head(proven.head.size, proven.head.root, known, name)
    except Damaged as error:
        problem = {"kind": error.kind, "seq": error.seq, "where": error.where, "words": error.what}
        damage = {"target": name, "proof": True, "first": error.seq, "problems": [problem]}
        return Verification(False, f"{name}: DAMAGED proof", [(error.kind or "damaged", error.what)], damage)
    return _answer(proven, name, unchecked=not (proven.signed_by or vouched))


def _answer(proven: Proven, name: str, *, unchecked: bool) -> Verification:
    summary = f"{name}: event {proven.seq} stands in the record with this head"
    signed = ", ".join(proven.signed_by)
    lines = [("event", canonical(proven.event).decode()), ("head", proven.head.text()), ("code", proven.code)]
    lines += [("record", proven.origin)] if proven.origin else []
    lines += [("signed by", signed)] if signed else []
    if unchecked:
        summary += "; that head's signature was not checked" if proven.origin else "; nobody signed that head"
        lines.append(("warning", "anybody could have made this proof, of an event that never was"))
        lines.append(("to check it", GIVE_KEY if proven.origin else "give a head or a code kept elsewhere"))
    lines += [("cannot find", text) for text in proven.cannot]
    fields: dict[str, Any] = {"target": name, "proof": True, "problems": [], "seq": proven.seq, "event": proven.event}
    fields |= head_fields(proven.head)
    fields |= {"origin": proven.origin, "signed_by": list(proven.signed_by), "cannot": list(proven.cannot)}
    return Verification(True, summary, lines, {**fields, "unchecked": unchecked}, unchecked)


def _compare_head(size: int, root: bytes, known: Known, name: str) -> bool:
    """A head or a code from elsewhere must be that of the proof; one of another size cannot be compared with it.

    Returns whether one that can be trusted fits.
    """
    heads = [(head, True) for head in known.heads]
    for note in known.checkpoints:
        said, checked = (
            check_checkpoint(note, known.keys, name) if known.keys else try_checkpoint(note, known.own_keys, name)
        )
        heads.append((said.head, bool(checked.by)))
    for head, _ in heads:
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
    return known.code is not None or any(trusted for _, trusted in heads)
