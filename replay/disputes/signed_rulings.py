"""Which rulings of a record are signed by their officials, in words."""

from records.record import Head, Record
from records.ruling_signature import RulingSignature, ruling_signature
from records.tree import root_of
from replay.disputes.cases import Cases

Signatures = dict[int, RulingSignature | None]
"""The signature of each ruling, by its seq; None for one that is not signed."""


def signatures_of(record: Record, record_id: str, cases: Cases) -> Signatures:
    """The signatures of all rulings, each checked against the lines that stand before it."""
    rulings = {entry.seq for case in cases.cases for entry in case.rulings}
    found: Signatures = {}
    for event in record.events:
        if event.seq in rulings:
            signed = "signature" in event.fields
            before = Head(event.seq, root_of(record.leaves()[: event.seq])) if signed else None
            found[event.seq] = ruling_signature(cases.keys, record_id, event.seq, event.body(), before)
    return found


def signature_words(signature: RulingSignature | None) -> str:
    """`signed with Kim's key (…)`, `not signed`, or why the signature does not hold."""
    return "not signed" if signature is None else signature.words()
