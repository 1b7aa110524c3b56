"""The lines that the viewer's panes show, made from a cursor. No colour says anything that a sign does not say too."""

import re
from textwrap import wrap
from typing import Any

from cli.terminal.viewer.cursor import Cursor
from cli.terminal.viewer.pane import PaneLine, Piece
from records.text import printable
from replay.finding_words import MARKS as SIGNS
from replay.finding_words import behind_words, cite_text, kind_of, short_words
from replay.remarks import correction_words

_CHANGED = re.compile(r"[^\s│─<>()\[\]]*\*")
MARKS = {
    kind: (sign, style) for (kind, sign), style in zip(SIGNS.items(), ("bold red", "bold yellow", "dim"), strict=True)
}


def board_line(text: str) -> PaneLine:
    """A line of the table, with what changed reversed."""
    pieces: list[Piece] = []
    end = 0
    for found in _CHANGED.finditer(text):
        pieces += [(text[end : found.start()], ""), (found[0], "reverse")]
        end = found.end()
    return [*pieces, (text[end:], "")]


def changed_lines(marked: list[str], plain: list[str]) -> list[int]:
    """The lines with a mark. A star that is there without marks too, as in a legend, does not count."""
    if len(marked) != len(plain):
        return [number for number, line in enumerate(marked) if "*" in line]
    pairs = zip(marked, plain, strict=True)
    return [number for number, (one, other) in enumerate(pairs) if one.count("*") > other.count("*")]


def move_line(cursor: Cursor, place: int, width: int) -> PaneLine:
    """A step in the list of moves: pointer, mark, number, sentence."""
    here = place == cursor.place
    sign, style = mark_of(cursor, place)
    number = f"{cursor.reel.seq(place):>{len(str(cursor.found.record.size))}}"
    hit = "/" if cursor.searched and place in cursor.matches else " "
    room = max(0, width - len(number) - 5)
    text = cursor.reel.text(place)
    shown = text if len(text) <= room else text[: max(0, room - 1)] + "…"
    base = "reverse" if here else ""
    return [
        ("▶" if here else " ", base),
        (sign, f"{base} {style}".strip()),
        (hit, base),
        (f"{number} ", base or "dim"),
        (shown.ljust(room), base),
    ]


def mark_of(cursor: Cursor, place: int) -> Piece:
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
    who = [str(event[key]) for key in ("by", "at") if event.get(key)]
    where = " · ".join([f"event {seq} of {cursor.found.record.size - 1}", *who])
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
