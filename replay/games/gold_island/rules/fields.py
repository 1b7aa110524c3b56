"""GI-NEST-1 and 2: which field's action a player may use."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Gamble, Take
from replay.games.gold_island.phrases import the_place
from replay.games.gold_island.rules.common import LOG, AnyStep, at, reading, unsure, whose
from replay.games.gold_island.state import Turn, turn_for
from replay.games.gold_island.words import LIGHTHOUSE, kind_of
from replay.rule import OK, Answers, broken, rule

_NEST = "Actions in the pirate nest"
PASSED = "passed"


def _turn_to_judge(step: AnyStep) -> Turn | None:
    """The turn of a `take` or `gamble`; None if the order of the turn is already wrong."""
    turn = turn_for(step.before, step.action.by)
    return turn if turn is not None and turn.moved and not turn.used_since else None


def _names_nothing(action: Any) -> bool:
    """A `take` that leaves it to the captain's field what was taken."""
    return isinstance(action, Take) and action.permit is None and action.pirate is None and action.card is None


def offers(field: str, action: Any) -> bool:
    """Whether a field offers all that a `take` or `gamble` names."""
    kind = kind_of(field) or ""
    if isinstance(action, Gamble):
        return kind == "gamble"
    if kind == "gamble" or (action.permit is not None and kind != "permit"):
        return False
    if action.card is not None and kind != "island-card":
        return False
    if action.pirate == UNKNOWN:
        return kind.startswith("pirate-")
    return action.pirate is None or kind == f"pirate-{action.pirate}"


@rule("GI-NEST-1", cite=at(_NEST, "78, 90, 94-100"), judges=(Take, Gamble), may_open=True, rests_on=("GI-Q27",))
def action_of_the_field_once(step: AnyStep) -> Answers:
    """A field's action may be used once, by the captain who ended this turn's movement there."""
    turn = _turn_to_judge(step)
    if turn is None:
        return OK
    if turn.field == UNKNOWN:
        return unsure("the log does not say where the movement ended", LOG)
    if turn.field is not None:
        return OK
    if reading(step, "GI-Q27") == PASSED and not turn.acted:
        return _passed_it(step, turn)
    return broken(f"{whose(step, turn.seat)} captain has no field action left this turn", seat=turn.seat)


def _passed_it(step: AnyStep, turn: Turn) -> Answers:
    """Whether the captain, who ended on no action field, passed one that offers it."""
    action = step.action
    if turn.entered is None:
        return unsure("the log does not say which fields the captain passed", LOG)
    if _names_nothing(action):
        if any(kind_of(field) not in (LIGHTHOUSE, "gamble") for field in turn.entered):
            return unsure("the log does not say which of the passed fields was used", LOG)
    elif any(offers(field, action) for field in turn.entered):
        return OK
    return broken(f"{whose(step, turn.seat)} captain passed no field that offers this", entered=list(turn.entered))


@rule("GI-NEST-2", cite=at(_NEST, "94-100"), judges=(Take, Gamble), may_open=True, rests_on=("GI-Q27",))
def field_decides(step: AnyStep) -> Answers:
    """What a player gets depends on the field."""
    turn = _turn_to_judge(step)
    if turn is None or turn.field is None or turn.field == UNKNOWN or offers(turn.field, step.action):
        return OK
    if reading(step, "GI-Q27") == PASSED:
        if turn.entered is None:
            return unsure("the log does not say which fields the captain passed", LOG)
        if not _names_nothing(step.action) and any(offers(field, step.action) for field in turn.entered):
            return OK
    return broken(_not_offered(the_place(turn.field), kind_of(turn.field) or "", step.action), field=turn.field)


def _not_offered(field: str, kind: str, action: Any) -> str:
    if isinstance(action, Gamble):
        return f"{field} is not for gambling"
    if kind == "gamble":
        return f"{field} is for gambling"
    if action.permit is not None and kind != "permit":
        return f"{field} does not give permits"
    if action.card is not None and kind != "island-card":
        return f"{field} does not give island cards"
    if action.pirate in (None, UNKNOWN):
        return f"{field} does not give pirates"
    return f"{field} does not give {action.pirate} pirates"


RULES = (action_of_the_field_once, field_decides)
