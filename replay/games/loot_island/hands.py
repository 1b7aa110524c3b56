"""Cards that leave a hand, and the unknown slot each of them may have come from."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import msgspec

from replay.action import UNKNOWN
from replay.games.loot_island.kit import Kit, readable
from replay.games.loot_island.state import Fault, State, Zones, kit_of

Uncovered = tuple[dict[str, tuple[str, ...]], dict[str, tuple[int, ...]], dict[str, int], list[str]]
"""Hands, slots and the cards in sight, as a state has them; and the cards that came into sight."""


class Leaving(msgspec.Struct):
    """What becomes of a hand when cards leave it. The last three are as in `Fault`."""

    cards: tuple[str, ...]
    slots: tuple[int, ...]
    shown: list[str]
    """Cards that were not known to be in this hand, and are in sight now."""
    lost: list[str]
    """Cards that were known to be in it, but may have left unnamed."""
    missing: list[str]
    impossible: list[str]
    excess: int

    def fault(self, seat: str) -> Fault | None:
        """What was odd about it; None if nothing was."""
        if not (self.missing or self.impossible or self.excess):
            return None
        return Fault(seat, tuple(self.missing), tuple(self.impossible), self.excess)


def last_in_full_sight(state: State, name: str) -> int:
    """The last tick after which all copies of a card were in sight; -1 if they never were."""
    card = state.table.kit.map.get(name)
    if card is None:
        return -1
    if state.sight.get(name, 0) >= card.copies:
        return state.tick
    return state.last_full.get(name, -1)


def leave(state: State, seat: str, names: Sequence[str]) -> Leaving:
    """Take cards out of a hand: the named ones first, then the unnamed ones."""
    cards = list(state.hands.get(seat, ()))
    slots = list(state.slots.get(seat, ()))
    left = Leaving((), (), [], [], [], [], 0)
    unnamed = 0
    for name in names:
        if name == UNKNOWN:
            unnamed += 1
        elif name in cards:
            cards.remove(name)
        else:
            left.shown.append(name)
            if slots:
                _out_of_slot(state, name, cards, slots, left)
            else:
                left.missing.append(name)
    if unnamed:
        left.excess = max(0, unnamed - len(cards))
        left.lost = [name for name in cards if name != UNKNOWN]
        size = max(0, len(cards) - unnamed)
        cards, slots = [UNKNOWN] * size, [state.tick + 1] * size
    left.cards, left.slots = tuple(cards), tuple(slots)
    return left


def _out_of_slot(state: State, name: str, cards: list[str], slots: list[int], left: Leaving) -> None:
    """A card uses up the oldest unknown slot it may have come from, or failing that the oldest of all."""
    seen = last_in_full_sight(state, name)
    oldest = min(slots)
    if oldest <= seen:
        able = [filled for filled in slots if filled > seen]
        if able:
            oldest = min(able)
        else:
            left.impossible.append(name)
    index = slots.index(oldest)
    del slots[index]
    place = cards.index(UNKNOWN)
    for _ in range(index):  # the unknown cards stand in the order of their slots
        place = cards.index(UNKNOWN, place + 1)
    del cards[place]


def out_of_slots(zones: Zones, actor: str, names: tuple[str, ...]) -> Uncovered | None:
    """What changes when named cards leave a hand in which some of them were not known; None if that is odd in any way.

    It is what `leave` finds for an ordinary play of a scribe's record, without asking what else may be wrong.
    """
    if zones.over or UNKNOWN in names:
        return None
    listed, last_full, sight = zones.table.kit.map, zones.last_full, zones.sight.copy()
    cards, slots = list(zones.hands.get(actor, ())), list(zones.slots.get(actor, ()))
    shown: list[str] = []
    for name in names:
        if name in cards:
            cards.remove(name)
            continue
        card, seen = listed.get(name), sight.get(name, 0)
        if card is None or seen >= card.copies or not slots or last_full.get(name, -1) >= slots[0]:
            return None
        sight[name] = seen + 1
        del slots[0]  # the oldest, as the unknown cards stand in the order of their slots
        cards.remove(UNKNOWN)
        shown.append(name)
    return {**zones.hands, actor: tuple(cards)}, {**zones.slots, actor: tuple(slots)}, sight, shown


def shown_hand(state: State, seat: str, names: Sequence[str]) -> Leaving:
    """A hand that is shown counts as leaving card by card."""
    known = [name for name in readable(kit_of(state), tuple(names)) if name != UNKNOWN]
    return leave(state, seat, known)


def knowledge(
    kit: Kit, hands: dict[str, tuple[str, ...]], columns: Iterable[tuple[str, ...]], discard: tuple[str, ...], tick: int
) -> dict[str, Any]:
    """What rules need to know about a state that begins a record: unknown slots, and the cards in sight."""
    in_sight = Counter(chain(*hands.values(), *columns, discard))
    del in_sight[UNKNOWN]
    return {
        "tick": tick,
        "slots": {seat: (tick,) * hand.count(UNKNOWN) for seat, hand in hands.items()},
        "sight": dict(in_sight),
        "last_full": {},
        "over": tuple([name for name, seen in in_sight.items() if seen > copies_of(kit, name)]),
    }


def copies_of(kit: Kit, name: str) -> int:
    """How many copies of a map card there are; 0 if the kit does not list it."""
    card = kit.map.get(name)
    return card.copies if card is not None else 0
