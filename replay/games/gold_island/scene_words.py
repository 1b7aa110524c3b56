"""What stands on cards and fields and in the top line of the picture; how things are said is in `phrases.py`."""

from replay.action import UNKNOWN
from replay.games.gold_island.phrases import everybody, gold, the_place, the_relic
from replay.games.gold_island.scoring import result_of
from replay.games.gold_island.state import State, Turn, usable_fields
from replay.games.gold_island.words import LAST_ROUND_AT, LIGHTHOUSE
from replay.lettering import fitted, turn_words
from replay.saying import counted, people, person
from replay.scene import NARROW

TITLE = "Gold Island"

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


def permit_said(whose: str, value: object) -> str:
    """A permit, with its value if it was seen."""
    return f"{whose} permit, face down" if value == UNKNOWN else f"{whose} permit worth {value}"


def relic_said(name: str, worth: object) -> str:
    """A relic, with its gold if it was seen."""
    return the_relic(name) if worth == UNKNOWN else f"{the_relic(name)}, {gold(worth)}"


def status_of(state: State, width: int) -> str:
    """How far the game is, short enough to leave room for the turn."""
    return fitted(_status(state), "t12", width - 16) if width < NARROW else fitted(_status(state), "t14", 430)


def _status(state: State) -> str:
    if state.phase != "play":
        island = state.gold
        return "the islands are settled" if island == UNKNOWN else f"the gold island is {the_place(island)}"
    if state.end is not None:
        return f"last round, still to play: {everybody(state.table, state.end.left)}"
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
    return f": {the_place(fields[0])}, card or draw" if named else ": field or card"


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
