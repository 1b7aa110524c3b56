"""A document as text, as Markdown, and as one HTML page that needs nothing else and prints well."""

import base64
from collections.abc import Callable
from html import escape
from typing import Any

from cli.export.assets import style, symbols
from cli.export.html.stills import inline_picture
from records.text import printable
from replay.disputes.dossier import Document
from replay.disputes.dossier_findings import Section

FilesAtHand = Callable[[dict[str, Any]], bytes | None]
"""The bytes of a file that a document names, if it is a picture that is kept here."""


def as_text(document: Document) -> str:
    """For a terminal."""
    title = printable(document.title)
    lines = [title, "=" * len(title)]
    for section in document.sections:
        lines += ["", section.title, "-" * len(section.title)]
        width = max((len(word) for word, _ in section.rows), default=0)
        lines += [f"{word.ljust(width)}  {text}".lstrip() for word, text in section.rows]
        lines += section.drawing
    return "\n".join(printable(line).rstrip() for line in lines) + "\n"


def as_markdown(document: Document) -> str:
    """For a wiki or a mail."""
    lines = [f"# {_mark(document.title)}"]
    for section in document.sections:
        lines += ["", f"## {_mark(section.title)}", ""]
        lines += [f"- **{_mark(word)}**: {_mark(text)}" if word else f"- {_mark(text)}" for word, text in section.rows]
        if section.drawing:
            fence = "`" * max(3, *(line.count("`") + 1 for line in section.drawing))
            lines += [fence, *map(printable, section.drawing), fence]
    return "\n".join(lines) + "\n"


def _mark(text: str) -> str:
    """Text that Markdown shows as it is."""
    plain = printable(" ".join(text.split()))
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in plain)


def as_html(document: Document, at_hand: FilesAtHand = lambda _: None) -> str:
    """One page without script, font or picture from elsewhere; photos that are at hand stand in it."""
    body = "".join(_html(section, at_hand) for section in document.sections)
    heading = f"<h1>{escape(document.title)}</h1>"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(document.title)}</title><style>{style()}</style></head>\n"
        f"<body>{symbols([body])}<main class='paper report'>{heading}\n{body}</main></body></html>\n"
    )


def _html(section: Section, at_hand: FilesAtHand) -> str:
    rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(text)}</dd>" for word, text in section.rows)
    return (
        f"<section><h2>{escape(section.title)}</h2>"
        + (f"<dl class=facts>{rows}</dl>" if rows else "")
        + _drawing(section)
        + "".join(_photo(word, file, at_hand(file)) for word, file in section.files)
        + "</section>\n"
    )


def _photo(word: str, file: dict[str, Any], data: bytes | None) -> str:
    if data is None:
        return ""
    source = f"data:{escape(str(file['type']))};base64,{base64.b64encode(data).decode()}"
    words = escape(word)
    return f'<figure><img src="{source}" alt="Photo, {words}" width="100%"><figcaption>{words}</figcaption></figure>'


def _drawing(section: Section) -> str:
    """The table as a picture, or as text in a game without pictures."""
    if section.scene is not None:
        return f"<figure>{inline_picture(section.scene, section.title)}</figure>"
    drawing = "\n".join(escape(line) for line in section.drawing)
    return f"<pre>{drawing}</pre>" if drawing else ""
