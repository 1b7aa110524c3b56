"""What an ordinary step plainly keeps, so that the rules about it need not be asked one by one."""

from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Spy, Swim, points
from replay.games.lost_island.rules.common import AnyStep, acting_piece, in_doubt
from replay.games.lost_island.shrinking import ring_of
from replay.games.lost_island.words import SEA, WATER, is_stone

_WITH_POINTS = frozenset({Move, Swim, Battle, Flip, Reinforce})
_WITH_PIECE = frozenset({Move, Swim, Battle, Flip, Spy})


def in_turn(step: AnyStep) -> bool:
    """Whether somebody acts in their own turn, with an action left if it takes one, before power-ups and the win, and
    the table reads all about it as we do: SL-TURN and SL-END-1 are kept."""
    state, action = step.before, step.action
    turn = state.turn
    if action.by != turn.seat or state.fuse is not None or state.phase == "over" or in_doubt(step, "SL-TURN-1"):
        return False
    if type(action) not in _WITH_POINTS:
        return True
    cost = points(action)
    return not cost or (turn.used + cost <= 2 and turn.step != "power-ups" and not in_doubt(step, "SL-TURN-2"))


def with_own_explorer(step: AnyStep) -> bool:
    """Whether the explorer that acts is the player's own and on the island: SL-PIECE is kept."""
    action = step.action
    if type(action) not in _WITH_PIECE:
        return False
    piece = acting_piece(action)
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
    if is_stone(tile) or not state.is_on_island(seat) or in_doubt(step, "SL-SHRINK-3"):
        return kept
    return kept + " ordinary"
