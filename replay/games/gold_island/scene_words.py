"""What things in the picture are called: on the cards, in the top line, and for a screen reader."""

from functools import lru_cache

from replay.action import UNKNOWN
from replay.games.gold_island.scoring import result_of
from replay.games.gold_island.state import State, Turn, usable_fields
from replay.games.gold_island.words import COLOURS, LAST_ROUND_AT, LIGHTHOUSE, LOWER, PORT, UPPER, Card, kind_of
from replay.lettering import fitted, turn_words
from replay.saying import counted, listed, people, person
from replay.scene import NARROW

TITLE = "Gold Island"
_CACHED = 1024

RELICS_SAID = {
    "any-colour": "the relic for any colour",
    "move-plus-1": "the relic for one more step",
    "hand-5": "the relic for a fifth card",
    "redraw": "the relic for exchanging cards",
}
RELIC_SYMBOLS = {"any-colour": "wild", "move-plus-1": "plus", "hand-5": "back", "redraw": "draw"}

PROPERTY_SYMBOLS = {
    "ashore": "ashore",
    "robbery": "robbery",
    "double-robbery": "robbery",
    "seer": "seer",
    "pirate": "pirate",
    "double-pirate": "pirate",
    "monument": "monument",
    UNKNOWN: "unknown",
}
PROPERTY_LABELS = {
    "ashore": "ashore",
    "robbery": "rob",
    "double-robbery": "rob twice",
    "seer": "seer",
    "pirate": "pirate",
    "double-pirate": "2 pirates",
    "monument": "monument",
    UNKNOWN: "unseen",
}
FIELD_SYMBOLS = {LIGHTHOUSE: "lighthouse", "permit": "permit", "island-card": "island", "gamble": "dice"}
FIELD_LABELS = {LIGHTHOUSE: "lighthouse", "permit": "permit", "island-card": "island card", "gamble": "gamble"}
_FIELDS_SAID = {
    LIGHTHOUSE: "lighthouse field",
    "permit": "permit field",
    "island-card": "island-card field",
    "gamble": "gambling field",
    **{f"pirate-{colour}": f"{colour} pirate field" for colour in COLOURS},
}


@lru_cache(_CACHED)
def place_said(place: str) -> str:
    """A ring field or sea place in words: `permit field 2`, `isle 7`, `the lower volcano`."""
    if place in (UPPER, LOWER):
        return f"the {'upper' if place == UPPER else 'lower'} volcano"
    if place == PORT:
        return "the port"
    kind = kind_of(place)
    if kind is None:
        return "a place not seen" if place == UNKNOWN else place.replace("-", " ")
    number = place.removeprefix(kind).removeprefix("-")
    return f"{_FIELDS_SAID[kind]} {number}" if number else f"the {_FIELDS_SAID[kind]}"


@lru_cache(_CACHED)
def card_said(card: Card) -> str:
    """A pirate card in words: `ashore 4`, `seer 4 with the poker icon`, `unseen card`."""
    words = "unseen card" if card.property == UNKNOWN else card.property.replace("-", " ")
    if card.flag == "light":
        words = f"{words}, lighthouse"
    elif card.flag != UNKNOWN:
        words = f"{words} {card.flag}"
    return f"{words} with the poker icon" if card.poker else words


def pirates_said(pirates: dict[str, int]) -> str:
    """Pirates by colour in words: `one black and two white pirates`."""
    there = [(colour, number) for colour, number in pirates.items() if number]
    if not there:
        return "no pirates"
    words = [f"{number} {'unseen' if colour == UNKNOWN else colour}" for colour, number in there]
    one = sum(number for _, number in there) == 1
    return f"{listed(words)} pirate{'' if one else 's'}"


def status_of(state: State, width: int) -> str:
    """How far the game is, short enough to leave room for the turn."""
    return fitted(_status(state), "t12", width - 16) if width < NARROW else fitted(_status(state), "t14", 430)


def _status(state: State) -> str:
    if state.phase != "play":
        gold = state.gold
        return "the islands are settled" if gold == UNKNOWN else f"the gold island is {place_said(gold)}"
    if state.end is not None:
        left = people(state.table, state.end.left) if state.end.left else "nobody"
        return f"last round, still to play: {left}"
    most = max((owned.placed for owned in state.owned.values()), default=0)
    return f"most permits placed: {most} of {LAST_ROUND_AT}"


def turn_of(state: State, width: int, status: str) -> str:
    """Who is to do what, short enough for the top line."""
    if state.phase == "settle":
        return "chests are turned up"
    if state.phase == "over":
        return _won(state, width, status)
    if state.turn is None:
        return "nobody is to move"
    who = person(state.table, state.turn.seat)
    return turn_words(TITLE, status, width, who, _to_do(state, state.turn, width))


def _to_do(state: State, turn: Turn, width: int) -> str:
    if not turn.moved:
        return " to move"
    if turn.used:
        return " to draw"
    fields = usable_fields(state, turn)
    if not fields:
        return ": card or draw"
    named = width >= NARROW and len(fields) == 1 and fields[0] != UNKNOWN
    return f": {place_said(fields[0])}, card or draw" if named else ": field or card"


def _won(state: State, width: int, status: str) -> str:
    winners = result_of(state)["winners"]
    if not isinstance(winners, list):
        return "the game is over"
    if not winners:
        return "nobody wins"
    return turn_words(TITLE, status, width, people(state.table, winners), " win" if len(winners) > 1 else " wins")


def hand_said(amount: int) -> str:
    """How many cards somebody holds."""
    return f"{counted(amount, 'card')} in hand"
