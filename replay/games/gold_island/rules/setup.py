"""GI-SETUP: the table as it was set up."""

from collections import Counter

from replay.games.gold_island.actions import Setup
from replay.games.gold_island.rules.common import at
from replay.games.gold_island.state import State
from replay.games.gold_island.words import CARDS, COLOURS, HAND, ISLAND_CARDS, ISLANDS, SEATS, SEVEN, is_treasure_island
from replay.rule import OK, Answers, broken, rule
from replay.step import Step

SetupStep = Step[State, Setup]


@rule("GI-SETUP-1", cite=at("Equipment; Game preparation", "6-8, 39, 54"), judges=Setup)
def two_to_four_captains(step: SetupStep) -> Answers:
    """Two to four players each have a colour of their own: red, blue, green or yellow."""
    seats = [player.seat for player in step.after.table.players]
    if not 2 <= len(seats) <= len(SEATS):
        return broken(f"the number of players is {len(seats)}", seats=seats)
    if len(set(seats)) < len(seats):
        return broken("two players have the same colour", seats=seats)
    strange = [seat for seat in seats if seat not in SEATS]
    return broken(f"the box has no colour {strange[0]}", seats=seats) if strange else OK


@rule("GI-SETUP-2", cite=at("Game preparation D", "32-35"), judges=Setup)
def houses_are_filled(step: SetupStep) -> Answers:
    """Each house starts with one pirate per player."""
    pirates, players = step.action.pirates, len(step.after.table.players)
    if step.action.position is not None or pirates in (None, players):
        return OK
    return broken(f"each house has {pirates} for {players} players", pirates=pirates, players=players)


@rule("GI-SETUP-3", cite=at("Game preparation H", "42-44"), judges=Setup)
def four_cards_each(step: SetupStep) -> Answers:
    """Everybody starts with four cards in hand."""
    if step.action.position is not None:
        return OK
    for seat, cards in (step.action.hands or {}).items():
        if isinstance(cards, list) and len(cards) != HAND:
            return broken(f"{seat}'s starting hand has {len(cards)} cards", seat=seat, cards=len(cards))
    return OK


@rule("GI-SETUP-4", cite=at("Game preparation J", "46"), judges=Setup)
def kept_permit_is_not_the_seven(step: SetupStep) -> Answers:
    """The permit a player keeps at the start is worth one to six; their seven is on the upper volcanic island."""
    if step.action.position is not None:
        return OK
    for seat, value in (step.action.permits or {}).items():
        if type(value) is int and not 1 <= value < SEVEN:
            return broken(f"{seat} kept a permit worth {value}", seat=seat, permit=value)
    return OK


@rule("GI-SETUP-5", cite=at("Game preparation A, B, E", "25-27, 36"), judges=Setup)
def twelve_islands(step: SetupStep) -> Answers:
    """There are twelve treasure islands, and each chest, island card and gold island named is one of them."""
    action = step.action
    if action.islands is not None:
        names = set(action.islands)
        if len(action.islands) != ISLANDS or len(names) != ISLANDS:
            return broken(f"{len(names)} different islands are listed", islands=list(action.islands))
        wrong = [name for name in action.islands if not is_treasure_island(name)]
        if wrong:
            return broken(f"{wrong[0]} cannot be a treasure island", island=wrong[0])
    used = [*(action.colours or {}), *(action.chests or {})]
    if action.position is None:
        used += [card for card in (action.islandCards or {}).values() if isinstance(card, str)]
    if isinstance(action.gold, str):
        used.append(action.gold)
    strange = [name for name in used if name != "?" and name not in step.after.listed]
    return broken(f"{strange[0]} is not one of the twelve islands", island=strange[0]) if strange else OK


@rule("GI-SETUP-6", cite=at("Equipment", "5-14"), judges=Setup)
def position_adds_up(step: SetupStep) -> Answers:
    """A position adds up to what is in the box."""
    if step.action.position is None:
        return OK
    wrong = _sums(step.after)
    return broken(wrong[0], all=wrong) if wrong else OK


def _sums(state: State) -> list[str]:
    wrong = []
    places = [state.houses, *(owned.crew for owned in state.owned.values())]
    places += [isle.pirates for isle in state.islands.values()]
    players = len(state.table.players)
    unseen = any("?" in place for place in places)
    if unseen:
        pirates = sum(sum(place.values()) for place in places)
        if pirates != players * len(COLOURS):
            wrong.append(f"there are {pirates} pirates instead of {players * len(COLOURS)}")
    else:
        counted = {colour: sum(place[colour] for place in places) for colour in COLOURS}
        wrong += [f"there are {count} {colour} pirates" for colour, count in counted.items() if count != players]
    if any(number < 0 for place in places for number in place.values()):
        wrong.append("some place has a negative number of pirates")
    for seat in state.owned:
        wrong += _seat_sums(state, seat)
    cards = state.deck + sum(len(owned.cards) for owned in state.owned.values())
    if cards != ISLAND_CARDS or state.deck < 0:
        wrong.append(f"deck and players have {cards} island cards between them instead of {ISLAND_CARDS}")
    owners = Counter(relic.at for relic in state.relics.values())
    wrong += [f"{seat} has {owners[seat]} relics" for seat in state.owned if owners[seat] > 1]
    return wrong


def _seat_sums(state: State, seat: str) -> list[str]:
    owned = state.owned[seat]
    wrong = []
    cards = len(owned.hand) + owned.draw + len(owned.discard)
    if cards != CARDS or owned.draw < 0:
        wrong.append(f"{seat} has {cards} cards in hand, draw pile and discard pile")
    permits = owned.volcano + owned.held + owned.nest + owned.placed
    if permits != SEVEN or min(owned.volcano, owned.held, owned.nest) < 0:
        wrong.append(f"{seat} has {permits} permits on the volcano, in hand, in the nest and on islands")
    if len(owned.gained) != owned.held + owned.placed:
        wrong.append(f"{seat} received {len(owned.gained)} permits, holds {owned.held} and placed {owned.placed}")
    return wrong


RULES = (
    two_to_four_captains,
    houses_are_filled,
    four_cards_each,
    kept_permit_is_not_the_seven,
    twelve_islands,
    position_adds_up,
)
