"""Finding the loot: treasures are turned up and taken, then the coast is cleaned up."""

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Cleanup, Loot, Take
from replay.games.loot_island.draft import Draft, draft_of
from replay.games.loot_island.geometry import landings_of
from replay.games.loot_island.kit import treasures
from replay.games.loot_island.plan import cleaned_coasts, due_by_queue, final_queue, small_loot_seats, takers
from replay.games.loot_island.state import DISCS, NOTHING_ODD, Plan, State, kit_of
from replay.games.loot_island.turns import LAST_ROUND, chosen
from replay.zones import but_one, put, without


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
    explores = state.phase in ("loot", "final") and not state.cutoff
    queue = state.loot.queue if state.loot is not None else ()
    short = explores and due_by_queue(state, queue, landing) > draft.treasures_left()
    shown = treasures(draft.kit, action.reveal)
    draft.turn_up(shown)
    taking = takers(state, landing, len(shown))
    draft.open = shown if taking else ()
    if not taking:
        draft.bury(shown)
    left = tuple(place for place in queue if place[0] != landing) if explores else queue
    if short:
        draft.cutoff, draft.phase, left = True, "final", ()
    if state.loot is not None:
        draft.loot = Plan(left, landing if taking else None, taking)
    draft.remember(given=(), guessed=(), explored=_with(state.memory.explored, landing))
    draft.aaron_takes()
    return draft.finished()


def _with(explored: tuple[str, ...], landing: str | None) -> tuple[str, ...]:
    return explored if landing is None or landing in explored else (*explored, landing)


def taken(state: State, action: Take) -> State:
    """A treasure is taken, kept or buried; then Aaron takes one if next in line."""
    if action.by == AARON:
        return _told_of_aaron(state, action)
    if _is_kept_plainly(state, action):
        return _kept(state, action)
    draft = draft_of(state)
    if state.memory.given:
        draft.remember(given=(), guessed=())
    name = chosen(draft.kit.treasure, state.open, action.treasure)
    if name is not None:
        draft.open = but_one(state.open, name)
        draft.gain(action.by, name, action.keep, action.shed)
    _leave_line(draft, action.by)
    draft.aaron_takes()
    return draft.finished()


def _is_kept_plainly(state: State, action: Take) -> bool:
    """Whether a player keeps a treasure of the kit that is face up, and Aaron is not in line for another."""
    plan, name = state.loot, action.treasure
    if plan is None or not action.keep or state.memory.given or action.by not in state.kept:
        return False
    return name in state.open and name in kit_of(state).treasure and AARON not in plan.takers


def _kept(state: State, action: Take) -> State:
    """A treasure that is face up is kept, with its curse and its crossed cubes."""
    name, by, plan = action.treasure, action.by, state.loot
    assert name is not None and plan is not None
    treasure, cubes = kit_of(state).treasure[name], state.cubes
    shed = treasure.relief if action.shed is None else action.shed
    if (treasure.curse or shed) and by in cubes:
        cubes = {**cubes, by: max(0, cubes[by] + treasure.curse - shed)}
    left = without(state.open, name)
    return replace(
        state,
        cubes=cubes,
        kept=put(state.kept, by, name),
        open=left,
        loot=Plan(plan.queue, plan.at, without(plan.takers, by)) if left else Plan(plan.queue),
        tick=state.tick + 1,
        just=NOTHING_ODD,
    )


def _leave_line(draft: Draft, by: str) -> None:
    """Whoever took a treasure has had their first turn in the line."""
    plan = draft.loot
    if plan is not None:
        draft.loot = Plan(plan.queue, plan.at, without(plan.takers, by))


def _told_of_aaron(state: State, action: Take) -> State:
    """What Aaron took: as the rule says, or else what the table did."""
    draft = draft_of(state)
    memory = state.memory
    if not memory.given:
        _aaron_out_of_turn(draft, action)
        return draft.finished()
    first = memory.given[0]
    name = treasures(draft.kit, (action.treasure,))[0] if action.treasure is not None else first
    if name not in (first, UNKNOWN):
        if not aaron_could_take(state, name):
            return draft.finished()  # it is not there, so it tells nothing
        _give_back(draft, first)
        draft.open = but_one(draft.open, name)
        draft.gain(AARON, name, True, None)
    draft.remember(given=memory.given[1:], guessed=memory.guessed[1:])
    return draft.finished()


def aaron_could_take(state: State, name: str) -> bool:
    """Whether Aaron may have taken this treasure just now: by rule, or because it is face up or was never named."""
    first = state.memory.given[:1]
    there = (*state.open, *first)
    return name in there or UNKNOWN in (name, *there)


def _give_back(draft: Draft, name: str) -> None:
    """Aaron did not take this one: it is face up again."""
    if name in draft.kept[AARON]:
        draft.kept = {**draft.kept, AARON: without(draft.kept[AARON], name)}
    else:
        draft.treasure_discard = without(draft.treasure_discard, name)
        if name == UNKNOWN:
            draft.remember(unseen=max(0, draft.memory.unseen - 1))
    draft.open = (*draft.open, name)


def _aaron_out_of_turn(draft: Draft, action: Take) -> None:
    """Nobody expected Aaron to take one now; if it is face up, Aaron did."""
    name = treasures(draft.kit, (action.treasure,))[0] if action.treasure is not None else None
    if name is not None and (name in draft.open or UNKNOWN in draft.open):
        draft.open = but_one(draft.open, name)
        draft.gain(AARON, name, True, None)
        _leave_line(draft, AARON)
        draft.aaron_takes()


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
    if state.phase not in ("actions", "loot"):
        return draft.finished()
    draft.turn = None
    if state.round >= LAST_ROUND:
        draft.phase = "final"
        draft.loot = Plan(final_queue(draft))
        draft.remember(explored=())
    else:
        draft.phase, draft.loot = "ready", None
    return draft.finished()


def _clear(draft: Draft, state: State) -> None:
    """Discs go home and cards to the discard pile."""
    draft.columns, draft.stacks = state.columns.copy(), state.stacks.copy()
    draft.compasses = state.compasses.copy()
    for coast in cleaned_coasts(state):
        for landing in landings_of(coast):
            for actor in state.stacks[landing]:
                draft.compasses[actor] = min(DISCS, draft.compasses.get(actor, 0) + 1)
            draft.discard += state.columns[landing]
            draft.columns[landing], draft.stacks[landing] = (), ()
