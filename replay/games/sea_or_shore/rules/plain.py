"""What an ordinary step plainly keeps, so that the rules about it need not be asked one by one."""

from replay.games.sea_or_shore.actions import Show
from replay.games.sea_or_shore.rules.additions import number_shown
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import COLOUR_OF, HIGHEST, NUMBER_OF
from replay.step import Step


def is_low_enough(shows: str | int, add: int) -> bool:
    """Whether additions cannot be seen to raise a card above 12 when it is laid."""
    number = number_shown(shows)
    return not number or number + add <= HIGHEST


def show_plain(step: Step[State, Show]) -> tuple[bool, bool, bool]:
    """Whether each player's card is named, has the half that was seen and was not played before (SS-SHOW-1 to 3,
    SS-CARD-1); was in their hand (SS-CARD-2); and whether nobody laid additions (SS-ADD-2)."""
    before, cards = step.before, step.action.cards
    lays, hands, discard = before.lays, before.hands, before.discard
    held, none_laid = True, True
    if (
        len({lay.seat for lay in lays}) < len(lays)
        or len(lays) < len(before.table.seats)
        or len(set(cards.values())) < len(lays)
    ):
        return False, False, False
    for lay in lays:
        card = cards.get(lay.seat)
        if card not in COLOUR_OF or card in discard or lay.shows not in (COLOUR_OF[card], NUMBER_OF[card]):
            return False, False, False
        if lay.add:
            none_laid = False
        if card not in hands[lay.seat]:
            held = False
    return True, held, none_laid
