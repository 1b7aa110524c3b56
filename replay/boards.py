"""Boards: what every table drawn as text needs. Change marks, columns, lines that fit, and player tables."""

from collections import Counter
from collections.abc import Callable, Sequence
from textwrap import wrap

from replay.action import UNKNOWN
from replay.table import Table

CHANGED = "*"
NOTHING = "–"
"""Shown for an empty list."""


def mark(changed: bool) -> str:
    """The mark of a change, or nothing."""
    return CHANGED if changed else ""


def marked(new: str, old: str) -> str:
    """A cell, with the mark of a change if it was different before."""
    return new if new == old else new + CHANGED


def came(new: Sequence[str], old: Sequence[str]) -> list[bool]:
    """For each item of a list whether it was not there before. Of equal items the last ones are those that came."""
    more = Counter(new)
    more.subtract(old)
    found = []
    for item in reversed(new):
        found.append(more[item] > 0)
        more[item] -= 1
    return found[::-1]


def marked_list(new: Sequence[str], old: Sequence[str], word: Callable[[str], str] = str) -> list[str]:
    """The items of a list in words, those that came with the mark. If items only left or moved, it stands alone."""
    fresh = came(new, old)
    words = [word(item) + mark(is_fresh) for item, is_fresh in zip(new, fresh, strict=True)]
    return words if any(fresh) or tuple(new) == tuple(old) else [*words, CHANGED]


def headline(*parts: str) -> str:
    """The first line of a table: the game, how far it is, and who acts next. Empty parts are left out."""
    return " · ".join(part for part in parts if part)


def who(table: Table, seat: str) -> str:
    """A seat, and the player's name if known."""
    name = table.name(seat)
    return seat if name == seat else f"{seat} {name}"


def hidden(number: int) -> list[str]:
    """Unnamed cards as one word in a list of cards; no word if there are none."""
    return [f"{UNKNOWN}×{number}"] if number else []


# --- lines that fit


def fit(text: str, width: int) -> str:
    """The text, cut if it is too wide."""
    return text if len(text) <= width else text[: width - 1] + "…"


def folded(text: str, width: int, indent: str = "  ") -> list[str]:
    """A text broken between words if it is too wide, with later lines indented. A name is never broken."""
    if len(text) <= width:
        return [text]
    return wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def wrapped(title: str, items: Sequence[str], width: int, between: str = " · ") -> list[str]:
    """Items one after the other, broken between them, later lines indented under the first item."""
    found = []
    line, started = title, False
    comma = between.strip() if between.strip() == "," else ""
    for item in _breakable(items, width - len(title)):
        if started and len(line) + len(between) + len(item) + len(comma) > width:
            found.append(line + comma)
            line, started = " " * len(title), False
        line += (between if started else "") + item
        started = True
    return [*found, line.rstrip()]


def _breakable(items: Sequence[str], width: int) -> list[str]:
    """The items, with any wider than a line split between its words."""
    found = []
    for item in items:
        if len(item) <= width and item[:1] != " ":
            found.append(item)
            continue
        part = ""
        for word in item.split(" "):
            if part and len(part) + 1 + len(word) > width:
                found.append(part)
                part = word
            else:
                part = f"{part} {word}" if part else word
        found.append(part)
    return found


# --- rows and columns


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, every column as wide as its widest cell."""
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)) for row in rows]


def marked_row(new: Sequence[str], old: Sequence[str] | None) -> list[str]:
    """A player's row with changes marked, except in the first cell, which names the player."""
    before = [""] * len(new) if old is None else old
    return [new[0], *(marked(cell, was) for cell, was in zip(new[1:], before[1:], strict=True))]


def player_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], width: int, may_fold: Sequence[int] = ()
) -> list[str]:
    """A row for each player under a head. In a narrow window the columns `may_fold`, by number, move below their row.

    The first of them moves first; only as many move as needed.
    """
    for folds in range(len(may_fold) + 1):
        below = sorted(may_fold[:folds])
        kept = [index for index in range(len(head)) if index not in below]
        lines = columns([[row[index] for index in kept] for row in (head, *rows)])
        if max(len(line.rstrip()) for line in lines) <= width:
            break
    told = [lines[0]]
    for row, line in zip(rows, lines[1:], strict=True):
        told.append(line)
        for index in below:
            told += folded(f"    {head[index].split()[0]} {row[index]}", width, "      ")
    return told


def side_by_side(left: Sequence[str], right: Sequence[str], gap: str = "   ") -> list[str]:
    """Two blocks of lines side by side, the left one as wide as its first line."""
    rows = max(len(left), len(right))
    size = len(left[0])
    one, other = [*left, *[""] * (rows - len(left))], [*right, *[""] * (rows - len(right))]
    return [f"{line.ljust(size)}{gap}{beside}" for line, beside in zip(one, other, strict=True)]
