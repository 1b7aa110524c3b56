"""What an ordinary step plainly keeps, so that the rules about it need not be asked one by one."""

from operator import countOf

from replay.action import UNKNOWN
from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Spy, Swim, points
from replay.games.lost_island.questions import DOUBTS
from replay.games.lost_island.rules.common import AnyStep
from replay.games.lost_island.shrinking import ring_of
from replay.games.lost_island.state import State
from replay.games.lost_island.words import SEA, WATER, is_stone

_WITH_POINTS = frozenset({Move, Swim, Battle, Flip, Reinforce})
_WITH_PIECE = frozenset({Move, Swim, Battle, Flip, Spy})
_TURNS_AS_READ = frozenset({*DOUBTS["SL-TURN-1"], *DOUBTS["SL-TURN-2"]})
_STONES_AS_READ = frozenset(DOUBTS["SL-SHRINK-3"])
"""The answers of a table that leave no doubt about these rules."""
_NO_COUNTS: dict[str, int | str] = {}


def in_turn(step: AnyStep) -> bool:
    """Whether somebody acts in their own turn, with an action left if it takes one, before power-ups and the win, and
    the table reads all about it as we do: SL-TURN and SL-END-1 are kept."""
    state, action = step.before, step.action
    turn = state.turn
    if action.by != turn.seat or state.fuse is not None or state.phase == "over":
        return False
    if not state.table.readings.items() >= _TURNS_AS_READ:
        return False
    if type(action) not in _WITH_POINTS:
        return True
    cost = points(action)
    return not cost or (turn.used + cost <= 2 and turn.step != "power-ups")


def with_own_explorer(step: AnyStep) -> bool:
    """Whether the explorer that acts is the player's own and on the island: SL-PIECE is kept."""
    action = step.action
    kind = type(action)
    if kind not in _WITH_PIECE:
        return False
    piece = action.looker if kind is Spy else action.piece
    return piece is None or (piece[:-2] == action.by and piece in step.before.where)


def taken_plainly(step: AnyStep) -> str:
    """What taking a tile of the island keeps: `land` (SL-SHRINK-7), `free` if nobody stands on it (SL-SHRINK-6),
    `outside` if no tile lies in a ring further out (SL-SHRINK-5), and `ordinary` if somebody on the island takes it and
    it is no stone (SL-SHRINK-2 and 3)."""
    state, action = step.before, step.action
    seat, cell = state.turn.seat, action.cell
    if state.fuse is not None or action.by not in (None, seat):
        return ""
    tile = state.tiles.get(cell, WATER)
    if tile in SEA:
        return ""
    kept = "land" if state.is_taken(cell) else "land free"
    if ring_of(state, cell) == 1 or _is_outermost(state, cell):
        kept += " outside"
    if is_stone(tile) or not state.is_on_island(seat) or not state.table.readings.items() >= _STONES_AS_READ:
        return kept
    return kept + " ordinary"


def _is_outermost(state: State, cell: str) -> bool:
    """Whether only water lies in the rings further out, at a table where tiles go ring by ring."""
    return state.reads("SL-Q29", "rings") and SEA.issuperset(map(state.tiles.get, state.board.outside[cell]))


def is_in_kit(state: State, face: str) -> bool:
    """Whether the kit has this many ordinary tiles with a face, or does not say how many: SL-TILE-4 is kept."""
    limit = state.kit.tiles.get("ordinary", _NO_COUNTS).get(face)
    if type(limit) is not int:
        return limit == UNKNOWN
    return countOf(state.tiles.values(), face) + state.lost_tiles.count(face) <= limit
