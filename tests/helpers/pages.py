"""The page of a record, read without a browser: its data, and the tables in it."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cli.export.html.cut_things import PHRASE, PIECE, SAYS, ZONE
from cli.export.html.page import page
from cli.export.html.short_numbers import unpacked, unpaired
from cli.machine.target import load
from replay.reel import played
from tests.helpers.shell import Shell


class Part(NamedTuple):
    """A zone or a piece in a picture of the page."""

    id: str
    at: str
    says: str
    drawn: str
    box: tuple[int, ...]
    """In tenths; a piece is placed from the corner of its zone."""


@cache
def story_page(path: Path) -> str:
    """The page of a story, made once for all tests of a file."""
    with load(str(path), None) as loaded:
        return page(played(loaded.record), loaded.id, None).decode()


def page_of(qm: Shell, path: Path, *arguments: str) -> str:
    """The page of a record as text."""
    answer = qm("export", path, "--html", *arguments)
    assert answer.code == 0, answer.err
    return answer.out


def data_of(page: str) -> Any:
    """The data inside a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def row(data: Any, view: Any, name: str) -> list[int]:
    """A row of numbers of a view, one for each step."""
    return unpacked(data["rows"][view[name]])


def sentences(data: Any, view: Any) -> list[str]:
    """What happened at each step."""
    return [data["texts"][number] for number in row(data, view, "text")]


def lists(data: Any, view: Any, name: str) -> list[list[str]]:
    """A row of lists of texts: `changes`, `marks`."""
    return [[data["texts"][n] for n in unpacked(data["lists"][number])] for number in row(data, view, name)]


def tables(data: Any, view: Any, name: str) -> list[list[int]]:
    """The tables of a view: of texts (`board`, `narrow`) or of things (`wide`, `phone`)."""
    found: list[list[int]] = []
    table: list[int] = []
    for number in row(data, view, name):
        changes = unpacked(data["splices"][number])
        new: list[int] = []
        place = at = 0
        while at < len(changes):
            stay, (gone, come) = changes[at], unpaired(changes[at + 1])
            new += [*table[place : place + stay], *changes[at + 2 : at + 2 + come]]
            place += stay + gone
            at += 2 + come
        table = [*new, *table[place:]]
        found.append(table)
    return found


def boards(data: Any, view: Any, name: str = "board") -> list[list[str]]:
    """The tables of a view as text."""
    return [[data["texts"][number] for number in table] for table in tables(data, view, name)]


def parts(data: Any, table: list[int]) -> list[Part]:
    """The zones and pieces of a picture."""
    texts = data["texts"]
    found: list[Part] = []
    for number in table:
        kind, *given = unpacked(data["things"][number])
        if kind == SAYS:
            found[-1] = found[-1]._replace(says=PHRASE.join(texts[phrase] for phrase in given))
        elif kind in (ZONE, PIECE):
            drawn = "".join(data["tags"][tag] for tag in unpacked(data["drawings"][given[4]]))
            at, says = (texts[given[6]], texts[given[7]]) if kind == PIECE else ("", "")
            way = [-(number + 1) // 2 if number % 2 else number // 2 for number in given[:2]]
            found.append(Part(texts[given[5]], at, says, drawn, (*way, *given[2:4])))
    return found
