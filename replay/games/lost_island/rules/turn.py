"""Checks on turns, on who acts, and on the end."""

from replay.action import Action
from replay.games.lost_island.actions import (
    TURN_ACTIONS,
    Battle,
    Blast,
    Flip,
    Miner,
    Move,
    Reinforce,
    Ring,
    Spy,
    Swim,
    points,
)
from replay.games.lost_island.phrases import explorer
from replay.games.lost_island.rules.common import Answers, AnyStep, acting_piece, actor, ground, in_doubt, who
from replay.games.lost_island.words import HIDDEN
from replay.rule import Broken, Rule, rule
from replay.saying import counted, number, owner, person

_WITH_POINTS = (Move, Swim, Battle, Flip, Reinforce)
_WITH_PIECE = (Move, Swim, Battle, Flip, Spy)


@rule("SL-TURN-1", cite="How to play; FAQ", judges=TURN_ACTIONS, may_open=True, rests_on=("SL-Q45", "SL-Q44"))
def turns_go_clockwise(step: AnyStep) -> Answers:
    """Turns go clockwise, and a player with no explorers on the island still gets a turn."""
    doubt = in_doubt(step, "SL-TURN-1")
    if doubt is not None:
        return (doubt,)
    state, by, seat = step.before, step.action.by, step.before.turn.seat
    if by is None or by == seat:
        return ()
    rests = [
        *([] if state.is_on_island(seat) else ["SL-Q45"]),
        *(["SL-Q44"] if state.plays("anytime-power-ups") and _is_power_up(step.action) else []),
    ]
    why = f"{who(step)} acts in {owner(state.table, seat)} turn"
    return (Broken(why, {"by": by, "turn": seat}, rests_on=tuple(rests)),)


def _is_power_up(action: Action) -> bool:
    return isinstance(action, Ring | Spy) or (isinstance(action, Reinforce) and action.pay)


@rule("SL-TURN-2", cite="Step 1", judges=_WITH_POINTS, may_open=True)
def at_most_two_actions(step: AnyStep) -> Answers:
    """A turn has at most two actions; swimming into a battle counts as two."""
    cost = points(step.action)
    if not cost:
        return ()
    doubt = in_doubt(step, "SL-TURN-2")
    if doubt is not None:
        return (doubt,)
    used = ground(step).turn.used
    if used + cost > 2:
        why = f"{who(step)} has taken {counted(used, 'action')} this turn, and this counts as {number(cost)} more"
        return (Broken(why, {"used": used, "cost": cost}),)
    return ()


@rule("SL-TURN-3", cite="Step 2", judges=_WITH_POINTS)
def actions_before_power_ups(step: AnyStep) -> Answers:
    """Actions come before power-ups."""
    turn = ground(step).turn
    if turn.step == "power-ups" and points(step.action) and not step.before.plays("anytime-power-ups"):
        return (Broken(f"{person(step.before.table, turn.seat)} has already bought a power-up", {"seat": turn.seat}),)
    return ()


@rule("SL-PIECE-1", cite="Move; Swim; Battle", judges=_WITH_PIECE)
def own_explorers_act(step: AnyStep) -> Answers:
    """Players act with their own explorers."""
    piece = acting_piece(step.action)
    if piece is None:
        return ()
    by = actor(step)
    if piece[:-2] != by:
        return (Broken(f"{who(step)} acts with {explorer(step.before, piece)}", {"by": by, "piece": piece}),)
    return ()


@rule("SL-PIECE-2", cite="Step 1", judges=_WITH_PIECE)
def the_explorer_is_on_the_island(step: AnyStep) -> Answers:
    """The explorer that acts is on the island."""
    piece = acting_piece(step.action)
    if piece is not None and piece not in step.before.where:
        return (Broken(f"{explorer(step.before, piece)} is not on the island", {"piece": piece}),)
    return ()


@rule("SL-END-1", cite="Winning the game", judges=(*TURN_ACTIONS, Blast, Miner), rests_on=("SL-Q36", "SL-Q35"))
def nobody_acts_after_the_win(step: AnyStep) -> Answers:
    """After the win nobody acts."""
    state = step.before
    if state.phase != "over":
        return ()
    same_turn = state.won_in == state.turn.n and actor(step) == state.turn.seat
    lies = state.flag != HIDDEN and state.flag not in state.where
    rests = [*(["SL-Q36"] if same_turn else []), *(["SL-Q35"] if lies else [])]
    why = f"{person(state.table, state.winner)} has already won"
    return (Broken(why, {"winner": state.winner}, rests_on=tuple(rests)),)


RULES: tuple[Rule, ...] = (
    turns_go_clockwise,
    at_most_two_actions,
    actions_before_power_ups,
    own_explorers_act,
    the_explorer_is_on_the_island,
)
END: tuple[Rule, ...] = (nobody_acts_after_the_win,)
