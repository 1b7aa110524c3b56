"""Movement: the steps of a path, what a kit can say about each, and the ways that a number of points allows."""

from collections.abc import Iterator
from typing import NamedTuple

from replay.games.gold_island.kit import Kit
from replay.games.gold_island.names import LIGHTHOUSE, PORT, kind_of
from replay.games.gold_island.state import State


class Stride(NamedTuple):
    """One step of a path: which figure went from where to where, and where the other figure stood."""

    captain: bool
    start: str
    end: str
    other: str


def strides(captain: str, ship: str, path: list[str]) -> list[Stride]:
    """The steps of a path: a ring field moves the captain, a sea place the ship."""
    found = []
    for place in path:
        if kind_of(place) is None:
            found.append(Stride(False, ship, place, captain))
            ship = place
        else:
            found.append(Stride(True, captain, place, ship))
            captain = place
    return found


def neighbours_on_ring(kit: Kit, start: str, end: str) -> bool | None:
    """Whether two ring fields are neighbours; None where the kit cannot say."""
    if end in kit.ring.get(start, ()):
        return True
    return False if kit.ring and kit.ring_firm else None


def joined_by_line(state: State, start: str, end: str) -> bool | None:
    """Whether a line joins two sea places; None where the kit cannot say."""
    kit: Kit = state.table.kit
    if end in kit.lines.get(start, ()):
        return True
    if not kit.lines or not kit.lines_firm or is_unnamed(state, start) or is_unnamed(state, end):
        return None
    return False


def is_unnamed(state: State, place: str) -> bool:
    """Whether the table has an island that the kit does not name."""
    return place in state.listed and place not in state.table.kit.places


def can_say(state: State) -> bool:
    """Whether the kit knows every way: ring and lines are there and firm, and all islands are its own."""
    kit: Kit = state.table.kit
    firm = bool(kit.ring and kit.lines and kit.ring_firm and kit.lines_firm)
    return firm and all(island in kit.places for island in state.listed)


class _Walk(NamedTuple):
    captain: str
    ship: str
    fields: tuple[str, ...]
    """Ring fields that may not be entered any more."""
    lines: tuple[frozenset[str], ...]
    """Lines that were used."""
    last: bool | None
    """Whether the captain stepped last; None before the first step."""
    changed: bool


def ways(state: State, captain: str, ship: str, points: int) -> Iterator[tuple[str, ...]]:
    """Every path of exactly so many points that the rules of movement allow on the kit's board."""
    visited = (captain,) if state.table.readings["GI-Q6"] == "counts" else ()
    yield from _ways(state, _Walk(captain, ship, visited, (), None, False), points, ())


def _ways(state: State, walk: _Walk, points: int, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if points == 0:
        if not (path and path[-1] == LIGHTHOUSE and state.table.readings["GI-Q8"] == "no"):
            yield path
        return
    for step in _steps(state, walk):
        yield from _ways(state, step, points - 1, (*path, step.captain if step.last else step.ship))


def _steps(state: State, walk: _Walk) -> Iterator[_Walk]:
    kit: Kit = state.table.kit
    may_change = state.table.readings["GI-Q7"] == "any" or not walk.changed
    if walk.ship == PORT and (walk.last is not False or may_change):
        changed = walk.changed or walk.last is False
        for field in kit.ring.get(walk.captain, ()):
            if field not in walk.fields:
                yield _Walk(field, PORT, (*walk.fields, field), walk.lines, True, changed)
    if walk.captain == LIGHTHOUSE and (walk.last is not True or may_change):
        changed = walk.changed or walk.last is True
        for place in kit.lines.get(walk.ship, ()):
            line = frozenset((walk.ship, place))
            if line not in walk.lines:
                yield _Walk(LIGHTHOUSE, place, walk.fields, (*walk.lines, line), False, changed)


def leads_to(state: State, captain: str, ship: str, to: str, points: int) -> bool:
    """Whether some way of so many points ends at a place."""
    return any(path[-1:] == (to,) for path in ways(state, captain, ship, points))


def longest(state: State, captain: str, ship: str, points: int) -> int:
    """How many of so many points can be used at most."""
    return next(
        (count for count in range(points, 0, -1) if next(ways(state, captain, ship, count), None) is not None), 0
    )
