"""Paths: what can be counted on a table, and what a state holds there.

A path leads into the document of a state key by key (`cubes.blue`); `.count` after a list is its length. A game
computes for itself what the document does not hold in that form.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

MakeDocument = Callable[[Any], dict[str, Any]]


class PathDoc(msgspec.Struct, frozen=True):
    """A path that `observe` and `qm state --get` understand, such as `hands.<seat>.count`, and what is there."""

    path: str
    text: str
    rules: tuple[str, ...] = ()
    """Derived rules to cite when the table counted something else."""
    questions: tuple[str, ...] = ()
    """The questions that affect the value here; the rules cited for it are cited with their answers."""
    ordered: bool = True
    """False if a list is compared in any order."""


class Seen(msgspec.Struct, frozen=True):
    """The value at a path of a state."""

    value: Any
    ordered: bool = True
    """False if a list is compared in any order."""


class Lookup:
    """The value at a path: `lookup(state, path)` is None for a path that cannot be observed."""

    def __init__(
        self,
        docs: tuple[PathDoc, ...],
        document: MakeDocument,
        extras: MakeDocument | None = None,
        *,
        any_path: bool = False,
        null_where_absent: bool = False,
        quick: Mapping[str, Callable[[Any], Any]] | None = None,
    ) -> None:
        """`extras` gives further values by their whole path, `{"crew.red": 3}`; they win over the document.

        With `any_path` every path of the document can be observed, not only those in `docs`. With `null_where_absent`
        a path in `docs` that leads nowhere (a seat not in play) is null; otherwise it cannot be observed.
        `quick` gives the values of paths that are asked for at every step, such as whose turn it is.
        """
        self.docs = docs
        self._document = document
        self._extras = extras
        self._any_path = any_path
        self._null_where_absent = null_where_absent
        self._quick = quick or {}
        self._patterns = [(doc.path.split("."), doc) for doc in docs]
        self._doc = lru_cache(1024)(self._doc_of)
        """The doc of a path: some paths are asked for at every step."""

    def __call__(self, state: Any, path: str) -> Seen | None:
        return self.on(state)(path)

    def on(self, state: Any) -> Callable[[str], Seen | None]:
        """The same for many paths of one state, building its document only once."""
        made: list[tuple[dict[str, Any], dict[str, Any]]] = []

        def look(path: str) -> Seen | None:
            doc = self._doc(path)
            if doc is None and not self._any_path:
                return None
            ordered = doc is None or doc.ordered
            if path in self._quick:
                return Seen(self._quick[path](state), ordered)
            if not made:
                made.append((self._document(state), self._extras(state) if self._extras is not None else {}))
            document, extras = made[0]
            if path in extras:
                return Seen(extras[path], ordered)
            found, value = walk(document, path.split("."))
            if found:
                return Seen(value, ordered)
            return Seen(None) if doc is not None and self._null_where_absent else None

        return look

    def docs_at(self, path: str) -> list[PathDoc]:
        """The docs of a path; if it is not listed itself, those of the paths below it or leading to it."""
        doc = self._doc(path)
        if doc is not None:
            return [doc]
        keys = path.split(".")
        below = [doc for pattern, doc in self._patterns if len(pattern) > len(keys) and fits(pattern, keys)]
        return below or [doc for pattern, doc in self._patterns if len(pattern) < len(keys) and fits(pattern, keys)]

    def _doc_of(self, path: str) -> PathDoc | None:
        keys = path.split(".")
        fitting = (doc for pattern, doc in self._patterns if len(pattern) == len(keys) and fits(pattern, keys))
        return next(fitting, None)


def fits(pattern: Iterable[str], keys: Iterable[str]) -> bool:
    """Whether the keys are those of a pattern, as far as both go. `<seat>` stands for any key."""
    return all(name == key or name[0] == "<" for name, key in zip(pattern, keys, strict=False))


def pattern_keys(pattern: Sequence[str], keys: Sequence[str]) -> dict[str, str] | None:
    """What the placeholders of a pattern stand for in a path, `{"seat": "p1"}`; None if the path does not fit."""
    if len(pattern) != len(keys) or not fits(pattern, keys):
        return None
    return {name[1:-1]: key for name, key in zip(pattern, keys, strict=True) if name[0] == "<"}


def walk(document: Any, keys: list[str]) -> tuple[bool, Any]:
    """Whether the keys lead to something in a document, and what that is."""
    here = document
    for depth, key in enumerate(keys):
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list | tuple) and key == "count" and depth == len(keys) - 1:
            return True, len(here)
        else:
            return False, None
    return True, here
