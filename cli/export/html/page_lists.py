"""What makes a page small: every text, thing and row of a page is kept once, and a table only by what changed."""

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, pairwise
from typing import Any, Generic, TypeVar

import msgspec

from cli.export.assets import well_formed
from cli.export.html.short_numbers import packed

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
"""A change of a list: how many items stay before it, how many go, and which come instead."""
CutChange = list[tuple[list[Hunk], int] | None]
"""What changed from a cut to another, layer by layer, and how many things stay behind the last change; None for a layer
that stays."""
CutChanges = dict[tuple[int, int], tuple[Cut, Cut, CutChange]]
"""By the identity of both cuts, which they have while they are kept: many views have them in common."""
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
    """What makes one text out of another: how many lines stay, how many go, how many come, and those, and so on.

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
        (one.sizes, None if one is other else _change(one, other, known)) for one, other in zip(old, new, strict=True)
    ]
    found: list[int] = []
    stay = 0
    for layer in range(LAYERS):
        for sizes, change in changes:
            if change is None or (here := change[layer]) is None:
                stay += sizes[layer]
                continue
            for before, gone, come in here[0]:
                found += (stay + before, gone, len(come), *come)
                stay = 0
            stay += here[1]
    return found


def _change(old: Cut, new: Cut, known: CutChanges) -> CutChange:
    found = known.get((id(old), id(new)))
    if found is None:
        layers = zip(old.layers, new.layers, strict=True)
        hunks = [None if one == other else _hunks(one, other) for one, other in layers]
        found = known[id(old), id(new)] = (old, new, hunks)
    return found[2]


def _in_one(table: CutTable) -> Cut:
    """All cuts of a table as one."""
    return cut_of(
        *[[[number for cut in table for run in cut.layers[layer] for number in run]] for layer in range(LAYERS)]
    )


def _hunks(old: Sequence[Run], new: Sequence[Run]) -> tuple[list[Hunk], int]:
    """The changes of a layer, and how many things stay behind the last of them."""
    hunks: list[Hunk] = []
    stay = 0
    if len(old) != len(new):
        old, new = [list(chain.from_iterable(old))], [list(chain.from_iterable(new))]
    for one, other in zip(old, new, strict=True):
        left = len(one)
        if one is not other and one != other:
            for before, gone, come in _moved(one, other):
                hunks.append((stay + before, gone, come))
                stay = 0
                left -= before + gone
        stay += left
    return hunks, stay


def _told(hunks: Iterable[Hunk]) -> list[int]:
    found: list[int] = []
    for stay, gone, come in hunks:
        found += (stay, gone, len(come), *come)
    return found


def _moved(old: Sequence[int], new: Sequence[int]) -> list[Hunk]:
    """The changes between lists of things, which are found wherever they are now."""
    first, last, shorter = 0, 0, min(len(old), len(new))
    while first < shorter and old[first] == new[first]:
        first += 1
    while last < shorter - first and old[-1 - last] == new[-1 - last]:
        last += 1
    old, new = old[first : len(old) - last], new[first : len(new) - last]
    if len(old) < 2 or not new:
        return [(first, len(old), new)]
    (stay, gone, come), *rest = _moved_between(old, new)
    return [(first + stay, gone, come), *rest]


def _moved_between(old: Sequence[int], new: Sequence[int]) -> list[Hunk]:
    gone, come = set(old).difference(new), set(new).difference(old)
    if [item for item in old if item not in gone] != [item for item in new if item not in come]:
        return _between(_staying(old, new), old, new)
    changes: dict[int, tuple[list[int], list[int]]] = {}
    """What goes and comes behind this many items that stay."""
    for index, place in enumerate([place for place, item in enumerate(old) if item in gone]):
        changes.setdefault(place - index, ([], []))[0].append(old[place])
    for index, place in enumerate([place for place, item in enumerate(new) if item in come]):
        changes.setdefault(place - index, ([], []))[1].append(new[place])
    found: list[Hunk] = []
    done = 0
    for behind, (going, coming) in sorted(changes.items()):
        found.append((behind - done, len(going), coming))
        done = behind
    return found


def _between(stay: Sequence[tuple[int, int]], old: Sequence[int], new: Sequence[int]) -> list[Hunk]:
    """The changes between items that stay, given by their places."""
    found: list[Hunk] = []
    done = at_old = at_new = 0
    for place, now in (*stay, (len(old), len(new))):
        if place > at_old or now > at_new:
            found.append((at_old - done, place - at_old, new[at_new:now]))
            done = place
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
