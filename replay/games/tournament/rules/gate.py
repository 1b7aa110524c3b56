"""Which rules are asked at a step: at a second set-up, that alone."""

from typing import Any

from replay.games.tournament.actions import Setup
from replay.step import Step

_SET_UP_AGAIN = frozenset({"TO-SETUP-2"})


def gate(step: Step[Any, Any]) -> frozenset[str] | None:
    """A second set-up is one mistake, whatever it says."""
    return _SET_UP_AGAIN if type(step.action) is Setup and step.before.is_set_up else None
