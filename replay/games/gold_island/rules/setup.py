"""GI-SETUP: the table as it was set up."""

from replay.games.gold_island.actions import Setup
from replay.games.gold_island.phrases import the_place
from replay.games.gold_island.rules.common import at
from replay.games.gold_island.rules.sums import faults
from replay.games.gold_island.state import State
from replay.games.gold_island.words import HAND, ISLANDS, SEATS, SEVEN, is_treasure_island
from replay.rule import OK, Answers, broken, rule
from replay.saying import counted, owner, person
from replay.step import Step

SetupStep = Step[State, Setup]


def _not_the_start(step: SetupStep) -> bool:
    """Whether the setup starts from a position, or comes after another one, of which only its position is judged."""
    return step.action.position is not None or step.before.begun


@rule("GI-SETUP-1", cite=at("Equipment; Game preparation", "6-8, 39, 54"), judges=Setup)
def two_to_four_captains(step: SetupStep) -> Answers:
    """Two to four players each have a colour of their own: red, blue, green or yellow."""
    if step.before.begun:
        return OK
    seats = [player.seat for player in step.after.table.players]
    if not 2 <= len(seats) <= len(SEATS):
        return broken(f"there {'is' if len(seats) == 1 else 'are'} {counted(len(seats), 'player')}", seats=seats)
    if len(set(seats)) < len(seats):
        return broken("two players have the same colour", seats=seats)
    strange = [seat for seat in seats if seat not in SEATS]
    return broken(f"the box has no pieces for the colour {strange[0]}", seats=seats) if strange else OK


@rule("GI-SETUP-2", cite=at("Game preparation D", "32-35"), judges=Setup)
def houses_are_filled(step: SetupStep) -> Answers:
    """Each house starts with one pirate per player."""
    pirates, players = step.action.pirates, len(step.after.table.players)
    if _not_the_start(step) or pirates in (None, players):
        return OK
    why = f"each house has {counted(pirates or 0, 'pirate')}, and there are {counted(players, 'player')}"
    return broken(why, pirates=pirates, players=players)


@rule("GI-SETUP-3", cite=at("Game preparation H", "42-44"), judges=Setup)
def four_cards_each(step: SetupStep) -> Answers:
    """Everybody starts with four cards in hand."""
    if _not_the_start(step):
        return OK
    for seat, cards in (step.action.hands or {}).items():
        if isinstance(cards, list) and len(cards) != HAND:
            why = f"{owner(step.after.table, seat)} starting hand has {counted(len(cards), 'card')}"
            return broken(why, seat=seat, cards=len(cards))
    return OK


@rule("GI-SETUP-4", cite=at("Game preparation J", "46"), judges=Setup)
def kept_permit_is_not_the_seven(step: SetupStep) -> Answers:
    """The permit a player keeps at the start is worth one to six; their seven is on the upper volcanic island."""
    if _not_the_start(step):
        return OK
    for seat, value in (step.action.permits or {}).items():
        if type(value) is int and not 1 <= value < SEVEN:
            why = f"{person(step.after.table, seat)} kept a permit worth {value}"
            return broken(why, seat=seat, permit=value)
    return OK


@rule("GI-SETUP-5", cite=at("Game preparation A, B, E", "25-27, 36"), judges=Setup)
def twelve_islands(step: SetupStep) -> Answers:
    """There are twelve treasure islands; chests, island cards and the gold island all belong to them."""
    action = step.action
    if step.before.begun:
        return OK
    if action.islands is not None:
        names = set(action.islands)
        if len(action.islands) != ISLANDS or len(names) != ISLANDS:
            why = f"{counted(len(names), 'different island')} {'is' if len(names) == 1 else 'are'} listed"
            return broken(why, islands=list(action.islands))
        wrong = [name for name in action.islands if not is_treasure_island(name)]
        if wrong:
            return broken(f"{the_place(wrong[0])} cannot be a treasure island", island=wrong[0])
    used = [*(action.colours or {}), *(action.chests or {})]
    if action.position is None:
        used += [card for card in (action.islandCards or {}).values() if isinstance(card, str)]
    if isinstance(action.gold, str):
        used.append(action.gold)
    strange = [name for name in used if name != "?" and name not in step.after.listed]
    if not strange:
        return OK
    return broken(f"{the_place(strange[0])} is not one of the twelve islands", island=strange[0])


@rule("GI-SETUP-6", cite=at("Equipment", "5-14"), judges=Setup)
def position_adds_up(step: SetupStep) -> Answers:
    """A position adds up to what is in the box."""
    if step.action.position is None:
        return OK
    wrong = faults(step.after, step.action.position)
    return broken(wrong[0], all=wrong) if wrong else OK


@rule("GI-SETUP-7", cite=at("Game preparation", "19-50"), judges=Setup)
def set_up_once(step: SetupStep) -> Answers:
    """The table is set up once; a new game is a new record."""
    return broken("the table had been set up before") if step.before.begun else OK


RULES = (
    two_to_four_captains,
    houses_are_filled,
    four_cards_each,
    kept_permit_is_not_the_seven,
    twelve_islands,
    position_adds_up,
    set_up_once,
)
