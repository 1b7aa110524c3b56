"""A document as text, as Markdown, and as one HTML page that needs nothing else and prints well."""

from html import escape

from records.text import printable
from replay.disputes.dossier import Document
from replay.disputes.dossier_findings import Section

STYLE = (
    "body{font:11pt/1.45 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}"
    "h1{font-size:1.5rem;border-bottom:2px solid;padding-bottom:.3rem}h2{font-size:1.05rem;margin:1.4rem 0 .3rem}"
    "dl{display:grid;grid-template-columns:11rem 1fr;gap:.2rem 1rem;margin:0}dt{color:#555}dd{margin:0;"
    "overflow-wrap:anywhere}pre{font:9pt/1.3 ui-monospace,monospace;border:1px solid #bbb;padding:.6rem;"
    "overflow-x:auto;white-space:pre}section{break-inside:avoid}"
    "@media(max-width:34rem){dl{grid-template-columns:1fr}dt{margin-top:.4rem}}"
    "@media print{body{margin:0;max-width:none}pre{white-space:pre-wrap;font-size:7.5pt}}"
)


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


def as_html(document: Document) -> str:
    """One page without script, font or picture from elsewhere."""
    body = "".join(_html(section) for section in document.sections)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(document.title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main><h1>{escape(document.title)}</h1>\n{body}</main></body></html>\n"
    )


def _html(section: Section) -> str:
    rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(text)}</dd>" for word, text in section.rows)
    drawing = "\n".join(escape(line) for line in section.drawing)
    return (
        f"<section><h2>{escape(section.title)}</h2>"
        + (f"<dl>{rows}</dl>" if rows else "")
        + (f"<pre>{drawing}</pre>" if drawing else "")
        + "</section>\n"
    )
