"""The facts that lines of Stratego Lost Island name: what was turned up, shown or put somewhere."""

from collections.abc import Iterator
from typing import Any

from tests.games.lost_island.book import CELLS
from tests.helpers.one_fact import Fact
from tests.helpers.tools import Body

STONES = ("flag", "loot-1", "loot-2", "loot-3")
TILES = (
    "plain",
    "storm",
    "loot-1",
    "loot-2",
    "loot-3",
    "bomb-cross-4",
    "bomb-diagonal-3",
    "bomb-line-2",
    "bomb-line-5",
)
VALUES = (1, 2, 3, 4, 5, 6)
OF_FIELD: dict[str, tuple[Any, ...]] = {
    "to": tuple(CELLS),
    "cell": tuple(CELLS),
    "flagTo": tuple(CELLS),
    "stone": STONES,
    "tile": TILES,
    "result": ("attacker", "defender", "draw"),
    "axis": ("ns", "ew"),
    "dir": ("n", "e", "s", "w"),
    "value": VALUES,
    "swim": (True, False),
    "pay": (True, False),
}
"""The fields that hold one fact, with the values that such a fact can have."""


def facts_of(header: Body, lines: list[Body]) -> Iterator[Fact]:
    """Every fact of a game in full, with other values of its kind."""
    seats = [player["seat"] for player in header["players"]]
    pieces = tuple(f"{seat}.{letter}" for seat in seats for letter in "abcdef")
    for seq, line in enumerate(lines, 1):
        for path, value in _facts(line):
            yield Fact(seq, path, tuple(other for other in _others(path, pieces, seats) if other != value))
        if line["do"] == "setup":
            yield from _orders(seq, line)


def _others(path: str, pieces: tuple[str, ...], seats: list[str]) -> tuple[Any, ...]:
    name = path.split(".")[0]
    if name in ("piece", "target", "from"):
        return pieces
    if name == "first":
        return tuple(seats)
    if name in ("values", "hits"):
        return VALUES
    return STONES if name == "stones" else OF_FIELD[name]


def _facts(line: Body) -> Iterator[tuple[str, Any]]:
    """(path, value) of every single fact in a line."""
    for name, value in line.items():
        if name in (*OF_FIELD, "piece", "target", "from", "first"):
            yield name, value
        elif name == "values" and isinstance(value, list):
            yield from ((f"values.{place}", item) for place, item in enumerate(value))
        elif name == "values":
            yield from ((f"values.{seat}.{letter}", one) for seat, own in value.items() for letter, one in own.items())
        elif name == "stones" and isinstance(value, dict):
            yield from ((f"stones.{cell}", face) for cell, face in value.items())


def _orders(seq: int, line: Body) -> Iterator[Fact]:
    """The order in which explorers wait, and where the stones lie."""
    for seat, boat in line.get("boats", {}).items():
        yield Fact(seq, f"boats.{seat}", ([*boat[1:], boat[0]], boat[::-1], [*boat[:-1], boat[0]]))
    stones = line.get("stones", [])
    for place, cell in enumerate(stones):
        yield Fact(seq, f"stones.{place}", tuple(other for other in CELLS if other != cell))


def hits_of(lines: list[Body]) -> Iterator[Fact]:
    """What bombs met; a piece's name has a dot, so these facts are changed as whole maps."""
    for seq, line in enumerate(lines, 1):
        hits = line.get("hits", {})
        others = [{**hits, piece: value} for piece in hits for value in VALUES if value != hits[piece]]
        others += [{other: hit for other, hit in hits.items() if other != piece} for piece in hits]
        if others:
            yield Fact(seq, "hits", tuple(others))


def all_facts(header: Body, lines: list[Body]) -> Iterator[Fact]:
    """Every fact of a game."""
    yield from facts_of(header, lines)
    yield from hits_of(lines)
