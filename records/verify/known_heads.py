"""Judging a record by heads that are known from elsewhere: what a size and a root can say, and what they cannot."""

from bisect import bisect_left
from typing import NamedTuple

from records.errors import QuartermasterError
from records.record import Head
from records.sign import Checkpoint, check_checkpoint, try_checkpoint
from records.tree import Hash
from records.verify.answer import Defects, Known
from records.verify.scan import Scan, roots_at
from records.verify.search import find_added, find_moved

UNCHECKED = "the signature was not checked: no key that is known here signed it"


class Attested(NamedTuple):
    """A head, and who vouches for it."""

    head: Head
    source: str
    record_id: str | None = None
    """Which record it is a head of, where it says so."""
    seq: int | None = None
    """The sign-off that holds it, if one does."""


def attested_heads(known: Known, findings: Defects) -> list[Attested]:
    """The heads that the caller knows. A checkpoint that does not hold is a problem and vouches for nothing."""
    heads = [Attested(head, "the known head") for head in known.heads]
    for number, content in enumerate(known.checkpoints, 1):
        where = "checkpoint" if len(known.checkpoints) == 1 else f"checkpoint {number}"
        try:
            said, signers = _read(content, known, where)
        except QuartermasterError as error:
            findings.problem("checkpoint", None, error.where, error.what)
            continue
        if not signers:
            findings.warning("signature", None, where, f"{UNCHECKED}; anybody could have made it")
        source = f"the checkpoint signed by {signers}" if signers else "the checkpoint (signature not checked)"
        heads.append(Attested(said.head, source, said.record_id))
    return heads


def without_foreign(heads: list[Attested], scan: Scan) -> list[Attested]:
    """The heads of this record; a checkpoint of another one is a problem and vouches for nothing."""
    own = []
    for item in heads:
        if None in (item.record_id, scan.record_id) or item.record_id == scan.record_id:
            own.append(item)
        else:
            words = f"it is a checkpoint of the record {item.record_id}, this is {scan.record_id}"
            scan.findings.problem("foreign", None, "checkpoint", words)
    return own


def _read(content: bytes, known: Known, where: str) -> tuple[Checkpoint, str]:
    """What the checkpoint says, and the names of the known keys that signed it."""
    if known.keys:
        said, checked = check_checkpoint(content, known.keys, where)
    else:
        said, checked = try_checkpoint(content, known.own_keys, where)
    return said, ", ".join(key.name for key in checked.by)


def judge_heads(
    scan: Scan, heads: list[Attested], roots: dict[int, Hash], known: Known, *, own: Head | None, explained: bool
) -> None:
    """Compare what was read with every attested head.

    `roots` are those of the lines read, at the sizes of interest. `own` is the head that the store keeps, if what was
    read fits it: then a contradiction is no accident but another history. `explained` says that a copy showed already
    what is wrong, so that a mere "changed" adds nothing.
    """
    known_heads = heads if own is None else [*heads, Attested(own, "the store's own head")]
    _find_contradictions(known_heads, scan.findings)
    if explained:
        return
    size = len(scan.leaves)
    every = [*heads, *inner_heads(scan)]
    fitting = sorted({item.head.size for item in every if roots.get(item.head.size) == item.head.root})
    fits = set(fitting)
    for item in every:
        if item.head.size in fits:
            _judge_fitting(scan, item, roots)
        elif item.head.size > size:
            if not scan.broken_off:
                _judge_longer(scan, item, Head(size, roots.get(size, b"")), known_heads)
        elif item.head.size in roots:
            before = bisect_left(fitting, item.head.size)
            below = fitting[before - 1] if before else 0
            # A record may hold thousands of sign-offs: searching is for the heads that the caller gave.
            search = known.search and item.seq is None
            _judge_other(scan, item, Head(item.head.size, roots[item.head.size]), below, search, own)
    newest = max((item.head.size for item in heads), default=0)
    if newest < size and newest in fits:
        _judge_growth(scan, newest, known)


def _judge_fitting(scan: Scan, item: Attested, roots: dict[int, Hash]) -> None:
    """Some head of that size fits; if it is not this one, only a false sign-off has not been reported yet."""
    if item.seq is not None and roots[item.head.size] != item.head.root:
        words = f"{item.source} accepts the head {item.head.text()}, which this record never had"
        scan.findings.problem("foreign", item.seq, f"event {item.seq}", words)


def inner_heads(scan: Scan) -> list[Attested]:
    """The heads that sign-offs and signed rulings in the record itself accept."""
    return [Attested(head, f"the {what} at event {seq}", seq=seq) for seq, head, what in scan.signed_heads]


def _find_contradictions(heads: list[Attested], findings: Defects) -> None:
    seen: dict[int, Attested] = {}
    for item in heads:
        other = seen.setdefault(item.head.size, item)
        if other.head.root != item.head.root:
            words = (
                f"two heads of one size exist: {other.source} says {other.head.text()}, "
                f"{item.source} says {item.head.text()}"
            )
            findings.problem("fork", None, "heads", words)


def _judge_longer(scan: Scan, item: Attested, here: Head, heads: list[Attested]) -> None:
    missing = item.head.size - here.size
    count = "1 line is missing" if missing == 1 else f"{missing} lines are missing"
    older = next((other for other in heads if other.head == here), None)
    if older is not None:
        words = f"{count}: {item.source} knows {item.head.size}, and this is the older state that {older.source} knows"
        scan.findings.problem("rollback", here.size, "end of the record", words)
    elif not any(problem.kind == "cut" for problem in scan.findings.problems):
        words = (
            f"{count}: {item.source} knows {item.head.size} lines, {here.size} are here. The head alone cannot say "
            "whether they were cut from the end, nor whether the others are unchanged"
        )
        scan.findings.problem("cut", here.size, "end of the record", words)


def _judge_other(scan: Scan, item: Attested, here: Head, first: int, search: bool, own: Head | None) -> None:
    """The first lines have another root than the attested one; those before line `first` are known to be right."""
    size = item.head.size
    if own is not None:
        if own.size != size:  # heads of one size were compared already
            words = (
                f"the store holds another history: its first {size} lines have the head {here.text()}, "
                f"{item.source} says {item.head.text()}"
            )
            scan.findings.problem("fork", None, f"events {first} to {size - 1}", words)
        return
    if search and explain_by_search(scan, item):
        return
    place = f"event {first}" if size - first == 1 else f"events {first} to {size - 1}"
    words = (
        f"the first {size} lines do not have the root of {item.source}: something in {place} was changed, removed, "
        "added or moved. The head alone cannot say which; a copy can"
    )
    scan.findings.problem("changed", first if size - first == 1 else None, place, words)


def explain_by_search(scan: Scan, item: Attested) -> bool:
    """Whether one thing that was added or moved explains everything: then the lines without it have the known root."""
    leaves = [leaf for leaf in scan.leaves if leaf is not None]
    if len(leaves) != len(scan.leaves):
        return False
    extra = len(leaves) - item.head.size
    if extra > 0:
        at = find_added(leaves, extra, item.head.root)
        if at is None:
            return False
        kind = _added_or_doubled(scan.leaves, at, extra)
        which = f"event {at}" if extra == 1 else f"events {at} to {at + extra - 1}"
        words = f"without {which} the record has the root of {item.source}"
        scan.findings.problem(kind, at, which, words)
        return True
    pair = find_moved(leaves, item.head.root)
    if pair is None:
        return False
    words = f"events {pair[0]} and {pair[1]} changed places: swapped back, the record has the root of {item.source}"
    scan.findings.problem("moved", pair[0], f"events {pair[0]} and {pair[1]}", words)
    return True


def _judge_growth(scan: Scan, newest: int, known: Known) -> None:
    more = len(scan.leaves) - newest
    count = "1 event follows" if more == 1 else f"{more} events follow"
    report = scan.findings.problem if known.final else scan.findings.warning
    kind = _added_or_doubled(scan.leaves, newest, more) if known.final else "grown"
    report(kind, newest, f"event {newest}", f"{count} the newest known head, of {newest} lines")


def _added_or_doubled(leaves: list[Hash | None], at: int, count: int) -> str:
    others = {*leaves[:at], *leaves[at + count :]}
    return "doubled" if all(leaf in others for leaf in leaves[at : at + count]) else "added"


def judge_code(scan: Scan, code: str, known: Known) -> None:
    """Compare what was read with a short code from paper."""
    if None in scan.leaves or scan.broken_off:
        return
    size = len(scan.leaves)
    roots = roots_at(scan.leaves, range(1, size + 1))
    found = next((at for at in range(size, 0, -1) if Head(at, roots[at]).code == code), None)
    if found is None:
        mine = Head(size, roots[size]).code if size else "none"
        words = f"the record has the short code {mine}, not {code}: it was changed or cut, or it is another record"
        scan.findings.problem("code", None, "short code", words)
    elif found < size:
        _judge_growth(scan, found, known)
