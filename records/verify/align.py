"""Aligning two lists of leaf hashes: what was changed, removed, added, moved, doubled, cut or forked.

The longest run of lines that are in the same order on both sides stays. What is left over was done to the record.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from records.tree import Hash


class LineDifference(NamedTuple):
    """One difference: its kind, the place here, and the place in the copy."""

    kind: str
    here: int | None
    there: int | None


def differences(ours: Sequence[Hash | None], theirs: Sequence[Hash]) -> list[LineDifference]:
    """What turns `theirs` into `ours`, in the order of the places. None is a line that cannot be read."""
    begin = _common(ours, theirs)
    end = _common(ours[begin:][::-1], theirs[begin:][::-1])
    mine, other = ours[begin : len(ours) - end], theirs[begin : len(theirs) - end]
    nothing_common = len(mine) + len(other) > 2 and None not in mine and not set(mine) & set(other)
    if end == 0 and mine and other and nothing_common:
        return [LineDifference("fork", begin, begin)]
    found = [
        LineDifference(kind, None if here is None else here + begin, None if there is None else there + begin)
        for kind, here, there in _align(mine, other, set(theirs))
    ]
    return _with_cut(found, len(theirs))


def same_lines(ours: Sequence[Hash | None], theirs: Sequence[Hash]) -> list[tuple[int, int]]:
    """The places, here and there, of the lines that both have."""
    begin = _common(ours, theirs)
    end = _common(ours[begin:][::-1], theirs[begin:][::-1])
    mine, other = ours[begin : len(ours) - end], theirs[begin : len(theirs) - end]
    between = [(here + begin, there + begin) for here, there in enumerate(_places(mine, other)) if there is not None]
    last = [(len(ours) - back, len(theirs) - back) for back in range(end, 0, -1)]
    return [*((at, at) for at in range(begin)), *between, *last]


def _common(ours: Sequence[Hash | None], theirs: Sequence[Hash]) -> int:
    pairs = zip(ours, theirs, strict=False)
    return next((at for at, (mine, other) in enumerate(pairs) if mine != other), min(len(ours), len(theirs)))


def _align(ours: Sequence[Hash | None], theirs: Sequence[Hash], copy: set[Hash]) -> list[LineDifference]:
    places = _places(ours, theirs)
    pairs = [(here, there) for here, there in enumerate(places) if there is not None]
    kept = _longest_rising(pairs)
    still = set(kept)
    found = [LineDifference("moved", here, there) for here, there in pairs if (here, there) not in still]
    for new, gone in _gaps(kept, places, len(theirs)):
        doubles = [here for here in new if ours[here] in copy]
        fresh = [here for here in new if ours[here] not in copy]
        found += [LineDifference("doubled", here, None) for here in doubles]
        found += [LineDifference("changed", here, there) for here, there in zip(fresh, gone, strict=False)]
        found += [LineDifference("added", here, None) for here in fresh[len(gone) :]]
        found += [LineDifference("removed", None, there) for there in gone[len(fresh) :]]
    return sorted(found, key=_place)


def _place(item: LineDifference) -> int:
    place = item.there if item.here is None else item.here
    assert place is not None, "a difference has a place on one side at least"
    return place


def _places(ours: Sequence[Hash | None], theirs: Sequence[Hash]) -> list[int | None]:
    """For every line here its place there: the first equal line with the first, the second with the second."""
    there_of: dict[Hash | None, list[int]] = {}
    for there in range(len(theirs) - 1, -1, -1):
        there_of.setdefault(theirs[there], []).append(there)
    return [there_of[leaf].pop() if there_of.get(leaf) else None for leaf in ours]


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest choice of pairs that rises on both sides."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for index, (_, there) in enumerate(pairs):
        at = bisect_left(ends, there)
        before.append(last[at - 1] if at else None)
        ends[at : at + 1] = [there]
        last[at : at + 1] = [index]
    rising: list[tuple[int, int]] = []
    step = last[-1] if last else None
    while step is not None:
        rising.append(pairs[step])
        step = before[step]
    return rising[::-1]


def _gaps(
    kept: Sequence[tuple[int, int]], places: Sequence[int | None], size: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Between lines that stay: the lines here that are not there, and the lines there that are not here."""
    taken = {there for there in places if there is not None}
    here_from = there_from = 0
    for here_to, there_to in [*kept, (len(places), size)]:
        new = [here for here in range(here_from, here_to) if places[here] is None]
        gone = [there for there in range(there_from, there_to) if there not in taken]
        if new or gone:
            yield new, gone
        here_from, there_from = here_to + 1, there_to + 1


def _with_cut(found: list[LineDifference], size: int) -> list[LineDifference]:
    """Lines that are missing up to the end were cut off, and that is one difference."""
    removed = {item.there for item in found if item.kind == "removed"}
    start = size
    while start - 1 in removed:
        start -= 1
    if start == size:
        return found
    rest = [item for item in found if item.kind != "removed" or item.there is None or item.there < start]
    return [*rest, LineDifference("cut", None, start)]
