"""Reading a record out of a store: packed events with the hash that was stored beside each, and the stored head."""

from collections.abc import Iterable

from records.codec import unpack_line
from records.errors import Damaged, QuartermasterError
from records.record import Head
from records.tree import Hash
from records.verify.answer import Known
from records.verify.known_heads import Attested, explain_by_search
from records.verify.scan import Scan, roots_at

Row = tuple[int, bytes, bytes]
"""Seq, packed event, stored leaf hash."""


def scan_stored(scan: Scan, rows: Iterable[Row], head: Head, known: Known) -> bool:
    """Read every event and compare it with its stored hash, and all of them with the stored head.

    Returns whether events, hashes and head fit together.
    """
    hashes: list[Hash | None] = []
    try:
        for seq, packed, leaf in rows:
            if not _is_next(scan, seq):
                continue
            _take_event(scan, seq, packed)
            hashes += [None] * (seq - len(hashes))
            hashes.append(leaf)
    except Damaged as error:
        words = f"the store cannot be read further: {error.what}"
        scan.findings.problem("unreadable", len(scan.leaves), error.where or "the store", words)
        scan.broken_off = True
    _judge_hashes(scan, hashes, head)
    _judge_head(scan, head, known)
    return not scan.findings.problems


def _is_next(scan: Scan, seq: int) -> bool:
    expected = len(scan.leaves)
    if seq < expected:
        scan.findings.problem("doubled", seq, f"event {seq}", f"the store holds two events with the place {seq}")
        return False
    if seq > expected:
        which = f"event {expected}" if seq == expected + 1 else f"events {expected} to {seq - 1}"
        scan.findings.problem("removed", expected, which, f"{which} cannot be found in the store")
    return True


def _take_event(scan: Scan, seq: int, packed: bytes) -> None:
    where = f"event {seq}"
    try:
        body, data = unpack_line(packed)
    except QuartermasterError as error:
        scan.miss(seq)
        scan.findings.problem("unreadable", seq, where, f"the stored bytes are damaged: {error.what}")
    else:
        scan.take(seq, body, data, where)


def _judge_hashes(scan: Scan, hashes: list[Hash | None], head: Head) -> None:
    """Where an event and its hash do not fit, the head may say which of them was damaged."""
    pairs = list(zip(scan.leaves, hashes, strict=True))
    wrong = [seq for seq, (leaf, stored) in enumerate(pairs) if None not in (leaf, stored) and leaf != stored]
    if not wrong:
        return
    facts_fit = _fits(scan.leaves, head)
    hashes_fit = _fits(hashes, head)
    for seq in wrong:
        if facts_fit:
            words = f"the hash stored beside event {seq} is damaged; the event fits the head"
            scan.findings.problem("leaf", seq, f"event {seq}", words)
        else:
            sure = ", and the hash fits the stored head" if hashes_fit else ""
            words = f"event {seq} does not fit the hash that was stored with it{sure}"
            scan.findings.problem("changed", seq, f"event {seq}", words)


def _fits(leaves: list[Hash | None], head: Head) -> bool:
    return None not in leaves and len(leaves) == head.size and roots_at(leaves, [head.size]).get(head.size) == head.root


def _judge_head(scan: Scan, head: Head, known: Known) -> None:
    size = len(scan.leaves)
    if scan.broken_off:
        return
    if size < head.size:
        words = f"the store's head knows {head.size} lines, {size} are there"
        scan.findings.problem("cut", size, "end of the record", words)
    elif size > head.size:
        words = f"the store's head knows {head.size} lines, {size} are there"
        scan.findings.problem("added", head.size, f"event {head.size}", words)
    elif not scan.findings.problems and not _fits(scan.leaves, head):
        if known.search and explain_by_search(scan, Attested(head, "the store's head")):
            return
        words = (
            "every event fits its hash, but together they do not have the root of the store's head: events were "
            "changed or moved with their hashes, or the head is damaged"
        )
        scan.findings.problem("changed", None, "head", words)
