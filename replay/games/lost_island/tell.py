"""A step as a sentence."""

from typing import Any

from replay.games.lost_island.state import State
from replay.step import Step


def tell(step: Step[State, Any]) -> str:
    """What happened."""
    return type(step.action).__name__
