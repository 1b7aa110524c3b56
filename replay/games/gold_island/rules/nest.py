"""GI-NEST-3 to 6, GI-GAMB, GI-LIMIT: what is taken in the nest."""

from msgspec import UNSET

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Draw, Gamble, Take, Use, colours_of
from replay.games.gold_island.effects import PICK_UP
from replay.games.gold_island.phrases import a_card, some_pirates, the_place
from replay.games.gold_island.reducer import has_won, permit_won, what_is_taken
from replay.games.gold_island.rules.common import (
    HIDDEN,
    LOG,
    AnyStep,
    GambleStep,
    TakeStep,
    at,
    reading,
    too_few,
    unsure,
    who,
    whose,
)
from replay.games.gold_island.rules.fields import RULES as FIELD_RULES
from replay.games.gold_island.state import State, Turn, turn_for
from replay.games.gold_island.words import CREW_LIMIT, kind_of
from replay.rule import OK, Answers, broken, rule
from replay.saying import counted

_NEST = "Actions in the pirate nest"


def _taken(step: TakeStep) -> tuple[int | str | None, str | None, str | None]:
    return what_is_taken(step.action, step.before.owned[step.action.by or ""].captain)


@rule("GI-NEST-3", cite=at(_NEST, "96, 99"), judges=Take)
def permit_from_the_nest(step: TakeStep) -> Answers:
    """A permit is taken from the player's own permits still in the nest."""
    nest = step.before.owned[step.action.by or ""].nest
    if _taken(step)[0] is None or nest > 0:
        return OK
    return broken(f"none of {whose(step)} permits was left in the nest", seat=step.action.by, nest=nest)


@rule("GI-NEST-4", cite=at(_NEST, "97, 99"), judges=Take, may_open=True)
def pirate_from_its_house(step: TakeStep) -> Answers:
    """A pirate can be taken only while one is left in its house."""
    pirate = _taken(step)[1]
    return OK if pirate is None else too_few(step.before.houses, (pirate,), "the nest")


@rule("GI-NEST-5", cite=at(_NEST, "98, 116"), judges=Take)
def island_card_from_the_deck(step: TakeStep) -> Answers:
    """An island card can be taken only while one is left in the deck."""
    if _taken(step)[2] is None or step.before.deck > 0:
        return OK
    return broken("the island deck was empty", deck=step.before.deck)


@rule("GI-NEST-6", cite=at(_NEST, "94"), judges=(Use, Draw), may_open=True, rests_on=("GI-Q5",))
def possible_action_is_required(step: AnyStep) -> Answers:
    """If the table agreed on it, a field's action must be carried out when possible."""
    if reading(step, "GI-Q5") != "required":
        return OK
    turn = turn_for(step.before, step.action.by)
    if turn is None or not turn.moved or turn.used_since or turn.field is None:
        return OK
    if turn.field == UNKNOWN:
        return unsure("the log does not say where the movement ended", LOG)
    if not _is_possible(step.before, turn):
        return OK
    skipped = f"{who(step, turn.seat)} skipped the action of {the_place(turn.field)}, which the table agreed to require"
    return broken(skipped, seat=turn.seat, field=turn.field)


def _is_possible(state: State, turn: Turn) -> bool:
    kind = kind_of(turn.field or "") or ""
    owned = state.owned[turn.seat]
    if kind == "permit":
        return owned.nest > 0
    if kind == "island-card":
        return state.deck > 0
    if kind.startswith("pirate-"):
        return state.houses[kind.removeprefix("pirate-")] > 0 and sum(owned.crew.values()) < CREW_LIMIT
    return kind == "gamble"


@rule("GI-GAMB-1", cite=at(_NEST, "99"), judges=Gamble, may_open=True)
def only_the_icon_wins(step: GambleStep) -> Answers:
    """Only a card with the poker icon wins anything."""
    action = step.action
    if action.pirate is None and (action.permit is None or action.permit is UNSET):
        return OK
    won = has_won(action)
    if won is None:
        return unsure("neither the turned card nor its icon was seen", HIDDEN)
    if won:
        return OK
    return broken(
        f"{a_card(action.card)} without the poker icon wins nothing, but something was taken", card=action.card
    )


@rule("GI-GAMB-2", cite=at(_NEST, "99"), judges=Gamble, may_open=True, rests_on=("GI-Q17",))
def prize_of_gambling(step: GambleStep) -> Answers:
    """A win brings at most one permit from the nest and one pirate from a house, and only if there are any left."""
    action, owned = step.action, step.before.owned[step.action.by or ""]
    permit = permit_won(step.before, action, owned)
    if permit is not None and owned.nest <= 0:
        return broken(f"none of {whose(step)} permits was left in the nest", seat=action.by, nest=owned.nest)
    if reading(step, "GI-Q17") == "both-or-none" and (permit is None) != (action.pirate is None):
        together = "the table agreed that a permit and a pirate are won together or not at all"
        return broken(together, permit=permit, pirate=action.pirate)
    return OK if action.pirate is None else too_few(step.before.houses, (action.pirate,), "the nest")


@rule("GI-LIMIT-1", cite=at(_NEST, "97, 99, 130, 134"), judges=(Take, Gamble, Use))
def three_pirates_at_most(step: AnyStep) -> Answers:
    """Nobody may have more than three pirates in front of them."""
    if not _brought_pirates(step):
        return OK
    crew = step.after.owned[step.action.by].crew
    total = sum(crew.values())
    return OK if total <= CREW_LIMIT else broken(f"{who(step)} has {counted(total, 'pirate')}", crew=dict(crew))


def _brought_pirates(step: AnyStep) -> bool:
    action = step.action
    if isinstance(action, Take):
        return _taken(step)[1] is not None
    if isinstance(action, Gamble):
        return action.pirate is not None
    return bool(action.pirates) and PICK_UP in step.after.effects


@rule("GI-LIMIT-2", cite="not in the rulebook: GI-Q16", judges=(Take, Gamble, Use), rests_on=("GI-Q16",))
def no_pirate_goes_back(step: AnyStep) -> Answers:
    """Pirates may be put back in a house only if the table agreed on it."""
    if step.action.drop is None or reading(step, "GI-Q16") == "drop":
        return OK
    dropped = some_pirates(colours_of(step.action.drop))
    return broken(f"{who(step)} put {dropped} back, which the table had not agreed on", drop=step.action.drop)


RULES = (
    *FIELD_RULES,
    permit_from_the_nest,
    pirate_from_its_house,
    island_card_from_the_deck,
    possible_action_is_required,
    only_the_icon_wins,
    prize_of_gambling,
    three_pirates_at_most,
    no_pirate_goes_back,
)
