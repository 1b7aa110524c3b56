"""Which rules are checked at a step: only a few between the rounds, after the end and at a second setup."""

from typing import Any

from replay.action import Action
from replay.games.sea_or_shore.actions import ACTIONS, Act, Lay, Pass, Round, Setup, Show, Turn
from replay.step import Step

_ONLY_THE_END = frozenset({"SS-FLOW-1"})
_ANOTHER_GAME = frozenset({"SS-SET-6", "SS-SET-7", "SS-TURN-3"})

_BETWEEN_ROUNDS: dict[type[Action], frozenset[str]] = {
    Pass: frozenset({"SS-PASS-1"}),
    Lay: frozenset({"SS-LAY-2"}),
    Show: frozenset({"SS-SHOW-4"}),
    Act: frozenset({"SS-ACT-1"}),
    Turn: frozenset({"SS-TURN-1"}),
}


def gate(step: Step[Any, Any]) -> frozenset[str] | None:
    """After the end the only finding is that the game was over; between the rounds, that the action came too early.

    A second setup begins another game, whenever it comes.
    """
    if type(step.action) is Setup:
        return _ANOTHER_GAME if step.before.is_set_up else None
    phase = step.before.phase
    if phase == "over" and type(step.action) in ACTIONS:
        return _ONLY_THE_END
    if phase == "deal" and type(step.action) is not Round:
        return _BETWEEN_ROUNDS.get(type(step.action))
    return None
