"""Finding the loot: treasures are turned up and taken, then the coast is cleaned up."""

from replay.games.loot_island.actions import Cleanup, Loot, Take
from replay.games.loot_island.draft import Draft, draft_of
from replay.games.loot_island.geometry import landings_of
from replay.games.loot_island.kit import treasures
from replay.games.loot_island.plan import cleaned_coasts, due_by_queue, final_queue, small_loot_seats, takers
from replay.games.loot_island.state import Plan, State
from replay.games.loot_island.turns import chosen
from replay.zones import but_one, without


def looted_landing(state: State, action: Loot) -> str | None:
    """The landing that a `loot` is about: the one named, or the next in the queue."""
    if action.landing is not None:
        return action.landing
    return state.loot.queue[0][0] if state.loot is not None and state.loot.queue else None


def looted(state: State, action: Loot) -> State:
    """Treasures are turned up at a landing; if there are too few, the game is cut short."""
    draft = draft_of(state)
    draft.bury(state.open)
    landing = looted_landing(state, action)
    queue = state.loot.queue if state.loot is not None else ()
    short = due_by_queue(state, queue, landing) > draft.treasures_left()
    shown = treasures(draft.kit, action.reveal)
    draft.turn_up(len(shown))
    taking = takers(state, landing, len(shown))
    draft.open = shown if taking else ()
    if not taking:
        draft.bury(shown)
    left = tuple(place for place in queue if place[0] != landing)
    if short:
        draft.cutoff, draft.phase, left = True, "final", ()
    draft.loot = Plan(left, landing if taking else None, taking)
    draft.aaron_takes()
    return draft.finished()


def taken(state: State, action: Take) -> State:
    """A treasure is taken, kept or buried; then Aaron takes one if next in line."""
    draft = draft_of(state)
    name = chosen(draft.kit.treasure, state.open, action.treasure)
    if name is not None:
        draft.open = but_one(state.open, name)
        draft.gain(action.by, name, action.keep, action.shed)
    if state.loot is not None:
        plan = state.loot
        draft.loot = Plan(plan.queue, plan.at, without(plan.takers, action.by))
    draft.aaron_takes()
    return draft.finished()


def cleaned_up(state: State, action: Cleanup) -> State:
    """B10 is carried out, the coast is cleared, and the round ends."""
    draft = draft_of(state)
    draft.bury(state.open)
    draft.open = ()
    entitled = small_loot_seats(state) if state.event == "B10" else ()
    for seat in state.table.seats if entitled or action.shed else ():
        logged = (action.shed or {}).get(seat)
        if seat in entitled or logged is not None:
            draft.shed(seat, 2, logged)
    _clear(draft, state)
    if state.round >= 5:
        draft.phase = "final"
        draft.loot = Plan(final_queue(draft))
    else:
        draft.phase, draft.loot = "ready", None
    draft.turn = None
    return draft.finished()


def _clear(draft: Draft, state: State) -> None:
    """Discs go home and cards to the discard pile."""
    draft.columns, draft.stacks = state.columns.copy(), state.stacks.copy()
    draft.compasses = state.compasses.copy()
    for coast in cleaned_coasts(state):
        for landing in landings_of(coast):
            for actor in state.stacks[landing]:
                draft.compasses[actor] = draft.compasses.get(actor, 0) + 1
            draft.discard += state.columns[landing]
            draft.columns[landing], draft.stacks[landing] = (), ()
