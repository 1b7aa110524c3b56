"""Rules for placing map cards and discs (LI-PLACE, LI-DISC)."""

from itertools import pairwise

from replay.games.loot_island.actions import Island, Play
from replay.games.loot_island.effects import laid_by
from replay.games.loot_island.geometry import other_landing
from replay.games.loot_island.kit import WILD, card_of, tile_of
from replay.games.loot_island.rules.common import UNNAMED, broken_or_open, discs_in_doubt, en, were
from replay.games.loot_island.state import (
    State,
    actor_of,
    column_color,
    disc_limit,
    kit_of,
    on_island,
    reading,
)
from replay.games.loot_island.tiles import is_done
from replay.games.loot_island.words import amount_of, some_cards, who
from replay.rule import OK, Answers, Rule, broken, derived, rule, unsure
from replay.saying import counted, listed
from replay.step import Step

_PLACEMENT = en("Placement rules")


@rule("LI-PLACE-1", cite=en("Phase 2: Play map cards 3"), judges=Play)
def at_least_one_card(step: Step[State, Play]) -> Answers:
    """At least one card is played."""
    return OK if step.action.cards else broken("no cards were played")


@rule("LI-PLACE-2", cite=en("Phase 2: Play map cards 3"), judges=Play, may_open=True)
def one_colour(step: Step[State, Play]) -> Answers:
    """All cards played together have the same colour."""
    cards = step.action.cards
    if len(cards) < 2:
        return OK
    laid = laid_by(step)
    if len(set(laid.colors)) > 1:
        return broken(f"{listed([*dict.fromkeys(laid.colors)])} cards were played together", cards=list(cards))
    return unsure(UNNAMED, cards=list(cards)) if laid.unnamed else OK


@rule("LI-PLACE-3", cite=_PLACEMENT, judges=Play, may_open=True)
def a_different_colour_next_door(step: Step[State, Play]) -> Answers:
    """A new column differs in colour from the other landing on its coast."""
    state, action = step.before, step.action
    beside = other_landing(action.landing)
    if state.columns[action.landing] or not state.columns[beside] or not action.cards:
        return OK
    theirs = column_color(kit_of(state), state.columns[beside])
    ours = next(iter(laid_by(step).colors), None)
    if ours is None or theirs is None:
        return unsure(f"the colour of {action.landing if ours is None else beside} is not known", beside=beside)
    if ours == theirs:
        return broken(f"the column at {beside} is {theirs} too", color=ours, beside=beside)
    return OK


@rule("LI-PLACE-4", cite=_PLACEMENT, judges=Play, may_open=True)
def a_column_keeps_its_colour(step: Step[State, Play]) -> Answers:
    """Cards added to a column have the colour of that column."""
    state, action = step.before, step.action
    column = state.columns[action.landing]
    if not column or not action.cards:
        return OK
    theirs = column_color(kit_of(state), column)
    ours = next(iter(laid_by(step).colors), None)
    if ours is None or theirs is None:
        return unsure("the colour of the column or of the cards is not known", landing=action.landing)
    if ours == theirs:
        return OK
    laid = were(some_cards(state.table, action.cards), len(action.cards))
    why = f"{laid} laid at {action.landing}, where the column is {theirs}"
    return broken(why, color=ours, column=theirs)


@rule("LI-PLACE-5", cite=_PLACEMENT, judges=Play, may_open=True)
def no_number_on_a_higher_one(step: Step[State, Play]) -> Answers:
    """A number of 2 or more is never laid on a higher value."""
    laid = laid_by(step)
    value = laid.value
    if value is not None and value < 2:
        return OK
    numbers = [number for number in laid.values if number >= 2]
    if value is not None and numbers and min(numbers) < value:
        low = [name for name in laid.cards if _number(step, name) in range(2, value)]
        named = were(some_cards(step.after.table, low), len(low))
        return broken(f"{named} laid on a value of {value}", cards=low, value=value)
    if laid.unnamed:
        return unsure(UNNAMED, value=value)
    if value is None and numbers:
        return unsure(f"the value at {step.action.landing} is not known", landing=step.action.landing)
    return OK


def _number(step: Step[State, Play], name: str) -> int:
    card = card_of(kit_of(step.before), name)
    return card.value if card is not None else WILD


@rule("LI-PLACE-6", cite=_PLACEMENT, judges=Play, may_open=True)
def in_rising_order(step: Step[State, Play]) -> Answers:
    """Cards played together go in rising order, equal numbers side by side; wilds may go anywhere."""
    cards = step.action.cards
    if len(cards) < 2:
        return OK
    laid = laid_by(step)
    for below, above in pairwise([number for number in laid.values if number != WILD]):
        if above < below:
            return broken(f"the {above} was played after the {below}", cards=list(cards))
    return unsure(UNNAMED, cards=list(cards)) if laid.unnamed else OK


def _placing(step: Step[State, Play | Island]) -> tuple[str, str] | None:
    """(actor, landing) of a disc that has to be placed or moved; None if the step places none."""
    state, action = step.before, step.action
    if isinstance(action, Island):
        tile = tile_of(kit_of(state), action.island)
        if tile.kind != "place" or not is_done(tile, action) or action.landing is None:
            return None
    landing, actor = action.landing, actor_of(state, action)
    assert landing is not None, "a play has one, and a placing tile without one is not used"
    return None if actor in state.stacks[landing] else (actor, landing)


@rule("LI-DISC-1", cite=en("Phase 2: Play map cards 2"), judges=Play, may_open=True)
def one_disc_per_landing(step: Step[State, Play]) -> Answers:
    """A landing holds at most one disc of each colour: a player with a disc there adds no other."""
    action = step.action
    if action.from_ is None:
        return OK
    actor = actor_of(step.before, action)
    if actor not in step.before.stacks[action.landing]:
        return OK
    why = f"a disc was moved from {action.from_}, but one was already at {action.landing}"
    return broken_or_open(discs_in_doubt(step.before, actor), why, come_from=action.from_)


@rule("LI-DISC-2", cite=en("Phase 2: Play map cards 2; Events B4"), judges=(Play, Island), may_open=True)
def discs_from_the_area_first(step: Step[State, Play | Island]) -> Answers:
    """A player with fewer discs on the island than allowed (three, or two under B4) places a new one from their own
    area."""
    if step.action.from_ is None:
        return OK
    placing = _placing(step)
    if placing is None:
        return OK
    out, limit = on_island(step.before, placing[0]), disc_limit(step.before)
    if out >= limit:
        return OK
    had = f"{amount_of(out)} of {amount_of(limit)} discs on the island"
    why = f"{who(step.before.table, placing[0])} had {had}, but moved one"
    return broken_or_open(discs_in_doubt(step.before, placing[0]), why, out=out, limit=limit)


@rule(
    "LI-DISC-3",
    cite=en("Phase 2: Play map cards 2; Events B4"),
    judges=(Play, Island),
    may_open=True,
    rests_on=("LI-Q34",),
)
def then_one_is_moved(step: Step[State, Play | Island]) -> Answers:
    """A player with as many discs on the island as allowed (three, or two under B4) moves one of them."""
    if type(step.action) is Island and step.action.landing is None:
        return OK
    placing = _placing(step)
    if placing is None:
        return OK
    actor, landing = placing
    state, come_from = step.before, step.action.from_
    out = on_island(state, actor)
    if out < disc_limit(state):
        return OK
    name = who(state.table, actor)
    if state.event == "B4" and out == 2 and reading(state, 34) == "blocked":
        why = f"{name} has two discs on the island, and {landing} is a third place"
    elif come_from is None:
        if not state.compasses.get(actor, 0):
            return unsure(f"nobody noted from where {name} moved a disc", actor=actor, out=out)
        why = f"{name} has {counted(out, 'disc')} on the island, but moved none"
    elif actor not in state.stacks[come_from]:
        why = f"{name} has no discs at {come_from}"
    else:
        return OK
    facts = {"actor": actor, "out": out, "landing": landing, "come_from": come_from}
    return broken_or_open(discs_in_doubt(state, actor), why, **facts)


RULES: tuple[Rule, ...] = (
    at_least_one_card,
    one_colour,
    a_different_colour_next_door,
    a_column_keeps_its_colour,
    no_number_on_a_higher_one,
    in_rising_order,
    derived(
        "LI-PLACE-7",
        "A wild fits anywhere in its colour; it has the value of the card before it, or 1 if it comes first.",
        _PLACEMENT,
    ),
    one_disc_per_landing,
    discs_from_the_area_first,
    then_one_is_moved,
    derived("LI-DISC-4", "A new or moved disc goes on top of the stack.", en("Phase 2: Play map cards 2")),
)
