"""Text in columns: side by side, or, on a terminal that is too narrow for all of them, with the last ones below."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

_GAP = 2
_BELOW = " · "
"""Between cells that stand below the others."""
_INDENT = 4
"""How far to the right that stands which has no room beside the others."""
_ENOUGH = 24
"""A last column with this much room is broken into lines where it stands."""
_SECOND_HALF = "\ufdd0"
"""Stands behind a letter that takes two columns while a text is divided into lines; it is no letter of any language."""


def laid_out(headings: Sequence[str], rows: Sequence[Sequence[str]], room: int | None) -> tuple[list[str], list[str]]:
    """The lines of the headings and those of the rows. `room` is the width of the terminal, None if there is none.

    Nothing is cut, and no word is broken that fits on a line.
    """
    widths = [max(map(width_of, column)) for column in zip(headings, *rows, strict=True)]
    beside = len(widths) if room is None else _beside(widths, room)
    return (
        list(_lines(headings, widths, beside, room)),
        [line for row in rows for line in _lines(row, widths, beside, room)],
    )


def _beside(widths: Sequence[int], room: int) -> int:
    """How many of the first columns have room side by side."""
    ends = accumulate(widths, lambda end, width: end + _GAP + width)
    return sum(end <= room for end in ends)


def _lines(cells: Sequence[str], widths: Sequence[int], beside: int, room: int | None) -> Iterator[str]:
    first = _in_line(cells[:beside], widths[:beside])
    start = sum(widths[:beside]) + _GAP * beside
    if room is None or beside == len(cells):
        yield first.rstrip()
    elif 0 < beside == len(cells) - 1 and room - start >= _ENOUGH:
        last = wrapped(cells[-1], room - start) or [""]
        yield f"{first}{' ' * _GAP}{last[0]}".rstrip()
        yield from (" " * start + line for line in last[1:])
    else:
        if beside:
            yield first.rstrip()
        yield from wrapped(_BELOW.join(filter(None, cells[beside:])), room, " " * _INDENT, " " * _INDENT)


def _in_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    gap = " " * _GAP
    return gap.join(cell + " " * (width - width_of(cell)) for cell, width in zip(cells, widths, strict=True))


def wrapped(text: str, room: int, indent: str = "", further: str = "") -> list[str]:
    """A text in lines that are no wider than that; `further` stands before all but the first."""
    from textwrap import wrap

    spread = _spread(text)
    # A long word may be broken in the middle of a letter that takes two columns, which then stays on the first line.
    width = room if spread == text else room - 1
    lines = wrap(spread, width, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False)
    return [line.replace(_SECOND_HALF, "") for line in lines]


def _spread(text: str) -> str:
    """The text with as many characters as it takes columns."""
    if text.isascii():
        return text
    return "".join(char + _SECOND_HALF * (width_of(char) - 1) for char in text)


def width_of(text: str) -> int:
    """How many columns a terminal gives the text: some letters are twice as wide."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)
