"""The table as text, and a step as a sentence."""

from typing import Any, assert_never

from replay.action import UNKNOWN, Reveal
from replay.boards import NOTHING, headline, marked
from replay.game import Frame
from replay.step import Step
from smugglers.actions import Lay, Pass, Setup, Show, SmugglersAction
from smugglers.kit import NUMBER
from smugglers.scoring import total, winners
from smugglers.state import State


def render(frame: Frame) -> list[str]:
    """The pier, the cave, and a row for each player; what changed has a `*`."""
    state: State = frame.state
    before: State = frame.before or state
    words = {"deal": "not dealt yet", "play": f"{state.turn}'s turn", "show": "all have passed", "over": "over"}
    lines = [headline("Smugglers' Dozen", f"{state.starter} started", words[state.phase])]
    lines += [f"pier  {_marked(state.pier, before.pier)}", f"cave  {marked(str(state.cave), str(before.cave))}"]
    lines += [
        f"{'▸' if seat == state.turn else ' '} {seat}  {_marked(hand, before.hands[seat])}  = {total(hand)}"
        for seat, hand in state.hands.items()
    ]
    won = winners(state)
    return [*lines, f"winner  {' and '.join(won)}"] if won else lines


def _marked(crates: tuple[str, ...], before: tuple[str, ...]) -> str:
    return marked(_short(crates), _short(before))


def _short(crates: tuple[str, ...]) -> str:
    return " ".join(str(NUMBER.get(crate, UNKNOWN)) for crate in crates) or NOTHING


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    action: SmugglersAction = step.action
    match action:
        case Setup():
            return f"{'The record begins in mid-game' if action.position else 'The crates are dealt'}."
        case Lay():
            return f"{action.by} lays {action.crate}."
        case Pass():
            gained = len(step.after.hands[action.by]) > len(step.before.hands[action.by])
            took = f"crate-{UNKNOWN}" if action.took in (None, UNKNOWN) else action.took
            return f"{action.by} passes{f' and takes {took} out of the cave' if gained else ''}."
        case Show():
            hands = (f"{seat} {_short(tuple(hand))}" for seat, hand in action.hands.items())
            return f"The crates left are shown: {', '.join(hands)}."
        case Reveal():
            return f"Revealed: {action.what} is {action.value}."
        case _:
            assert_never(action)
