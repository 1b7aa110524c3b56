"""Which rules are checked at a step: only a few between the rounds, after the end and at a second setup."""

from typing import Any

from replay.action import Action
from replay.games.sea_or_shore.actions import ACTIONS, Act, Lay, Pass, Setup, Show, Turn
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
    kind, phase = type(step.action), step.before.phase
    if kind is Setup:
        return _ANOTHER_GAME if step.before.past.is_set_up else None
    if phase == "over" and kind in ACTIONS:
        return _ONLY_THE_END
    return _BETWEEN_ROUNDS.get(kind) if phase == "deal" else None
