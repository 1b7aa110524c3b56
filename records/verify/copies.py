"""Comparing a record with a copy that is right, and saying event by event what happened to it."""

import msgspec

from records.canonical import Json, canonical
from records.record import Head, Record
from records.tree import Hash, leaf_hash, root_of
from records.verify.align import LineDifference, differences, same_lines
from records.verify.answer import Known
from records.verify.scan import Scan

_VALUE_CHARS_MAX = 60
_EVENT_CHARS_MAX = 120


def compare(scan: Scan, copy: Record, known: Known, *, attested: bool) -> bool:
    """Report every difference from the copy, and return whether one of them is a problem.

    `attested` says that somebody vouches for the record just as it is here: then a shorter one is an older state.
    """
    ours, theirs = scan.leaves, copy.leaves()
    if not set(ours) & set(theirs) and None not in ours:
        scan.findings.problem("foreign", 0, "whole record", "nothing of it is in the copy: this is another record")
        return True
    if len(ours) > len(theirs) and ours[: len(theirs)] == theirs and not known.final:
        words = f"{len(ours) - len(theirs)} more events follow the end of the copy"
        scan.findings.warning("grown", len(theirs), f"event {len(theirs)}", words)
        return False
    foreign = _leaves_of_others(known)
    found = [item for item in _differences(scan, copy) if not _is_known_already(scan, item)]
    if attested and [item.kind for item in found] == ["cut"]:
        found = [found[0]._replace(kind="rollback")]
    for item in found:
        _report(scan, copy, item, foreign)
    return bool(found)


def _differences(scan: Scan, copy: Record) -> list[LineDifference]:
    """What differs, event by event. Events that differ only in their salt are taken for the same, and named."""
    theirs = copy.leaves()
    if scan.leaves == theirs:
        return []
    said = [leaf if leaf is None else _unsalted(leaf, data) for leaf, data in zip(scan.leaves, scan.data, strict=True)]
    told = [_unsalted(leaf, data) for leaf, data in zip(theirs, copy.lines, strict=True)]
    other_salt = [
        LineDifference("changed", here, there)
        for here, there in same_lines(said, told)
        if scan.leaves[here] not in (None, theirs[there])
    ]
    return [*differences(said, told), *other_salt]


def _unsalted(leaf: Hash, data: bytes) -> Hash:
    """The leaf that a line would have without its salt."""
    if b'"salt"' not in data:
        return leaf
    return leaf_hash(canonical(_without_salt(data)))


def _without_salt(line: bytes) -> Json:
    body = msgspec.json.decode(line)
    return {key: value for key, value in body.items() if key != "salt"}


def _is_known_already(scan: Scan, item: LineDifference) -> bool:
    """Whether reading showed it: the line is unreadable, or reading broke off before it."""
    if item.here is not None and scan.leaves[item.here] is None:
        return True
    if item.kind == "cut" and any(problem.kind == "cut" for problem in scan.findings.problems):
        return True
    return scan.broken_off and item.kind in ("cut", "removed")


def _leaves_of_others(known: Known) -> dict[Hash, str]:
    found: dict[Hash, str] = {}
    for number, other in enumerate(known.others, 1):
        name = other.header.id or other.header.title or f"number {number}"
        for leaf in other.leaves():
            found.setdefault(leaf, name)
    return found


def _report(scan: Scan, copy: Record, item: LineDifference, foreign: dict[Hash, str]) -> None:
    kind, here, there = item
    leaf = None if here is None else scan.leaves[here]
    if kind in ("added", "changed") and leaf in foreign:
        kind, words = (
            "foreign",
            f"event {here} belongs to another record, {foreign[leaf]}: {_show(scan.data[here or 0])}",
        )
    else:
        words = _words(scan, copy, item)
    seq = there if here is None else here
    back = kind == "moved" and here is not None and there is not None and there < here
    scan.findings.problem(kind, seq, f"event {seq}", words, there if back else None)


def _words(scan: Scan, copy: Record, item: LineDifference) -> str:
    here, there = item.here or 0, item.there or 0
    match item.kind:
        case "changed":
            return f"event {here} was changed: {_changes(copy.lines[there], scan.data[here])}"
        case "added":
            return f"event {here} is not in the copy: {_show(scan.data[here])}"
        case "doubled":
            return f"event {here} is there once more often than in the copy: {_show(scan.data[here])}"
        case "moved":
            others = f"; from event {there} on others stand in its place" if there < here else ""
            return f"event {here} is event {there} of the copy: {_show(scan.data[here])}{others}"
        case "removed":
            return f"event {there} of the copy is missing: {_show(copy.lines[there])}"
        case "cut":
            return f"the copy goes on to event {copy.size - 1}; {copy.size - there} lines are missing at the end"
        case "rollback":
            return f"this is an older state: the copy goes on to event {copy.size - 1}, here {there - 1} is the last"
        case "fork":
            return _fork_words(scan, copy, here)
    raise AssertionError(f"no words for {item.kind}")


def _fork_words(scan: Scan, copy: Record, here: int) -> str:
    leaves = [leaf for leaf in scan.leaves if leaf is not None]
    ours = Head(len(leaves), root_of(leaves)).text()
    theirs = copy.head().text()
    return f"from event {here} on there are two histories: this one with the head {ours}, the copy with {theirs}"


def _changes(before: bytes, now: bytes) -> str:
    old, new = msgspec.json.decode(before), msgspec.json.decode(now)
    told = []
    salts = old.pop("salt", None), new.pop("salt", None)
    if old == new:
        return "only its salt differs"
    if salts[0] != salts[1]:
        told.append("its salt differs")
    for key in sorted({*old, *new}):
        if key not in new:
            told.append(f"{key} is gone, it was {_short(old[key])}")
        elif key not in old:
            told.append(f"{key} is new, {_short(new[key])}")
        elif old[key] != new[key]:
            told.append(f"{key} was {_short(old[key])} and is {_short(new[key])}")
    return "; ".join(told)


def _short(value: Json) -> str:
    return _cut(canonical(value).decode(), _VALUE_CHARS_MAX)


def _show(line: bytes) -> str:
    return _cut(canonical(_without_salt(line)).decode(), _EVENT_CHARS_MAX)


def _cut(text: str, chars: int) -> str:
    return text if len(text) <= chars else f"{text[:chars]}…"
