"""What an ordinary step plainly keeps, so that the rules about it need not be asked one by one."""

from typing import Any

from replay.games.loot_island.actions import Play
from replay.games.loot_island.geometry import other_landing
from replay.games.loot_island.state import State, disc_limit, on_island
from replay.step import Step


def in_turn(before: State, action: Any) -> bool:
    """Whether somebody acts on their own turn, and no event asks for more: LI-TURN and LI-B4-2 are kept."""
    by = action.by
    return by == before.turn and by not in before.passed and (before.event != "B4" or before.turns > 0)


def cards_plain(step: Step[State, Any]) -> tuple[bool, bool, bool]:
    """Whether every card left a hand that held it (LI-HAND-1, LI-CARD-2), none was drawn (LI-DECK-6), and all named are
    in the kit and in sight no more often than it has them (LI-CARD-1)."""
    after, action = step.after, step.action
    drawn = after.drawn is None
    if not drawn or after.over or action.draw:
        return not after.faults, drawn, False
    cards = after.table.kit.map
    for name in action.cards:
        if name not in cards:
            return not after.faults, drawn, False
    return not after.faults, drawn, True


def play_plain(before: State, action: Play) -> tuple[bool, ...]:
    """Whether a play is not for Aaron; sheds and draws nothing; copies nothing; has a card; has only one; begins a
    column; does not begin one beside another; moves no disc; and needs to move none."""
    cards = len(action.cards)
    empty = not before.columns[action.landing]
    return (
        action.for_ is None,
        not action.shed and not action.draw,
        action.copy is None,
        cards > 0,
        cards < 2,
        empty,
        not empty or not before.columns[other_landing(action.landing)],
        action.from_ is None,
        action.for_ is None and _has_room(before, action.by, action.landing),
    )


def _has_room(before: State, seat: str, landing: str) -> bool:
    """Whether somebody has a disc at a landing, or may place another one."""
    stacks = before.stacks
    return seat in stacks[landing] or on_island(before, seat) < disc_limit(before)
