"""What every game's hindsight starts with: values of `@<seq>.<field>` reveals, written into the events they name."""

import re
from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import msgspec

from replay.action import UNKNOWN, Action, Reveal, Unreadable, body_of
from replay.diff import difference
from replay.game import Problem
from replay.read import get, rewritten
from replay.step import Placed
from replay.table import Table

FindProblem = Callable[[Table, Action], Problem | None]
"""What stops an action from being read at a table, or None."""

_REFERENCE = re.compile(r"@(\d{1,7})\.([^.]+(?:\.[^.]+)*)")


class Filled(msgspec.Struct, frozen=True):
    """A timeline with `@` reveals written in, which reveal gave what, and those that contradict a named field."""

    line: list[Placed]
    closers: dict[int, int]
    """For each event (seq) that gained a value: the seq of the last reveal that gave it one."""
    contradictions: dict[int, tuple[Any, Any]]
    """For each reveal (seq): what was named, and what is revealed."""


def reference(what: str) -> tuple[int, list[str]] | None:
    """Seq and field path of `@17.cards.p1`."""
    found = _REFERENCE.fullmatch(what)
    return (int(found[1]), found[2].split(".")) if found else None


def fill_reveals(
    table: Table,
    line: list[Placed],
    problem: FindProblem,
    *,
    keep_named_parts: bool = False,
    without_order: frozenset[str] = frozenset(),
) -> Filled:
    """Write each `@` reveal into its event if that has a `"?"` or nothing there; a named field stays as it is.

    A value that would make the event unreadable, by the game's own `problem`, is not written.
    A list with a `"?"` in it is replaced whole, because a hand may be revealed in any order; with `keep_named_parts`
    only its blanks are filled, and a different value for a named part is a contradiction. Lists in the fields
    `without_order` may be revealed in any order even if they were named.
    """
    changed: dict[int, Action] = {}
    closers: dict[int, int] = {}
    contradictions: dict[int, tuple[Any, Any]] = {}
    place = {placed.seq: index for index, placed in enumerate(line)}
    for seq, action in line:
        if type(action) is not Reveal or not action.what.startswith("@"):
            continue
        found = reference(action.what)
        if found is None or found[0] not in place:
            continue
        target, path = found
        current = changed.get(target, line[place[target]].action)
        if isinstance(current, Unreadable):
            continue
        named = get(body_of(current), path)
        whole = not keep_named_parts and isinstance(named, list) and is_hidden(named)
        told = as_named(named, action.value) if without_order.intersection(path) else action.value
        if not whole and not agrees(named, told):
            contradictions[seq] = (named, action.value)
        elif is_hidden(named):
            value = action.value if whole else merged(named, told)
            filled = rewritten(current, path, value)
            if filled is not None and problem(table, filled) is None:
                changed[target] = filled
                closers[target] = seq
    told = list(line) if changed else line
    for target, action in changed.items():
        told[place[target]] = Placed(target, action)
    return Filled(told, closers, contradictions)


def as_named(named: Any, told: Any) -> Any:
    """What is revealed, with lists in the order in which they were named if they can be the same things."""
    if isinstance(named, dict) and isinstance(told, dict):
        return {key: as_named(named.get(key), item) for key, item in told.items()}
    if not isinstance(named, list) or not isinstance(told, list) or len(named) != len(told):
        return told
    known = [item for item in named if not _is_blank(item)]
    if difference(known, told):
        return told
    rest = iter(difference(told, known))
    return [next(rest) if _is_blank(item) else item for item in named]


def is_hidden(value: Any) -> bool:
    """Whether a field holds nothing, a `"?"`, a seal, or a list or map with one of these in it."""
    if value is None or value == UNKNOWN:
        return True
    if isinstance(value, list):
        return any(is_hidden(item) for item in value)
    if isinstance(value, dict):
        return set(value) == {"seal"} or any(is_hidden(item) for item in value.values())
    return False


def agrees(named: Any, told: Any) -> bool:
    """Whether what is revealed can be what was logged: every part that was named is the same or left out."""
    if _is_blank(named) or _is_blank(told):
        return True
    if isinstance(named, list) and isinstance(told, list):
        if named and all(_is_blank(item) for item in named):
            return True
        return len(named) == len(told) and all(agrees(*pair) for pair in zip(named, told, strict=True))
    if isinstance(named, dict) and isinstance(told, dict):
        return all(agrees(item, told.get(key)) for key, item in named.items())
    return bool(named == told)


def merged(named: Any, told: Any) -> Any:
    """What was logged, with its blanks filled from what is revealed; named parts stay. The two agree."""
    if _is_blank(named) or _is_blank(told):
        return told if _is_blank(named) else named
    if isinstance(named, list) and isinstance(told, list):
        if all(_is_blank(item) for item in named):
            return told
        return [merged(*pair) for pair in zip(named, told, strict=True)]
    if isinstance(named, dict) and isinstance(told, dict):
        return {
            key: merged(named.get(key), told.get(key)) for key in (*named, *(key for key in told if key not in named))
        }
    return named


def _is_blank(value: Any) -> bool:
    return value is None or value == UNKNOWN or (isinstance(value, dict) and set(value) == {"seal"})


class Closers:
    """Which event revealed something about which; there may be as many of them as findings."""

    def __init__(self, closers: dict[int, int]) -> None:
        self._closers = closers
        self._targets = sorted(closers)
        self._last = list(accumulate((closers[target] for target in self._targets), max))
        """For each target, in order: the last event that revealed something about it or one before it."""

    def of(self, seq: int) -> int | None:
        """The event that revealed something about `seq`, or else the last one that did so about anything before it."""
        if seq in self._closers:
            return self._closers[seq]
        if not self._targets:
            return None
        earlier = bisect_left(self._targets, seq)
        return self._last[earlier - 1] if earlier else self._last[-1]
