"""The table as text."""

from replay.game import Frame
from replay.games.lost_island.state import State


def render(frame: Frame) -> list[str]:
    """Placeholder until the board is drawn."""
    state: State = frame.state
    return [str(state.turn.seat)]
