"""What a seat may do with cards that nobody has seen: everything that a card of theirs could allow.

A scribe does not see hands. Without this they would get no example of a move, and no help with typing one.
"""

from collections.abc import Iterator
from itertools import chain, zip_longest

from replay.action import UNKNOWN, Action
from replay.games.gold_island.state import State
from replay.games.gold_island.words import POKER, PROPERTIES, base_of, property_of

MOST = 400
"""More suggestions than anyone would read."""


def may_be_held(state: State, seat: str) -> list[str]:
    """The faces of a seat's sixteen cards that may be among the unseen ones of their hand, without icons."""
    owned = state.owned[seat]
    if UNKNOWN not in owned.hand:
        return []
    shown = [base_of(name) for name in (*owned.hand, *owned.discard)]
    properties = [property_of(name) for name in (*owned.hand, *owned.discard)]
    return [
        face
        for face, line in state.table.kit.cards.items()
        if shown.count(face) < line.copies and properties.count(property_of(face)) < PROPERTIES[property_of(face)]
    ]


def named_in_full(state: State, face: str) -> str:
    """A face as it is logged: with its icon, if every copy of it has one."""
    icons = state.table.kit.cards[face].icons
    return f"{face}{POKER}" if icons == (True,) else face


def in_turns(lists: list[list[Action]]) -> Iterator[Action]:
    """One of each list, then another of each, and so on. Each list begins elsewhere, so that the first few differ."""
    turned = [[*each[shift % len(each) :], *each[: shift % len(each)]] for shift, each in enumerate(lists) if each]
    rounds = chain.from_iterable(zip_longest(*turned))
    return (action for action in rounds if action is not None)
