"""Colours on a terminal that has them: a red card is red. The letters and words stay, for those who cannot see it."""

import os
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

COLOURS = {
    "red": 167,
    "blue": 33,
    "green": 71,
    "purple": 134,
    "violet": 134,
    "orange": 208,
    "turquoise": 37,
    "yellow": 178,
    "natural": 180,
}
"""Numbers in the palette of 256 colours that can be read on black and on white. Black and white pieces stay plain."""
_FEW = {"red": 31, "blue": 34, "green": 32, "purple": 35, "violet": 35, "orange": 33, "turquoise": 36, "yellow": 33}
_NAMES = rf"(?<![\w-])(?P<name>{'|'.join(COLOURS)})(?:-[\w-]*\w)?(?![\w-])"
_FIRST = re.compile(r"\W*\w*")


def painted(line: str, letters: Mapping[str, str], seats: Collection[str]) -> Iterator[tuple[str, str]]:
    """A line of a board in parts, each with its colour, or with none.

    `letters` are those that a game's short words begin with: `r7`, `Pa=3`, `<R>`. The seat with which a player's row
    begins is a name, not a card.
    """
    start = _FIRST.match(line)
    begins_with_seat = start is not None and start.group().strip(" ▸>") in seats
    end = 0
    for found in _pattern("".join(letters)).finditer(line):
        if begins_with_seat and start is not None and found.end() <= start.end():
            continue
        colour = found["name"] or letters[found["letter"]]
        if colour in COLOURS:
            yield line[end : found.start()], ""
            yield found.group(), colour
            end = found.end()
    yield line[end:], ""


def in_colour(text: str, colour: str) -> str:
    """The text in a colour, as escape codes."""
    if not colour or not text:
        return text
    many = "256color" in os.environ.get("TERM", "") or bool(os.environ.get("COLORTERM"))
    if not many and colour not in _FEW:
        return text
    return f"\x1b[{f'38;5;{COLOURS[colour]}' if many else _FEW[colour]}m{text}\x1b[0m"


@cache
def _pattern(letters: str) -> re.Pattern[str]:
    """Words that begin with the name of a colour, or with one of these letters."""
    short = rf"(?<![\w-])(?P<letter>[{letters}])(?:\d{{1,2}}|[a-f](?==))?(?![\w-])" if letters else "(?P<letter>(?!))"
    return re.compile(f"{_NAMES}|{short}")
