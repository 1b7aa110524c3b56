"""What was counted on the table, compared with what follows from the log."""

from collections import Counter
from typing import Any, Literal

import msgspec

from records.canonical import canonical
from replay.action import UNKNOWN
from replay.path_words import PathSpeech
from replay.paths import Seen
from replay.table import Table

Match = Literal["same", "differs", "unknown"]


class Difference(msgspec.Struct, frozen=True):
    """One observed fact that differs from the log, or cannot be compared with it."""

    path: str
    table: Any
    """What was counted."""
    record: Any
    """What follows from the log; `"?"` if that is not known, None for a path the game does not have."""
    known: bool
    """Whether the record knows the value, so that the two really differ."""


def compare(seen: Seen, told: Any) -> Match:
    """Whether a value in the state is what was counted. A `"?"` on either side may be anything."""
    if told == UNKNOWN:
        return "same"  # nothing is claimed
    if isinstance(seen.value, list | tuple) and isinstance(told, list | tuple):
        items = list(seen.value)
        if len(items) != len(told):
            return "differs"
        return _compare_lists(items, list(told)) if seen.ordered else _compare_heaps(items, list(told))
    if seen.value == UNKNOWN:
        return "unknown"
    return "same" if _equal(seen.value, told) else "differs"


def _compare_lists(items: list[Any], told: list[Any]) -> Match:
    pairs = zip(items, told, strict=True)
    if any(UNKNOWN not in (item, other) and not _equal(item, other) for item, other in pairs):
        return "differs"
    return "unknown" if UNKNOWN in items else "same"


def _compare_heaps(items: list[Any], told: list[Any]) -> Match:
    known = Counter(canonical(item) for item in items if item != UNKNOWN)
    named = Counter(canonical(item) for item in told if item != UNKNOWN)
    if (known - named).total() > told.count(UNKNOWN):
        return "differs"
    return "unknown" if UNKNOWN in items else "same"


def _equal(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def in_words(speech: PathSpeech, table: Table, differing: list[Difference]) -> str:
    """The differences as a sentence: `Ann's hand: five cards at the table, six cards by the record`."""
    return "; ".join(_one_in_words(speech, table, item) for item in differing)


def _one_in_words(speech: PathSpeech, table: Table, item: Difference) -> str:
    place, counted = speech.place(table, item.path), speech.value(table, item.path, item.table)
    if item.record is None and not item.known:
        return f"{item.path} is not a path that can be compared"
    if not item.known:
        return f"{place}: {counted} at the table, but the record does not know it"
    return f"{place}: {counted} at the table, {speech.value(table, item.path, item.record)} by the record"
