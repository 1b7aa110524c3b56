"""What goes back where: the changes between two documents as things that move, in words."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from records.canonical import canonical
from replay.action import UNKNOWN
from replay.diff import Changed, difference
from replay.path_words import PathSpeech
from replay.table import Table

_UNSEEN = canonical(UNKNOWN)
_PLACES = ("on ", "in ", "with ", "under ")
"""How a place begins, in words."""


class Moves(msgspec.Struct, frozen=True):
    """Sentences for people, and the places that get back something the record cannot name."""

    words: tuple[str, ...]
    unseen: dict[str, int]


def moves(back: list[Changed], table: Table, speech: PathSpeech, actor: str | None = None) -> Moves:
    """`red 3: from Ann's treasures back to the deck`; then what only comes or goes, and what is recounted."""
    words: list[str] = []
    back = [change for change in back if speech.is_told(change.path)]
    left = {change.path: [Counter(items) for items in _items(change)] for change in back}
    places = {change.path: speech.place(table, change.path) for change in back}
    for item, source, goal in (*_named(left), *_into_the_dark(left, actor)):
        words.append(f"{_said(table, speech, source, item)}: from {places[source]} back to {places[goal]}")
    for change in back:
        lost, won = left[change.path]
        for word, items in (("take away from", lost), ("put back in", won)):
            named = [(_said(table, speech, change.path, item), count) for item, count in items.items()]
            if named:
                told = ", ".join(said if count == 1 else f"{count} × {said}" for said, count in named)
                words.append(f"{word} {places[change.path]}: {told}")
        if _items(change) == ([], []):
            old, new = (speech.value(table, change.path, value) for value in (change.old, change.new))
            words.append(f"{places[change.path]}: {_back(old, new)}")
    unseen = {path: won[_UNSEEN] for path, (_, won) in left.items() if won[_UNSEEN]}
    return Moves(tuple(words), unseen)


def _back(old: str, new: str) -> str:
    """`back from three coins to two coins`, but of a place `back on f2, was on f3` or `back to none, was on f3`."""
    if new.startswith(_PLACES):
        return f"back {new}, was {old}"
    return f"back to {new}, was {old}" if old.startswith(_PLACES) else f"back from {old} to {new}"


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


def _said(table: Table, speech: PathSpeech, path: str, item: bytes) -> str:
    return "an unseen one" if item == _UNSEEN else speech.thing(table, path, msgspec.json.decode(item))
