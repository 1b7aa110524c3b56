"""Rules for the eighteen events (LI-A1 to LI-B14)."""

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Cleanup, Event, Island, Pass, Play, Recall
from replay.games.loot_island.geometry import landings_of
from replay.games.loot_island.kit import tile_of
from replay.games.loot_island.plan import explored_coasts, has_unsure_card, plus_decides, small_loot_seats
from replay.games.loot_island.rules.common import (
    ASSUMED,
    broken_or_open,
    broken_unless,
    cubes_in_doubt,
    discs_in_doubt,
    en,
    landings_in_doubt,
    were,
)
from replay.games.loot_island.state import State, actor_of, has_aaron, kit_of, on_island, reading
from replay.games.loot_island.turns import offered
from replay.games.loot_island.words import (
    amount_of,
    cube_count,
    everybody,
    one_treasure,
    only,
    only_these,
    some_treasures,
    the_event,
    the_tile,
    who,
)
from replay.resting import with_reading
from replay.rule import OK, Answers, Rule, broken, derived, resting, rule, unsure
from replay.saying import counted
from replay.step import Step


@rule("LI-A1-1", cite=en("Events A1"), judges=Event)
def two_more_cards(step: Step[State, Event]) -> Answers:
    """Whoever accepts the offer of A1 draws exactly two cards."""
    drawn = step.action.draw
    if step.action.card != "A1" or not drawn:
        return OK
    left = step.before.deck + len(step.before.discard)
    for seat in (*step.before.table.clockwise(step.before.first), AARON):
        cards = drawn.get(seat, ())
        judged = seat != AARON or reading(step.before, 25) == "yes"
        if judged and len(cards) not in (0, 2, min(2, left)):  # fewer only if there are no more
            why = f"{who(step.before.table, seat)} drew {counted(len(cards), 'card')} instead of two"
            return broken(why, seat=seat, drawn=len(cards))
        left = max(0, left - len(cards))
    return OK


@rule("LI-A2-1", cite=en("Events A2"), judges=Event, rests_on=("LI-Q21",))
def a_treasure_for_each(step: Step[State, Event]) -> Answers:
    """A2 lays out one treasure for each player."""
    shown, due = step.action.reveal, offered(step.before)
    if step.action.card != "A2" or shown is None or len(shown) == due:
        return OK
    laid = were(counted(len(shown), "treasure"), len(shown))
    return broken(f"{laid} laid out instead of {amount_of(due)}", shown=len(shown), due=due)


@rule("LI-A2-2", cite=en("Events A2"), judges=Pass)
def passing_takes_one(step: Step[State, Pass]) -> Answers:
    """Under A2 a player who passes takes one of the treasures laid out, while any are left."""
    state, take = step.before, step.action.take
    if state.event != "A2":
        return OK
    if take is None:
        if len(state.offer) <= 1:
            return OK
        return broken("it was not noted which treasure was taken", offer=list(state.offer))
    if take in state.offer or UNKNOWN in state.offer:
        return OK
    there = only_these(some_treasures(state.table, state.offer), len(state.offer))
    return broken(f"{one_treasure(state.table, take)} is not laid out; {there}", take=take, offer=list(state.offer))


@rule("LI-A2-3", cite=en("Events A2"), judges=Pass)
def it_must_be_kept(step: Step[State, Pass]) -> Answers:
    """The treasure taken under A2 must be kept."""
    if step.before.event != "A2" or step.action.keep:
        return OK
    table, take = step.before.table, step.action.take
    buried = one_treasure(table, take) if take is not None else "the treasure"
    return broken(f"{who(table, step.action.by)} buried {buried}", take=take)


@rule("LI-B3-1", cite=en("Events B3"), judges=Event, may_open=True)
def a_tile_is_closed(step: Step[State, Event]) -> Answers:
    """Under B3 one tile in play, drawn at random, is turned face down for the round."""
    if step.action.card != "B3":
        return OK
    island = step.action.island
    if island is None:
        return unsure("it was not noted which tile was turned")
    if island in step.before.islands:
        return OK
    assumed = tile_of(kit_of(step.before), island).assumed
    return broken_unless(assumed, ASSUMED, f"{the_tile(step.before.table, island)} is not in play", island=island)


@rule("LI-B4-1", cite=en("Events B4"), judges=Recall, may_open=True, rests_on=("LI-Q24",))
def third_disc_comes_back(step: Step[State, Recall]) -> Answers:
    """A disc is taken back only under B4, before the first turn, by a player with at least three discs on the
    island."""
    state, action = step.before, step.action
    actor = actor_of(state, action)
    if state.event != "B4":
        why = f"this is {the_event(state.table, state.event)}" if state.event else "no event is in force"
        return broken(why, event=state.event)
    if state.turns:
        return broken("the first turn has already been taken", turns=state.turns)
    out, name = on_island(state, actor), who(state.table, actor)
    if out < 3:
        has = f"only {counted(out, 'disc')}" if out else "no discs"
        why = f"{name} has {has} on the island"
        return broken_or_open(discs_in_doubt(state, actor), why, actor=actor, out=out)
    if actor not in state.stacks[action.landing]:
        why = f"{name} has no discs at {action.landing}"
        return broken_or_open(discs_in_doubt(state, actor), why, actor=actor, landing=action.landing)
    if actor == AARON and reading(state, 24) == "first-player" and action.by != state.first:
        why = f"{who(state.table, state.first)} takes back Aaron's disc, not {who(state.table, action.by)}"
        return broken(why, by=action.by, first=state.first)
    return OK


@rule("LI-B4-2", cite=en("Events B4"), judges=(Play, Island, Pass), may_open=True)
def nobody_begins_with_three(step: Step[State, Play | Island | Pass]) -> Answers:
    """Under B4 nobody has three or more discs on the island when the first turn begins."""
    state = step.before
    if state.event != "B4" or state.turns:
        return OK
    actors = (*state.table.seats, AARON) if has_aaron(state.table) else state.table.seats
    over = [actor for actor in actors if on_island(state, actor) >= 3]
    if not over:
        return OK
    certain = [actor for actor in over if discs_in_doubt(state, actor) is None]
    doubt = None if certain else discs_in_doubt(state, over[0])
    named = certain or over
    have = f"{everybody(state.table, named)} still {'has' if len(named) == 1 else 'have'} three discs"
    return broken_or_open(doubt, f"{have} on the island", actors=named)


@rule("LI-B10-1", cite=en("Events B10"), judges=Cleanup, may_open=True, rests_on=("LI-Q35", "LI-Q17"))
def relief_at_the_small_loot(step: Step[State, Cleanup]) -> Answers:
    """Under B10, once the loot is handed out, everybody with a disc at the small loot may shed up to two cubes."""
    if not step.action.shed:
        return OK
    state = step.before
    answers = _relief(state, step.action.shed)
    if not answers:
        return OK
    rests = []
    other = with_reading(state, "LI-Q35", "no" if reading(state, 35) == "yes" else "yes")
    if [type(answer) for answer in _relief(other, step.action.shed)] != [type(answer) for answer in answers]:
        rests.append("LI-Q35")
    if state.event == "B10" and any(plus_decides(state, coast) for coast in explored_coasts(state)):
        rests.append("LI-Q17")
    return resting(answers, *rests)


def _relief(state: State, shed: dict[str, int]) -> Answers:
    entitled = small_loot_seats(state) if state.event == "B10" else ()
    coasts = explored_coasts(state)
    places = [landing for coast in coasts for landing in landings_of(coast)]
    doubt = None
    if state.event == "B10":
        not_named = "a card on that coast was never named"
        doubt = not_named if has_unsure_card(state, coasts) else landings_in_doubt(state, places)
    for seat, number in shed.items():
        most = 2 if seat in entitled else 0
        allowed = min(most, state.cubes.get(seat, 0))
        if number > allowed:
            why = f"{who(state.table, seat)} shed {cube_count(number)}, but {only(allowed)}"
            reason = doubt if doubt is not None or number > most else cubes_in_doubt(state, seat)
            return broken_or_open(reason, why, seat=seat, shed=number, allowed=allowed)
    return OK


RULES: tuple[Rule, ...] = (
    two_more_cards,
    derived("LI-A1-2", "Whoever draws for A1 takes two cubes.", en("Events A1")),
    a_treasure_for_each,
    passing_takes_one,
    it_must_be_kept,
    derived(
        "LI-A3-1",
        "Under A3 every use of a small island costs its user one cube.",
        en("Events A3"),
        questions=("LI-Q12",),
    ),
    derived(
        "LI-A4-1",
        "Under A4 the big loot has one treasure fewer and the small one has one more.",
        en("Events A4"),
        questions=("LI-Q19",),
    ),
    derived("LI-B1-1", "Under B1 the ship moves a second time.", en("Events B1")),
    derived("LI-B2-1", "Under B2 the ship turns round on its corner.", en("Events B2")),
    a_tile_is_closed,
    third_disc_comes_back,
    nobody_begins_with_three,
    derived("LI-B4-3", "Under B4 each player may have at most two discs on the island.", en("Events B4")),
    derived(
        "LI-B5-1",
        "Under B5 hands are refilled to one card fewer, Aaron's too.",
        en("Events B5; Rules for a 2-player game, Phase 1"),
        questions=("LI-Q10",),
    ),
    derived("LI-B6-1", "Under B6 a cube icon lets each player there shed two cubes.", en("Events B6")),
    derived("LI-B7-1", "Under B7 a small island costs a pair of one colour plus one more card.", en("Events B7")),
    derived(
        "LI-B8-1",
        "Under B8 all other players take two cubes when the first to pass takes the tile.",
        en("Events B8"),
        questions=("LI-Q14",),
    ),
    derived(
        "LI-B9-1",
        "Under B9 a small island costs one card, and its user passes at once.",
        en("Events B9"),
        questions=("LI-Q13", "LI-Q23"),
    ),
    relief_at_the_small_loot,
    derived("LI-B11-1", "Under B11 each loot has one treasure fewer.", en("Events B11")),
    derived(
        "LI-B12-1",
        "Under B12, if both landings have enough cards, the one with fewer is the big loot.",
        en("Events B12"),
        questions=("LI-Q16", "LI-Q17"),
    ),
    derived(
        "LI-B13-1",
        "Under B13 the stack tile moves a disc to the top, and treasures are taken from the top of the stack down.",
        en("Events B13"),
        questions=("LI-Q39",),
    ),
    derived("LI-B14-1", "Under B14 the exploration coast and the next one are explored in turn.", en("Events B14")),
)
