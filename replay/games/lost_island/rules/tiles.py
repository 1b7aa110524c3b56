"""Checks on moves, on turning tiles, and on what they show."""

from collections.abc import Iterable, Iterator
from operator import countOf

from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Shrink, Swim
from replay.games.lost_island.phrases import explorer, nth, standing, times
from replay.games.lost_island.rules.common import (
    Answers,
    AnyStep,
    actor,
    arrival,
    ground,
    in_doubt,
    is_absent,
    turned,
)
from replay.games.lost_island.state import State
from replay.games.lost_island.words import (
    STONE,
    STONE_FACES,
    STONE_UNKNOWN,
    a_face,
    is_face_down,
    is_ordinary_face,
)
from replay.rule import Answer, Broken, Open, Rule, rule
from replay.saying import number, owner
from replay.step import Step

STONES = 4
_ARRIVING = (Move, Swim, Battle, Reinforce)
_TURNING = (*_ARRIVING, Flip, Shrink)


@rule("SL-MOVE-1", cite="Move", judges=Move)
def one_step(step: Step[State, Move]) -> Answers:
    """A move goes one step up, down, left or right."""
    state = ground(step)
    cell = state.where.get(step.action.piece)
    if cell is not None and not state.board.side_by_side(cell, step.action.to):
        facts = {"from": cell, "to": step.action.to}
        return (Broken(f"{step.action.to} is not beside {cell}", facts),)
    return ()


@rule("SL-MOVE-2", cite="Move; Swim", judges=Move)
def onto_land(step: Step[State, Move]) -> Answers:
    """A move ends on a tile of the island."""
    state = ground(step)
    if not is_absent(step, state) and not state.is_land(step.action.to):
        return (Broken(f"{step.action.to} is not a tile of the island", {"to": step.action.to}),)
    return ()


@rule("SL-MOVE-3", cite="Move", judges=Move)
def one_to_a_tile(step: Step[State, Move]) -> Answers:
    """Only one explorer stands on a tile; attacking another is a battle."""
    state = ground(step)
    if is_absent(step, state):
        return ()
    others = [piece for piece in state.pieces_at(step.action.to) if piece != step.action.piece]
    if others:
        why = standing(state, step.action.to, others)
        return (Broken(why, {"to": step.action.to, "pieces": others}),)
    return ()


@rule("SL-FLIP-1", cite="Reveal", judges=Flip)
def next_to_their_own_explorer(step: Step[State, Flip]) -> Answers:
    """A player turns a tile beside one of their own explorers, not diagonally."""
    state = ground(step)
    if is_absent(step, state):
        return ()
    piece, cell = step.action.piece, step.action.cell
    if piece is not None:
        if not state.board.side_by_side(state.where[piece], cell):
            return (Broken(f"{cell} is not beside {explorer(state, piece)}", {"cell": cell, "piece": piece}),)
    elif not _stands_beside(state, actor(step), cell):
        theirs = owner(state.table, actor(step))
        return (Broken(f"none of {theirs} explorers is beside {cell}", {"cell": cell, "by": actor(step)}),)
    return ()


def _stands_beside(state: State, seat: str, cell: str) -> bool:
    """Whether one of a seat's explorers stands one step from a cell."""
    near = state.board.sides.get(cell, ())
    return seat in [piece[:-2] for piece, place in state.where.items() if place in near]


@rule("SL-FLIP-2", cite="Visit stones; Bomb; Storm (inferred: turned tiles remain face up)", judges=Flip)
def only_face_down_tiles(step: Step[State, Flip]) -> Answers:
    """Only a face-down tile is turned."""
    tile = ground(step).tiles.get(step.action.cell)
    if not is_face_down(tile):
        here = "off the grid" if tile is None else a_face(step.before.table, tile)
        return (Broken(f"{step.action.cell} is {here}", {"cell": step.action.cell, "tile": tile}),)
    return ()


@rule("SL-FLIP-3", cite="Reveal", judges=Flip)
def nobody_stands_on_it(step: Step[State, Flip]) -> Answers:
    """No explorer stands on the tile that is turned."""
    here = step.before.pieces_at(step.action.cell)
    if here:
        why = standing(step.before, step.action.cell, here)
        return (Broken(why, {"cell": step.action.cell, "pieces": here}),)
    return ()


@rule("SL-FLIP-4", cite="Reveal", judges=Flip)
def the_flag_does_not_lie_on_it(step: Step[State, Flip]) -> Answers:
    """The flag does not lie on the tile that is turned."""
    if step.before.flag == step.action.cell:
        return (Broken(f"the flag lies on {step.action.cell}", {"cell": step.action.cell}),)
    return ()


@rule("SL-FLIP-5", cite="Visit stones (inferred: Reveal itself has no ban)", judges=Flip, rests_on=("SL-Q3",))
def stones_are_turned_by_arriving(step: Step[State, Flip]) -> Answers:
    """A stone tile is turned by arriving on it, not by the action Reveal."""
    state = ground(step)
    if state.tiles.get(step.action.cell) == STONE and not state.reads("SL-Q3", "yes"):
        return (Broken(f"{step.action.cell} is a stone tile", {"cell": step.action.cell}),)
    return ()


@rule("SL-FLIP-6", cite="Reveal", judges=Flip, may_open=True, may_break=False)
def the_face_is_on_record(step: Step[State, Flip]) -> Iterable[Answer]:
    """The face of a turned tile is on record."""
    return [
        Open(f"nobody noted what {tile.cell} shows", {"cell": tile.cell})
        for tile in turned(step)
        if tile.cell == step.action.cell and not tile.stone and tile.face is None
    ]


@rule("SL-STONE-1", cite="Visit stones; FAQ", judges=_TURNING, may_open=True, may_break=False)
def a_stone_is_turned_at_once(step: AnyStep) -> Iterator[Answer]:
    """An explorer that arrives on a face-down stone turns it at once, and its face is on record."""
    taken = step.action.cell if isinstance(step.action, Shrink) else None
    for tile in turned(step):
        if tile.was != STONE or tile.cell == taken:
            continue
        doubt = in_doubt(step, "SL-STONE-1")
        if doubt is not None:
            yield doubt
        elif tile.face is None:
            yield Open(f"nobody noted what the stone {tile.cell} shows", {"cell": tile.cell})


@rule("SL-TILE-1", cite="What did you reveal? (nothing: inferred)", judges=(Flip, Shrink))
def ordinary_faces(step: AnyStep) -> Iterable[Answer]:
    """An ordinary tile shows nothing, loot of one to three coins, a bomb or a storm."""
    return [
        Broken(
            f"{tile.cell} is said to show {a_face(step.before.table, tile.face)}",
            {"cell": tile.cell, "face": tile.face},
        )
        for tile in turned(step)
        if not tile.stone and tile.face is not None and not is_ordinary_face(tile.face)
    ]


@rule("SL-TILE-2", cite="Visit stones (nothing else: inferred)", judges=_TURNING)
def stone_faces(step: AnyStep) -> Iterable[Answer]:
    """A stone tile shows the flag or loot of one to three coins."""
    return [
        Broken(
            f"the stone {tile.cell} is said to show {a_face(step.before.table, tile.face)}",
            {"cell": tile.cell, "face": tile.face},
        )
        for tile in turned(step)
        if tile.stone and tile.face is not None and tile.face not in STONE_FACES
    ]


@rule("SL-TILE-3", cite="Contents; Visit stones", judges=_TURNING)
def exactly_one_flag(step: AnyStep) -> Iterator[Answer]:
    """Exactly one stone tile is the flag."""
    stones = [tile for tile in turned(step) if tile.stone and tile.face is not None]
    if not stones:
        return
    words = (*step.after.tiles.values(), *step.after.lost_tiles)
    flags = words.count("stone-flag")
    for tile in stones:
        if tile.face == "flag" and flags > 1:
            yield Broken(f"{tile.cell} is the {nth(flags)} flag", {"cell": tile.cell, "flags": flags})
    if not flags and len([word for word in words if word.startswith("stone-") and word != STONE_UNKNOWN]) == STONES:
        facts = {"cell": stones[-1].cell, "face": stones[-1].face}
        yield Broken(f"{stones[-1].cell} is the fourth stone, but none of the four was the flag", facts)


@rule("SL-TILE-4", cite="the kit", judges=_TURNING)
def no_more_than_the_kit_has(step: AnyStep) -> Iterable[Answer]:
    """No face turns up more often than the kit has it."""
    found = []
    for tile in turned(step):
        face = tile.face
        if face is None or face == "flag":
            continue
        limit = step.before.kit.limit("stone" if tile.stone else "ordinary", face)
        if limit is None:
            continue
        word = f"stone-{face}" if tile.stone else face
        many = countOf(step.after.tiles.values(), word) + step.after.lost_tiles.count(word)
        if many > limit:
            shown = f"{a_face(step.before.table, face)} has turned up {times(many)}"
            kind = "stones" if tile.stone else "ordinary tiles"
            why = f"{shown} among the {kind}, but the kit has {number(limit) if limit else 'none'}"
            facts = {"cell": tile.cell, "face": face, "count": many, "kit": limit}
            found.append(Broken(why, facts))
    return found


@rule("SL-LOOT-1", cite="Loot", judges=_ARRIVING, rests_on=("SL-Q6", "SL-Q50"))
def not_onto_fresh_coins(step: AnyStep) -> Answers:
    """Nobody steps onto coins in the turn they were laid, if the table reads it that way."""
    state = ground(step)
    if not keeps_off(state, landing=isinstance(step.action, Reinforce)):
        return ()
    arrived = arrival(step, state)
    if arrived is not None and arrived[1] in state.turn.fresh and state.loot.get(arrived[1], 0) > 0:
        piece, cell = arrived
        theirs = owner(state.table, piece[:-2])
        why = f"{theirs} explorer arrives on {cell}, whose coins were laid this turn"
        return (Broken(why, {"piece": piece, "cell": cell}),)
    return ()


def keeps_off(state: State, *, landing: bool) -> bool:
    """Whether nobody may step (or land) on coins laid this turn, as the table reads it."""
    return state.reads("SL-Q6", "forbid") and (not landing or state.reads("SL-Q50", "same"))


def was_shown(step: Step[State, Shrink]) -> bool:
    """Whether a tile that is taken was face up, or its face is on record."""
    return step.action.cell not in [tile.cell for tile in turned(step) if tile.face is None]


RULES: tuple[Rule, ...] = (
    one_step,
    onto_land,
    one_to_a_tile,
    next_to_their_own_explorer,
    only_face_down_tiles,
    nobody_stands_on_it,
    the_flag_does_not_lie_on_it,
    stones_are_turned_by_arriving,
    the_face_is_on_record,
    a_stone_is_turned_at_once,
    ordinary_faces,
    stone_faces,
    exactly_one_flag,
    no_more_than_the_kit_has,
    not_onto_fresh_coins,
)
