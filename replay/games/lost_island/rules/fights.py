"""Checks on swimming, battles and reinforcements."""

from collections.abc import Iterable
from itertools import chain, pairwise

from replay.games.lost_island.actions import Battle, Reinforce, Swim
from replay.games.lost_island.phrases import explorer, explorers, standing
from replay.games.lost_island.reducer import result_of
from replay.games.lost_island.rules.common import Answers, AnyStep, actor, ground, is_absent, told
from replay.games.lost_island.state import State
from replay.games.lost_island.words import SEA, WATER, is_stone, say
from replay.rule import Answer, Broken, Rule, rule
from replay.saying import listed, owner
from replay.step import Step

SHALLOW = frozenset({WATER})


def _lands(step: Step[State, Swim], state: State) -> bool:
    return state.is_land(step.action.to) and step.action.to != state.where[step.action.piece]


@rule("SL-SWIM-1", cite="Swim", judges=Swim)
def a_swim_ends_on_another_tile(step: Step[State, Swim]) -> Answers:
    """A swim ends on another tile of the island."""
    state = ground(step)
    if not is_absent(step, state) and not _lands(step, state):
        return (Broken(f"{step.action.to} is not another tile of the island", {"to": step.action.to}),)
    return ()


@rule("SL-SWIM-2", cite="Swim", judges=(Swim, Battle), rests_on=("SL-Q9", "SL-Q37"))
def through_shallow_water(step: AnyStep) -> Answers:
    """A swimmer goes only through connected shallow water."""
    state, action = ground(step), step.action
    if is_absent(step, state):
        return ()
    if isinstance(action, Battle):
        if not action.swim or not _is_opponent(action, state):
            return ()
        goal = state.where[action.target]
    elif _lands(step, state):
        goal = action.to
    else:
        return ()
    origin, via = state.where[action.piece], action.via
    corner = state.reads("SL-Q9", "corner")
    if _is_wet(state, origin, via, goal, corner, SHALLOW):
        return ()
    rests = [
        *(["SL-Q9"] if _is_wet(state, origin, via, goal, not corner, SHALLOW) else []),
        *(["SL-Q37"] if _is_wet(state, origin, via, goal, corner, SEA) else []),
    ]
    way = f" through {listed(via)}" if via else ""
    facts = {"from": origin, "to": goal, "via": via}
    return (Broken(f"no shallow water leads from {origin} to {goal}{way}", facts, rests_on=tuple(rests)),)


def _is_wet(state: State, origin: str, via: list[str] | None, goal: str, corner: bool, water: frozenset[str]) -> bool:
    """Whether connected water leads from one cell to another, along these cells if they were named."""
    if via:
        return is_chain(state, origin, via, goal, corner=corner, water=water)
    tiles, sides = state.tiles, state.board.sides
    shore = {cell for cell in sides.get(goal, ()) if tiles[cell] in water}
    if not shore:
        return False
    reached = [cell for cell in sides.get(origin, ()) if tiles[cell] in water]
    if not shore.isdisjoint(reached):
        return True
    links = state.board.around if corner else sides
    seen = set(reached)
    while reached:
        near = dict.fromkeys(chain.from_iterable(map(links.__getitem__, reached)))
        if not shore.isdisjoint(near):
            return True
        reached = [cell for cell in near if cell not in seen and tiles[cell] in water]
        seen.update(reached)
    return False


@rule("SL-SWIM-3", cite="Swim", judges=Swim)
def a_swimmer_lands_on_a_free_tile(step: Step[State, Swim]) -> Answers:
    """A swimmer lands on a free tile; on an opponent's tile it is a battle."""
    state = ground(step)
    if is_absent(step, state) or not _lands(step, state):
        return ()
    here = state.pieces_at(step.action.to)
    if here:
        why = standing(state, step.action.to, here)
        return (Broken(why, {"to": step.action.to, "pieces": here}),)
    return ()


def is_chain(
    state: State, origin: str, via: list[str], goal: str, *, corner: bool, water: frozenset[str] = SHALLOW
) -> bool:
    """Whether these cells are water that leads from one cell to another; inner links may be diagonal (`corner`)."""
    if any(state.tiles.get(cell) not in water for cell in via):
        return False
    sides = state.board.sides
    links = state.board.around if corner else sides
    inner = all(there in links[here] for here, there in pairwise(via))
    return via[0] in sides.get(origin, ()) and inner and goal in sides[via[-1]]


def shores(state: State, origin: str) -> set[str]:
    """The cells beside the shallow water that can be entered from a cell."""
    sides = state.board.sides
    links = state.board.around if state.reads("SL-Q9", "corner") else sides
    reached = {cell for cell in sides.get(origin, ()) if state.tiles[cell] == WATER}
    edge = list(reached)
    while edge:
        for cell in links[edge.pop()]:
            if state.tiles[cell] == WATER and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return {shore for cell in reached for shore in sides[cell]}


def _is_opponent(action: Battle, state: State) -> bool:
    return action.target in state.where and action.target[:-2] != action.piece[:-2]


@rule("SL-BATTLE-1", cite="Battle", judges=Battle)
def against_an_opponent(step: Step[State, Battle]) -> Answers:
    """A battle is against an opponent's explorer on the island."""
    action = step.action
    if not _is_opponent(action, step.before):
        here = action.target in step.before.where
        target = explorer(step.before, action.target)
        why = f"{target} is {'of the same colour' if here else 'not on the island'}"
        return (Broken(why, {"piece": action.piece, "target": action.target}),)
    return ()


@rule("SL-BATTLE-2", cite="Battle", judges=Battle)
def one_step_away(step: Step[State, Battle]) -> Answers:
    """The opponent is one step away, not diagonally."""
    state, action = ground(step), step.action
    if action.swim or is_absent(step, state) or not _is_opponent(action, state):
        return ()
    cell, other = state.where[action.piece], state.where[action.target]
    if not state.board.side_by_side(cell, other):
        return (Broken(f"{cell} and {other} are not side by side", {"piece": cell, "target": other}),)
    return ()


@rule("SL-BATTLE-3", cite="Battle; Power Ring", judges=Battle, may_open=True, rests_on=("SL-Q25",))
def the_result_follows_from_the_values(step: Step[State, Battle]) -> Iterable[Answer]:
    """The result of a battle follows from the two values and the rings."""
    return told(step, "SL-BATTLE-3")


@rule("SL-LOG-1", cite="the log", judges=Battle)
def the_log_says_how_it_ended(step: Step[State, Battle]) -> Answers:
    """The log says how a battle ended."""
    state, action = step.before, step.action
    if action.piece in state.where and action.target in state.where and result_of(state, action) is None:
        both = explorers(state, (action.piece, action.target))
        why = f"neither the result nor both values of {both} were logged"
        return (Broken(why, {"piece": action.piece, "target": action.target}),)
    return ()


@rule("SL-REIN-1", cite="Reinforce; Step 1", judges=Reinforce)
def one_reinforcement_as_an_action(step: Step[State, Reinforce]) -> Answers:
    """A turn has at most one reinforcement as an action."""
    if not step.action.pay and ground(step).turn.reinforced:
        return (Broken("the action Reinforce was already taken this turn"),)
    return ()


@rule("SL-REIN-2", cite="Step 2 Reinforce; FAQ", judges=Reinforce)
def one_reinforcement_as_a_power_up(step: Step[State, Reinforce]) -> Answers:
    """A turn has at most one bought reinforcement."""
    if step.action.pay and ground(step).turn.recruited:
        return (Broken("a reinforcement was already bought this turn"),)
    return ()


@rule("SL-REIN-3", cite="Reinforce; FAQ", judges=Reinforce)
def the_front_of_the_boat_lands(step: Step[State, Reinforce]) -> Answers:
    """The explorer at the front of the player's own boat lands."""
    piece, by = step.action.piece, actor(step)
    boat = step.before.boats.get(by)
    if piece is None or not boat:
        return ()
    front = f"{by}.{boat[0]}"
    if piece != front:
        why = f"{say(step.before.table, piece)} lands, but explorer {boat[0]} is at the front of {_whose(step)} boat"
        return (Broken(why, {"piece": piece, "front": front}),)
    return ()


def _whose(step: AnyStep) -> str:
    return owner(step.before.table, actor(step))


def _is_free(state: State, cell: str) -> bool:
    return state.is_land(cell) and not state.is_taken(cell)


@rule("SL-REIN-4", cite="Reinforce", judges=Reinforce)
def onto_a_free_tile(step: Step[State, Reinforce]) -> Answers:
    """Reinforcements land on a free tile."""
    state = ground(step)
    if state.boats.get(actor(step)) and not _is_free(state, step.action.to):
        return (Broken(f"{step.action.to} is not free", {"to": step.action.to}),)
    return ()


def landings(state: State, seat: str) -> list[str]:
    """The free cells next to a seat's explorers, as the table reads it."""
    near = reach_of_landing(state)
    beside = {side for cell in state.own_cells(seat) for side in near.get(cell, ())}
    return sorted(cell for cell in beside if _is_free(state, cell) and _admits(state, cell))


def reach_of_landing(state: State) -> dict[str, tuple[str, ...]]:
    """The cells next to each cell, where reinforcements land, as the table reads it."""
    return state.board.around if state.reads("SL-Q2", "round") else state.board.sides


def _admits(state: State, cell: str) -> bool:
    """Whether a tile next to the player's own explorer is one to land on."""
    return not (is_stone(state.tiles[cell]) and state.reads("SL-Q42", "fallback-only"))


def _is_landing(state: State, own: list[str], cell: str) -> bool:
    """Whether a free cell is one of the landings of a seat whose explorers are on `own`."""
    near = reach_of_landing(state).get(cell, ())
    for place in own:
        if place in near:
            return _admits(state, cell)
    return False


@rule("SL-REIN-5", cite="Reinforce", judges=Reinforce, rests_on=("SL-Q2", "SL-Q42"))
def next_to_their_own_explorer(step: Step[State, Reinforce]) -> Answers:
    """Reinforcements land next to one of the player's own explorers while such a tile is free."""
    state, by = ground(step), actor(step)
    own, to = state.own_cells(by), step.action.to
    if not own or not state.boats.get(by) or not _is_free(state, to) or _is_landing(state, own, to):
        return ()
    near = landings(state, by)
    if near:
        return (Broken(f"{to} is not next to any of {_whose(step)} explorers", {"to": to, "free": near}),)
    return ()


@rule("SL-REIN-6", cite="Reinforce", judges=Reinforce)
def an_explorer_is_in_the_boat(step: Step[State, Reinforce]) -> Answers:
    """There is an explorer left in the boat."""
    if not step.before.boats.get(actor(step)):
        return (Broken(f"{_whose(step)} boat is empty", {"by": actor(step)}),)
    return ()


RULES: tuple[Rule, ...] = (
    a_swim_ends_on_another_tile,
    through_shallow_water,
    a_swimmer_lands_on_a_free_tile,
    against_an_opponent,
    one_step_away,
    the_result_follows_from_the_values,
    the_log_says_how_it_ended,
    one_reinforcement_as_an_action,
    one_reinforcement_as_a_power_up,
    the_front_of_the_boat_lands,
    onto_a_free_tile,
    next_to_their_own_explorer,
    an_explorer_is_in_the_boat,
)
