"""What every game's hindsight starts with: values of `@<seq>.<field>` reveals, written into the events they name."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
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
    filling = Filling(table, problem, keep_named_parts=keep_named_parts, without_order=without_order)
    filling.hear(line)
    told = list(line) if filling.changed else line
    for place, (seq, _) in enumerate(line) if filling.changed else ():
        if seq in filling.changed:
            told[place] = Placed(seq, filling.changed[seq])
    return Filled(told, filling.closers, filling.contradictions)


class Filling:
    """Reveals written into the events that they name, one after the other, in a line that may go on."""

    def __init__(
        self,
        table: Table,
        problem: FindProblem,
        *,
        keep_named_parts: bool = False,
        without_order: frozenset[str] = frozenset(),
        as_target: Callable[[Action], Action] | None = None,
    ) -> None:
        """See `fill_reveals`. `as_target` turns an event that a reveal names into one that it can be written into."""
        self.changed: dict[int, Action] = {}
        """The events that were written into, by seq."""
        self.closers: dict[int, int] = {}
        self.contradictions: dict[int, tuple[Any, Any]] = {}
        """For each reveal (seq): what was named, and what is revealed."""
        self._table, self._problem = table, problem
        self._keeps_named_parts, self._without_order = keep_named_parts, without_order
        self._as_target = as_target
        self._actions: dict[int, Action] = {}
        self._early: dict[int, list[tuple[int, Reveal]]] = {}
        """Reveals of events that have not come yet, by the seq of these."""

    def hear(self, line: Sequence[Placed]) -> None:
        """Take in the next part of the line; its reveals may name any event in it."""
        self._actions.update(line)
        early = [one for seq, _ in line for one in self._early.pop(seq, ())] if self._early else []
        for seq, reveal in early:
            self._hear(seq, reveal)
        for seq, action in line:
            if type(action) is Reveal and action.what.startswith("@"):
                self._hear(seq, action)
        if early:
            order = {seq: place for place, seq in enumerate(self._actions)}
            self.contradictions = dict(sorted(self.contradictions.items(), key=lambda one: order[one[0]]))

    def _hear(self, seq: int, reveal: Reveal) -> None:
        found = reference(reveal.what)
        if found is None:
            return
        target, path = found
        if target not in self._actions:
            self._early.setdefault(target, []).append((seq, reveal))
            return
        current = self.changed.get(target)
        if current is None:
            current = self._actions[target]
            current = self._as_target(current) if self._as_target is not None else current
        if not isinstance(current, Unreadable):
            self._fill(seq, reveal.value, target, current, path)

    def _fill(self, seq: int, value: Any, target: int, current: Action, path: list[str]) -> None:
        named = get(body_of(current), path)
        whole = not self._keeps_named_parts and isinstance(named, list) and is_hidden(named)
        told = as_named(named, value) if self._without_order.intersection(path) else value
        if not whole and not agrees(named, told):
            self.contradictions[seq] = (named, value)
        elif is_hidden(named):
            filled = rewritten(current, path, value if whole else merged(named, told))
            if filled is not None and self._problem(self._table, filled) is None:
                self.changed[target] = filled
                self.closers[target] = seq


class ContradictedSoFar:
    """Which reveals contradict what was named before, in a line that goes on: in most games all that can be known of
    it without looking ahead."""

    is_plain = True

    def __init__(self, filling: Filling, facts: Callable[[dict[int, tuple[Any, Any]]], Any]) -> None:
        """`facts` makes those of the game of such contradictions."""
        self._filling, self._facts_of = filling, facts
        self._amount, self._facts = 0, None

    def hear(self, line: Sequence[Placed]) -> None:
        """Take in the next part of the line."""
        self._filling.hear(line)

    @property
    def facts(self) -> Any:
        """What the line tells so far; None if that is nothing."""
        found = self._filling.contradictions
        if len(found) != self._amount:
            self._amount, self._facts = len(found), self._facts_of(dict(found))
        return self._facts


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
