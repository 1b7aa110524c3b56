"""Which rules are asked at a step. An action out of its phase is judged for that alone."""

from replay.action import Action
from replay.games.loot_island.actions import (
    Cleanup,
    Event,
    Healer,
    Healers,
    Island,
    Loot,
    Pass,
    Play,
    Recall,
    Refill,
    Setup,
    Take,
)
from replay.games.loot_island.state import State, nothing_left_to_find
from replay.step import Step

ONLY_ORDER = frozenset({"LI-SEQ-1"})
ONLY_POSITION = frozenset({"LI-SET-1", "LI-SEQ-2", "LI-CARD-1", "LI-CARD-3"})

PHASES: dict[type[Action], tuple[str, ...]] = {
    Event: ("ready",),
    Refill: ("preparation",),
    Recall: ("actions",),
    Play: ("actions",),
    Island: ("actions",),
    Pass: ("actions",),
    Loot: ("loot", "final"),
    Take: ("loot", "final"),
    Cleanup: ("loot",),
    Healers: ("final",),
    Healer: ("healer",),
}


def out_of_phase(state: State, action: Action) -> bool:
    """Whether an action comes in a phase it does not belong to."""
    phases = PHASES.get(type(action))
    if phases is None:
        return False
    kind = type(action)
    if state.phase not in phases:
        return not (kind is Healers and nothing_left_to_find(state))
    return (kind is Event and state.round >= 5) or (kind is Loot and state.cutoff)


def gate(step: Step[State, Action]) -> frozenset[str] | None:
    """An action out of its phase is judged for that alone; a position only for what can be wrong with one."""
    action = step.action
    if type(action) is Setup:
        return ONLY_POSITION if action.position is not None else None
    return ONLY_ORDER if out_of_phase(step.before, action) else None
