"""What an ordinary step plainly keeps, so that the rules about it need not be asked one by one."""

from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Spy, Swim, points
from replay.games.lost_island.questions import DOUBTS
from replay.games.lost_island.rules.common import AnyStep
from replay.games.lost_island.shrinking import ring_of
from replay.games.lost_island.words import SEA, WATER, is_stone

_WITH_POINTS = frozenset({Move, Swim, Battle, Flip, Reinforce})
_WITH_PIECE = frozenset({Move, Swim, Battle, Flip, Spy})
_TURNS_AS_READ = frozenset({*DOUBTS["SL-TURN-1"], *DOUBTS["SL-TURN-2"]})
_STONES_AS_READ = frozenset(DOUBTS["SL-SHRINK-3"])
"""The answers of a table that leave no doubt about these rules."""


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
    """What an ordinary tile that is taken keeps: `free` if nobody stands on it (SL-SHRINK-6 and 7), `outside` if it
    lies in the first ring too (SL-SHRINK-5), and `ordinary` if somebody on the island takes it and it is no stone
    (SL-SHRINK-2 and 3)."""
    state, action = step.before, step.action
    seat = state.turn.seat
    if state.fuse is not None or action.by not in (None, seat):
        return ""
    tile = state.tiles.get(action.cell, WATER)
    if tile in SEA or state.is_taken(action.cell):
        return ""
    kept = "free outside" if ring_of(state, action.cell) == 1 else "free"
    if is_stone(tile) or not state.is_on_island(seat) or not state.table.readings.items() >= _STONES_AS_READ:
        return kept
    return kept + " ordinary"
