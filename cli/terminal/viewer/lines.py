"""The lines that the viewer's panes show, made from a cursor. No colour says anything that a sign does not say too."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from textwrap import wrap
from typing import Any, NamedTuple

from cli.terminal.colours import COLOURS, painted
from cli.terminal.viewer.cursor import Cursor
from cli.terminal.viewer.pane import PaneLine, Span
from records.text import printable
from replay.finding_words import MARKS as SIGNS
from replay.finding_words import behind_words, cite_text, kind_of, short_words
from replay.remarks import correction_words
from replay.saying import person

_CHANGED = re.compile(r"[^\s│─<>()\[\]]*\*")
MARKS = {
    kind: (sign, style) for (kind, sign), style in zip(SIGNS.items(), ("bold red", "bold yellow", "dim"), strict=True)
}


def board_line(text: str, letters: Mapping[str, str], seats: Collection[str]) -> PaneLine:
    """A line of the table in its colours, with what changed reversed."""
    changed = [found.span() for found in _CHANGED.finditer(text)]
    pieces: list[Span] = []
    at = 0
    for words, colour in painted(text, letters, seats):
        style = f"color({COLOURS[colour]})" if colour else ""
        cuts = sorted({at, at + len(words), *(end for span in changed for end in span if at < end < at + len(words))})
        for start, end in pairwise(cuts):
            is_changed = any(low <= start < high for low, high in changed)
            pieces.append((text[start:end], f"{style} reverse".strip() if is_changed else style))
        at += len(words)
    return pieces


def changed_lines(marked: list[str], plain: list[str]) -> list[int]:
    """The lines with a mark. A star that is there without marks too, as in a legend, does not count."""
    if len(marked) != len(plain):
        return [number for number, line in enumerate(marked) if "*" in line]
    pairs = zip(marked, plain, strict=True)
    return [number for number, (one, other) in enumerate(pairs) if one.count("*") > other.count("*")]


class MoveRow(NamedTuple):
    """A row in the list of moves, and the step it belongs to."""

    place: int
    line: PaneLine


def move_lines(cursor: Cursor, width: int, height: int) -> list[MoveRow]:
    """The steps around the present one, as many as fit; a long sentence takes several rows."""
    if not len(cursor.reel) or height < 1:
        return []
    here = _move(cursor, cursor.place, width)
    above: list[MoveRow] = []
    below: list[MoveRow] = []
    first, last = cursor.place, cursor.place
    while len(above) + len(here) + len(below) < height and (first > 0 or last < cursor.last):
        if first > 0 and (len(above) <= len(below) or last == cursor.last):
            first -= 1
            above = [*_move(cursor, first, width), *above]
        else:
            last += 1
            below += _move(cursor, last, width)
    cut = max(0, len(above) - max(0, height - len(here) - len(below)))
    return [*above[cut:], *here, *below]


def _move(cursor: Cursor, place: int, width: int) -> list[MoveRow]:
    """A step: pointer, mark, number, and the sentence in as many rows as it needs."""
    here = place == cursor.place
    sign, style = mark_of(cursor, place)
    number = f"{cursor.reel.seq(place):>{len(str(cursor.found.record.size))}}"
    hit = "/" if cursor.searched and place in cursor.matches else " "
    room = max(8, width - len(number) - 5)
    base = "reverse" if here else ""
    texts = wrap(cursor.reel.text(place), room, break_on_hyphens=False) or [""]
    start: PaneLine = [
        ("▶" if here else " ", base),
        (sign, f"{base} {style}".strip()),
        (hit, base),
        (f"{number} ", base or "dim"),
        (texts[0].ljust(room), base),
    ]
    more = [[(" " * (len(number) + 4) + text.ljust(room), base)] for text in texts[1:]]
    return [MoveRow(place, line) for line in (start, *more)]


def hands_at(lines: Sequence[str], seats: Collection[str]) -> int:
    """The line at which the players' rows begin: the first of the last lines that begin with a seat, or its heading."""
    rows = [number for seat in seats for number in _last_row_of(lines, seat)]
    first = min(rows, default=0)
    return first - 1 if first and lines[first - 1].strip() else first


def _last_row_of(lines: Sequence[str], seat: str) -> list[int]:
    row = re.compile(rf"[ ▸>]*(?:[A-Z] )?{re.escape(seat)}(?![\w-])")
    return [number for number, line in enumerate(lines) if number and row.match(line)][-1:]


def mark_of(cursor: Cursor, place: int) -> Span:
    """What deserves notice about a step, in one sign."""
    seq = cursor.reel.seq(place)
    kinds = {kind_of(finding) for finding in cursor.findings.get(seq, [])}
    for kind, mark in MARKS.items():
        if kind in kinds:
            return mark
    if seq in cursor.corrected:
        return ("~", "bold") if cursor.corrected[seq] is not None else ("−", "dim")
    if seq in cursor.waiting:
        return "…", "bold"
    return ("✎", "") if seq in cursor.notes else (" ", "")


def details(cursor: Cursor, width: int, *, marked: bool) -> list[PaneLine]:
    """All about the present step: the sentence, the findings with their rules, notes, and what changed."""
    if not len(cursor.reel):
        return [[("No event was logged yet.", "")]]
    place, seq = cursor.place, cursor.seq
    event = cursor.reel.event(place)
    by, at = event.get("by"), event.get("at")
    who = [person(cursor.found.table, by)] if by else []
    when = [clock_words(at)] if at else []
    where = " · ".join([f"event {seq} of {cursor.found.record.size - 1}", *who, *when])
    lines = _wrapped(printable(where), width, "dim")
    lines += _wrapped(cursor.reel.text(place), width, "bold")
    lines += _correction(cursor, seq, width)
    for words in cursor.waiting.get(seq, []):
        lines += _wrapped(f"… {printable(words)}", width, "bold", "  ")
    for finding in cursor.findings.get(seq, []):
        lines += _finding(finding, width)
    for note in cursor.notes.get(seq, []):
        lines += _wrapped(f"✎ {printable(note)}", width, "", "  ")
    if not cursor.judged:
        lines.append([("… the rules are being asked", "dim")])
    if marked:
        for change in cursor.reel.changes_told(place):
            lines += _wrapped(f"* {printable(str(change))}", width, "", "    ")
    return lines


def clock_words(at: str) -> str:
    """The time of an event as a clock shows it, with its day: `17 October 2026, 15:25 UTC`."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    zone = " UTC" if moment.utcoffset() == timedelta(0) else ""
    return f"{moment.day} {moment:%B %Y, %H:%M}{zone}"


def _correction(cursor: Cursor, seq: int, width: int) -> list[PaneLine]:
    if seq not in cursor.corrected:
        return []
    words = correction_words(seq, cursor.corrected[seq])
    return _wrapped(f"{words}; `c` shows it as logged or as corrected", width, "")


def _finding(finding: dict[str, Any], width: int) -> list[PaneLine]:
    sign, style = MARKS[kind_of(finding)]
    cite = finding["cite"]
    assert isinstance(cite, dict)
    lines = _wrapped(f"{sign} {printable(short_words(finding))}", width, style, "  ")
    lines += _wrapped(f"  {finding['text']}  [{cite_text(cite)}]", width, "italic", "  ")
    for words in behind_words(finding):
        lines += _wrapped(f"  {words}", width, "", "  ")
    return lines


def _wrapped(text: str, width: int, style: str, indent: str = "") -> list[PaneLine]:
    lines = wrap(text, max(12, width), subsequent_indent=indent, drop_whitespace=True) or [""]
    return [[(line, style)] for line in lines]
