"""Ring and sea as text: where the fields are, and which lines connect the islands."""

from collections.abc import Callable
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from replay.boards import folded, wrapped
from replay.games.gold_island.kit import Board
from replay.games.gold_island.movement import distances
from replay.games.gold_island.words import PORT, VOLCANOES

Cells = Callable[[str], list[str]]
"""What to write in the cell of a field or island, line by line."""
Rows = tuple[tuple[str | None, ...], ...]

CELL_MIN = 18
"""A cell of the sea narrower than this cannot be read."""


def draw_ring(fields: tuple[str, ...], cells: Cells, width: int) -> list[str]:
    """The ring in two rows, clockwise: the upper row runs to the right, the lower one back to the left."""
    if not fields:
        return ["(the kit does not say how the ring runs)"]
    half = (len(fields) + 1) // 2
    cell = max(9, (width - 2) // half)
    names = _names(fields, cell)
    if half * cell > width or any(len(_short(field)) >= cell for field in fields):
        return _ring_list(fields, cells, width)
    upper, lower = fields[:half], fields[half:][::-1]
    end = (half - 1) * cell
    bottom = _ring_row(lower, names, cell)
    if len(lower) < half:
        bottom = f"{bottom} {'─' * (end - len(bottom) - 1)}┘"
    captains = [_captains(row, cells, cell) for row in (upper, lower)]
    return [_ring_row(upper, names, cell), _under(captains[0], end), bottom, captains[1]]


def _names(fields: tuple[str, ...], cell: int) -> dict[str, str]:
    """The names of the fields, all shortened if one does not fit."""
    if all(len(field) < cell - 1 for field in fields):
        return {field: field for field in fields}
    return {field: _short(field) for field in fields}


def _short(field: str) -> str:
    return field.replace("island-card", "card").replace("pirate-", "")


def _ring_list(fields: tuple[str, ...], cells: Cells, width: int) -> list[str]:
    """The ring in a narrow window: field after field, clockwise, with the captains there."""
    words = [f"{field} <{' '.join(cells(field))}>" if cells(field) else field for field in fields]
    return wrapped("ring: ", words, width, ", ")


def _ring_row(fields: tuple[str, ...], names: dict[str, str], cell: int) -> str:
    *first, last = fields
    return (
        "".join(f"{names[field]} {'─' * (cell - len(names[field]) - 2)}".ljust(cell) for field in first) + names[last]
    )


def _captains(fields: tuple[str, ...], cells: Cells, cell: int) -> str:
    return "".join(" ".join(cells(field))[: cell - 1].ljust(cell) for field in fields).rstrip()


def _under(captains: str, end: int) -> str:
    """The line between the rows: captains above, and the two ends of the ring."""
    line = list(captains.ljust(end + 1))
    for place in (0, end):
        if line[place] == " ":
            line[place] = "│"
    return "".join(line)


@lru_cache(64)
def layout(board: Board, islands: tuple[str, ...]) -> Rows:
    """Sea places in rows by distance from the port, each near those it is connected to."""
    places = [PORT, *islands, *VOLCANOES]
    far = distances(board, PORT)
    lines = board.lines()
    columns: dict[str, float] = {PORT: 0.0}
    rows: list[tuple[str, ...]] = []
    for distance in range(max(far.values()) + 1):
        row = [place for place in places if far.get(place) == distance]
        wish = {place: _wish(place, lines, columns, index) for index, place in enumerate(row)}
        row.sort(key=lambda place: (wish[place], places.index(place)))
        columns |= {place: float(index) for index, place in enumerate(row)}
        rows.append(tuple(row))
    size = max(len(row) for row in rows)
    placed = [_spread(row, size, lines, rows[index - 1] if index else ()) for index, row in enumerate(rows)]
    cut_off = tuple(place for place in places if place not in far)
    return (*placed, *(cut_off[start : start + 4] for start in range(0, len(cut_off), 4)))


def _wish(place: str, lines: dict[str, tuple[str, ...]], columns: dict[str, float], index: int) -> float:
    near = [columns[other] for other in lines.get(place, ()) if other in columns]
    return sum(near) / len(near) if near else float(index)


def _spread(
    row: tuple[str, ...], size: int, lines: dict[str, tuple[str, ...]], above: tuple[str, ...]
) -> tuple[str | None, ...]:
    """Centre a short row; put a single place under one it is connected to."""
    if len(row) == size:
        return row
    left = (size - len(row)) // 2
    return (*[None] * left, *row, *[None] * (size - len(row) - left))


def draw_sea(board: Board, islands: tuple[str, ...], cells: Cells, width: int) -> list[str]:
    """The sea as a map: lines between neighbours in a row or column are drawn, all others listed below."""
    rows, cell, below = _map(board, islands, width)
    found: list[str] = []
    for row, linked, joints in rows:
        texts = tuple([_fitted(tuple(cells(place)), cell) if place is not None else () for place in row])
        found += _draw_row(texts, linked, cell)
        if joints is not None:
            found.append(joints)
    return [*found, *below]


class _Row(NamedTuple):
    """A row of the map."""

    places: tuple[str | None, ...]
    linked: tuple[bool, ...]
    """For each place, whether a line runs to the next one."""
    joints: str | None
    """The lines to the row below; there is none below the last."""


@lru_cache(64)
def _map(board: Board, islands: tuple[str, ...], width: int) -> tuple[list[_Row], int, list[str]]:
    """What is always the same in a map: its rows, the width of a cell, and the lines to list below."""
    places = layout(board, islands) if board.joined else _without_lines(islands)
    rows = tuple(part for row in places for part in _cut(row, max(1, width // CELL_MIN)))
    cell = width // max(len(row) for row in rows)
    lines = board.lines()
    drawn: set[frozenset[str]] = set()
    found: list[_Row] = []
    for row, below in zip_longest(rows, rows[1:]):
        beside = _linked(row, row[1:], lines, drawn)
        joined = None if below is None else _linked(row, below, lines, drawn)
        joints = None if joined is None else "".join(("  │" if one else "").ljust(cell) for one in joined).rstrip()
        found.append(_Row(row, (*beside, False), joints))
    if not board.joined:
        return found, cell, ["(the kit does not say which lines connect the islands)"]
    further = [f"{one}–{other}" for one, other in board.joined if frozenset((one, other)) not in drawn]
    return found, cell, _listed("other lines", further, width)


def _linked(
    row: tuple[str | None, ...],
    others: tuple[str | None, ...],
    lines: dict[str, tuple[str, ...]],
    drawn: set[frozenset[str]],
) -> list[bool]:
    """For each place whether a line joins it and the one beside or below it; those lines are drawn."""
    found = []
    for place, other in zip(row, others, strict=False):
        linked = place is not None and other is not None and other in lines.get(place, ())
        if linked and place is not None and other is not None:
            drawn.add(frozenset((place, other)))
        found.append(linked)
    return found


def _without_lines(islands: tuple[str, ...]) -> Rows:
    places = (*islands, *VOLCANOES, PORT)
    return tuple(places[start : start + 4] for start in range(0, len(places), 4))


def _cut(row: tuple[str | None, ...], most: int) -> list[tuple[str | None, ...]]:
    return [row[start : start + most] for start in range(0, len(row), most)]


@lru_cache(1024)
def _draw_row(texts: tuple[tuple[str, ...], ...], linked: tuple[bool, ...], cell: int) -> list[str]:
    found = []
    for line in range(max(len(text) for text in texts)):
        if not any(text[line:] and text[line] for text in texts):
            continue
        parts = []
        for lines, is_linked in zip(texts, linked, strict=True):
            text = lines[line] if line < len(lines) else ""
            if line == 0 and is_linked:
                text = text[: cell - 4]
                parts.append(f"{text} {'─' * (cell - len(text) - 2)} ")
            else:
                parts.append(text[: cell - 1].ljust(cell))
        found.append("".join(parts).rstrip())
    return found


@lru_cache(1024)
def _fitted(lines: tuple[str, ...], cell: int) -> tuple[str, ...]:
    """The lines of a cell, broken between words where too long. The first leaves room for a line to the next cell."""
    found: list[str] = []
    for number, line in enumerate(lines):
        found += folded(line, cell - 4 if number == 0 else cell - 1, " ") if line else [line]
    return tuple(found)


def _listed(title: str, items: list[str], width: int) -> list[str]:
    return wrapped(title + ": ", items, width, ", ") if items else []
