"""Style and symbols of every page, board and picture."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.S)
_USE = re.compile(r"""href=["']#([^"']+)["']""")
_SPACES = re.compile(r"\s*([{};,>])\s*|(?<=:) ")
_COMMENT = re.compile(r"\s*/\*.*?\*/", re.S)
_SECTION = re.compile(r"^(?=/\* -{10} )", re.M)
_ONLY_OF_RECORDS = ("a record as a page", "paper")


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def well_formed(drawn: str) -> str:
    """Elements without letters that XML cannot hold: a name may have one, and its picture can be read all the same."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", drawn)


def asset(name: str) -> str:
    """A file beside this one."""
    return files("cli").joinpath("export", "assets", name).read_text("utf-8")


@cache
def style() -> str:
    """The style sheet, without comments and spaces that only people need."""
    return without_spaces(asset("style.css"))


@cache
def style_of_tables() -> str:
    """The same for pages that show a table and not a whole record: a phone need not load what it does not use."""
    sections = _SECTION.split(asset("style.css"))
    kept = (text for text in sections if not any(f". {name}:" in text[:80] for name in _ONLY_OF_RECORDS))
    return without_spaces("".join(kept))


def without_spaces(css: str) -> str:
    """A style sheet without comments and spaces that only people need."""
    return _SPACES.sub(r"\1", _COMMENT.sub("", css)).replace("\n", "").replace("  ", " ").replace(";}", "}").strip()


@cache
def _all_symbols() -> dict[str, str]:
    return {found[1]: found[0] for found in _SYMBOL.finditer(asset("symbols.svg"))}


def definitions(drawn: Iterable[str]) -> str:
    """The symbols that these elements use, as an element of an SVG."""
    used = {name for text in drawn for name in _USE.findall(text)}
    return f"<defs>{''.join(drawing for name, drawing in _all_symbols().items() if name in used)}</defs>"


def symbols(drawn: Iterable[str]) -> str:
    """The symbols that these elements use, to stand once in a page; nothing if they use none."""
    found = definitions(drawn)
    return f'<svg class="symbols" aria-hidden="true">{found}</svg>' if "<symbol" in found else ""
