"""What makes a page small: every text, thing and row of a page is kept once, and a table only by what changed."""

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

from cli.export.assets import well_formed
from cli.export.html.short_numbers import packed

_Item = TypeVar("_Item", bound=Hashable)
_TOKEN = re.compile(r"<[^>]*>|[^<]+")


class Distinct(Generic[_Item]):
    """A list that holds each item once: steps and views have most of theirs in common."""

    def __init__(self) -> None:
        self.items: list[_Item] = []
        self._places: dict[_Item, int] = {}

    def place(self, item: _Item) -> int:
        """The place of an item, added if it is new."""
        found = self._places.get(item)
        if found is None:
            found = self._places[item] = len(self.items)
            self.items.append(item)
        return found

    def places(self, items: Iterable[_Item]) -> list[int]:
        """The places of several."""
        return [self.place(item) for item in items]


class Shared:
    """The lists of a page. Those of numbers are packed."""

    def __init__(self) -> None:
        self.texts: Distinct[str] = Distinct()
        self.tags: Distinct[str] = Distinct()
        """What drawings are made of: tags, and the words between them."""
        self.drawings: Distinct[str] = Distinct()
        self._known: dict[str, int] = {}
        """The places of drawings, by their elements."""
        self.things: Distinct[str] = Distinct()
        """The parts of pictures."""
        self.rows: Distinct[str] = Distinct()
        """One number for each step of a view: seqs, sentences, tables."""
        self.lists: Distinct[str] = Distinct()
        """Texts that belong together: what a step changed."""
        self.splices: Distinct[str] = Distinct()
        """What changed from a table to the next."""

    def drawing(self, elements: str) -> int:
        """The place of a drawing. Our drawer escapes quotes in words, so all that are left enclose attributes."""
        found = self._known.get(elements)
        if found is None:
            tokens = _TOKEN.findall(well_formed(elements).replace('"', "'"))
            found = self._known[elements] = self.drawings.place(packed(self.tags.places(tokens)))
        return found

    def row(self, numbers: Iterable[int]) -> int:
        """The place of a row of numbers."""
        return self.rows.place(packed(numbers))

    def row_of_lists(self, lists: Iterable[Iterable[str]]) -> int:
        """The place of a row that has a list of texts for each step."""
        return self.row([self.lists.place(packed(self.texts.places(texts))) for texts in lists])

    def row_of_words(self, words: Iterable[str | None]) -> int:
        """The place of a row that has a text for each step, or none."""
        return self.row([0 if word is None else 1 + self.texts.place(word) for word in words])

    def film(self, tables: Sequence[list[int]], *, moves: bool) -> int:
        """The place of a row that gives each table by its difference from the one before."""
        pairs = pairwise([[], *tables])
        return self.row([self.splices.place(packed(splices(old, new, moves=moves))) for old, new in pairs])

    def data(self) -> dict[str, Any]:
        """The lists, for the script of the page."""
        names = ("texts", "tags", "drawings", "things", "rows", "lists", "splices")
        return {name: getattr(self, name).items for name in names}


def splices(old: Sequence[int], new: Sequence[int], *, moves: bool) -> tuple[int, ...]:
    """What makes one list out of another: how many stay, how many go, how many come, and those, and so on.

    With `moves`, items are unlike each other and are found wherever they are now. Else each place is compared with
    itself: lines of a text may repeat.
    """
    if old == new:
        return ()
    if not moves:
        return _between([(n, n) for n, (a, b) in enumerate(zip(old, new, strict=False)) if a == b], old, new)
    gone, come = set(old).difference(new), set(new).difference(old)
    if [item for item in old if item not in gone] != [item for item in new if item not in come]:
        return _between(_staying(old, new), old, new)
    changes: dict[int, tuple[list[int], list[int]]] = {}
    """What goes and comes behind this many items that stay."""
    for index, place in enumerate([place for place, item in enumerate(old) if item in gone]):
        changes.setdefault(place - index, ([], []))[0].append(old[place])
    for index, place in enumerate([place for place, item in enumerate(new) if item in come]):
        changes.setdefault(place - index, ([], []))[1].append(new[place])
    found: list[int] = []
    done = 0
    for behind, (going, coming) in sorted(changes.items()):
        found += (behind - done, len(going), len(coming), *coming)
        done = behind
    return tuple(found)


def _between(stay: Sequence[tuple[int, int]], old: Sequence[int], new: Sequence[int]) -> tuple[int, ...]:
    """The splices between items that stay, given by their places."""
    found: list[int] = []
    done = at_old = at_new = 0
    for place, now in (*stay, (len(old), len(new))):
        if place > at_old or now > at_new:
            found += (at_old - done, place - at_old, now - at_new, *new[at_new:now])
            done = place
        at_old, at_new = place + 1, now + 1
    return tuple(found)


def _staying(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
    """The places, old and new, of as many items as keep their order while others change places."""
    places = {item: place for place, item in enumerate(old)}
    pairs = [(places[item], now) for now, item in enumerate(new) if item in places]
    ends: list[int] = []
    """The lowest old place with which a rising row of each length can end."""
    last: list[int] = []
    before: list[int] = []
    for index, (place, _) in enumerate(pairs):
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [index]
        before.append(last[length - 1] if length else -1)
    row = []
    index = last[-1] if last else -1
    while index >= 0:
        row.append(pairs[index])
        index = before[index]
    return row[::-1]
