"""What an ordinary action keeps of the rules for its own kind: one look at the board instead of a question for each.

Asked only of steps in turn (`plain.in_turn`) with an explorer that is there (`plain.with_own_explorer`), so that the
state before is the one they are judged against.
"""

from collections.abc import Callable

from replay.action import UNKNOWN, Action
from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Swim
from replay.games.lost_island.questions import DOUBTS
from replay.games.lost_island.reducer import numbers_of
from replay.games.lost_island.rules.common import AnyStep
from replay.games.lost_island.rules.fights import reach_of_landing
from replay.games.lost_island.state import State
from replay.games.lost_island.words import Bomb, bomb_of, is_stone

Kept = frozenset[str]

NOTHING: Kept = frozenset()
_FLIP: Kept = frozenset({"SL-FLIP-2", "SL-FLIP-3", "SL-FLIP-4", "SL-FLIP-5"})
_FLIP_BESIDE = _FLIP | {"SL-FLIP-1"}
_LANDING: Kept = frozenset({"SL-REIN-1", "SL-REIN-2", "SL-REIN-3", "SL-REIN-4", "SL-REIN-6"})
_LANDING_BESIDE = _LANDING | {"SL-REIN-5"}
_BATTLE: Kept = frozenset({"SL-BATTLE-1", "SL-LOG-1"})
_BATTLE_BESIDE = _BATTLE | {"SL-BATTLE-2"}
_SWIM: Kept = frozenset({"SL-SWIM-1", "SL-SWIM-3"})
_MOVE: Kept = frozenset({"SL-MOVE-1", "SL-MOVE-2", "SL-MOVE-3"})
_BLASTS_AS_READ = frozenset({("SL-Q11", "line"), ("SL-Q12", "no"), ("SL-Q13", "both"), *DOUBTS["SL-BOMB-6"]})
"""How most tables read whom a bomb meets."""


def _flipped(step: AnyStep) -> Kept:
    """An ordinary tile lies face down, and neither an explorer nor the flag is on it."""
    state, cell, piece = step.before, step.action.cell, step.action.piece
    if state.tiles.get(cell) != UNKNOWN or state.flag == cell or state.is_taken(cell):
        return NOTHING
    near = state.board.sides.get(cell, ())
    beside = _is_near(state, step.action.by, near) if piece is None else state.where[piece] in near
    kept = _FLIP_BESIDE if beside else _FLIP
    bomb = bomb_of(step.action.tile)
    return kept if bomb is None else kept | _exploded(step, bomb)


def _exploded(step: AnyStep, bomb: Bomb) -> Kept:
    """A bomb that is over at once, having met nobody but explorers in its lines."""
    state, action = step.before, step.action
    kept: set[str] = set() if action.dir or action.stones or (action.axis and bomb.shape != "line") else {"SL-LOG-2"}
    if bomb.shape != "line":
        kept.add("SL-BOMB-1")
    if not action.order:
        kept.add("SL-BOMB-2")
    if step.after.fuse is None and state.table.readings.items() >= _BLASTS_AS_READ:
        ways = bomb.ways(action.axis, action.order or ()) or ()
        reached = {cell for way in ways for cell in state.board.line(action.cell, way)}
        if all(state.where.get(piece) in reached for piece in action.hits):
            kept |= {"SL-BOMB-3", "SL-BOMB-6"}
    return frozenset(kept)


def _is_near(state: State, seat: str, near: tuple[str, ...]) -> bool:
    """Whether one of a seat's explorers stands on one of these cells."""
    for piece, place in state.where.items():  # noqa: SIM110  # `any` would make a generator for each step
        if place in near and piece[:-2] == seat:
            return True
    return False


def _reinforced(step: AnyStep) -> Kept:
    """The front of the boat lands on a free tile, for the first time this turn."""
    state, action = step.before, step.action
    boat, cell, turn = state.boats.get(action.by), action.to, state.turn
    if not boat or (turn.recruited if action.pay else turn.reinforced):
        return NOTHING
    if action.piece is not None and action.piece != f"{action.by}.{boat[0]}":
        return NOTHING
    if not state.is_land(cell) or state.is_taken(cell):
        return NOTHING
    beside = not is_stone(state.tiles[cell]) and _is_near(state, action.by, reach_of_landing(state).get(cell, ()))
    return _LANDING_BESIDE if beside else _LANDING


def _fought(step: AnyStep) -> Kept:
    """Against an opponent on the island, and the event says how it ended."""
    action, where = step.action, step.before.where
    other = where.get(action.target)
    if other is None or action.target[:-2] == action.piece[:-2]:
        return NOTHING
    if action.result is None and None in numbers_of(action):
        return NOTHING
    return _BATTLE_BESIDE if step.before.board.side_by_side(where[action.piece], other) else _BATTLE


def _swum(step: AnyStep) -> Kept:
    """Onto a free tile: it cannot be the one where the swimmer stands."""
    state, cell = step.before, step.action.to
    return _SWIM if state.is_land(cell) and not state.is_taken(cell) else NOTHING


def _moved(step: AnyStep) -> Kept:
    """Onto a free tile beside the explorer."""
    state, cell = step.before, step.action.to
    if not state.is_land(cell) or state.is_taken(cell):
        return NOTHING
    return _MOVE if state.board.side_by_side(state.where[step.action.piece], cell) else NOTHING


KEPT_BY: dict[type[Action], Callable[[AnyStep], Kept]] = {
    Flip: _flipped,
    Reinforce: _reinforced,
    Battle: _fought,
    Swim: _swum,
    Move: _moved,
}
"""For a kind of action: what a step of it keeps."""
