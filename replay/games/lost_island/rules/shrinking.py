"""Checks on shrinking the island, and on the flag that moves with it."""

from replay.games.lost_island.actions import End, Shrink
from replay.games.lost_island.draft import nearest
from replay.games.lost_island.phrases import joined, nth, standing
from replay.games.lost_island.rules.common import Answers, actor, ground, in_doubt, who
from replay.games.lost_island.rules.tiles import was_shown
from replay.games.lost_island.shrinking import (
    FLAG_TILE,
    found_flag,
    is_removable,
    removable,
    ring_of,
    stays_as_stone,
)
from replay.games.lost_island.state import State
from replay.games.lost_island.words import SEA, STONE, STONE_UNKNOWN, WATER
from replay.rule import Broken, Open, Rule, rule
from replay.step import Step

Taking = Step[State, Shrink]


def _has_explorer(state: State, seat: str) -> bool:
    return state.is_on_island(seat) or (bool(state.where) and state.reads("SL-Q41", "any"))


@rule("SL-SHRINK-1", cite="Step 3", judges=End, may_open=True, rests_on=("SL-Q5", "SL-Q30", "SL-Q41"))
def a_turn_ends_by_shrinking(step: Step[State, End]) -> Answers:
    """A player with an explorer on the island ends their turn by shrinking it."""
    state, by = ground(step), actor(step)
    doubt = in_doubt(step, "SL-SHRINK-1")
    if doubt is not None:
        return (doubt,)
    if not state.reads("SL-Q30", "may") and _has_explorer(state, by):
        cells = removable(state)
        if cells:
            return (Broken(f"{who(step)} could have taken {cells[0]} away", {"by": by, "removable": cells}),)
    return ()


@rule("SL-SHRINK-2", cite="Step 3; FAQ", judges=Shrink, rests_on=("SL-Q41",))
def only_those_on_the_island_shrink(step: Taking) -> Answers:
    """A player with no explorer on the island does not shrink it."""
    if not _has_explorer(step.before, actor(step)):
        return (Broken(f"{who(step)} has no explorer on the island", {"by": actor(step)}),)
    return ()


@rule("SL-SHRINK-3", cite="Step 3; Visit stones", judges=Shrink, may_open=True, rests_on=("SL-Q5", "SL-Q31"))
def stones_stay(step: Taking) -> Answers:
    """Stone tiles stay, but for the flag tile once it is turned."""
    state, cell = ground(step), step.action.cell
    if not state.is_land(cell):
        return ()
    doubt = in_doubt(step, "SL-SHRINK-3")
    if doubt is not None:
        return (doubt,)
    tile = state.tiles[cell]
    if not stays_as_stone(state, tile):
        return ()
    rests = [*(["SL-Q5"] if tile != STONE else []), *([] if removable(state) else ["SL-Q31"])]
    facts = {"cell": cell}
    if _may_be_the_flag(step, state, tile):
        why = f"nobody noted what the stone {cell} shows; if it is the flag, it may go"
        return (Open(why, facts, rests_on=tuple(rests)),)
    return (Broken(f"{cell} is a stone tile", facts, rests_on=tuple(rests)),)


def _may_be_the_flag(step: Taking, state: State, tile: str) -> bool:
    """Whether a turned stone of unknown face can be the flag: no other stone is known to be."""
    if tile != STONE_UNKNOWN or not state.reads("SL-Q5", "flag-goes"):
        return False
    later = step.facts is not None and step.facts.flag_elsewhere(step.seq)
    return not later and FLAG_TILE not in (*state.tiles.values(), *state.lost_tiles)


@rule("SL-SHRINK-4", cite="Step 3", judges=Shrink)
def the_tile_under_the_flag_stays(step: Taking) -> Answers:
    """The tile the flag lies on stays."""
    state = ground(step)
    if state.is_land(step.action.cell) and state.flag == step.action.cell:
        return (Broken(f"the flag lies on {step.action.cell}", {"cell": step.action.cell}),)
    return ()


def _is_judged(step: Taking, state: State) -> bool:
    """Whether the place of the tile is judged: there is a tile, and no doubt that it may go."""
    if not state.is_land(step.action.cell) or state.flag == step.action.cell:
        return False
    return in_doubt(step, "SL-SHRINK-3") is None and not stays_as_stone(state, state.tiles[step.action.cell])


def outermost(state: State, cells: list[str]) -> int:
    """The number of the ring that goes first."""
    taken = set(state.where.values())
    if state.reads("SL-Q28", "island"):
        cells = [cell for cell in cells if cell not in taken] or cells
    return min((ring_of(state, cell) for cell in cells), default=0)


def _too_far_inside(step: Taking, state: State) -> bool:
    ring = ring_of(state, step.action.cell)
    if ring == 1:
        return False
    if state.reads("SL-Q28", "ring") and state.reads("SL-Q29", "rings"):
        tiles = state.tiles
        outer = [cell for cell in state.board.outside[step.action.cell] if tiles[cell] not in SEA]
        return bool(outer) and any(is_removable(state, cell, tiles[cell]) for cell in outer)
    cells = removable(state)
    return bool(cells) and ring > outermost(state, cells)


def _others_first(step: Taking, state: State) -> list[str]:
    """The cells that must go before this one, because an explorer (or the bearer) stands on it."""
    cell, taken = step.action.cell, set(state.where.values())
    if cell not in taken:
        return []
    cells = removable(state) if state.reads("SL-Q28", "island") else _removable_beside(state, cell)
    free = [other for other in cells if other not in taken]
    if not free and state.reads("SL-Q49", "last") and state.where.get(state.flag) == cell:
        return [other for other in cells if other != cell]
    return free


def _removable_beside(state: State, cell: str) -> list[str]:
    """The removable cells of the ring that a cell lies in."""
    if not state.reads("SL-Q29", "rings"):
        ring = ring_of(state, cell)
        return [other for other in removable(state) if ring_of(state, other) == ring]
    tiles = state.tiles
    land = [other for other in state.board.beside[cell] if tiles[other] not in SEA]
    return [other for other in land if is_removable(state, other, tiles[other])]


@rule("SL-SHRINK-5", cite="Step 3", judges=Shrink, rests_on=("SL-Q5", "SL-Q28", "SL-Q29"))
def from_the_outside_in(step: Taking) -> Answers:
    """The island shrinks from the outside in."""
    state = ground(step)
    if not state.is_land(step.action.cell) or not _too_far_inside(step, state) or not _is_judged(step, state):
        return ()
    if state.reads("SL-Q28", "island") and _others_first(step, state):
        return ()
    ring, outer = ring_of(state, step.action.cell), outermost(state, removable(state))
    why = f"{step.action.cell} lies in the {nth(ring)} ring from outside, and the {nth(outer)} still has tiles to take"
    return (Broken(why, {"cell": step.action.cell, "ring": ring, "outer": outer}),)


@rule("SL-SHRINK-6", cite="Step 3", judges=Shrink, rests_on=("SL-Q5", "SL-Q28", "SL-Q29", "SL-Q49"))
def free_tiles_go_first(step: Taking) -> Answers:
    """Free tiles go before tiles with explorers."""
    state = ground(step)
    if not state.is_taken(step.action.cell) or not _is_judged(step, state):
        return ()
    others = _others_first(step, state)
    if others and (state.reads("SL-Q28", "island") or not _too_far_inside(step, state)):
        here = state.pieces_at(step.action.cell)
        why = f"{standing(state, step.action.cell, here)}, so {others[0]} goes first"
        return (Broken(why, {"cell": step.action.cell, "pieces": here, "first": others}),)
    return ()


@rule("SL-SHRINK-7", cite="Step 3", judges=Shrink)
def there_is_a_tile_to_take(step: Taking) -> Answers:
    """There is a tile to take."""
    if not ground(step).is_land(step.action.cell):
        return (Broken(f"{step.action.cell} is not a tile of the island", {"cell": step.action.cell}),)
    return ()


@rule("SL-SHRINK-8", cite="Step 3", judges=Shrink, may_open=True, may_break=False)
def shown_before_it_leaves(step: Taking) -> Answers:
    """A face-down tile is shown before it is taken away."""
    if not was_shown(step):
        return (Open(f"nobody noted what {step.action.cell} showed", {"cell": step.action.cell}),)
    return ()


@rule("SL-FLAG-1", cite="Step 3", judges=Shrink, may_open=True, rests_on=("SL-Q32",))
def the_flag_goes_to_the_nearest_tile(step: Taking) -> Answers:
    """A flag whose tile is taken goes to the nearest tile."""
    state, cell = ground(step), step.action.cell
    if not moves_flag(step, state):
        return ()
    near = nearest(state, {**state.tiles, cell: WATER}, cell)
    to = step.action.flag_to
    if to is None:
        if len(near) > 1:
            return (Open(f"nobody noted whether the flag went to {joined(near, 'or')}", {"nearest": near}),)
    elif to not in near:
        nearer = f"{joined(near, 'or')} is" if near else "the island has none left"
        why = f"{to} is not nearest to {cell}: {nearer}"
        return (Broken(why, {"to": to, "nearest": near}),)
    return ()


def moves_flag(step: Taking, state: State) -> bool:
    """Whether the flag lay or was carried on the tile that is taken, or turned up there."""
    cell = step.action.cell
    if not state.is_land(cell):
        return False
    return state.flag_cell() == cell or found_flag(state.tiles[cell], step.action.tile)


RULES: tuple[Rule, ...] = (
    a_turn_ends_by_shrinking,
    only_those_on_the_island_shrink,
    stones_stay,
    the_tile_under_the_flag_stays,
    from_the_outside_in,
    free_tiles_go_first,
    there_is_a_tile_to_take,
    shown_before_it_leaves,
    the_flag_goes_to_the_nearest_tile,
)
