"""Whether a position adds up to the box, and which of its numbers is at fault if it does not."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Position
from replay.games.gold_island.phrases import the_place
from replay.games.gold_island.state import State
from replay.games.gold_island.words import CARDS, COLOURS, ISLAND_CARDS, SEVEN
from replay.saying import counted, number, owner, person


def faults(state: State, given: Position) -> list[str]:
    """What is wrong, only the first kind of it: too much given, a number below 0, a wrong sum, two relics."""
    kinds = (_too_much(state, given), _below_zero(state, given), _wrong_sums(state), _two_relics(state))
    return next((found for kind in kinds if (found := list(kind))), [])


def _places(state: State) -> Iterator[tuple[str, dict[str, int]]]:
    """Every place with pirates but the houses."""
    yield from ((f"{owner(state.table, seat)} crew", owned.crew) for seat, owned in state.owned.items())
    yield from ((the_place(island), isle.pirates) for island, isle in state.islands.items())


def _too_much(state: State, given: Position) -> Iterator[str]:
    """Counters filled in as the rest of the box that came out below 0: the position gives more than there is."""
    players = len(state.owned)
    for colour in COLOURS:
        if colour not in (given.houses or {}) and state.houses[colour] < 0:
            out = sum(place[colour] for _, place in _places(state))
            pirates = counted(out, f"{colour} pirate")
            yield f"there are {pirates} in crews and on islands, and {number(players)} in all"
    for seat, owned in state.owned.items():
        if seat not in (given.draw or {}) and owned.draw < 0:
            cards = len(owned.hand) + len(owned.discard)
            yield f"{_has(state, seat)} {counted(cards, 'card')} in hand and discard pile, there are {CARDS}"
        part = (given.permits or {}).get(seat)
        if (part is None or part.nest is UNSET) and owned.nest < 0:
            permits = owned.volcano + owned.held + owned.placed
            found = counted(permits, "permit")
            yield f"{_has(state, seat)} {found} on the volcano, in front and on islands, there are {SEVEN}"
    if (not given.islandCards or given.islandCards.deck is UNSET) and state.deck < 0:
        yield f"players hold {counted(_held(state), 'island card')}, there are {ISLAND_CARDS}"


def _has(state: State, seat: str) -> str:
    return f"{person(state.table, seat)} has"


def _held(state: State) -> int:
    return sum(len(owned.cards) for owned in state.owned.values())


def _below_zero(state: State, given: Position) -> Iterator[str]:
    """Numbers that the position itself gives below 0."""
    for where, place in (("the nest", given.houses or {}), *_places(state)):
        found = {_coloured(colour): amount for colour, amount in place.items() if amount < 0}
        yield from (f"{where} has {counted(amount, f'{colour} pirate')}" for colour, amount in found.items())
    for seat, owned in state.owned.items():
        part = (given.permits or {}).get(seat)
        counters = {
            "cards in the draw pile": (given.draw or {}).get(seat, 0),
            "permits in front": owned.held,
            "sevens on the volcano": owned.volcano,
            "permits in the nest": owned.nest if part is not None and part.nest is not UNSET else 0,
        }
        yield from (f"{_has(state, seat)} {amount} {name}" for name, amount in counters.items() if amount < 0)
    if given.islandCards and given.islandCards.deck is not UNSET and given.islandCards.deck < 0:
        yield f"the deck has {counted(given.islandCards.deck, 'island card')}"


def _wrong_sums(state: State) -> Iterator[str]:
    yield from _pirates(state)
    for seat, owned in state.owned.items():
        cards = len(owned.hand) + owned.draw + len(owned.discard)
        if cards != CARDS:
            found = counted(cards, "card")
            yield f"{_has(state, seat)} {found} in hand, draw pile and discard pile, there are {CARDS}"
        permits = owned.volcano + owned.held + owned.nest + owned.placed
        if permits != SEVEN:
            found = counted(permits, "permit")
            yield f"{_has(state, seat)} {found} on the volcano, in front, in the nest and on islands, there are {SEVEN}"
        if len(owned.gained) != owned.held + owned.placed:
            received = counted(len(owned.gained), "permit")
            placed = f"has {number(owned.held)} in front and placed {number(owned.placed)}"
            yield f"{person(state.table, seat)} received {received}, {placed}"
    cards = state.deck + _held(state)
    if cards != ISLAND_CARDS:
        yield f"deck and players have {counted(cards, 'island card')} between them, there are {ISLAND_CARDS}"


def _are(amount: int) -> str:
    return "is" if amount == 1 else "are"


def _coloured(colour: str) -> str:
    return "unseen" if colour == UNKNOWN else colour


def _pirates(state: State) -> Iterator[str]:
    players = len(state.owned)
    places = [state.houses, *(place for _, place in _places(state))]
    if any(UNKNOWN in place for place in places):
        pirates = sum(sum(place.values()) for place in places)
        if pirates != players * len(COLOURS):
            yield f"there {_are(pirates)} {counted(pirates, 'pirate')} instead of {players * len(COLOURS)}"
        return
    for colour in COLOURS:
        count = sum(place[colour] for place in places)
        if count != players:
            yield f"there {_are(count)} {counted(count, f'{colour} pirate')} instead of {number(players)}"


def _two_relics(state: State) -> Iterator[str]:
    owners = Counter(relic.at for relic in state.relics.values())
    found = {seat: owners[seat] for seat in state.owned if owners[seat] > 1}
    yield from (f"{_has(state, seat)} {counted(amount, 'relic')}" for seat, amount in found.items())
