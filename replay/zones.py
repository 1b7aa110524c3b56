"""Zones: hands, piles and decks as tuples of names, and what remains when a card leaves one."""

from collections import Counter
from collections.abc import Mapping, Sequence

from replay.action import UNKNOWN

Cards = tuple[str, ...]
"""The cards in a zone by name, with `"?"` for each one the record does not know."""


def unseen(number: int) -> Cards:
    """This many unnamed cards; none if the number is negative."""
    return (UNKNOWN,) * number


def without(cards: Cards, card: str) -> Cards:
    """The cards without the first one of this name; all of them if there is none."""
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def without_at(cards: Cards, place: int) -> Cards:
    """The cards without the one at this place."""
    return cards[:place] + cards[place + 1 :]


def but_one(cards: Cards, card: str) -> Cards:
    """The cards without one of them: the one named, or else an unknown one; all of them if neither is there."""
    return without(cards, card if card in cards else UNKNOWN)


def take(hand: Cards, card: str) -> Cards:
    """A hand after a card left it. A card that leaves unseen may be any of them, so nothing there is certain."""
    if card == UNKNOWN:
        return (UNKNOWN,) * (len(hand) - 1)
    if card not in hand:
        return without(hand, UNKNOWN)
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def blur(cards: Cards, card: str) -> Cards:
    """The same number of cards, with those of this name unknown: the record was wrong to think they were there."""
    return tuple([UNKNOWN if held == card else held for held in cards])


def put(zones: Mapping[str, Cards], key: str, *cards: str) -> dict[str, Cards]:
    """The zones with some cards put on top of one of them. The zones passed in are not changed."""
    return {**zones, key: (*zones[key], *cards)}


def same_cards(cards: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two zones can hold the same cards, whatever their order; a `"?"` stands for any card."""
    named = Counter(card for card in cards if card != UNKNOWN)
    others_named = Counter(card for card in others if card != UNKNOWN)
    only_here, only_there = named - others_named, others_named - named
    return only_here.total() <= others.count(UNKNOWN) and only_there.total() <= cards.count(UNKNOWN)
