"""Storms: which explorers are blown where."""

from collections.abc import Mapping

from replay.games.lost_island.draft import Draft
from replay.games.lost_island.state import State
from replay.games.lost_island.words import is_land


def line_of(state: State, tiles: Mapping[str, str], cell: str, way: str) -> tuple[str, ...]:
    """The cells a storm blows over, nearest first."""
    line = state.board.line(cell, way)
    if state.reads("SL-Q22", "to-water"):
        for index, other in enumerate(line):
            if not is_land(tiles[other]):
                return line[:index]
    return line


def blow(draft: Draft, cell: str, way: str | None, stones: Mapping[str, str]) -> None:
    """All explorers in the line move one cell away from the storm, the farthest first."""
    if way is None:
        return
    for spot in reversed(line_of(draft.base, draft.tiles, cell, way)):
        for piece in draft.pieces_at(spot):
            ahead = draft.board.line(spot, way)
            if ahead and is_land(draft.tiles[ahead[0]]):
                draft.arrive(piece, ahead[0], stones.get(ahead[0]), "storm")
                continue
            draft.go_home(piece)
            if draft.flag == piece:
                draft.flag = spot
