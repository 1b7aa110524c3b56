"""Hands and piles: how a card leaves a hand, and how cards are drawn."""

from replay.action import UNKNOWN
from replay.games.gold_island.words import base_of, card_of, fits
from replay.zones import Cards, unseen, without_at


def leave_hand(hand: Cards, name: str) -> Cards:
    """The hand after a card of this name left it, as far as that is known."""
    card = card_of(name)
    if not card.whole:
        return _leave_unseen(hand, name)
    if hand.count(UNKNOWN) == len(hand):
        return hand[1:]  # as in all that a scribe can see of a hand
    base = card.base
    for place, entry in enumerate(hand):
        if entry == name or base_of(entry) == base:
            return without_at(hand, place)
    partly = [place for place, entry in enumerate(hand) if card_of(entry).base != UNKNOWN and _fits(entry, name)]
    if partly:
        return _leave_partly_seen(hand, partly)
    hidden = [place for place, entry in enumerate(hand) if card_of(entry).base == UNKNOWN]
    return without_at(hand, hidden[0]) if hidden else unseen(len(hand) - 1)


def _leave_partly_seen(hand: Cards, places: list[int]) -> Cards:
    """The first of the partly seen cards that fit leaves; it is not known which of those with another name it was."""
    left = base_of(hand[places[0]])
    blurred = tuple(
        UNKNOWN if place in places and base_of(entry) != left else entry for place, entry in enumerate(hand)
    )
    return without_at(blurred, places[0])


def _leave_unseen(hand: Cards, name: str) -> Cards:
    """A card not seen in full: if several kinds fit, it is not known which of them is left."""
    places = [place for place, entry in enumerate(hand) if _fits(entry, name)]
    if not places:
        return unseen(len(hand) - 1)
    if len({card_of(hand[place]).base for place in places}) == 1:
        return without_at(hand, places[0])
    blurred = tuple(UNKNOWN if place in places else entry for place, entry in enumerate(hand))
    return without_at(blurred, places[0])


def _fits(entry: str, name: str) -> bool:
    return fits(card_of(entry), card_of(name))


def in_hand(hand: Cards, name: str) -> bool:
    """Whether a card in the hand can be the one named."""
    return name in hand or UNKNOWN in hand or any(_fits(entry, name) for entry in hand)


def draw_cards(draw: int, discard: Cards, count: int) -> tuple[int, Cards]:
    """Draw and discard pile after `count` cards were drawn; the discard pile is shuffled in when needed."""
    if count <= 0:
        return draw, discard
    if draw >= count:
        draw -= count
    else:
        left = count - max(0, draw)
        if discard:
            draw, discard = len(discard), ()
            draw -= left
        else:
            draw -= count
    return draw, discard
