"""The observable paths: what can be counted on the table."""

from collections.abc import Callable
from typing import Any

from replay.action import UNKNOWN
from replay.game import PathDoc, Seen
from replay.games.gold_island.names import COLOURS, card_of, read_card
from replay.games.gold_island.scoring import result_of
from replay.games.gold_island.state import Owned, State

PATHS = (
    PathDoc("captain.<seat>", "the ring field of the captain"),
    PathDoc("ship.<seat>", "the sea place of the ship"),
    PathDoc("hand.<seat>", "number of cards in hand"),
    PathDoc("draw.<seat>", "number of cards in the draw pile"),
    PathDoc("discard.<seat>", "number of cards in the discard pile"),
    PathDoc("discardTop.<seat>", "the top card of the discard pile, null for an empty one"),
    PathDoc("houses.<colour>", "pirates of a colour in the nest"),
    PathDoc("crew.<seat>", "pirates in front of a player"),
    PathDoc("crew.<seat>.<colour>", "pirates of a colour in front of a player"),
    PathDoc("pirates.<island>", "pirates on an island"),
    PathDoc("pirates.<island>.<colour>", "pirates of a colour on an island"),
    PathDoc("held.<seat>", "permits in front of a player"),
    PathDoc("nest.<seat>", "permits of a player in the nest"),
    PathDoc("volcano.<seat>", "1 while the player's seven lies on the upper volcanic island"),
    PathDoc("placed.<seat>", "permits of a player on treasure islands"),
    PathDoc("stack.<island>", "seats of the permits on an island, from bottom to top"),
    PathDoc("deck", "island cards in the deck"),
    PathDoc("islandCards.<seat>", "island cards in front of a player"),
    PathDoc("relic.<relic>", "`volcano`, or the seat that has it"),
    PathDoc("turn", "the seat in turn, null after the last turn", ("GI-END-2",)),
    PathDoc("left", "the seats that still have their last turn", ("GI-END-2",)),
    PathDoc("chests.<seat>", "gold from chests", ("GI-SCORE-1", "GI-SCORE-2")),
    PathDoc("coins.<seat>", "gold in coins, that of the gold island included", ("GI-SCORE-3", "GI-SCORE-4")),
    PathDoc("score.<seat>", "the total; null for a player who is out", ("GI-SCORE-6",)),
    PathDoc("eliminated", "seats without a permit on the gold island", ("GI-SCORE-5",)),
    PathDoc("winners", "who has won", ("GI-SCORE-6",)),
)

_OF_SEAT: dict[str, Callable[[Owned], Any]] = {
    "captain": lambda owned: owned.captain,
    "ship": lambda owned: owned.ship,
    "hand": lambda owned: len(owned.hand),
    "draw": lambda owned: owned.draw,
    "discard": lambda owned: len(owned.discard),
    "discardTop": lambda owned: owned.discard[-1] if owned.discard else None,
    "crew": lambda owned: sum(owned.crew.values()),
    "held": lambda owned: owned.held,
    "nest": lambda owned: owned.nest,
    "volcano": lambda owned: owned.volcano,
    "placed": lambda owned: owned.placed,
    "islandCards": lambda owned: len(owned.cards),
}
_OF_RESULT = ("chests", "coins", "score")
_DERIVED = {doc.path.partition(".")[0]: doc.rules for doc in PATHS if doc.rules}


def look(state: State, path: str) -> Seen | None:
    """The value at an observable path; None for a path that there is not."""
    head, _, rest = path.partition(".")
    if not rest:
        return _whole(state, head)
    if head in _OF_SEAT and rest in state.owned:
        return Seen(_OF_SEAT[head](state.owned[rest]))
    if head in _OF_RESULT and rest in state.owned:
        return Seen(_of_result(state, head, rest))
    if head == "houses" and rest in COLOURS:
        return Seen(state.houses[rest])
    if head == "relic" and rest in state.relics:
        return Seen(state.relics[rest].at)
    if head == "stack" and rest in state.islands:
        return Seen([permit.seat for permit in state.islands[rest].stack])
    if head == "pirates" and rest in state.islands:
        return Seen(sum(state.islands[rest].pirates.values()))
    return _by_colour(state, head, rest)


def _by_colour(state: State, head: str, rest: str) -> Seen | None:
    place, _, colour = rest.rpartition(".")
    if colour not in COLOURS:
        return None
    if head == "crew" and place in state.owned:
        return Seen(state.owned[place].crew[colour])
    if head == "pirates" and place in state.islands:
        return Seen(state.islands[place].pirates[colour])
    return None


def _whole(state: State, head: str) -> Seen | None:
    if head == "deck":
        return Seen(state.deck)
    if head == "turn":
        return Seen(None if state.turn is None else state.turn.seat)
    if head == "left":
        return Seen([] if state.end is None else list(state.end.left))
    if head in ("eliminated", "winners"):
        return Seen(UNKNOWN if state.phase == "play" else result_of(state)[head])
    return None


def _of_result(state: State, head: str, seat: str) -> Any:
    if state.phase == "play":
        return UNKNOWN
    counted = result_of(state)[head]
    return counted.get(seat) if isinstance(counted, dict) else counted


def seen_as(state: State, path: str, told: Any) -> Seen | None:
    """As `look`, for comparing with what was told: the names of a card agree where they fit."""
    seen = look(state, path)
    if seen is None or not path.startswith("discardTop.") or not isinstance(told, str) or seen.value is None:
        return seen
    pile, card = card_of(seen.value), read_card(told)
    if card is None:
        return seen
    parts = ((pile.property, card.property), (pile.flag, card.flag))
    if any(UNKNOWN not in pair and pair[0] != pair[1] for pair in parts):
        return seen
    decides = any(one == UNKNOWN != other for one, other in parts)
    return Seen(UNKNOWN if decides else told)


def derived_at(path: str) -> tuple[str, ...]:
    """The derived rules behind a path, to be cited when the table counted something else."""
    return _DERIVED.get(path.partition(".")[0], ())
