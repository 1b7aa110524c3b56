"""Checking that a record is whole and unchanged, as a file or in a store.

`verify` never raises for a damaged record: what it finds is in the report, and so is what it cannot find.
"""

from collections.abc import Iterable
from typing import BinaryIO

import msgspec

from records.record import Head, Record
from records.verify.answer import KINDS, WARNINGS, Defect, Known, Report
from records.verify.copies import compare
from records.verify.known_heads import Attested, attested_heads, inner_heads, judge_code, judge_heads, without_foreign
from records.verify.scan import Scan, roots_at, scan_file
from records.verify.stored import Row, scan_stored

__all__ = ["KINDS", "WARNINGS", "Defect", "Known", "Report", "verify", "verify_stored"]

NOTHING_KNOWN = Known()


def verify(stream: BinaryIO, name: str = "record", known: Known = NOTHING_KNOWN) -> Report:
    """Check a record in a file or stream, in either form, against all that is known of it."""
    scan = Scan(known)
    heads = attested_heads(known, scan.findings)
    sizes = [item.head.size for item in heads] + ([known.copy.size] if known.copy else [])
    scan_file(scan, stream, name, known, max(sizes, default=0))
    return _judge(scan, heads, known, None)


def verify_stored(record_id: str, rows: Iterable[Row], head: Head, known: Known = NOTHING_KNOWN) -> Report:
    """Check a record in a store: `rows` and `head` are what `Store.leaves` and `Store.head` give."""
    known = msgspec.structs.replace(known, record_id=record_id)
    scan = Scan(known)
    heads = attested_heads(known, scan.findings)
    consistent = scan_stored(scan, rows, head, known)
    return _judge(scan, heads, known, head if consistent else None)


def _judge(scan: Scan, heads: list[Attested], known: Known, own: Head | None) -> Report:
    heads = without_foreign(heads, scan)
    size = len(scan.leaves)
    roots = roots_at(scan.leaves, [size, *(item.head.size for item in (*heads, *inner_heads(scan)))])
    head = Head(size, roots[size]) if size in roots and not scan.broken_off else None
    explained = False
    if known.copy is not None:
        attested = own is not None or any(item.head == head for item in heads)
        explained = compare(scan, known.copy, known, attested=attested)
        _check_copy(scan, known.copy, heads)
    judge_heads(scan, heads, roots, known, own=own, explained=explained)
    if known.code is not None and not explained:
        judge_code(scan, known.code, known)
    findings = scan.findings
    return Report(
        ok=not findings.problems,
        problems=sorted(findings.problems, key=_place),
        warnings=sorted(findings.warnings, key=_place),
        more=findings.more,
        head=head,
        code=head.code if head else None,
        compared=_compared(heads, known, own),
        cannot=_cannot(scan, heads, known),
        names=scan.names,
    )


def _place(problem: Defect) -> tuple[bool, int]:
    return problem.seq is None, problem.seq or 0


def _check_copy(scan: Scan, copy: Record, heads: list[Attested]) -> None:
    roots = roots_at([*copy.leaves()], [item.head.size for item in heads])
    for item in heads:
        if item.head.size <= copy.size and roots[item.head.size] != item.head.root:
            words = f"the copy does not fit {item.source}, so it cannot say what is right"
            scan.findings.warning("copy", None, "copy", words)


def _compared(heads: list[Attested], known: Known, own: Head | None) -> list[str]:
    compared = [f"{item.source}: {item.head.text()}" for item in heads]
    if own is not None:
        compared.append("the hash stored beside every event, and the store's head")
    if known.copy is not None:
        compared.append(f"a copy of {known.copy.size} lines")
    if known.code is not None:
        compared.append(f"the short code {known.code}")
    return compared


def _cannot(scan: Scan, heads: list[Attested], known: Known) -> list[str]:
    cannot = [
        "a lie that everyone at the table agreed to",
        "an event that was never logged",
        "who pressed the button",
    ]
    if not heads and known.copy is None and known.code is None:
        cannot.append(
            "a record that was rewritten as a whole, or whose last events were taken away: that needs a head, a "
            "checkpoint, a short code or a copy kept elsewhere"
        )
    elif known.copy is None:
        cannot.append("what an event said before it was changed: that needs a copy")
    if any(warning.kind == "signature" for warning in scan.findings.warnings):
        cannot.append("who signed the checkpoint: no public key of the signer is known here")
    if scan.unchecked_seals:
        cannot.append(f"whether {scan.unchecked_seals} openings fit their seals: the record has no id")
    return cannot
