"""Two records of one game, kept by two scribes: where they first differ, and how they differ from there."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal

import msgspec

from records.canonical import canonical
from records.event import Event
from replay.disputes.log import PROCEDURE

PairKind = Literal["same", "differs", "only-first", "only-second"]

_BESIDE_THE_FACTS = frozenset({"at", "said", "why", "salt"})
"""Two scribes never type at the same moment or in the same words, and no salt is made twice."""


class Pair(msgspec.Struct, frozen=True):
    """An event of one record beside that of the other."""

    kind: PairKind
    first: Event | None
    second: Event | None
    fields: tuple[str, ...] = ()
    """The fields in which they differ."""


class Comparison(msgspec.Struct, frozen=True):
    """The last event up to which both agree, and everything side by side."""

    common: tuple[int, int]
    """Seq of the last common event in each record; 0 if they differ from the start."""
    pairs: tuple[Pair, ...]

    @property
    def differing(self) -> tuple[Pair, ...]:
        """What is not the same."""
        return tuple(pair for pair in self.pairs if pair.kind != "same")


def compare(first: Sequence[Event], second: Sequence[Event]) -> Comparison:
    """Align the events that count in two records: play, counts and reveals, but not disputes or signatures."""
    ours, theirs = facts_of(first), facts_of(second)
    pairs = tuple(_pairs(ours, theirs))
    common = (0, 0)
    for pair in pairs:
        if pair.kind != "same" or pair.first is None or pair.second is None:
            break
        common = (pair.first.seq, pair.second.seq)
    return Comparison(common, pairs)


def facts_of(events: Sequence[Event]) -> list[Event]:
    """Play, counts and reveals: what two scribes of one table both log."""
    apart = PROCEDURE - {"reveal", "close"} | {"note"}
    return [event for event in events if event.do not in apart]


def _key(event: Event) -> bytes:
    return canonical({name: value for name, value in event.body().items() if name not in _BESIDE_THE_FACTS})


def _pairs(ours: list[Event], theirs: list[Event]) -> Iterator[Pair]:
    matcher = SequenceMatcher(None, [_key(event) for event in ours], [_key(event) for event in theirs], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            for mine, other in zip(ours[a:b], theirs[c:d], strict=True):
                yield Pair("same", mine, other)
        else:
            yield from _differing(ours[a:b], theirs[c:d])


def _differing(ours: list[Event], theirs: list[Event]) -> Iterator[Pair]:
    """Events that differ, those of the same action by the same seat beside each other."""
    matcher = SequenceMatcher(
        None, [(event.do, event.by) for event in ours], [(event.do, event.by) for event in theirs], autojunk=False
    )
    for tag, a, b, c, d in matcher.get_opcodes():
        both = zip(ours[a:b], theirs[c:d], strict=False) if tag in ("equal", "replace") else ()
        for mine, other in both:
            yield Pair("differs", mine, other, _differing_fields(mine, other))
        shared = min(b - a, d - c)
        for mine in ours[a + shared : b]:
            yield Pair("only-first", mine, None)
        for other in theirs[c + shared : d]:
            yield Pair("only-second", None, other)


def _differing_fields(first: Event, second: Event) -> tuple[str, ...]:
    one: dict[str, Any] = first.body()
    two: dict[str, Any] = second.body()
    names = dict.fromkeys((*one, *two))
    return tuple(name for name in names if name not in _BESIDE_THE_FACTS and one.get(name) != two.get(name))
