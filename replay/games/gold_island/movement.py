"""Movement: the steps of a path, what a kit says about each, and the routes that a number of points allows."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from replay.games.gold_island.kit import Board, Kit
from replay.games.gold_island.state import State
from replay.games.gold_island.words import LIGHTHOUSE, PORT

POINTS_MAX = 8
"""Routes of more points are not followed; no card in the box comes near this."""


def neighbours_on_ring(kit: Kit, start: str, end: str) -> bool | None:
    """Whether two ring fields are neighbours; None if the kit does not settle it."""
    if end in kit.ring.get(start, ()):
        return True
    return False if kit.ring and kit.ring_firm else None


def joined_by_line(state: State, start: str, end: str) -> bool | None:
    """Whether a line connects two sea places; None if the kit does not settle it."""
    kit: Kit = state.table.kit
    if end in kit.lines.get(start, ()):
        return True
    if not kit.lines or not kit.lines_firm or is_unnamed(state, start) or is_unnamed(state, end):
        return None
    return False


def is_unnamed(state: State, place: str) -> bool:
    """Whether the table has an island that the kit does not name."""
    return place in state.listed and place not in state.table.kit.places


def knows_the_board(state: State) -> bool:
    """Whether the kit knows every route: it has ring and lines, both firm, and names all islands in play."""
    kit: Kit = state.table.kit
    firm = bool(kit.ring and kit.lines) and kit.ring_firm and kit.lines_firm
    return firm and all(island in kit.places for island in state.listed)


Path = tuple[str, ...]
Ends = dict[str, tuple[Path, ...]]

STEPS_MAX = 50_000
"""How many steps a search may try: far more than the box needs, but a limit for boards of any size."""

PATHS_KEPT = 4
"""How many routes to the same place are remembered."""


def ends(state: State, captain: str, ship: str, points: int) -> Ends:
    """Every place where a movement of exactly `points` can end on the kit's board, with some routes to it."""
    return _searched(state, captain, ship, points).ends


def tried_every_route(state: State, captain: str, ship: str, points: int) -> bool:
    """Whether all routes of `points` were tried; an unusual board can have too many."""
    return points <= POINTS_MAX and _searched(state, captain, ship, points).whole


class _Found(NamedTuple):
    ends: Ends
    whole: bool


def _searched(state: State, captain: str, ship: str, points: int) -> _Found:
    kit: Kit = state.table.kit
    readings = state.table.readings
    rules = (readings["GI-Q6"] == "counts", readings["GI-Q7"] == "any", readings["GI-Q8"] == "yes")
    return _search(kit.board, rules, captain, ship, points)


@lru_cache(4096)
def _search(board: Board, rules: tuple[bool, bool, bool], captain: str, ship: str, points: int) -> _Found:
    start_counts, any_changes, may_stop = rules
    found: dict[str, list[Path]] = {}
    walk = _Walk(captain, ship, (captain,) if start_counts else (), (), None, False)
    sea = _Sea(board.ring(), board.lines(), any_changes, [STEPS_MAX])
    for path in _ways(sea, walk, points, ()):
        if (may_stop or path[-1] != LIGHTHOUSE) and len(found.setdefault(path[-1], [])) < PATHS_KEPT:
            found[path[-1]].append(path)
    return _Found({place: tuple(paths) for place, paths in found.items() if paths}, sea.left[0] > 0)


class _Walk(NamedTuple):
    captain: str
    ship: str
    fields: Path
    """Ring fields that may no longer be entered."""
    lines: tuple[frozenset[str], ...]
    """Lines already used."""
    last: bool | None
    """Whether the captain stepped last; None before the first step."""
    changed: bool


class _Sea(NamedTuple):
    ring: dict[str, tuple[str, str]]
    lines: dict[str, tuple[str, ...]]
    any_changes: bool
    left: list[int]
    """How many more steps may be tried."""


def _ways(sea: _Sea, walk: _Walk, points: int, path: Path) -> Iterator[Path]:
    if points <= 0:
        if path:
            yield path
        return
    for step in _steps(sea, walk):
        sea.left[0] -= 1
        if sea.left[0] <= 0:
            return
        yield from _ways(sea, step, points - 1, (*path, step.captain if step.last else step.ship))


def _steps(sea: _Sea, walk: _Walk) -> Iterator[_Walk]:
    may_change = sea.any_changes or not walk.changed
    if walk.ship == PORT and (walk.last is not False or may_change):
        changed = walk.changed or walk.last is False
        for field in sea.ring.get(walk.captain, ()):
            if field not in walk.fields:
                yield _Walk(field, PORT, (*walk.fields, field), walk.lines, True, changed)
    if walk.captain == LIGHTHOUSE and (walk.last is not True or may_change):
        changed = walk.changed or walk.last is True
        for place in sea.lines.get(walk.ship, ()):
            line = frozenset((walk.ship, place))
            if line not in walk.lines:
                yield _Walk(LIGHTHOUSE, place, walk.fields, (*walk.lines, line), False, changed)


def leads_to(state: State, captain: str, ship: str, to: str, points: int) -> bool:
    """Whether a route of `points` ends at a place."""
    return points <= POINTS_MAX and to in ends(state, captain, ship, points)


def longest(state: State, captain: str, ship: str, points: int) -> int:
    """The most of `points` that can be used."""
    tried = range(min(points, POINTS_MAX), 0, -1)
    return next((count for count in tried if ends(state, captain, ship, count)), 0)


@lru_cache(1024)
def distances(board: Board, start: str) -> dict[str, int]:
    """How many lines away every sea place is."""
    lines = board.lines()
    found = {start: 0}
    queue = [start]
    for place in queue:
        for other in lines.get(place, ()):
            if other not in found:
                found[other] = found[place] + 1
                queue.append(other)
    return found
