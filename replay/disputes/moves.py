"""What goes back where: the changes between two documents as things that move, in words."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from records.canonical import canonical
from replay.action import UNKNOWN
from replay.diff import Changed, difference

_UNSEEN = canonical(UNKNOWN)


class Moves(msgspec.Struct, frozen=True):
    """Sentences for people, and the places that get back something the record cannot name."""

    words: tuple[str, ...]
    unseen: dict[str, int]


def moves(back: list[Changed], actor: str | None = None) -> Moves:
    """`red-3: from piles.p1 back to decks.all.up`; then what only comes or goes, and what is recounted."""
    words: list[str] = []
    left = {change.path: [Counter(items) for items in _items(change)] for change in back}
    for item, source, goal in (*_named(left), *_into_the_dark(left, actor)):
        words.append(f"{_short(item)}: from {source} back to {goal}")
    for change in back:
        lost, won = left[change.path]
        for word, items in (("take away from", lost), ("put back in", won)):
            named = [_short(item) if count == 1 else f"{count} × {_short(item)}" for item, count in items.items()]
            if named:
                words.append(f"{word} {change.path}: {', '.join(named)}")
        if _items(change) == ([], []):
            words.append(f"{change.path}: back from {_value(change.old)} to {_value(change.new)}")
    unseen = {path: won[_UNSEEN] for path, (_, won) in left.items() if won[_UNSEEN]}
    return Moves(tuple(words), unseen)


Left = dict[str, list[Counter[bytes]]]
"""For each place, the things that leave it and those that come to it, without those already described."""


def _named(left: Left) -> Iterator[tuple[bytes, str, str]]:
    """A thing that leaves one place and comes to another."""
    for source, (lost, _) in left.items():
        for item in list(lost):
            for goal, (_, won) in left.items():
                while item != _UNSEEN and source != goal and lost[item] > 0 and won[item] > 0:
                    _take(lost, item)
                    _take(won, item)
                    yield item, source, goal


def _into_the_dark(left: Left, actor: str | None) -> Iterator[tuple[bytes, str, str]]:
    """Pair a named thing that leaves a place with an unseen one that comes back to the same seat, or to who acted."""
    for source, (lost, _) in left.items():
        for item in list(lost):
            for goal, (_, won) in left.items():
                fits = goal.rpartition(".")[2] in (source.rpartition(".")[2], actor) and source != goal
                while item != _UNSEEN and fits and lost[item] > 0 and won[_UNSEEN] > 0:
                    _take(lost, item)
                    _take(won, _UNSEEN)
                    yield item, source, goal


def _take(items: Counter[bytes], item: bytes) -> None:
    items[item] -= 1
    if not items[item]:
        del items[item]


def _items(change: Changed) -> tuple[list[bytes], list[bytes]]:
    """The things that leave a place, and those that come to it. A number, a word or an order is not a thing."""
    old, new = change.old, change.new
    if not isinstance(old, list) and not isinstance(new, list):
        things = all(value is None or (isinstance(value, str) and "-" in value) for value in (old, new))
        if not things:
            return [], []
    lists = [value if isinstance(value, list) else [] if value is None else [value] for value in (old, new)]
    lost, won = difference(lists[0], lists[1]), difference(lists[1], lists[0])
    return [canonical(item) for item in lost], [canonical(item) for item in won]


def _short(item: bytes) -> str:
    return _value(msgspec.json.decode(item))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(item)}" for key, item in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(_value, value)) or "nothing"
    return "nothing" if value is None else "an unseen one" if value == UNKNOWN else str(value)
