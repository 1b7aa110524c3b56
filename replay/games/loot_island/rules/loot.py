"""Rules for finding and taking loot, and the clean-up (LI-LOOT, LI-TAKE, LI-CLEAN)."""

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Cleanup, Island, Loot, Pass, Take
from replay.games.loot_island.draft import amulets
from replay.games.loot_island.geometry import coast_of, other_landing
from replay.games.loot_island.kit import tile_of
from replay.games.loot_island.loot import aaron_could_take, looted_landing
from replay.games.loot_island.plan import (
    bare_loots,
    bow_decides,
    due,
    explored_coasts,
    has_enough,
    has_unsure_card,
    plus_decides,
    sizes,
    takers,
)
from replay.games.loot_island.rules.common import (
    ASSUMED,
    broken_or_open,
    cubes_in_doubt,
    en,
    landings_in_doubt,
    were,
)
from replay.games.loot_island.state import State, actor_of, count_chests, is_unsure, kit_of, reading, treasures_left
from replay.games.loot_island.tiles import is_done, toll
from replay.games.loot_island.turns import chosen
from replay.games.loot_island.words import amount_of, cube_count, one_treasure, only, only_these, some_treasures, who
from replay.rule import OK, Answers, Cite, Rule, broken, derived, resting, rule, unsure
from replay.saying import counted, listed
from replay.step import Step

_PHASE = en("Phase 3: Finding the loot")
_TAKING = en("Taking treasures")
_NOT_NAMED = "a card on that coast was never named"


def _unsure_place(state: State, landing: str | None) -> bool:
    """Whether a card that was never named may change where loot is found."""
    if landing is None:
        return state.phase == "loot" and has_unsure_card(state, explored_coasts(state))
    if is_unsure(state.columns[landing]):
        return True
    return state.phase != "final" and is_unsure(state.columns[other_landing(landing)])


def _queue(state: State) -> dict[str, str]:
    """The landings still to explore, in order, with the size of their loot."""
    return dict(state.loot.queue) if state.loot is not None else {}


def _rests_on_order(state: State, landing: str | None) -> list[str]:
    """The questions that decide which loot comes first, or which of two is the big one."""
    if landing is None:
        return []
    if state.phase == "final":
        return ["LI-Q3", "LI-Q4"] if landing in _queue(state) else []
    found = ["LI-Q16"] if bow_decides(state, coast_of(landing)) else []
    return [*found, "LI-Q17"] if plus_decides(state, coast_of(landing)) else found


@rule(
    "LI-LOOT-1",
    cite=Cite("Phase 3; Einde/Fin 1", language="EN, NL, FR"),
    judges=Loot,
    may_open=True,
    rests_on=("LI-Q3", "LI-Q4", "LI-Q16", "LI-Q17"),
)
def landings_in_order(step: Step[State, Loot]) -> Answers:
    """Landings are explored in order, and only those with enough cards."""
    state = step.before
    landing = looted_landing(state, step.action)
    unnamed = _unsure_place(state, landing)
    if not unnamed and _in_order(state, landing, bool(step.action.reveal)):
        return OK
    rests = _rests_on_order(state, landing)
    if unnamed:
        return resting(unsure(_NOT_NAMED, landing=landing), *rests)
    if landing is not None and step.action.reveal and not has_enough(state, landing):
        return resting(broken(f"{landing} has too few cards for loot", landing=landing), *rests)
    due_next = next((place for place in _queue(state) if state.stacks[place]), None)
    instead = f"{due_next} comes next" if due_next is not None else "none is due"
    why = f"{landing or 'a landing'} was explored, but {instead}"
    doubt = landings_in_doubt(state, (landing, *_queue(state)))
    return resting(broken_or_open(doubt, why, landing=landing, next=due_next), *rests)


def _in_order(state: State, landing: str | None, shown: bool) -> bool:
    """Whether a landing has enough cards, where treasures are turned up, and comes in its order.

    One without a disc is in nobody's way: its own place is not asked, and it is passed over (LI-Q18).
    """
    queue = _queue(state)
    waiting = [place for place in queue if state.stacks[place]]
    enough = landing is not None and has_enough(state, landing)
    if shown and not enough:
        return False
    if landing is not None and enough and not state.stacks[landing]:
        return True
    return not waiting or waiting[0] == landing or (landing not in queue and not shown)


@rule(
    "LI-LOOT-2",
    cite=en("Phase 3.1"),
    judges=Loot,
    may_open=True,
    rests_on=("LI-Q16", "LI-Q17", "LI-Q18", "LI-Q19", "LI-Q20"),
)
def as_many_as_are_due(step: Step[State, Loot]) -> Answers:
    """As many treasures are turned up as are due, or all that are left."""
    state = step.before
    landing = looted_landing(state, step.action)
    if landing is None:
        return OK
    size = _queue(state).get(landing)
    shown = len(step.action.reveal)
    if size is None and not _judged_outside_the_queue(state, landing, shown > 0):
        return OK
    if is_unsure(state.columns[landing]):
        return resting(unsure(_NOT_NAMED, landing=landing), *_rests_on_number(state, landing))
    left = treasures_left(state) + len(state.open)
    wanted = min(due(state, landing, size), left) if size is not None else 0
    if shown == wanted or (size is None and shown == min(_may_be_shown(state, landing), left)):
        return OK
    turned = were(counted(shown, "treasure"), shown)
    why = f"{turned} turned up at {landing} instead of {amount_of(wanted)}"
    doubt = _NOT_NAMED if _unsure_place(state, landing) else landings_in_doubt(state, (landing,))
    facts = {"landing": landing, "size": size, "shown": shown, "due": wanted}
    return resting(broken_or_open(doubt, why, **facts), *_rests_on_number(state, landing))


def _judged_outside_the_queue(state: State, landing: str, shown: bool) -> bool:
    """Whether the number is asked at a landing that is not due: one with enough cards, explored in its order."""
    return has_enough(state, landing) and _in_order(state, landing, shown) and not _unsure_place(state, landing)


def _may_be_shown(state: State, landing: str) -> int:
    """How many treasures may be turned up at a landing without a disc, though none need be (LI-Q18)."""
    if reading(state, 18) != "either" or landing in state.memory.explored:
        return 0
    size = dict(bare_loots(state)).get(landing)
    return due(state, landing, size) if size is not None else 0


def _rests_on_number(state: State, landing: str) -> list[str]:
    """The questions that decide how many treasures are due at a landing."""
    found = [question for question in _rests_on_order(state, landing) if question in ("LI-Q16", "LI-Q17")]
    if not state.stacks[landing]:
        found.append("LI-Q18")
    if state.phase == "final":
        return [*found, "LI-Q20"] if state.event == "B11" else found
    bare = not count_chests(kit_of(state), state.columns[landing])
    if state.event == "A4" and bare and (landing, "small") in sizes(state, coast_of(landing)):
        found.append("LI-Q19")
    return found


@rule("LI-LOOT-3", cite=_PHASE, judges=Loot)
def one_loot_at_a_time(step: Step[State, Loot]) -> Answers:
    """One loot is handed out before the next is turned up."""
    still = step.before.open
    if not still:
        return OK
    return broken(f"{some_treasures(step.before.table, still)} had not been taken", open=list(still))


@rule("LI-TAKE-1", cite=en("Phase 3.2"), judges=Take, may_open=True, rests_on=("LI-Q20",))
def the_next_one_takes(step: Step[State, Take]) -> Answers:
    """Treasures are taken in the order of the stack."""
    state, by = step.before, step.action.by
    if by == AARON:
        if state.memory.given:
            return OK
        return resting(broken("Aaron is not the one who takes now", by=by))
    plan = state.loot
    if plan is None or not plan.takers or plan.takers[0] == by:
        return OK
    why = f"{who(state.table, plan.takers[0])} takes next, not {who(state.table, by)}"
    answers = broken_or_open(landings_in_doubt(state, (plan.at,)), why, by=by, takers=list(plan.takers))
    turned = state.phase == "final" and state.event == "B13" and _next_the_other_way(state) == by
    return resting(answers, *(("LI-Q20",) if turned else ()))


def _next_the_other_way(state: State) -> str | None:
    """Who would take next if the treasures went round the other way."""
    plan = state.loot
    if plan is None or plan.at is None or not plan.takers:
        return None
    stack = takers(state, plan.at, len(state.stacks[plan.at]))
    return stack[::-1][stack.index(plan.takers[0])] if plan.takers[0] in stack else None


@rule("LI-TAKE-2", cite=en("Phase 3.2"), judges=Take)
def one_that_lies_open(step: Step[State, Take]) -> Answers:
    """A player takes one of the treasures turned up."""
    there, name = step.before.open, step.action.treasure
    if step.action.by == AARON and step.before.memory.given:
        if name is None or aaron_could_take(step.before, name):
            return OK
        return broken(_not_there(step.before, name), treasure=name, open=list(there))
    if name is None or name == UNKNOWN:
        if len(there) == 1 or (name == UNKNOWN and UNKNOWN in there):
            return OK
        return broken("it was not noted which treasure was taken", open=list(there))
    if name in there or UNKNOWN in there:
        return OK
    return broken(_not_there(step.before, name), treasure=name, open=list(there))


def _not_there(state: State, name: str) -> str:
    there = only_these(some_treasures(state.table, state.open), len(state.open))
    return f"{one_treasure(state.table, name)} is not face up; {there}"


def _gained(step: Step[State, Take | Island | Pass]) -> tuple[str, str, int] | None:
    """(seat, treasure, cubes just taken) if the step gains a treasure for a player; else None."""
    state, action = step.before, step.action
    if isinstance(action, Take):
        name = chosen(kit_of(state).treasure, state.open, action.treasure)
        return (action.by, name, 0) if name is not None and action.by != AARON else None
    if isinstance(action, Pass):
        name = chosen(kit_of(state).treasure, state.offer, action.take) if state.event == "A2" else None
        return (action.by, name, 0) if name is not None else None
    tile = tile_of(kit_of(state), action.island)
    actor = actor_of(state, action)
    if tile.kind != "treasure" or actor == AARON or not isinstance(action.reveal, str) or not is_done(tile, action):
        return None
    return actor, action.reveal, 1 + (toll(state, actor) if reading(state, 12) == "before" else 0)


@rule("LI-TAKE-3", cite=_TAKING, judges=(Take, Island, Pass), may_open=True, rests_on=("LI-Q12", "LI-Q36"))
def no_more_relief_than_shown(step: Step[State, Take | Island | Pass]) -> Answers:
    """A player who keeps a treasure sheds at most its crossed cubes; one who buries it sheds at most two cubes plus one
    for each of their amulets."""
    shed = step.action.shed
    gained = _gained(step) if shed else None
    if not shed or gained is None:
        return OK
    seat, name, taken = gained
    state, keep = step.before, step.action.keep
    player = who(state.table, seat)
    treasure = kit_of(state).treasure.get(name)
    if keep and treasure is None:
        why = f"{player} kept a treasure that was never named and shed {cube_count(shed)}"
        return unsure(why, seat=seat, shed=shed)
    counts = not isinstance(step.action, Pass) or reading(state, 36) == "yes"
    if keep and treasure is not None:
        allowed, doubt = treasure.relief if counts else 0, ASSUMED if treasure.relief_assumed and counts else None
    else:
        allowed = 2 + amulets(state, seat)
        doubt = cubes_in_doubt(state, seat) if UNKNOWN in state.kept.get(seat, ()) else None
    if shed > allowed:
        how = f"{'kept' if keep else 'buried'} {one_treasure(state.table, name)}"
        why = f"{player} {how} and shed {cube_count(shed)}, but {only(allowed)}"
        return broken_or_open(doubt, why, seat=seat, shed=shed, allowed=allowed)
    has = state.cubes.get(seat, 0) + taken + (treasure.curse if keep and treasure is not None else 0)
    if shed <= has:
        return OK
    why = f"{player} shed {cube_count(shed)}, but had {amount_of(has)}"
    return broken_or_open(cubes_in_doubt(state, seat), why, seat=seat, shed=shed, cubes=has)


@rule("LI-CLEAN-1", cite=_PHASE, judges=Cleanup, may_open=True, rests_on=("LI-Q18", "LI-Q19"))
def nothing_left_over(step: Step[State, Cleanup]) -> Answers:
    """At the clean-up nothing that was due is left unexplored or untaken."""
    state = step.before
    left = list(_queue(state))
    if not left and not state.open:
        return OK
    untaken = were(some_treasures(state.table, state.open), len(state.open))
    why = f"{were(listed(left), len(left))} not explored" if left else f"{untaken} not taken"
    coasts = explored_coasts(state)
    at = state.loot.at if state.loot is not None else None
    doubt = _NOT_NAMED if has_unsure_card(state, coasts) else landings_in_doubt(state, (at, *left))
    answers = broken_or_open(doubt, why, unexplored=left, untaken=list(state.open))
    return resting(answers, *_rests_on_what_is_left(state))


def _rests_on_what_is_left(state: State) -> list[str]:
    """The questions that decide whether what is left at the clean-up was due at all."""
    queue = _queue(state)
    if state.open or not queue:
        return []
    found = [] if any(state.stacks[place] for place in queue) else ["LI-Q18"]
    bare = [not count_chests(kit_of(state), state.columns[place]) for place in queue]
    if state.event == "A4" and all(bare) and set(queue.values()) == {"small"}:
        found.append("LI-Q19")
    return found


RULES: tuple[Rule, ...] = (
    landings_in_order,
    as_many_as_are_due,
    one_loot_at_a_time,
    derived(
        "LI-LOOT-4",
        "A landing needs 4 cards with two or three players, 5 with four and 6 with five; a +1 card counts twice.",
        _PHASE,
    ),
    derived(
        "LI-LOOT-5",
        "The big loot is at the landing with more cards, the one nearest the bow if equal, or the only one with "
        "enough; it comes first, the small loot second.",
        _PHASE,
        questions=("LI-Q16", "LI-Q17"),
    ),
    derived(
        "LI-LOOT-6", "A big loot gives a treasure for each disc and each chest, a small loot for each chest.", _PHASE
    ),
    derived(
        "LI-LOOT-7",
        "Treasures are taken one at a time in stack order from the bottom up, starting over until all are taken.",
        en("Phase 3.2"),
        questions=("LI-Q20",),
    ),
    the_next_one_takes,
    one_that_lies_open,
    no_more_relief_than_shown,
    derived(
        "LI-TAKE-4",
        "A player who keeps a treasure takes its curse in cubes, then sheds up to its crossed cubes.",
        _TAKING,
    ),
    derived(
        "LI-TAKE-5",
        "A player who buries a treasure sheds up to two cubes plus one for each amulet they have; its curse does not "
        "count.",
        _TAKING,
    ),
    nothing_left_over,
    derived(
        "LI-CLEAN-2",
        "All discs on the explored coast go home and its cards go to the discard pile; other coasts stay as they are.",
        en("Clean up"),
        questions=("LI-Q15",),
    ),
)
