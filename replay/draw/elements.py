"""The few SVG elements that everything is drawn with."""

import re
from functools import lru_cache
from html import escape

from replay.scene import LETTERS, Box


@lru_cache(maxsize=8192)
def num(value: float) -> str:
    """A coordinate as short as it can be, so that equal things are equal texts."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")  # adding nothing turns -0.0 into 0.0


def rect(box: Box, look: str, corner: float = 0) -> str:
    """A rectangle, with round corners."""
    rx = f' rx="{num(corner)}"' if corner else ""
    return f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.w)}" height="{num(box.h)}"{rx} class="{look}"/>'


def circle(x: float, y: float, r: float, look: str) -> str:
    """A circle."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" class="{look}"/>'


def ellipse(x: float, y: float, rx: float, ry: float, look: str) -> str:
    """An ellipse."""
    return f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(ry)}" class="{look}"/>'


def path(d: str, look: str) -> str:
    """Any outline."""
    return f'<path d="{d}" class="{look}"/>'


def symbol(name: str, box: Box, look: str) -> str:
    """One of our symbols; the page holds each once."""
    size = f'width="{num(box.w)}" height="{num(box.h)}"'
    return f'<use href="#{name}" x="{num(box.x)}" y="{num(box.y)}" {size} class="sym {look}"/>'


_RIGHT_TO_LEFT = re.compile("([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])(?=[^\\w]+\\d)")


def in_order(words: str) -> str:
    """A number behind a name that is written from right to left would be drawn before it: a mark keeps it behind."""
    return words if words.isascii() else _RIGHT_TO_LEFT.sub("\\1\u200e", words)


def text(x: float, y: float, words: str, look: str, more: str = "") -> str:
    """Words; `more` follows them softly in the same line, wherever the first words end."""
    place = f'x="{num(x)}" y="{num(y)}"'
    if not more:
        return f'<text {place} class="{look}">{escape(in_order(words))}</text>'
    looks = look.split()  # what is behind them is not as bold as they are
    own, whole = (" ".join(item for item in looks if (item in _ANCHORS) is there) for there in (False, True))
    behind = f'<tspan class="t14 soft" dx="8">{escape(more)}</tspan>'
    return f'<text {place} class="{whole}"><tspan class="{own}">{escape(in_order(words))}</tspan>{behind}</text>'


_ANCHORS = ("mid", "end")


def coloured(colour: str, *inner: str) -> str:
    """Elements in a colour of the game."""
    return f'<g class="c-{colour}">{"".join(inner)}</g>'


def letter_of(colour: str) -> str:
    """The letter that stands for a colour; `?` for one that is not known."""
    return LETTERS.get(colour, "?")


def letter_box(colour: str, x: float, y: float, size: float, words: str = "") -> str:
    """A colour as a small square with its letter."""
    look = "t14" if size >= 20 else "t12" if size >= 15 else "t8"
    drop = {"t14": 5.3, "t12": 4.4, "t8": 3.6}[look]
    middle = x + size / 2, y + size / 2 + drop
    return coloured(
        colour,
        rect(Box(x, y, size, size), "letterbox", 4),
        text(*middle, words or letter_of(colour), f"mid b on {look}"),
    )


def wave_line(x: float, y: float, width: float, look: str) -> str:
    """A line of water, four waves long."""
    part = width / 4
    bend = part / 2
    return path(
        f"M{num(x)} {num(y)}q{num(bend)} -{num(bend * 0.62)} {num(part)} 0t{num(part)} 0t{num(part)} 0t{num(part)} 0",
        look,
    )
