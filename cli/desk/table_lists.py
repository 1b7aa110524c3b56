"""A round of tables as a CSV: one line for each table, with a line of column names at the top."""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from cli.desk.headers import readings_of
from cli.desk.written import number_or_text, official_of
from records.errors import Refused

Body = dict[str, Any]

COLUMNS = (
    "event",
    "round",
    "table",
    "game",
    "players",
    "title",
    "place",
    "scribe",
    "officials",
    "variants",
    "readings",
    "kit",
)
"""The columns that are known. `players` holds names, or seats with names (blue=Ann), separated by semicolons."""
_NEEDED = ("game", "players")
_SAME = {"seats": "players", "player": "players", "official": "officials", "variant": "variants", "reading": "readings"}
LIST_BYTES_MAX = 60_000


def tables_of(text: str) -> Iterator[tuple[int, Body]]:
    """The tables of a list, each with its line; `Refused` names the line that is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > LIST_BYTES_MAX:
        raise Refused("the list is too long", mend="send it in parts")
    first = text.lstrip("\ufeff").splitlines()[:1]
    sign = ";" if first and first[0].count(";") > first[0].count(",") else ","
    rows = csv.reader(StringIO(text.lstrip("\ufeff")), delimiter=sign, strict=True)
    try:
        names = [_column(name) for name in next(rows, [])]
        missing = [name for name in _NEEDED if name not in names]
        if missing:
            raise Refused(
                f"there is no column {' and '.join(missing)}", where="line 1", mend=f"columns: {', '.join(COLUMNS)}"
            )
        found = 0
        for row in rows:
            if any(cell.strip() for cell in row):
                found += 1
                yield rows.line_num, _table(names, row, rows.line_num)
        if not found:
            raise Refused("the list has no tables", mend="write one line for each table below the names of the columns")
    except csv.Error as error:
        raise Refused(f"this is not CSV: {error}", where=f"line {rows.line_num}") from None


def _column(name: str) -> str:
    plain = name.strip().casefold()
    plain = _SAME.get(plain, plain)
    if plain not in COLUMNS:
        raise Refused(f"there is no column {name.strip()!r}", where="line 1", mend=f"columns: {', '.join(COLUMNS)}")
    return plain


def _table(names: list[str], row: list[str], number: int) -> Body:
    if len(row) > len(names):
        mend = "put a text that holds the sign between columns in quotation marks"
        raise Refused(f"{len(row)} columns, where the first line names {len(names)}", where=f"line {number}", mend=mend)
    cells = {name: cell.strip() for name, cell in zip(names, row, strict=False) if cell.strip()}
    if "game" not in cells or "players" not in cells:
        raise Refused("a table needs a game and players", where=f"line {number}", mend="fill in both")
    body: Body = {name: cells[name] for name in ("event", "title", "place", "scribe", "game") if name in cells}
    body |= {name: number_or_text(cells[name]) for name in ("round", "table") if name in cells}
    body["players"] = _parts(cells["players"])
    if "officials" in cells:
        body["officials"] = [official_of(one) for one in _parts(cells["officials"])]
    options: Body = {"kit": cells["kit"]} if "kit" in cells else {}
    if "variants" in cells:
        options["variants"] = _parts(cells["variants"])
    if "readings" in cells:
        options["readings"] = readings_of(_parts(cells["readings"]), f"line {number}")
    return {**body, "options": options} if options else body


def _parts(cell: str) -> list[str]:
    """What a cell holds, separated by semicolons, or by strokes where semicolons stand between the columns."""
    sign = ";" if ";" in cell else "|"
    return [part.strip() for part in cell.split(sign) if part.strip()]
