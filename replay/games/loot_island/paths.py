"""The paths at which the table can be observed, and what is counted there."""

from replay.counting import Counting
from replay.games.loot_island.document import document
from replay.games.loot_island.rules.ending import rests_on_a_guess
from replay.games.loot_island.state import State, reading
from replay.observe import Difference
from replay.paths import Lookup, PathDoc

_SHIP = ("LI-SHIP-1", "LI-B1-1", "LI-B2-1")
_TURN = ("LI-PASS-1", "LI-B9-1", "LI-TURN-3")
_CARDS = ("LI-FX-2", "LI-ONE-5", "LI-DECK-1", "LI-B5-1", "LI-B7-1", "LI-CLEAN-2")
_DISCS = ("LI-SET-8", "LI-DISC-4", "LI-B4-3", "LI-B13-1", "LI-CLEAN-2")
_TREASURE = ("LI-SET-9", "LI-DECK-2", "LI-TAKE-5", "LI-AAR-5")
_LOOT_OF_EVENT = {"LI-A4-1": "A4", "LI-B11-1": "B11", "LI-B12-1": "B12", "LI-B13-1": "B13", "LI-B14-1": "B14"}
_LOOT = (
    "LI-SHIP-2",
    "LI-SHIP-3",
    *(f"LI-LOOT-{number}" for number in range(4, 8)),
    "LI-END-2",
    *_LOOT_OF_EVENT,
)
_RESULT = (
    "LI-HEAL-5",
    "LI-HEAL-6",
    *(f"LI-VAL-{number}" for number in range(1, 7)),
    *(f"LI-WIN-{number}" for number in range(1, 4)),
    "LI-AAR-7",
)

PATHS: tuple[PathDoc, ...] = (
    PathDoc("round", "the round, 0 before the first event"),
    PathDoc("phase", "the phase: ready, preparation, actions, loot, final, healer or over", ("LI-TURN-3",)),
    PathDoc("ship.corner", "the corner where the ship lies", _SHIP),
    PathDoc("ship.facing", "the way it faces, cw or ccw", _SHIP),
    PathDoc("first", "the holder of the first-player tile", _TURN),
    PathDoc("turn", "whose turn it is", _TURN),
    PathDoc("turns", "turns taken in this phase"),
    PathDoc("passed", "who has passed, in order", _TURN),
    PathDoc("event", "the event in force", ("LI-EVT-5",)),
    PathDoc("events", "the event deck"),
    PathDoc("spent", "events already used"),
    PathDoc("islands.<tile>", "up or down", ("LI-SET-10", "LI-REF-3", "LI-ISL-8")),
    PathDoc("hands.<seat>", "the cards of a hand", _CARDS, ordered=False),
    PathDoc("hands.<seat>.count", "the number of cards in a hand", _CARDS),
    PathDoc(
        "cubes.<seat>",
        "curse cubes",
        (
            *("LI-SET-8", "LI-A1-2", "LI-A3-1", "LI-B6-1", "LI-B8-1", "LI-FX-1", "LI-FX-5", "LI-ONE-2", "LI-ONE-5"),
            *("LI-ISL-9", "LI-TAKE-4", "LI-TAKE-5", "LI-AAR-6"),
        ),
    ),
    PathDoc("compasses.<seat>", "discs in the area", _DISCS),
    PathDoc("kept.<seat>", "treasures kept", ("LI-TAKE-4", "LI-AAR-5"), ordered=False),
    PathDoc("landings.<landing>.cards", "the column, from its beginning", ("LI-PLACE-7", "LI-ONE-1", "LI-CLEAN-2")),
    PathDoc("landings.<landing>.stack", "the discs, from the bottom", _DISCS),
    PathDoc("map.deck", "cards left in the map deck", _CARDS),
    PathDoc("map.discard", "the map discard pile", _CARDS, ordered=False),
    PathDoc("treasure.deck", "the treasure deck in segments, top first", _TREASURE),
    PathDoc("treasure.discard", "the treasure discard pile", _TREASURE, ordered=False),
    PathDoc("treasure.open", "treasures turned up", _TREASURE, ordered=False),
    PathDoc("treasure.offer", "treasures laid out by A2", _TREASURE, ordered=False),
    PathDoc("loot.queue", "landings still to explore", _LOOT),
    PathDoc("loot.at", "the landing being shared out", _LOOT),
    PathDoc("loot.takers", "who takes next", _LOOT),
    PathDoc("healers.pile", "healers face down", ("LI-VAR-1",)),
    PathDoc("healers.open", "healers on the table", ("LI-VAR-1",), ordered=False),
    PathDoc("healers.order", "who still has to choose", ("LI-VAR-1",)),
    PathDoc("healers.taken.<seat>", "the healer a player chose", ("LI-VAR-1",)),
    PathDoc("healers.dealt.<seat>", "the healers dealt to a player", ("LI-VAR-1",)),
    PathDoc("out", "players who are out", ("LI-END-3", "LI-HEAL-6"), ordered=False),
    PathDoc("cutoff", "whether the treasures ran out", ("LI-TURN-3",)),
    PathDoc("aaron.color", "Aaron's colour"),
    PathDoc("aaron.done", "whether Aaron is done for this round"),
    PathDoc("result.scores.<seat>", "the final count of a player", _RESULT),
    PathDoc("result.parts.<seat>.<part>", "one part of that count", _RESULT),
    PathDoc("result.ranking", "the players left, best first", _RESULT),
    PathDoc("result.winner", "who won", _RESULT),
)

LOOK = Lookup(PATHS, document, any_path=True)


def _doubt(state: State, path: str) -> str | None:
    """A count that depends on a healer whose cost is assumed may differ at the table."""
    guessed = path.startswith("result") and rests_on_a_guess(state)
    return "a healer's cost is only assumed, or not known" if guessed else None


def _bears(state: State, item: Difference, id: str) -> bool:
    """Whether a rule has any bearing on the value at a path; an event's rule only while that event is in force."""
    if id == "LI-VAR-1":
        return "healers-open" in state.table.variants
    if not item.path.startswith("loot") or id not in _LOOT_OF_EVENT:
        return True
    is_over = state.phase == "final" and reading(state, 20) == "no"
    return state.event == _LOOT_OF_EVENT[id] and not is_over


COUNTING = Counting(doubt=_doubt, bears=_bears, unknown_agrees=True)
