"""All rules of Sea or Shore, in the order in which they are asked."""

from typing import Any

from replay.action import Action
from replay.games.sea_or_shore.actions import ACTIONS, Act, Lay, Pass, Round, Setup, Show, Turn
from replay.games.sea_or_shore.rules import act, deal, play, steal, turn
from replay.games.sea_or_shore.rules.derived import DERIVED
from replay.step import Step

RULES = (*deal.RULES, *play.RULES, *steal.RULES, *act.RULES, *turn.RULES, *DERIVED)

_ONLY_THE_END = frozenset({"SS-FLOW-1"})
_BETWEEN_ROUNDS: dict[type[Action], frozenset[str]] = {
    Pass: frozenset({"SS-PASS-1"}),
    Lay: frozenset({"SS-LAY-2"}),
    Show: frozenset({"SS-SHOW-4"}),
    Act: frozenset({"SS-ACT-1"}),
    Turn: frozenset({"SS-TURN-1"}),
    Setup: frozenset(),
}


def gate(step: Step[Any, Any]) -> frozenset[str] | None:
    """After the end only that is said; between the rounds only that the action has no place there."""
    phase = step.before.phase
    if phase == "over" and type(step.action) in ACTIONS:
        return _ONLY_THE_END
    if phase == "deal" and type(step.action) is not Round:
        return _BETWEEN_ROUNDS.get(type(step.action))
    return None
