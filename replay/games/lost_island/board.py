"""The grid: cells, directions, lines and rings. Built once for each board size."""

from functools import cache

import msgspec

SIDES = ("n", "e", "s", "w")
DIAGONALS = ("ne", "se", "sw", "nw")
EIGHT = (*SIDES, *DIAGONALS)
STEP = {
    "n": (0, 1),
    "e": (1, 0),
    "s": (0, -1),
    "w": (-1, 0),
    "ne": (1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
    "nw": (-1, 1),
}
"""How many columns and rows one step goes; east and north are positive."""


class Board(msgspec.Struct, frozen=True):
    """A grid of cells. A name that is not one of its cells has no neighbours and no lines."""

    cells: tuple[str, ...]
    """In cell order: a1, a2, … to the last column."""
    place: dict[str, tuple[int, int]]
    sides: dict[str, tuple[str, ...]]
    """The cells one step north, east, south or west."""
    around: dict[str, tuple[str, ...]]
    """The cells one step away, up to eight."""
    lines: dict[tuple[str, str], tuple[str, ...]]
    """All cells in a direction, nearest first."""
    rings: dict[str, int]
    """1 for the border, 2 for the cells inside it, and so on."""
    outside: dict[str, tuple[str, ...]]
    """The cells on rings further out, in cell order."""
    beside: dict[str, tuple[str, ...]]
    """The cells on the same ring, in cell order."""

    def side_by_side(self, one: str, other: str) -> bool:
        """Whether two cells are one step apart, not diagonally."""
        return other in self.sides.get(one, ())

    def line(self, cell: str, direction: str) -> tuple[str, ...]:
        """All cells in a direction, nearest first; none from off the grid or for an unknown direction."""
        return self.lines.get((cell, direction), ())

    def steps(self, one: str, other: str, *, king: bool = False) -> int:
        """How far apart two cells are: columns plus rows, or with each diagonal step counted as one."""
        (column, row), (column_2, row_2) = self.place[one], self.place[other]
        across, up = abs(column - column_2), abs(row - row_2)
        return max(across, up) if king else across + up


@cache
def board_of(columns: str, rows: int) -> Board:
    """The grid with these columns, west to east, and this many rows, south to north."""
    place = {f"{name}{row + 1}": (column, row) for column, name in enumerate(columns) for row in range(rows)}
    at = {spot: cell for cell, spot in place.items()}
    lines = {(cell, way): _line(at, spot, STEP[way]) for cell, spot in place.items() for way in EIGHT}
    rings = {
        cell: 1 + min(column, row, len(columns) - 1 - column, rows - 1 - row) for cell, (column, row) in place.items()
    }
    within = {ring: tuple(cell for cell in place if rings[cell] < ring) for ring in set(rings.values())}
    alike = {ring: tuple(cell for cell in place if rings[cell] == ring) for ring in within}
    return Board(
        cells=tuple(place),
        place=place,
        sides={cell: _next(lines, cell, SIDES) for cell in place},
        around={cell: _next(lines, cell, EIGHT) for cell in place},
        lines=lines,
        rings=rings,
        outside={cell: within[ring] for cell, ring in rings.items()},
        beside={cell: alike[ring] for cell, ring in rings.items()},
    )


def _line(at: dict[tuple[int, int], str], spot: tuple[int, int], step: tuple[int, int]) -> tuple[str, ...]:
    found = []
    column, row = spot[0] + step[0], spot[1] + step[1]
    while (column, row) in at:
        found.append(at[column, row])
        column, row = column + step[0], row + step[1]
    return tuple(found)


def _next(lines: dict[tuple[str, str], tuple[str, ...]], cell: str, ways: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(lines[cell, way][0] for way in ways if lines[cell, way])
