"""Plots: bars with their numbers, and lines with a name at their end. Classes only; the page gives the colours.

Two kinds of plot are all that statistics need, so they are drawn here: chart libraries bring scripts or styles of their
own, which a page under a strict policy refuses, and are many times larger than this.
"""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import count
from typing import NamedTuple

_WIDE = 520
_NARROW = 330
_TALL = 230
_LETTER = 7.6
"""How wide a letter is, about."""
_LOOKS = 5
"""Lines that look different from each other: as many as people at the largest table."""
_STEPS = (1, 2, 3, 4, 5, 6, 8)
"""Round numbers, which ten times as much are round too."""
_LONGEST = 72
"""The longest bar, in per cent: its number stands behind it."""
LABEL_MOST = 36
"""A longer label stands above its bar."""


class Bar(NamedTuple):
    """One bar: what it is, how long, the number at its end, and where it leads."""

    label: str
    value: float
    text: str
    link: str = ""
    hollow: bool = False
    """Drawn hollow: few games are behind it."""
    small: str = ""
    """What stands small below the label."""


def is_long(rows: Sequence[Bar]) -> bool:
    """Whether the labels stand above the bars."""
    return any(len(bar.label) > LABEL_MOST for bar in rows)


def bars(rows: Sequence[Bar]) -> str:
    """Bars one below the other, from the left. Labels are text that breaks into lines as it must, on any screen."""
    if not rows:
        return ""
    longest = max(bar.value for bar in rows) or 1
    parts = []
    for bar in rows:
        width = _LONGEST * bar.value / longest
        small = f"<small>{escape(bar.small)}</small>" if bar.small else ""
        drawn = (
            f'<span class=barlabel>{escape(bar.label)}{small}</span><svg class="barline" role="img"'
            f' aria-label="{escape(bar.text)}"><rect class="barfill{" hollow" if bar.hollow else ""}" x="0" y="1"'
            f' width="{width:.1f}%" height="18" rx="3"/><text class="value" x="{width:.1f}%" dx="6" y="15">'
            f"{escape(bar.text)}</text></svg>"
        )
        link = f' href="{escape(bar.link)}"' if bar.link else ""
        parts.append(f"<li><a class=barrow{link}>{drawn}</a>")
    return f"<ul class='bars{' long' if is_long(rows) else ''}'>{''.join(parts)}</ul>"


def lines(series: Mapping[str, Sequence[int | None]], labels: Sequence[str] = ()) -> str:
    """One line for each name, from left to right; dashes tell them apart where colours cannot.

    A line goes past a place where there is no value. `labels` stand below, one for each place. It is drawn for a wide
    screen and for a phone, so that its words are as large as all others on both.
    """
    if not any(value is not None for points in series.values() for value in points):
        return ""
    return "".join(
        f'<div class="{kind}">{_Lines(series, labels, width).drawn()}</div>'
        for kind, width in (("wide", _WIDE), ("narrow", _NARROW))
    )


class _Lines:
    """The lines of one plot, in a width."""

    def __init__(self, series: Mapping[str, Sequence[int | None]], labels: Sequence[str], width: int) -> None:
        values = [value for points in series.values() for value in points if value is not None]
        self.series, self.labels, self.width = series, labels, width
        self.ticks = ticks(values)
        self.low, self.high = self.ticks[0], self.ticks[-1]
        self.bottom, self.right = _TALL - 28, width - 100
        self.most = max(len(points) for points in series.values())

    def drawn(self) -> str:
        """All of it."""
        parts = [f'<path class="axis" d="M40 12V{self.bottom}H{self.right}"/>', *self._grid(), *self._labels()]
        ends: list[float] = []
        for number, (name, points) in enumerate(self.series.items()):
            known = [(self._across(place), self._up(one), one) for place, one in enumerate(points) if one is not None]
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in known)
            look = number % _LOOKS
            parts += [f'<path class="{kind} line-{look}" d="M{path}"/>' for kind in ("casing", "line")]
            parts += [f'<circle class="dot dot-{look}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y, _ in known]
            _, end, last = known[-1]
            y = _free(end, ends, self.bottom)
            ends.append(y)
            text = f"{escape(_cut(name, 9))} {last}"
            parts.append(f'<text class="value" x="{self.right + 8}" y="{y + 4:.1f}">{text}</text>')
        said = "; ".join(
            f"{name}: {', '.join('–' if one is None else str(one) for one in points)}"
            for name, points in self.series.items()
        )
        size = f'viewBox="0 0 {self.width} {_TALL}"'
        return f'<svg class="plot" {size} role="img" aria-label="{escape(said)}">{"".join(parts)}</svg>'

    def _across(self, place: int) -> float:
        return 40 + (self.right - 40) * place / max(1, self.most - 1)

    def _up(self, value: int) -> float:
        return self.bottom - (self.bottom - 12) * (value - self.low) / (self.high - self.low)

    def _grid(self) -> list[str]:
        found = []
        for value in self.ticks:
            y = self._up(value)
            found.append(f'<path class="grid" d="M40 {y:.1f}H{self.right}"/>')
            found.append(f'<text x="34" y="{y + 4:.1f}" text-anchor="end">{value}</text>')
        return found

    def _labels(self) -> list[str]:
        """Those that have room: one that would touch the one before it is left out."""
        found, free = [], 0.0
        for place, label in enumerate(self.labels):
            x, half = self._across(place), _LETTER * len(label) / 2
            if label and x - half >= free:
                found.append(f'<text x="{x:.1f}" y="{_TALL - 8}" text-anchor="middle">{escape(label)}</text>')
                free = x + half + _LETTER
        return found


def ticks(values: Sequence[int]) -> list[int]:
    """Round numbers from 0 that hold all values between the first and the last; below 0 too where values are."""
    low, high = min([0, *values]), max([1, *values])
    round_numbers = (one * 10**power for power in count() for one in _STEPS)
    step = next(one for one in round_numbers if 2 * one >= max(high, -low))
    first, last = low // step, -(-high // step)
    return [step * number for number in range(first, last + 1)]


def _free(wanted: float, taken: Sequence[float], lowest: float) -> float:
    """The nearest height for a name at which no other name stands: below what is wanted, or above near the ground."""
    heights = [wanted, *(wanted + way * 7 * far for far in range(1, 40) for way in (1, -1))]
    free = (y for y in heights if y <= max(lowest, wanted) and all(abs(y - other) >= 14 for other in taken))
    return next(free, wanted)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


PLOT_STYLE = """
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: var(--s-3); }
.plots { margin-block: var(--s-4); } .plots figure { margin: 0; }
.plots figcaption p { margin: 0 0 var(--s-2); font-weight: 400; } .plots h2 { margin: 0; color: var(--ink); }
.plot { display: block; width: 100%; height: auto; font-family: var(--sans); }
.plot text { fill: var(--ink-2); font-size: 13px; } .plot text.value { fill: var(--ink); font-weight: 700; }
.plot .axis { stroke: var(--rim); fill: none; } .plot .grid { stroke: var(--line); fill: none; }
.bars { list-style: none; margin: 0; padding: 0; }
.barrow { display: grid; grid-template-columns: minmax(6.5rem, 32%) 1fr; align-items: center; gap: var(--s-2); }
.barrow { color: inherit; text-decoration: none; padding-block: 3px; }
.barlabel { text-align: right; color: var(--ink-2); font-size: 13px; line-height: 1.3; overflow-wrap: anywhere; }
.barlabel small { display: block; font-size: 12px; color: var(--ink-2); }
.bars.long .barrow { grid-template-columns: 1fr; gap: 2px; padding-block: var(--s-1); }
.plots figure:has(.bars.long) { grid-column: 1 / -1; } .bars.long { columns: 2 26rem; column-gap: var(--s-5); }
.bars.long li { break-inside: avoid; }
.bars.long .barlabel { text-align: left; color: var(--ink); }
.barline { display: block; width: 100%; height: 20px; overflow: visible; border-left: 1px solid var(--rim); }
.barline text { fill: var(--ink); font: 700 13px var(--sans); }
.barfill { fill: var(--accent); stroke: var(--accent); } .barfill.hollow { fill: none; stroke-width: 2; }
.barrow[href]:focus-visible .barfill, .barrow[href]:hover .barfill { stroke: var(--ink); stroke-width: 2; }
.plots .narrow { display: none; } .scrolls h2 { margin-top: 0; }
@media (pointer: coarse), (max-width: 700px) { .barrow[href] { min-height: 44px; } }
@media (max-width: 700px) { .plots .wide { display: none; } .plots .narrow { display: block; } }
.plot .casing { fill: none; stroke: var(--ink); stroke-width: 5; stroke-linejoin: round; }
.plot .line { fill: none; stroke-width: 3; stroke-linejoin: round; } .plot .dot { stroke: var(--ink); }
.plot .line.line-0 { stroke: var(--blue); } .plot .dot-0 { fill: var(--blue); }
.plot .line-1 { stroke-dasharray: 9 5; } .plot .line.line-1 { stroke: var(--red); } .plot .dot-1 { fill: var(--red); }
.plot .line-2 { stroke-dasharray: 1 7; stroke-linecap: round; } .plot .line.line-2 { stroke: var(--white); }
.plot .dot-2 { fill: var(--white); }
.plot .line-3 { stroke-dasharray: 12 4 2 4; } .plot .line.line-3 { stroke: var(--yellow); }
.plot .dot-3 { fill: var(--yellow); }
.plot .line-4 { stroke-dasharray: 5 3 1 3 1 3; } .plot .line.line-4 { stroke: var(--green); }
.plot .dot-4 { fill: var(--green); }
.scrolls { overflow-x: auto; } .scrolls th, .scrolls td { white-space: nowrap; }
.against thead th, .against thead .num { white-space: normal; overflow-wrap: normal; vertical-align: bottom; }
.against :is(th, td):first-child { position: sticky; left: 0; background: var(--sheet); }
.behind { display: none; scroll-margin-top: var(--s-4); } .behind:target { display: block; }
@media print { .behind { display: none !important; } }
"""
