"""What several rules need: where a card can be, and which treasures an event turned up."""

from replay.action import UNKNOWN
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import colour_of, deck_colours, deck_words, treasures_words
from replay.saying import counted, number

Hands = dict[str, tuple[str, ...]]


def is_elsewhere(state: State, hands: Hands, seat: str, card: str) -> bool:
    """Whether a named card is known to be in another hand, on the table or out of the round."""
    if card in state.played.values() or card in state.discard:
        return True
    return in_other_hand(hands, seat, card)


def in_other_hand(hands: Hands, seat: str, card: str) -> bool:
    """Whether a card is named in another player's hand."""
    return any(card in hand for other, hand in hands.items() if other != seat)


def is_missing(state: State, hands: Hands, seat: str, card: str) -> bool:
    """Whether a named card cannot have been in a hand."""
    hand = hands[seat]
    if card == UNKNOWN or card in hand:
        return False
    return UNKNOWN not in hand or is_elsewhere(state, hands, seat, card)


def wrong_treasures(state: State, treasures: list[str]) -> str | None:
    """Why these cannot be one treasure from each deck, judging by the named ones; None if they can."""
    names = tuple(state.decks)
    if len(treasures) != len(names):
        return f"{counted(len(treasures), 'treasure')} came up instead of {number(len(names))}"
    named = [treasure for treasure in treasures if treasure != UNKNOWN]
    for name in names:
        colours = deck_colours(name)
        of_deck = [treasure for treasure in named if colour_of(treasure) in colours]
        if len(of_deck) > 1:
            return f"{treasures_words(of_deck)} belong to one deck, {deck_words(name)}"
    return None
