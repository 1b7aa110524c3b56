"""The measures of the picture, for a wide screen and for a phone."""

from functools import lru_cache

import msgspec

from replay.games.lost_island.scene_board import INSET, Grid
from replay.scene import NARROW, PHONE, WIDE, Box


class Layout(msgspec.Struct, frozen=True):
    """The measures of one arrangement."""

    width: int
    title: str
    sea: Box
    """The deep sea around a board of 6 by 6; a larger board makes it larger."""
    sea_corner: float
    frame: tuple[float, float, float, float]
    """How far the shallow water lies within the sea: left, top, right, bottom."""
    edge: float
    """How far the tiles lie within the shallow water."""
    tile: float
    """The side of a tile on a board of 6 by 6; smaller on a larger one, but never smaller than a finger."""
    label: str
    """The look of the letters and numbers along the board."""
    below: bool
    """Whether the mats lie below the board, not beside it."""
    mat: tuple[float, float]
    mat_gap: float
    crew: tuple[float, float, float, float]
    """The explorers in a boat: where the first begins (x and y in the mat), their width, the step to the next."""
    hull: tuple[float, float]
    """The boat: its y in the mat, and its height."""
    foot: float
    """The y of the words below a boat."""
    bank_height: float
    bank_columns: tuple[tuple[float, float], tuple[float, float]]
    """Where the two things in each of the two rows of the bank begin."""


FINGER = 42
"""The least side of a tile's face, so that it can be tapped."""
WIDE_LAYOUT = Layout(
    width=WIDE,
    title="Stratego Lost Island",
    sea=Box(16, 60, 620, 630),
    sea_corner=14,
    frame=(28, 12, 12, 38),
    edge=2,
    tile=96,
    label="mid b on-deep t14",
    below=False,
    mat=(332, 130),
    mat_gap=10,
    crew=(43, 43, 42, 41),
    hull=(84, 24),
    foot=122,
    bank_height=70,
    bank_columns=((12, 186), (12, 238)),
)
ROOMY_LAYOUT = msgspec.structs.replace(WIDE_LAYOUT, mat=(332, 176), crew=(42, 58, 50, 43), hull=(108, 32), foot=162)
"""With two or three players, the boats have more room."""
PHONE_LAYOUT = Layout(
    width=PHONE,
    title="Lost Island",
    sea=Box(0, 60, 390, 386),
    sea_corner=0,
    frame=(19, 6, 7, 18),
    edge=2,
    tile=60,
    label="mid b on-deep t12",
    below=True,
    mat=(374, 110),
    mat_gap=6,
    crew=(39, 38, 36, 40),
    hull=(72, 21),
    foot=105,
    bank_height=64,
    bank_columns=((12, 200), (12, 260)),
)


class Plan(msgspec.Struct, frozen=True):
    """Where things lie at one table: what the size of its board makes of a layout."""

    layout: Layout
    sea: Box
    shallows: Box
    grid: Grid
    width: int
    height: int
    mats: tuple[Box, ...]
    bank: Box
    taken: Box | None
    """The place for the tiles that were taken away, where there is room."""


def layout_for(width: int, seats: int) -> Layout:
    """The arrangement for a screen of this width."""
    if width < NARROW:
        return PHONE_LAYOUT
    return WIDE_LAYOUT if seats > 3 else ROOMY_LAYOUT


@lru_cache(maxsize=64)
def plan_for(layout: Layout, columns: int, rows: int, seats: int) -> Plan:
    """Where things lie around a board of this size."""
    sea, (left, top, right, bottom) = layout.sea, layout.frame
    room = layout.tile * 6
    tile = max(FINGER / (1 - 2 * INSET), min(layout.tile, room / columns, layout.tile if layout.below else room / rows))
    across, up = max(room, tile * columns), tile * rows if layout.below else max(room, tile * rows)
    inner = Box(sea.x + left, sea.y + top, across + 2 * layout.edge, up + 2 * layout.edge)
    whole = Box(sea.x, sea.y, inner.w + left + right, inner.h + top + bottom)
    grid = Grid(inner.x + (inner.w - tile * columns) / 2, inner.y + (inner.h - tile * rows) / 2, tile)
    w, h = layout.mat
    step = h + layout.mat_gap
    if layout.below:
        w = whole.w - 16
        x, y = 8.0, whole.y + whole.h + 10
        bank = Box(x, y + step * seats + 2, w, layout.bank_height)
        width, height = whole.w, bank.y + bank.h + 8
    else:
        x, y = whole.x + whole.w + 16, sea.y
        low = max(whole.y + whole.h - layout.bank_height, y + step * seats)
        bank = Box(x, low, w, layout.bank_height)
        width, height = x + w + 16, max(whole.y + whole.h, bank.y + bank.h) + 16
    free = Box(x, y + step * seats, w, bank.y - layout.mat_gap - y - step * seats)
    mats = tuple(Box(x, y + step * place, w, h) for place in range(seats))
    return Plan(layout, whole, inner, grid, round(width), round(height), mats, bank, free if free.h > 150 else None)
