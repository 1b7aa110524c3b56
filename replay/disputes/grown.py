"""A list that only grows, for states of which every earlier one is kept."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

GrownItem = TypeVar("GrownItem", covariant=True)


class Grown(Sequence[GrownItem]):
    """Items in the order in which they came. A longer one shares them with the shorter one that it was made from.

    So a log with many corrections costs as much as its last state; tuples would be copied whole at each of them.
    """

    __slots__ = ("_items", "_size")

    def __init__(self, items: list[GrownItem] | None = None, size: int = 0) -> None:
        """Only `plus` gives items: nobody else may hold their list."""
        self._items: list[GrownItem] = [] if items is None else items
        self._size = size

    def plus(self, item: GrownItem) -> "Grown[GrownItem]":  # type: ignore[misc]  # a longer one is another value; this one stays
        """The same items and one more."""
        shared = self._size and len(self._items) == self._size  # else somebody else went on from here
        items = self._items if shared else self._items[: self._size]
        items.append(item)
        return Grown(items, self._size + 1)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[GrownItem]:
        return islice(self._items, self._size)

    @overload
    def __getitem__(self, place: int) -> GrownItem: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[GrownItem]: ...
    def __getitem__(self, place: int | slice) -> GrownItem | Sequence[GrownItem]:
        if isinstance(place, slice):
            return self._items[: self._size][place]
        at = place + self._size if place < 0 else place
        if not 0 <= at < self._size:
            raise IndexError(place)
        return self._items[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grown) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Grown({list(self)!r})"
