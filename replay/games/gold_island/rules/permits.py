"""GI-PERMIT: which permits a player can have received and placed."""

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Gamble, Setup, Take, Use, number_of
from replay.games.gold_island.phrases import a_value, the_place, values
from replay.games.gold_island.rules.ashore import treasure_landing
from replay.games.gold_island.rules.common import HIDDEN, AnyStep, UseStep, at, facts_of, unsure, who, whose
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.state import State
from replay.games.gold_island.words import SEVEN
from replay.rule import OK, Answers, broken, rule
from replay.saying import counted

_PERMITS = "Game preparation J; volcanic island"


def placed_values(state: State, seat: str | None) -> list[int]:
    """The known values of a seat's permits on islands."""
    return [
        permit.value
        for isle in state.islands.values()
        for permit in isle.stack
        if permit.seat == seat and isinstance(permit.value, int)
    ]


@rule("GI-PERMIT-1", cite=at(_PERMITS, "46, 148"), judges=(Take, Gamble, Use, Reveal))
def values_one_to_seven(step: AnyStep) -> Answers:
    """Permits from the nest are worth one to six; the seven comes only from the volcano."""
    action = step.action
    most = SEVEN - 1 if isinstance(action, (Take, Gamble)) else SEVEN
    for value in _named_values(step):
        if type(value) is int and not 1 <= value <= most:
            return broken(f"a permit worth {value} is not possible here", permit=value, most=most)
    return OK


def _named_values(step: AnyStep) -> list[object]:
    action = step.action
    if isinstance(action, Use):
        return [facts_of(step).noted.get(step.seq, action.permit)]
    if not isinstance(action, Reveal):
        return [action.permit]
    kind = named_by(action.what).kind
    if kind == "permit":
        return [action.value]
    return list(action.value) if kind in ("permits", "held") and isinstance(action.value, list) else []


@rule("GI-PERMIT-2", cite=at(_PERMITS, "10, 46"), judges=(Setup, Use, Reveal))
def each_value_once(step: AnyStep) -> Answers:
    """A player places each permit value only once."""
    action = step.action
    if isinstance(action, Setup):
        return _twice_in_position(step)
    if isinstance(action, Reveal):
        return _twice_in_hand(step)
    value = number_of(action.permit)
    if type(value) is not int or treasure_landing(step) is None:
        return OK
    before = [
        island
        for island, isle in step.before.islands.items()
        for permit in isle.stack
        if permit.seat == action.by and permit.value == value
    ]
    if not before:
        return OK
    why = f"{who(step)} had already placed {a_value(value)} on {the_place(before[0])}"
    return broken(why, seat=action.by, permit=value, on=before)


def _twice_in_position(step: AnyStep) -> Answers:
    for seat in step.after.owned:
        placed = placed_values(step.after, seat)
        twice = [value for value in placed if placed.count(value) > 1]
        if twice:
            return broken(f"{who(step, seat)} placed {a_value(twice[0])} twice", seat=seat, permit=twice[0])
    return OK


def _twice_in_hand(step: AnyStep) -> Answers:
    kind, seat, _ = named_by(step.action.what)
    if kind != "held" or not isinstance(step.action.value, list):
        return OK
    shown = [value for value in step.action.value if type(value) is int]
    placed = placed_values(step.before, seat)
    twice = [value for value in shown if shown.count(value) > 1 or value in placed]
    return (
        broken(f"{who(step, seat)} has {a_value(twice[0])} more than once", seat=seat, permit=twice[0]) if twice else OK
    )


@rule("GI-PERMIT-3", cite=at("Ashore - Treasure Island", "142"), judges=Use, may_open=True)
def permit_was_there(step: UseStep) -> Answers:
    """A permit must be in front of the player when they place it."""
    island = treasure_landing(step)
    if island is None:
        return OK
    action, value = step.action, number_of(step.action.permit)
    if type(value) is not int:
        return unsure(f"the permit placed on {the_place(island)} was never seen", HIDDEN, island=island)
    gained = step.before.owned[action.by or ""].gained
    if value in gained:
        return OK
    if value == SEVEN:
        return broken(f"{whose(step)} seven was still on the upper volcanic island", permit=value)
    if step.seq in facts_of(step).gained_later:
        return broken(f"{who(step)} did not receive the {value} until later", permit=value)
    placed = {*placed_values(step.before, action.by), value}
    unexplained = sorted(placed - {gain for gain in gained if type(gain) is int})
    unseen = gained.count(UNKNOWN)
    if len(unexplained) <= unseen:
        return OK
    return broken(
        f"{who(step)} placed {values(unexplained)}, but received {_of_unseen_value(unseen)}",
        placed=unexplained,
        unseen=unseen,
        gained=list(gained),
    )


def _of_unseen_value(amount: int) -> str:
    return "no such permit" if amount == 0 else f"only {counted(amount, 'permit')} of unseen value"


@rule("GI-PERMIT-4", cite=at("Ashore - Treasure Island; Victory Conditions", "142, 177"), judges=Use)
def note_is_the_permit(step: UseStep) -> Answers:
    """The value noted when a permit was placed is the value turned up."""
    noted = facts_of(step).noted.get(step.seq)
    if type(noted) is not int or noted == step.action.permit:
        return OK
    return broken(
        f"{a_value(noted)} was noted, {a_value(step.action.permit)} turned up", noted=noted, permit=step.action.permit
    )


@rule("GI-PERMIT-5", cite=at(_PERMITS, "10, 46"), judges=(Take, Gamble))
def no_value_received_twice(step: AnyStep) -> Answers:
    """No player receives the same permit value twice."""
    seat, value = step.action.by, number_of(step.action.permit)
    if type(value) is not int:
        return OK
    if value in step.before.owned[seat].gained:
        return broken(f"{who(step)} had already received {a_value(value)}", seat=seat, permit=value)
    if value in step.before.shown_permits.get(seat, ()):
        return broken(f"{who(step)} had shown {a_value(value)} before", seat=seat, permit=value)
    return OK


RULES = (values_one_to_seven, each_value_once, permit_was_there, note_is_the_permit, no_value_received_twice)
