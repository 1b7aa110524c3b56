"""Plots as SVG: bars with their numbers, and lines with a name at their end. Classes only; the page gives the colours.

Two kinds of plot are all that statistics need, so they are drawn here: chart libraries bring scripts or styles of their
own, which a page under a strict policy refuses, and are many times larger than this.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

_WIDTH = 520
_LEFT = 170
_ROW = 28
_TALL = 230
_LOOKS = 5
"""Lines that look different from each other: as many as people at the largest table."""


class Bar(NamedTuple):
    """One bar: what it is, how long, the number at its end, and where it leads."""

    label: str
    value: float
    text: str
    link: str = ""
    hollow: bool = False
    """Drawn hollow: few games are behind it."""


def bars(rows: Sequence[Bar]) -> str:
    """Bars one below the other, from the left."""
    if not rows:
        return ""
    longest = max((bar.value for bar in rows), default=0) or 1
    height = _ROW * len(rows) + 8
    said = "; ".join(f"{bar.label} {bar.text}" for bar in rows)
    parts = [f'<path class="axis" d="M{_LEFT} 4V{height - 4}"/>']
    for number, bar in enumerate(rows):
        top = 8 + _ROW * number
        width = (_WIDTH - _LEFT - 90) * bar.value / longest
        drawn = (
            f'<text x="{_LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(_cut(bar.label))}</text>'
            f'<rect class="barfill{" hollow" if bar.hollow else ""}" x="{_LEFT}" y="{top}" width="{width:.1f}"'
            f' height="18" rx="3"/><text class="value" x="{_LEFT + width + 6:.1f}" y="{top + 14}">'
            f"{escape(bar.text)}</text>"
        )
        parts.append(f'<a href="{escape(bar.link)}">{drawn}</a>' if bar.link else drawn)
    return _svg(height, said, "".join(parts))


def lines(series: Mapping[str, Sequence[int]], labels: Sequence[str] = ()) -> str:
    """One line for each name, from left to right; dashes tell them apart where colours cannot.

    `labels` stand below, one for each point of the longest line.
    """
    values = [value for points in series.values() for value in points]
    if not values:
        return ""
    low, high = min(0, *values), max(1, *values)
    bottom, right = _TALL - 28, _WIDTH - 90
    most = max(len(points) for points in series.values())

    def at(number: int, points: Sequence[int]) -> tuple[float, float]:
        across = 40 + (right - 40) * (number + most - len(points)) / max(1, most - 1)
        return across, bottom - (bottom - 12) * (points[number] - low) / (high - low)

    parts = [f'<path class="axis" d="M40 12V{bottom}H{right}"/>']
    for value in dict.fromkeys((low, (low + high) // 2, high)):
        y = bottom - (bottom - 12) * (value - low) / (high - low)
        parts.append(f'<path class="grid" d="M40 {y:.1f}H{right}"/><text x="34" y="{y + 4:.1f}" text-anchor="end">')
        parts.append(f"{value}</text>")
    for number, label in enumerate(labels):
        x = 40 + (right - 40) * number / max(1, most - 1)
        parts.append(f'<text x="{x:.1f}" y="{_TALL - 8}" text-anchor="middle">{escape(_cut(label))}</text>')
    ends: list[float] = []
    for number, (name, points) in enumerate(series.items()):
        places = [at(place, points) for place in range(len(points))]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path class="line line-{number % _LOOKS}" d="M{path}"/>')
        parts += [f'<circle class="dot dot-{number % _LOOKS}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in places]
        y = _free(places[-1][1], ends, bottom)
        ends.append(y)
        parts.append(f'<text class="value" x="{right + 8}" y="{y + 4:.1f}">{escape(_cut(name, 9))} {points[-1]}</text>')
    said = "; ".join(f"{name}: {', '.join(map(str, points))}" for name, points in series.items())
    return _svg(_TALL, said, "".join(parts))


def _free(wanted: float, taken: Sequence[float], lowest: float) -> float:
    """The nearest height for a name at which no other name stands: below what is wanted, or above near the ground."""
    heights = [wanted, *(wanted + way * 7 * far for far in range(1, 40) for way in (1, -1))]
    free = (y for y in heights if y <= max(lowest, wanted) and all(abs(y - other) >= 14 for other in taken))
    return next(free, wanted)


def _cut(text: str, most: int = 24) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _svg(height: int, said: str, content: str) -> str:
    return f'<svg class="plot" viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(said)}">{content}</svg>'


PLOT_STYLE = """
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: var(--s-3); }
.plots { margin-block: var(--s-4); } .plots figure { margin: 0; }
.plots figcaption p { margin: 0 0 var(--s-2); font-weight: 400; } .plots h2 { margin: 0; color: var(--ink); }
.plot { display: block; width: 100%; height: auto; font-family: var(--sans); }
.plot text { fill: var(--ink-2); font-size: 13px; } .plot text.value { fill: var(--ink); font-weight: 700; }
.plot .axis { stroke: var(--rim); fill: none; } .plot .grid { stroke: var(--line); fill: none; }
.plot .barfill { fill: var(--accent); stroke: var(--accent); } .plot .barfill.hollow { fill: none; stroke-width: 2; }
.plot a:focus-visible .barfill, .plot a:hover .barfill { stroke: var(--ink); stroke-width: 2; }
.plot .line { fill: none; stroke-width: 3; } .plot .dot { stroke: var(--ink); }
.plot .line-0 { stroke: var(--blue); } .plot .dot-0 { fill: var(--blue); }
.plot .line-1 { stroke: var(--red); stroke-dasharray: 8 5; } .plot .dot-1 { fill: var(--red); }
.plot .line-2 { stroke: var(--ink-2); stroke-dasharray: 2 4; } .plot .dot-2 { fill: var(--sheet); }
.plot .line-3 { stroke: var(--yellow-deep); stroke-dasharray: 12 4 2 4; } .plot .dot-3 { fill: var(--yellow); }
.plot .line-4 { stroke: var(--green); stroke-dasharray: 5 3 1 3 1 3; } .plot .dot-4 { fill: var(--green); }
.plot .hit { fill: none; pointer-events: all; } .plot a { cursor: pointer; }
.scrolls { overflow-x: auto; } .scrolls th, .scrolls td { white-space: nowrap; }
"""
