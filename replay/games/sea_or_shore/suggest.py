"""The legal next actions, as far as the state knows the cards."""

from replay.action import UNKNOWN, Action
from replay.games.sea_or_shore.actions import Act, Lay, Pass, Round, Show, Turn
from replay.games.sea_or_shore.rules.act import is_asked_for
from replay.games.sea_or_shore.rules.passing import Held, highest_of_colour, most_held_colour
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import (
    COLOUR_OF,
    COLOURS,
    HIGHEST,
    NUMBER_OF,
)


def suggest(state: State) -> list[Action]:
    """The legal next actions, as far as the state knows the cards."""
    match state.phase:
        case "pass":
            return [Pass(cards={seat: cards[0] for seat, cards in legal_passes(state).items()})]
        case "lay" if state.turn is not None:
            return _lays(state, state.turn)
        case "lay":
            return [Show(cards=dict.fromkeys(state.table.seats, UNKNOWN))]
        case "act":
            entry = state.pending[0] if state.pending else None
            due = acts(state, entry.seat, state.actions[entry.pair]) if entry is not None else []
            ends = [] if any(is_asked_for(state, item) for item in state.pending) else [_turn(state)]
            return [*due, *ends]
        case "deal":
            free = state.table.readings["SS-Q13"] == "free"
            seats = state.table.seats if free else (state.table.next_seat(state.starter),)
            return [Round(starter=seat) for seat in seats] if state.round == 1 else []
        case _:
            return []


def _turn(state: State) -> Turn:
    return Turn() if state.is_last_trick else Turn(treasures=[UNKNOWN] * len(state.decks))


def legal_passes(state: State) -> dict[str, list[str]]:
    """The cards each seat may pass by the rules; `"?"` if its hand is not known."""
    return {
        seat: [UNKNOWN] if UNKNOWN in hand else [card for card in hand if _may_pass(hand, card)] or [UNKNOWN]
        for seat, hand in state.hands.items()
    }


def _may_pass(hand: tuple[str, ...], card: str) -> bool:
    rest = Held([other for other in hand if other != card])
    return most_held_colour(rest, card, "") and highest_of_colour(rest, card, "")


def _lays(state: State, seat: str) -> list[Action]:
    hand = state.hands[seat]
    known = [card for card in hand if card != UNKNOWN]
    colours = COLOURS if UNKNOWN in hand else tuple(dict.fromkeys(COLOUR_OF[card] for card in known))
    numbers = range(1, HIGHEST + 1) if UNKNOWN in hand else sorted({NUMBER_OF[card] for card in known})
    return [Lay(by=seat, shows=shows) for shows in (*colours, *numbers)]


def acts(state: State, seat: str, number: int) -> list[Action]:
    """The ways a seat may carry out an action card."""
    others = [other for other in state.table.seats if other != seat]
    match number:
        case 1:
            rich = [other for other in others if state.additions[other] >= 2]
            found: list[Action] = [Act(by=seat, action=1, from_=source) for source in rich or ["pile"]]
            if not rich and state.table.readings["SS-Q5"] == "fewer":
                found += [Act(by=seat, action=1, from_=other, n=1) for other in others if state.additions[other] == 1]
            return found
        case 2:
            return [Act(by=seat, action=2, from_=other) for other in others]
        case 3:
            return [Act(by=seat, action=3, deck=name) for name in state.decks]
        case _:
            own_too = state.table.readings["SS-Q6"] == "any"
            cards = [card for other, card in state.played.items() if card and (own_too or other != seat)]
            return [Act(by=seat, action=4, take=card, discard=UNKNOWN) for card in cards]
