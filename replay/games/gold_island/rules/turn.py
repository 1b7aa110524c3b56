"""GI-TURN: whose turn it is, and the order of things in it."""

from replay.games.gold_island.actions import Draw, Gamble, Move, Take, Use
from replay.games.gold_island.reducer import end_without
from replay.games.gold_island.rules.common import TURN_EVENTS, AnyStep, at, who, whose
from replay.games.gold_island.state import State, turn_for
from replay.rule import OK, Answers, broken, rule


def next_after(state: State) -> str | None:
    """The seat whose turn is next; None if nobody's is."""
    turn = state.turn
    if turn is None:
        return None
    if state.end is None:
        return state.table.next_seat(turn.seat)
    end = end_without(state.end, turn)
    return end.left[0] if end is not None and end.left else None


@rule("GI-TURN-1", cite=at("Playing the Game", "70"), judges=TURN_EVENTS)
def turns_pass_clockwise(step: AnyStep) -> Answers:
    """Turns pass clockwise: only the player whose turn it is acts, or the next one once that turn was played."""
    before, by = step.before, step.action.by
    turn = before.turn
    if turn is None or turn.seat == by or before.phase != "play":
        return OK
    if (turn.moved or turn.used) and next_after(before) == by:
        return OK
    return broken(f"{who(step)} acted on {whose(step, turn.seat)} turn", by=by, turn=turn.seat)


@rule("GI-TURN-2", cite=at("Playing the Game 1", "64-66, 74"), judges=(Take, Gamble, Use, Draw))
def movement_comes_first(step: AnyStep) -> Answers:
    """A turn starts with a movement card, which nobody may skip."""
    turn = turn_for(step.before, step.action.by)
    if turn is None or turn.moved:
        return OK
    return broken(f"{who(step)} had not moved yet this turn", seat=step.action.by)


@rule("GI-TURN-3", cite=at("Playing the Game 2", "104"), judges=Move)
def one_movement(step: AnyStep) -> Answers:
    """There is one movement per turn; the second card never moves a figure."""
    turn = turn_for(step.before, step.action.by)
    if turn is None or not turn.moved:
        return OK
    return broken(f"{who(step)} moved a second time this turn", seat=step.action.by)


@rule("GI-TURN-4", cite=at("Playing the Game 2", "67, 104"), judges=Use)
def one_property(step: AnyStep) -> Answers:
    """At most one card per turn is played for its property."""
    turn = turn_for(step.before, step.action.by)
    if turn is None or not turn.used:
        return OK
    return broken(f"{who(step)} used a second card for its property this turn", seat=step.action.by)


@rule("GI-TURN-5", cite=at("Playing the Game 2", "64-67, 104"), judges=(Take, Gamble))
def field_before_second_card(step: AnyStep) -> Answers:
    """A field's action is part of the movement and comes before the second card."""
    turn = turn_for(step.before, step.action.by)
    if turn is None or not turn.used_since:
        return OK
    return broken(f"{who(step)} had already used a second card", seat=step.action.by)


RULES = (turns_pass_clockwise, movement_comes_first, one_movement, one_property, field_before_second_card)
