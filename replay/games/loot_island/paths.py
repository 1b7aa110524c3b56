"""The paths at which the table can be observed, and what is counted there."""

from typing import Any

from replay.action import UNKNOWN
from replay.counting import Counting
from replay.diff import difference
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.document import document
from replay.games.loot_island.geometry import COASTS, landings_of
from replay.games.loot_island.plan import explored_coasts, has_unsure_card
from replay.games.loot_island.rules.common import cubes_in_doubt, discs_in_doubt, hand_in_doubt, landings_in_doubt
from replay.games.loot_island.rules.ending import rests_on_a_guess
from replay.games.loot_island.state import State, reading
from replay.observe import Difference, Match
from replay.paths import Lookup, PathDoc, Seen

_SHIP = ("LI-SHIP-1", "LI-B1-1", "LI-B2-1")
_TURN = ("LI-PASS-1", "LI-B9-1", "LI-TURN-3")
_PHASE = ("LI-TURN-3", "LI-END-4")
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
    PathDoc("phase", "the phase: ready, preparation, actions, loot, final, healer or over", _PHASE),
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
    PathDoc("renewed.map", "cards in the renewed map deck, as far as they are known", ordered=False),
    PathDoc("renewed.treasure", "treasures in the renewed deck, as far as they are known", ordered=False),
    PathDoc("loot.queue", "landings still to explore", _LOOT),
    PathDoc("loot.at", "the landing being shared out", _LOOT),
    PathDoc("loot.takers", "who takes next", _LOOT),
    PathDoc("healers.pile", "healers face down", ("LI-VAR-1",)),
    PathDoc("healers.open", "healers on the table", ("LI-VAR-1",), ordered=False),
    PathDoc("healers.order", "who still has to choose", ("LI-VAR-1",)),
    PathDoc("healers.taken.<seat>", "the healer a player chose", ("LI-VAR-1",)),
    PathDoc("healers.dealt.<seat>", "the healers dealt to a player", ("LI-VAR-1",)),
    PathDoc("out", "players who are out", ("LI-END-3", "LI-HEAL-6"), ordered=False),
    PathDoc("cutoff", "whether the treasures ran out", _PHASE),
    PathDoc("aaron.color", "Aaron's colour"),
    PathDoc("aaron.done", "whether Aaron is done for this round"),
    PathDoc("aaron.given", "what Aaron took since the last line of this loot"),
    PathDoc("aaron.unseen", "treasures Aaron took that were never named"),
    PathDoc("result.scores.<seat>", "the final count of a player", _RESULT),
    PathDoc("result.parts.<seat>.<part>", "one part of that count", _RESULT),
    PathDoc("result.ranking", "the players left, best first", _RESULT),
    PathDoc("result.winner", "who won", _RESULT),
)

LOOK = Lookup(PATHS, document, any_path=True)


def _doubt(state: State, item: Difference) -> str | None:
    """Why the record may be behind the table at a path, so that what was counted accuses nobody."""
    zone, _, rest = item.path.partition(".")
    seat = rest.partition(".")[0]
    match zone:
        case "cubes":
            return cubes_in_doubt(state, seat)
        case "hands":
            return hand_in_doubt(state, seat)
        case "map":
            return "a card that was played was never named" if state.memory.unsure else None
        case "compasses":
            return discs_in_doubt(state, seat)
        case "landings":
            return _landing_doubt(state, item)
        case "loot":
            return _loot_doubt(state)
        case "out" | "healers":
            by_cubes = zone == "out" or rest == "order"
            doubts = [cubes_in_doubt(state, each) for each in state.table.seats] if by_cubes else []
            return next((reason for reason in doubts if reason is not None), None)
        case "kept" | "treasure":
            blind = state.memory.blindly and (zone == "treasure" or seat == AARON)
            return "Aaron took a treasure, but one of those turned up was never named" if blind else None
        case "result":
            return "a healer's cost is only assumed" if rests_on_a_guess(state) else None
        case _:
            return None


def _landing_doubt(state: State, item: Difference) -> str | None:
    """A stack with a disc that may have moved; a column in which a card that was never named may lie elsewhere."""
    record, table = item.record, item.table
    if not isinstance(record, list) or not isinstance(table, list):
        return None
    if item.path.endswith(".stack"):
        there = [actor for actor in (*record, *table) if isinstance(actor, str)]
        return next((reason for actor in there if (reason := discs_in_doubt(state, actor)) is not None), None)
    moved = UNKNOWN in record and len(record) == len(table)
    fits = moved and not difference([name for name in record if name != UNKNOWN], table)
    return "a card of that column was never named" if fits else None


def _loot_doubt(state: State) -> str | None:
    """Where loot is found depends on every card and disc of the coast; in the end, on those of the whole island."""
    coasts = COASTS if state.phase == "final" else explored_coasts(state)
    if has_unsure_card(state, coasts):
        return "a card at one of the landings was never named"
    return landings_in_doubt(state, [place for coast in coasts for place in landings_of(coast)])


def _match(state: State, path: str, seen: Seen, told: Any) -> Match | None:
    """A part of the result that is not a single value agrees with whatever lies between its ends."""
    if not path.startswith("result.") or not isinstance(seen.value, dict) or set(seen.value) != {"min", "max"}:
        return None
    low, high = seen.value["min"], seen.value["max"]
    if told is None:
        return "same" if low is None and path.startswith("result.scores") else "differs"
    if not isinstance(told, int) or isinstance(told, bool):
        return "differs"
    least = 0 if path.startswith("result.scores") and low is None else low
    return "same" if (least is None or told >= least) and told <= high else "differs"


def _bears(state: State, item: Difference, id: str) -> bool:
    """Whether a rule has any bearing on the value at a path; an event's rule only while that event is in force."""
    if id == "LI-VAR-1":
        return "healers-open" in state.table.variants
    if not item.path.startswith("loot") or id not in _LOOT_OF_EVENT:
        return True
    is_over = state.phase == "final" and reading(state, 20) == "no"
    return state.event == _LOOT_OF_EVENT[id] and not is_over


COUNTING = Counting(match=_match, unsure=_doubt, bears=_bears, unknown_agrees=True)
