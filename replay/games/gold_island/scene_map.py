"""The map of the sea in the picture: where each place lies, the dotted lines, and the water itself."""

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import NamedTuple

from replay.games.gold_island.chart import layout
from replay.games.gold_island.kit import Board
from replay.games.gold_island.scene_layout import Eyes, Layout
from replay.games.gold_island.state import State
from replay.games.gold_island.words import PORT, VOLCANOES, is_treasure_island
from replay.scene import Box, Ground, Link
from replay.scene_parts import as_last

_ROWS = 7
"""More rows would leave too little room for what lies on an island."""
_WAVES = ((0.1, 0.05), (0.86, 0.06), (0.1, 0.79), (0.89, 0.79), (0.14, 0.93), (0.72, 0.93), (0.24, 0.86))
_ROSE = (0.83, 0.87)
_AROUND = 6


class Chart(NamedTuple):
    """The map: where each place lies, the dotted lines between them, and the water itself."""

    boxes: dict[str, Box]
    links: tuple[Link, ...]
    water: tuple[Ground, ...]


def chart_of(eyes: Eyes) -> Chart:
    """The map of these islands."""
    state = eyes.state
    return as_last(eyes.last, "map", (tuple(state.islands), state.listed), partial(_chart, state, eyes.look))


def _chart(state: State, look: Layout) -> Chart:
    board = _board(state)
    boxes = _boxes(board, tuple(island for island in state.islands if is_treasure_island(island)), look)
    links = tuple(Link(one, other) for one, other in board.joined if one in boxes and other in boxes)
    return Chart(boxes, links, _water(tuple(boxes.values()), look))


def _board(state: State) -> Board:
    """The kit's board; an empty one where the table named islands itself, which the kit's lines do not reach."""
    kit = state.table.kit
    return kit.board if all(island in kit.places for island in state.listed) else Board()


@lru_cache(64)
def _boxes(board: Board, islands: tuple[str, ...], look: Layout) -> dict[str, Box]:
    rows = _rows(board, islands, look.most)
    area, (wide, high) = look.sea, look.place.size
    across = area.w / max(3, *(len(row) for row in rows))
    down = (area.h - 2 * look.edge) / max(1, len(rows) - 1)
    found = {}
    for line, row in enumerate(rows):
        for index, place in enumerate(row):
            w, h = min(wide, across * 0.865), min(high, down * 0.865)
            if place == PORT:
                w, h = look.place.port[0] if len(row) == 1 else w, min(h, look.place.port[1])
            x = area.x + area.w / 2 + (index - (len(row) - 1) / 2) * across
            y = area.y + look.edge + down * line
            found[place] = Box(round(x - w / 2, 1), round(y - h / 2, 1), round(w, 1), round(h, 1))
    return found


def _rows(board: Board, islands: tuple[str, ...], most: int) -> list[tuple[str, ...]]:
    """The places in rows by distance from the port; where there would be too many, one after the other."""
    places = [PORT, *islands, *VOLCANOES]
    if board.joined:
        by_distance = [[place for place in row if place is not None] for row in layout(board, islands)]
        found = [tuple(row[start : start + most]) for row in by_distance for start in range(0, len(row), most)]
        if len(found) <= _ROWS:
            return found
        places = [place for row in by_distance for place in row]
    rows = [tuple(places[start : start + most]) for start in range(0, len(places), most)]
    # Every other row runs back, so that places that follow each other are neighbours.
    return [row[::-1] if index % 2 and len(row) == most else row for index, row in enumerate(rows)]


@lru_cache(64)
def _water(places: tuple[Box, ...], look: Layout) -> tuple[Ground, ...]:
    """The sea itself, with a few waves and a compass where nothing else is."""
    area, taken = look.sea, list(places)
    found = [Ground(area, "sea-g")]
    rose = _around(area, _ROSE, look.place.ship * 2.6, look.place.ship * 2.6)
    if _is_free(rose, taken):
        taken.append(rose)
        found.append(Ground(rose, "rose", symbol="compass"))
    for spot in _WAVES:
        line = _around(area, spot, 32, 8)
        if _is_free(line, taken):
            path = f"M{line.x:.1f} {line.y + 4:.1f}q4 -5 8 0t8 0q4 -5 8 0t8 0"
            found.append(Ground(line, "wave", path))
    return tuple(found)


def _around(area: Box, spot: tuple[float, float], wide: float, high: float) -> Box:
    return Box(area.x + area.w * spot[0] - wide / 2, area.y + area.h * spot[1] - high / 2, wide, high)


def _is_free(box: Box, taken: Iterable[Box]) -> bool:
    return all(
        box.x + box.w + _AROUND < other.x
        or other.x + other.w + _AROUND < box.x
        or box.y + box.h + _AROUND < other.y
        or other.y + other.h + _AROUND < box.y
        for other in taken
    )
