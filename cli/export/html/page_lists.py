"""What makes a page small: every text, thing and row of a page is kept once, and a table only by what changed."""

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, compress, count, pairwise
from operator import is_not, ne
from typing import Any, Generic, TypeVar

import msgspec

from cli.export.assets import well_formed
from cli.export.html.short_numbers import packed, paired

_Item = TypeVar("_Item", bound=Hashable)
Run = list[int]


class Cut(msgspec.Struct, frozen=True):
    """Things that belong together, in layers. Of many tables in a row, most have most of their cuts in common."""

    layers: tuple[Sequence[Run], ...]
    sizes: tuple[int, ...]
    """How many numbers each layer has."""


def cut_of(*layers: Sequence[Run]) -> Cut:
    """A cut of these layers, each in runs that change by themselves."""
    return Cut(layers, tuple([sum(map(len, runs)) for runs in layers]))


LAYERS = 3
NO_CUT = cut_of(*[()] * LAYERS)
CutTable = Sequence[Cut]
"""The cuts of a table. The first layer of all of them comes first, then the second."""
Hunk = tuple[int, int, Sequence[int]]
"""A change of a list: where it is in the old one, how many items go, and which come instead."""
CutChange = list[list[Hunk]]
"""What changed from a cut to another, layer by layer."""
CutChanges = dict[tuple[int, int], tuple[Cut, Cut, CutChange]]
"""By the identity of both cuts, which they have while they are kept: many views have them in common."""
_TOKEN = re.compile(r"<[^>]*>|[^<]+")


class Distinct(Generic[_Item]):
    """A list that holds each item once: steps and views have most of theirs in common."""

    def __init__(self) -> None:
        self._places: dict[_Item, int] = {}

    @property
    def items(self) -> list[_Item]:
        """All of them, in the order in which they were met."""
        return list(self._places)

    def place(self, item: _Item) -> int:
        """The place of an item, added if it is new."""
        places = self._places
        return places.setdefault(item, len(places))

    def places(self, items: Iterable[_Item]) -> list[int]:
        """The places of several."""
        places = self._places
        return [places.setdefault(item, len(places)) for item in items]


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
        self._changes: CutChanges = {}

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

    def film(self, tables: Sequence[list[int]]) -> int:
        """The place of a row that gives each table, a text, by its difference from the one before."""
        return self.row([self.splices.place(packed(splices(old, new))) for old, new in pairwise([[], *tables])])

    def film_of_cuts(self, tables: Sequence[CutTable]) -> int:
        """The same for tables in cuts."""
        pairs = pairwise([(), *tables])
        return self.row([self.splices.place(packed(cut_splices(old, new, self._changes))) for old, new in pairs])

    def data(self) -> dict[str, Any]:
        """The lists, for the script of the page."""
        names = ("texts", "tags", "drawings", "things", "rows", "lists", "splices")
        return {name: getattr(self, name).items for name in names}


def splices(old: Sequence[int], new: Sequence[int]) -> list[int]:
    """What makes one text out of another: how many lines stay, how many go and come, those that come, and so on.

    Each place is compared with itself: lines may repeat.
    """
    if old == new:
        return []
    return _told(_between([(n, n) for n, (a, b) in enumerate(zip(old, new, strict=False)) if a == b], old, new))


def cut_splices(old: CutTable, new: CutTable, known: CutChanges | None = None) -> list[int]:
    """What makes one table out of another, as numbers in the same form. The things of a table are unlike each other.

    `known` is room for what changed between two cuts.
    """
    known = {} if known is None else known
    if old is new:
        return []
    if len(old) != len(new):
        old, new = [_in_one(old)], [_in_one(new)]
    changes = [
        (place, _change(one, other, known))
        for place, (one, other) in enumerate(zip(old, new, strict=True))
        if one is not other
    ]
    hunks: list[Hunk] = []
    start = 0
    for layer, sizes in enumerate(zip(*[cut.sizes for cut in old], strict=True)):
        for place, change in changes:
            if change[layer]:
                hunks += _moved_on(change[layer], start + sum(sizes[:place]))
        start += sum(sizes)
    return _told(hunks)


def _change(old: Cut, new: Cut, known: CutChanges) -> CutChange:
    found = known.get((id(old), id(new)))
    if found is None:
        hunks = [_hunks(one, other) for one, other in zip(old.layers, new.layers, strict=True)]
        found = known[id(old), id(new)] = (old, new, hunks)
    return found[2]


def _in_one(table: CutTable) -> Cut:
    """All cuts of a table as one."""
    return cut_of(
        *[[[number for cut in table for run in cut.layers[layer] for number in run]] for layer in range(LAYERS)]
    )


def _hunks(old: Sequence[Run], new: Sequence[Run]) -> list[Hunk]:
    """The changes of a layer. Most of its runs stay as they are, so those are passed by without a step of their own."""
    if len(old) != len(new):
        old, new = [list(chain.from_iterable(old))], [list(chain.from_iterable(new))]
    hunks: list[Hunk] = []
    for place in compress(count(), map(is_not, old, new)):
        if old[place] != new[place]:
            hunks += _moved_on(_moved(old[place], new[place]), sum(map(len, old[:place])))
    return hunks


def _moved_on(hunks: list[Hunk], by: int) -> list[Hunk]:
    """The same changes in a list that has this many more items before them."""
    return [(at + by, gone, come) for at, gone, come in hunks] if by else hunks


def _told(hunks: Iterable[Hunk]) -> list[int]:
    """Changes as numbers: how many items stay before each, how many go and come as a pair, and those that come."""
    found: list[int] = []
    done = 0
    for at, gone, come in hunks:
        found += (at - done, paired(gone, len(come)), *come)
        done = at + gone
    return found


def _moved(old: Sequence[int], new: Sequence[int]) -> list[Hunk]:
    """The changes between lists of things, which are found wherever they are now."""
    shorter = min(len(old), len(new))
    first = next(compress(count(), map(ne, old, new)), shorter)
    last = next(compress(count(), map(ne, reversed(old), reversed(new))), shorter)
    last = min(last, shorter - first)
    old, new = old[first : len(old) - last], new[first : len(new) - last]
    if len(old) < 2 or not new:
        return [(first, len(old), new)]
    return _moved_on(_moved_between(old, new), first)


def _moved_between(old: Sequence[int], new: Sequence[int]) -> list[Hunk]:
    gone, come = set(old).difference(new), set(new).difference(old)
    if len(gone) == len(old):
        return [(0, len(old), new)]
    if [item for item in old if item not in gone] != [item for item in new if item not in come]:
        return _between(_staying(old, new), old, new)
    kept = compress(count(), [item not in gone for item in old]), compress(count(), [item not in come for item in new])
    return _between(list(zip(*kept, strict=True)), old, new)


def _between(stay: Sequence[tuple[int, int]], old: Sequence[int], new: Sequence[int]) -> list[Hunk]:
    """The changes between items that stay, given by their places."""
    found: list[Hunk] = []
    at_old = at_new = 0
    for place, now in (*stay, (len(old), len(new))):
        if place > at_old or now > at_new:
            found.append((at_old, place - at_old, new[at_new:now]))
        at_old, at_new = place + 1, now + 1
    return found


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
