"""Basic steps that most actions have in common, as functions of the zones they change."""

from replay.action import UNKNOWN
from replay.zones import without

Zone = dict[str, tuple[str, ...]]
"""Hands, columns or stacks, each by its name."""


def out_of_hand(hands: Zone, actor: str, names: tuple[str, ...]) -> Zone | None:
    """The hands once these cards left one of them; None if one of them is not known to be in it."""
    held = hands.get(actor)
    if held is None:
        return None if names else hands
    for name in names:
        if name == UNKNOWN or name not in held:
            return None
        place = held.index(name)
        held = held[:place] + held[place + 1 :]
    hands = hands.copy()
    hands[actor] = held
    return hands


def with_disc(
    stacks: Zone, compasses: dict[str, int], actor: str, landing: str, come_from: str | None
) -> tuple[Zone, dict[str, int]]:
    """Stacks and discs at home once a disc went on top of a stack, unless the actor was there already."""
    stack = stacks[landing]
    if actor in stack or actor not in compasses:
        return stacks, compasses
    stacks = stacks.copy()
    if come_from is not None:
        stacks[come_from] = without(stacks[come_from], actor)
    else:
        compasses = compasses.copy()
        compasses[actor] = max(0, compasses[actor] - 1)
    stacks[landing] = (*stack, actor)
    return stacks, compasses


def next_in_turn(seats: tuple[str, ...], passed: tuple[str, ...], by: str) -> str | None:
    """The next player clockwise who has not passed."""
    place = seats.index(by) + 1 if by in seats else 0
    for index in range(place - len(seats), place):
        if seats[index] not in passed:
            return seats[index]
    return None
