"""What changed between two state documents, path by path."""

from typing import Any

import msgspec


class Changed(msgspec.Struct, frozen=True):
    """One place of the document with its old and new value; None where there was or is nothing."""

    path: str
    old: Any
    new: Any

    def __str__(self) -> str:
        return f"{self.path}: {_short(self.old)} → {_short(self.new)}"


def changes(old: Any, new: Any, path: str = "") -> list[Changed]:
    """The places where two documents differ. Lists are compared as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        found: list[Changed] = []
        for key in [*old, *(key for key in new if key not in old)]:
            found += changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))
        return found
    return [] if old == new else [Changed(path, old, new)]


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "[" + " ".join(_short(item) for item in value) + "]"
    return "–" if value is None else str(value)
