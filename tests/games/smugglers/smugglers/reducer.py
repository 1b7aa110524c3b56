"""What each action does to the table. No rule is checked here."""

from typing import assert_never

from msgspec.structs import replace

from replay.action import UNKNOWN, Reveal
from replay.zones import put, take
from smugglers.actions import Lay, Pass, Position, Setup, Show, SmugglersAction
from smugglers.state import State, from_position


def reduce(state: State, action: SmugglersAction) -> State:
    """Follow the table: apply what happened, allowed or not. Pure and total."""
    match action:
        case Setup():
            dealt = Position(starter=action.starter, hands=action.hands or {})
            return from_position(state.table, action.position or dealt)
        case Lay():
            hands = {**state.hands, action.by: take(state.hands[action.by], action.crate)}
            return _next(replace(state, hands=hands, pier=(*state.pier, action.crate)), action.by, passes=0)
        case Pass():
            return _next(_taken(state, action), action.by, passes=state.passes + 1)
        case Show():
            shown = {seat: tuple(hand) for seat, hand in action.hands.items()}
            return replace(state, phase="over", turn=None, hands={**state.hands, **shown})
        case Reveal():
            return state  # hindsight writes revealed crates into the events that they belong to
        case _:
            assert_never(action)


def _taken(state: State, action: Pass) -> State:
    if action.took is None and not state.cave:
        return state
    hands = put(state.hands, action.by, action.took or UNKNOWN)
    return replace(state, hands=hands, cave=max(0, state.cave - 1))


def _next(state: State, by: str, passes: int) -> State:
    if state.phase == "over":
        return state
    if passes >= len(state.table.seats):
        return replace(state, phase="show", turn=None, passes=passes)
    return replace(state, phase="play", turn=state.table.next_seat(by), passes=passes)
