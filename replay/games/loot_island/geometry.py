"""The island seen from above: coasts, corners, landings, and where the ship points."""

from typing import Literal

Landing = Literal["N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"]

RING: tuple[Landing, ...] = ("N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2")
"""The landings, clockwise. Going clockwise, landing 1 is the first on its coast."""

CORNERS = ("NW", "NE", "SE", "SW")
COASTS = ("N", "E", "S", "W")
FACINGS = ("cw", "ccw")

_COAST = {
    ("NW", "cw"): "N",
    ("NE", "cw"): "E",
    ("SE", "cw"): "S",
    ("SW", "cw"): "W",
    ("NW", "ccw"): "W",
    ("NE", "ccw"): "N",
    ("SE", "ccw"): "E",
    ("SW", "ccw"): "S",
}
_ON_COAST: dict[str, tuple[Landing, Landing]] = {
    "N": ("N1", "N2"),
    "E": ("E1", "E2"),
    "S": ("S1", "S2"),
    "W": ("W1", "W2"),
}
_OTHER: dict[str, Landing] = {
    "N1": "N2",
    "N2": "N1",
    "E1": "E2",
    "E2": "E1",
    "S1": "S2",
    "S2": "S1",
    "W1": "W2",
    "W2": "W1",
}


def coast_ahead(corner: str, facing: str) -> str:
    """The coast the bow points along: the exploration coast."""
    return _COAST[corner, facing]


def next_coast(corner: str, facing: str) -> str:
    """The coast after the exploration coast, in the direction the ship is going."""
    step = 1 if facing == "cw" else -1
    return COASTS[(COASTS.index(coast_ahead(corner, facing)) + step) % 4]


def moved(corner: str, facing: str) -> str:
    """The next corner in the direction the ship faces."""
    step = 1 if facing == "cw" else -1
    return CORNERS[(CORNERS.index(corner) + step) % 4]


def turned(facing: str) -> str:
    """The other way."""
    return "ccw" if facing == "cw" else "cw"


def by_the_bow(coast: str, facing: str) -> tuple[Landing, Landing]:
    """The two landings of a coast, the one nearest the bow first."""
    first, second = _ON_COAST[coast]
    return (first, second) if facing == "cw" else (second, first)


def landings_of(coast: str) -> tuple[Landing, Landing]:
    """The two landings of a coast, clockwise."""
    return _ON_COAST[coast]


def coast_of(landing: str) -> str:
    """The coast on which a landing lies."""
    return landing[0]


def other_landing(landing: str) -> Landing:
    """The other landing of the same coast."""
    return _OTHER[landing]


def final_walk(corner: str, facing: str, direction: str, begin: str) -> tuple[Landing, ...]:
    """The landings in the order of the final exploration (LI-Q3 `direction`, LI-Q4 `begin`)."""
    start = RING.index(by_the_bow(coast_ahead(corner, facing), facing)[0])
    bow = 1 if facing == "cw" else -1
    if begin == "adjacent":
        start -= bow
    step = 1 if direction == "clockwise" else bow
    return tuple(RING[(start + step * place) % 8] for place in range(8))
