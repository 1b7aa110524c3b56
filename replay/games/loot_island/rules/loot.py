"""Rules for finding and taking loot, and the clean-up (LI-LOOT, LI-TAKE, LI-CLEAN)."""

from records.text import counted
from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Cleanup, Island, Loot, Pass, Take
from replay.games.loot_island.draft import amulets
from replay.games.loot_island.geometry import other_landing
from replay.games.loot_island.kit import tile_of
from replay.games.loot_island.loot import looted_landing
from replay.games.loot_island.plan import due, explored_coasts, has_unsure_card
from replay.games.loot_island.rules.common import ASSUMED, broken_unless, en, listed, were
from replay.games.loot_island.state import State, actor_of, is_unsure, kit_of, reading, treasures_left
from replay.games.loot_island.tiles import is_done, toll
from replay.games.loot_island.turns import chosen
from replay.rule import OK, Answers, Cite, Rule, broken, derived, rule, unsure
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


@rule("LI-LOOT-1", cite=Cite("Phase 3; Einde/Fin 1", language="EN, NL, FR"), judges=Loot, may_open=True)
def landings_in_order(step: Step[State, Loot]) -> Answers:
    """Landings are explored in order, and only those with enough cards."""
    state = step.before
    landing = looted_landing(state, step.action)
    if _unsure_place(state, landing):
        return unsure(_NOT_NAMED, landing=landing)
    queue = state.loot.queue if state.loot is not None else ()
    places = [place for place, _ in queue]
    if landing is not None and places[:1] == [landing]:
        return OK
    if landing not in places and not step.action.reveal:
        return OK
    due_next = places[0] if places else None
    return broken(
        f"{landing or 'a landing'} was explored, but {due_next or 'none'} is next", landing=landing, next=due_next
    )


@rule("LI-LOOT-2", cite=en("Phase 3.1"), judges=Loot, may_open=True)
def as_many_as_are_due(step: Step[State, Loot]) -> Answers:
    """As many treasures are turned up as are due, or all that are left."""
    state = step.before
    landing = looted_landing(state, step.action)
    size = dict(state.loot.queue).get(landing or "") if state.loot is not None else None
    if landing is None or size is None:
        return OK
    if is_unsure(state.columns[landing]):
        return unsure(_NOT_NAMED, landing=landing)
    wanted = min(due(state, landing, size), treasures_left(state))
    shown = len(step.action.reveal)
    if shown == wanted:
        return OK
    why = f"{counted(shown, 'treasure')} turned up at {landing} instead of {wanted}"
    return broken_unless(
        _unsure_place(state, landing), _NOT_NAMED, why, landing=landing, size=size, shown=shown, due=wanted
    )


@rule("LI-LOOT-3", cite=_PHASE, judges=Loot)
def one_loot_at_a_time(step: Step[State, Loot]) -> Answers:
    """One loot is handed out before the next is turned up."""
    still = step.before.open
    return broken(f"{listed(still)} had not been taken", open=list(still)) if still else OK


@rule("LI-TAKE-1", cite=en("Phase 3.2"), judges=Take)
def the_next_one_takes(step: Step[State, Take]) -> Answers:
    """Treasures are taken in the order of the stack."""
    waiting = step.before.loot.takers if step.before.loot is not None else ()
    if not waiting or waiting[0] == step.action.by:
        return OK
    return broken(f"{waiting[0]} takes next, not {step.action.by}", by=step.action.by, takers=list(waiting))


@rule("LI-TAKE-2", cite=en("Phase 3.2"), judges=Take)
def one_that_lies_open(step: Step[State, Take]) -> Answers:
    """A player takes one of the treasures turned up."""
    there, name = step.before.open, step.action.treasure
    if name is None or name == UNKNOWN:
        if len(there) == 1 or (name == UNKNOWN and UNKNOWN in there):
            return OK
        return broken("it was not noted which treasure was taken", open=list(there))
    if name in there or UNKNOWN in there:
        return OK
    return broken(f"{name} is not among {listed(there)}", treasure=name, open=list(there))


def _gained(step: Step[State, Take | Island | Pass]) -> tuple[str, str, int] | None:
    """(seat, treasure, cubes just taken) if the step gains a treasure for a player; else None."""
    state, action = step.before, step.action
    if isinstance(action, Take):
        name = chosen(kit_of(state).treasure, state.open, action.treasure)
        return (action.by, name, 0) if name is not None else None
    if isinstance(action, Pass):
        name = chosen(kit_of(state).treasure, state.offer, action.take) if state.event == "A2" else None
        return (action.by, name, 0) if name is not None else None
    tile = tile_of(kit_of(state), action.island)
    actor = actor_of(state, action)
    if tile.kind != "treasure" or actor == AARON or not isinstance(action.reveal, str) or not is_done(tile, action):
        return None
    return actor, action.reveal, 1 + (toll(state, actor) if reading(state, 12) == "before" else 0)


@rule("LI-TAKE-3", cite=_TAKING, judges=(Take, Island, Pass), may_open=True)
def no_more_relief_than_shown(step: Step[State, Take | Island | Pass]) -> Answers:
    """A player who keeps a treasure sheds at most its crossed cubes; one who buries it sheds at most two cubes plus one
    for each of their amulets."""
    shed = step.action.shed
    gained = _gained(step) if shed else None
    if not shed or gained is None:
        return OK
    seat, name, taken = gained
    state, keep = step.before, step.action.keep
    treasure = kit_of(state).treasure.get(name)
    has = state.cubes.get(seat, 0) + taken + (treasure.curse if keep and treasure is not None else 0)
    if keep and treasure is None:
        return unsure(
            f"{seat} kept a treasure that was never named and shed {counted(shed, 'cube')}", seat=seat, shed=shed
        )
    if shed > has:
        return broken(f"{seat} shed {counted(shed, 'cube')}, but had {has}", seat=seat, shed=shed, cubes=has)
    if not keep or treasure is None:
        allowed = 2 + amulets(state, seat)
        why = f"{seat} buried {name} and shed {counted(shed, 'cube')}, but the limit was {allowed}"
        return OK if shed <= allowed else broken(why, seat=seat, shed=shed, allowed=allowed)
    counts = not isinstance(step.action, Pass) or reading(state, 36) == "yes"
    allowed = treasure.relief if counts else 0
    if shed <= allowed:
        return OK
    why = f"{seat} kept {name} and shed {counted(shed, 'cube')}, but the limit was {allowed}"
    return broken_unless(treasure.relief_assumed and counts, ASSUMED, why, seat=seat, shed=shed, allowed=allowed)


@rule("LI-CLEAN-1", cite=_PHASE, judges=Cleanup, may_open=True)
def nothing_left_over(step: Step[State, Cleanup]) -> Answers:
    """At the clean-up nothing that was due is left unexplored or untaken."""
    state = step.before
    left = [place for place, _ in state.loot.queue] if state.loot is not None else []
    if not left and not state.open:
        return OK
    why = f"{were(left)} not explored" if left else f"{were(state.open)} not taken"
    unclear = has_unsure_card(state, explored_coasts(state))
    return broken_unless(unclear, _NOT_NAMED, why, unexplored=left, untaken=list(state.open))


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
