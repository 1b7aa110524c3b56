"""Hands and piles: how a card leaves a hand, and how cards are drawn."""

from replay.action import UNKNOWN
from replay.games.gold_island.names import base_of, card_of, fits

Names = tuple[str, ...]


def without(names: Names, place: int) -> Names:
    """The names but for the one at a place."""
    return names[:place] + names[place + 1 :]


def leave_hand(hand: Names, name: str) -> Names:
    """The hand after a card of this name left it, as far as one can tell."""
    card = card_of(name)
    if not card.whole:
        return _leave_unseen(hand, name)
    base = card.base
    for place, entry in enumerate(hand):
        if entry == name or base_of(entry) == base:
            return without(hand, place)
    partly = [place for place, entry in enumerate(hand) if card_of(entry).base != UNKNOWN and _fits(entry, name)]
    unseen = [place for place, entry in enumerate(hand) if card_of(entry).base == UNKNOWN]
    if partly or unseen:
        return without(hand, (partly or unseen)[0])
    return (UNKNOWN,) * (len(hand) - 1)


def _leave_unseen(hand: Names, name: str) -> Names:
    """A card that was not seen in full: where several kinds fit, nobody can tell which of them is left."""
    places = [place for place, entry in enumerate(hand) if _fits(entry, name)]
    if not places:
        return (UNKNOWN,) * (len(hand) - 1)
    if len({card_of(hand[place]).base for place in places}) == 1:
        return without(hand, places[0])
    blurred = tuple(UNKNOWN if place in places else entry for place, entry in enumerate(hand))
    return without(blurred, places[0])


def _fits(entry: str, name: str) -> bool:
    return fits(card_of(entry), card_of(name))


def in_hand(hand: Names, name: str) -> bool:
    """Whether some card of the hand can be the one named."""
    return name in hand or UNKNOWN in hand or any(_fits(entry, name) for entry in hand)


def draw_cards(draw: int, discard: Names, count: int, at_once: bool) -> tuple[int, Names]:
    """Draw and discard pile after so many cards were drawn; the discard pile is shuffled in when it has to be."""
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
    if at_once and draw <= 0 and discard:
        return len(discard), ()
    return draw, discard
