"""What a seat may do next, as far as the state knows it."""

from replay.action import Action
from replay.games.lost_island.actions import (
    Battle,
    Blast,
    End,
    Flip,
    Miner,
    Move,
    Reinforce,
    Ring,
    Shrink,
    Spy,
    Swim,
)
from replay.games.lost_island.rules.fights import landings, shores
from replay.games.lost_island.rules.power import in_line, is_clear
from replay.games.lost_island.rules.shrinking import outermost
from replay.games.lost_island.rules.tiles import keeps_off
from replay.games.lost_island.shrinking import removable, ring_of
from replay.games.lost_island.state import State
from replay.games.lost_island.words import STONE


def suggest(state: State) -> list[Action]:
    """Legal next actions, the usual order of a turn first. Chance and hidden values are left open."""
    if state.phase == "over":
        return []
    if state.fuse is not None:
        first = state.fuse.queue[0]
        hits: list[Action] = [Blast(hits={first: "out"}), Blast(hits={first: "stay"})]
        anytime = power_ups(state) if state.plays("anytime-power-ups") else []
        return [*hits, *miners(state), *anytime]
    actions: list[Action] = []
    if state.turn.step == "actions" or state.plays("anytime-power-ups"):
        actions += free_actions(state)
    return [*actions, *power_ups(state), *endings(state)]


def own_pieces(state: State, seat: str) -> list[str]:
    """A seat's explorers on the island, by letter."""
    return sorted(piece for piece in state.where if piece[:-2] == seat)


def free_actions(state: State) -> list[Action]:
    """What the remaining action points allow."""
    seat, left = state.turn.seat, 2 - state.turn.used
    if left < 1:
        return []
    found: list[Action] = []
    taken = {cell: piece for piece, cell in state.where.items()}
    for piece in own_pieces(state, seat):
        found += _by_piece(state, seat, piece, taken, left)
    flippable = {side for piece in own_pieces(state, seat) for side in state.board.sides.get(state.where[piece], ())}
    for cell in sorted(flippable):
        tile = state.tiles[cell]
        down = tile == "?" or (tile == STONE and state.reads("SL-Q3", "yes"))
        if down and cell not in taken and state.flag != cell:
            found.append(Flip(by=seat, cell=cell))
    if not state.turn.reinforced:
        found += [Reinforce(by=seat, to=cell) for cell in landing_cells(state, seat)]
    return found


def _by_piece(state: State, seat: str, piece: str, taken: dict[str, str], left: int) -> list[Action]:
    found: list[Action] = []
    origin = state.where[piece]
    for cell in state.board.sides.get(origin, ()):
        if not state.is_land(cell):
            continue
        if cell not in taken:
            if _may_enter(state, cell):
                found.append(Move(by=seat, piece=piece, to=cell))
        elif taken[cell][:-2] != seat and _may_enter(state, cell):
            found.append(Battle(by=seat, piece=piece, target=taken[cell]))
    for cell in sorted(shores(state, origin)):
        if cell == origin or not state.is_land(cell) or not _may_enter(state, cell):
            continue
        if cell not in taken:
            found.append(Swim(by=seat, piece=piece, to=cell))
        elif taken[cell][:-2] != seat and left == 2:
            found.append(Battle(by=seat, piece=piece, target=taken[cell], swim=True))
    return found


def _may_enter(state: State, cell: str, *, landing: bool = False) -> bool:
    """Whether coins laid this turn keep nobody off a cell."""
    return not (keeps_off(state, landing=landing) and cell in state.turn.fresh and state.loot.get(cell, 0) > 0)


def landing_cells(state: State, seat: str) -> list[str]:
    """Where a seat's next reinforcement may land."""
    if not state.boats.get(seat):
        return []
    near = landings(state, seat)
    if near:
        return [cell for cell in near if _may_enter(state, cell, landing=True)]
    taken = set(state.where.values())
    free = (cell for cell in state.tiles if state.is_land(cell) and cell not in taken)
    return [cell for cell in free if _may_enter(state, cell, landing=True)]


def power_ups(state: State) -> list[Action]:
    """What the seat on turn can buy."""
    seat = state.turn.seat
    if state.coins[seat] < 1:
        return []
    found: list[Action] = []
    own = own_pieces(state, seat)
    if not state.turn.recruited:
        found += [Reinforce(by=seat, to=cell, pay=True) for cell in landing_cells(state, seat)]
    if state.supply_rings > 0:
        found += [Ring(by=seat, piece=piece) for piece in own if piece not in state.rings]
    for target in sorted(state.where):
        if target[:-2] == seat:
            continue
        goal = state.where[target]
        looking = [piece for piece in own if in_line(state, state.where[piece], goal)]
        clear = [piece for piece in looking if is_clear(state, state.where[piece], goal)]
        found += [Spy(by=seat, target=target, looker=piece) for piece in clear[:1]]
    return found


def miners(state: State) -> list[Action]:
    """Who can stop the bomb in progress."""
    named = state.reads("SL-Q19", "named")
    piece = min(state.where, default=None) if named else None
    return [Miner(by=seat, piece=piece) for seat in state.table.seats if state.coins[seat] >= 2]


def endings(state: State) -> list[Action]:
    """How the turn may end."""
    seat = state.turn.seat
    here = bool(state.where) if state.reads("SL-Q41", "any") else state.on_island(seat) > 0
    cells = shrinkable(state) if here else []
    found: list[Action] = [Shrink(by=seat, cell=cell) for cell in cells]
    if not cells or state.reads("SL-Q30", "may"):
        found.append(End(by=seat))
    return found


def shrinkable(state: State) -> list[str]:
    """The tiles that may be taken now."""
    cells = removable(state)
    if not cells:
        return []
    taken = set(state.where.values())
    ring = outermost(state, cells)
    outer = [cell for cell in cells if ring_of(state, cell) == ring]
    free = [cell for cell in outer if cell not in taken]
    if free or not state.reads("SL-Q49", "last"):
        return free or outer
    bearer = state.where.get(state.flag)
    others = [cell for cell in (cells if state.reads("SL-Q28", "island") else outer) if cell != bearer]
    return [cell for cell in outer if cell != bearer or not others]
