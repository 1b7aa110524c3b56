"""Whether a position adds up to the box, and which of its numbers is at fault if it does not."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Position
from replay.games.gold_island.state import State
from replay.games.gold_island.words import CARDS, COLOURS, ISLAND_CARDS, SEVEN


def faults(state: State, given: Position) -> list[str]:
    """What is wrong, only the first kind of it: too much given, a number below 0, a wrong sum, two relics."""
    kinds = (_too_much(state, given), _below_zero(state, given), _wrong_sums(state), _two_relics(state))
    return next((found for kind in kinds if (found := list(kind))), [])


def _places(state: State) -> Iterator[tuple[str, dict[str, int]]]:
    """Every place with pirates but the houses."""
    yield from ((f"the crew of {seat}", owned.crew) for seat, owned in state.owned.items())
    yield from ((island, isle.pirates) for island, isle in state.islands.items())


def _too_much(state: State, given: Position) -> Iterator[str]:
    """Counters filled in as the rest of the box that came out below 0: the position gives more than there is."""
    players = len(state.owned)
    for colour in COLOURS:
        if colour not in (given.houses or {}) and state.houses[colour] < 0:
            out = sum(place[colour] for _, place in _places(state))
            yield f"there are {out} {colour} pirates in crews and on islands, and {players} in all"
    for seat, owned in state.owned.items():
        if seat not in (given.draw or {}) and owned.draw < 0:
            cards = len(owned.hand) + len(owned.discard)
            yield f"{seat} has {cards} cards in hand and discard pile, there are {CARDS}"
        part = (given.permits or {}).get(seat)
        if (part is None or part.nest is UNSET) and owned.nest < 0:
            permits = owned.volcano + owned.held + owned.placed
            yield f"{seat} has {permits} permits on volcano, in front and on islands, there are {SEVEN}"
    if (not given.islandCards or given.islandCards.deck is UNSET) and state.deck < 0:
        yield f"players hold {_held(state)} island cards, there are {ISLAND_CARDS}"


def _held(state: State) -> int:
    return sum(len(owned.cards) for owned in state.owned.values())


def _below_zero(state: State, given: Position) -> Iterator[str]:
    """Numbers that the position itself gives below 0."""
    for where, place in (("the nest", given.houses or {}), *_places(state)):
        yield from (f"{where} has {number} {colour} pirates" for colour, number in place.items() if number < 0)
    for seat, owned in state.owned.items():
        part = (given.permits or {}).get(seat)
        counters = {"draw": (given.draw or {}).get(seat, 0), "held": owned.held, "volcano": owned.volcano}
        counters["nest"] = owned.nest if part is not None and part.nest is not UNSET else 0
        yield from (f"{name} of {seat} is {number}" for name, number in counters.items() if number < 0)
    if given.islandCards and given.islandCards.deck is not UNSET and given.islandCards.deck < 0:
        yield f"the deck has {given.islandCards.deck} island cards"


def _wrong_sums(state: State) -> Iterator[str]:
    yield from _pirates(state)
    for seat, owned in state.owned.items():
        cards = len(owned.hand) + owned.draw + len(owned.discard)
        if cards != CARDS:
            yield f"{seat} has {cards} cards in hand, draw pile and discard pile, there are {CARDS}"
        permits = owned.volcano + owned.held + owned.nest + owned.placed
        if permits != SEVEN:
            yield f"{seat} has {permits} permits on volcano, in front, in the nest and on islands, there are {SEVEN}"
        if len(owned.gained) != owned.held + owned.placed:
            yield f"{seat} received {len(owned.gained)} permits, holds {owned.held} and placed {owned.placed}"
    cards = state.deck + _held(state)
    if cards != ISLAND_CARDS:
        yield f"deck and players have {cards} island cards between them, there are {ISLAND_CARDS}"


def _pirates(state: State) -> Iterator[str]:
    players = len(state.owned)
    places = [state.houses, *(place for _, place in _places(state))]
    if any(UNKNOWN in place for place in places):
        pirates = sum(sum(place.values()) for place in places)
        if pirates != players * len(COLOURS):
            yield f"there are {pirates} pirates instead of {players * len(COLOURS)}"
        return
    for colour in COLOURS:
        count = sum(place[colour] for place in places)
        if count != players:
            yield f"there are {count} {colour} pirates instead of {players}"


def _two_relics(state: State) -> Iterator[str]:
    owners = Counter(relic.at for relic in state.relics.values())
    yield from (f"{seat} has {owners[seat]} relics" for seat in state.owned if owners[seat] > 1)
