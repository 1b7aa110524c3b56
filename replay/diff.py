"""What changed between two state documents, path by path."""

import hashlib
from itertools import groupby
from typing import Any

import msgspec

from records.canonical import canonical


class Changed(msgspec.Struct, frozen=True):
    """One place in the document with its old and new value; None if there was or is nothing."""

    path: str
    old: Any
    new: Any

    def __str__(self) -> str:
        if isinstance(self.old, list) and isinstance(self.new, list):
            gone, come = difference(self.old, self.new), difference(self.new, self.old)
            if gone or come:
                return f"{self.path}: {' '.join((*_signed('−', gone), *_signed('+', come)))}"
        return f"{self.path}: {_short(self.old)} → {_short(self.new)}"


def changes(old: Any, new: Any, path: str = "") -> list[Changed]:
    """The places where two documents differ. Lists are compared as a whole."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return [] if old == new else [Changed(path, old, new)]
    found: list[Changed] = []
    for key in old if old.keys() == new.keys() else [*old, *(key for key in new if key not in old)]:
        was, is_now = old.get(key), new.get(key)
        if was is not is_now and was != is_now:  # most of a table does not change
            found += changes(was, is_now, f"{path}.{key}" if path else str(key))
    return found


def difference(items: list[Any], others: list[Any]) -> list[Any]:
    """The items missing from the other list, in their order."""
    if items == others[: len(items)]:  # most lists grow at their end
        return []
    left: dict[str | bytes, int] = {}
    for key in map(_key, others):
        left[key] = left.get(key, 0) + 1
    lacking = []
    for item in items:
        key = _key(item)
        if left.get(key):
            left[key] -= 1
        else:
            lacking.append(item)
    return lacking


def _key(item: Any) -> str | bytes:
    """What equal items have in common; a name is its own key."""
    return item if type(item) is str else canonical(item)


def _signed(sign: str, items: list[Any]) -> list[str]:
    """`+red-7`, and `−?×3` for several in a row. In order: in a list of takers, say, the order matters."""
    runs = [(text, len(list(run))) for text, run in groupby(items, _short)]
    return [f"{sign}{text}" if count == 1 else f"{sign}{text}×{count}" for text, count in runs]


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "[" + " ".join(_short(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {_short(item)}" for key, item in value.items()) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "–" if value is None else str(value)


def digest_of(document: dict[str, Any]) -> str:
    """A short name for a state: SHA-256 over its document, in hex."""
    return hashlib.sha256(canonical(document)).hexdigest()
