"""How wide words are in a picture, so that a game can leave room for them or cut them.

The system chooses the font. These are the widths of a wide one (DejaVu Sans); with others there is room left.
"""

from functools import cache

from replay.scene import NARROW

_PLAIN = {
    0.29: "'ijlIJ",
    0.35: " ,.·’/:;|f",
    0.41: "-()[]t!r",
    0.5: '"*–',
    0.56: "szc?L",
    0.62: "FkvxyPTYaoe",
    0.65: "ESbdghnpqu$0123456789",
    0.7: "KAVBRXZC",
    0.77: "UHNDG",
    0.84: "&OQw#+<=>×−",
    1.0: "M%mW@…",
}
"""Letters by their width in parts of the size, in plain type. Others are taken to be as wide as an `M`."""
_BOLD = 1.13
"""How much wider bold letters are."""
_SIZES = {"t8": 10, "t10": 11, "t12": 12, "t14": 14, "t16": 16, "t20": 20, "t26": 26, "t34": 34}
_WIDTHS = {letter: width for width, letters in _PLAIN.items() for letter in letters}
_MORE, _GAP = "t14", 8
"""The softer words behind a text: their size, and the gap before them."""

PILL_SIDES = 26
"""The room at both ends of the words in the turn pill."""
_HEAD_GAP = 10


def size_of(look: str) -> int:
    """The size of words in a look: 14 for `mid b t14`."""
    return next((_SIZES[part] for part in look.split() if part in _SIZES), 13)


@cache
def width_of(words: str, look: str, more: str = "") -> float:
    """How wide words are in a look (`b t14`), with the softer ones behind them."""
    wide = sum(_WIDTHS.get(letter, 1.0) for letter in words) * size_of(look)
    own = wide * _BOLD if "b" in look.split() else wide
    return own + (_GAP + width_of(more, _MORE) if more else 0)


@cache
def fitted(words: str, look: str, room: float) -> str:
    """Words that fit into a room: as they are, or cut and ended by "…"."""
    if width_of(words, look) <= room:
        return words
    kept = words
    while kept and width_of(f"{kept}…", look) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def in_lines(words: str, look: str, room: float) -> list[str]:
    """Words in lines that fit into a room; a word that is too long for any line is cut."""
    lines: list[str] = []
    for word in words.split():
        if lines and width_of(f"{lines[-1]} {word}", look) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [fitted(line, look, room) for line in lines]


def head_looks(narrow: bool) -> tuple[str, str, str]:
    """The looks of title, status and turn in the top line."""
    return ("serif b t20", "t12", "b t12") if narrow else ("serif b t26", "t14", "b t14")


@cache
def turn_room(title: str, status: str, width: int) -> float:
    """The room for the words in the turn pill: what title and status leave in the top line."""
    narrow = width < NARROW
    margin = 8 if narrow else 16
    looks = head_looks(narrow)
    taken = width_of(title, looks[0]) + (0 if narrow else 6 + width_of(status, looks[1]))
    return width - 2 * margin - taken - _HEAD_GAP - PILL_SIDES


def turn_words(title: str, status: str, width: int, who: str, does: str) -> str:
    """Who is to do what, with the name cut as far as the top line asks: `Bartholo… lays`, `Cleo: 1 action left`."""
    look = head_looks(width < NARROW)[2]
    return fitted(who, look, turn_room(title, status, width) - width_of(does, look)) + does
