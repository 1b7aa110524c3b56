"""The cubes that everybody carries at the end of each round, for statistics."""

from typing import Any

from replay.games.loot_island.actions import Cleanup, Healers
from replay.games.loot_island.state import State
from replay.round_series import RoundSeries
from replay.step import Step


def round_ended(step: Step[State, Any]) -> int | None:
    """The round that a step ended. The last one lasts until the healers come, with the final exploration."""
    before = step.before
    match step.action:
        case Cleanup() if before.phase in ("actions", "loot"):
            return before.round
        case Healers() if before.phase not in ("healer", "over"):
            return before.round
        case _:
            return None


def cubes(state: State) -> dict[str, int]:
    """How many cubes each player carries. They lie open on the table."""
    return state.cubes


ROUNDS = RoundSeries(
    name="Cubes at the end of each round",
    note="who carried the curse",
    ended=round_ended,
    values=cubes,
)
