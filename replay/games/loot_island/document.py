"""The state as plain data, the paths that can be observed in it, and what stands at them."""

from typing import Any

from replay.game import PathDoc, Seen
from replay.games.loot_island.geometry import RING
from replay.games.loot_island.state import State, has_aaron

UNORDERED = frozenset({"hands", "kept", "discard", "open", "offer", "out"})
"""Lists whose order has no meaning."""


def document(state: State) -> dict[str, Any]:
    """The state as the rules page shows it."""
    page: dict[str, Any] = {
        "round": state.round,
        "phase": state.phase,
        "ship": {"corner": state.corner, "facing": state.facing},
        "first": state.first,
        "turn": state.turn,
        "turns": state.turns,
        "passed": list(state.passed),
        "event": state.event,
        "events": list(state.events),
        "spent": list(state.spent),
        "islands": dict(state.islands),
        "hands": _lists(state.hands),
        "cubes": dict(state.cubes),
        "compasses": dict(state.compasses),
        "kept": _lists(state.kept),
        "landings": {
            landing: {"cards": list(state.columns[landing]), "stack": list(state.stacks[landing])} for landing in RING
        },
        "map": {"deck": state.deck, "discard": list(state.discard)},
        "treasure": {
            "deck": [list(segment) for segment in state.treasure_deck],
            "discard": list(state.treasure_discard),
            "open": list(state.open),
            "offer": list(state.offer),
        },
        "loot": _loot(state),
        "healers": _healers(state),
        "out": list(state.out),
        "cutoff": state.cutoff,
    }
    if has_aaron(state.table):
        page["aaron"] = {"color": state.color, "done": state.done}
    page["result"] = state.result
    return page


def _lists(zones: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {seat: list(cards) for seat, cards in zones.items()}


def _loot(state: State) -> dict[str, Any] | None:
    if state.loot is None:
        return None
    queue = [list(place) for place in state.loot.queue]
    return {"queue": queue, "at": state.loot.at, "takers": list(state.loot.takers)}


def _healers(state: State) -> dict[str, Any]:
    healers: dict[str, Any] = {
        "pile": list(state.pile),
        "open": list(state.healers),
        "order": list(state.order),
        "taken": dict(state.taken),
    }
    if state.dealt is not None:
        healers["dealt"] = _lists(state.dealt)
    return healers


def look(state: State, path: str) -> Seen | None:
    """The value at a path of the document; `.count` after a list gives its length."""
    here: Any = document(state)
    ordered = True
    keys = path.split(".")
    for depth, key in enumerate(keys):
        if isinstance(here, dict) and key in here:
            here = here[key]
            ordered = ordered and key not in UNORDERED
        elif isinstance(here, list) and key == "count" and depth == len(keys) - 1:
            return Seen(len(here))
        else:
            return None
    return Seen(here, ordered)


PATHS: tuple[PathDoc, ...] = (
    PathDoc("round", "the round, 0 before the first event", ("LI-EVT-5",)),
    PathDoc("phase", "the phase: ready, preparation, actions, loot, final, healer or over", ("LI-TURN-3",)),
    PathDoc("ship.corner", "the corner where the ship lies", ("LI-SHIP-1", "LI-B1-1")),
    PathDoc("ship.facing", "the way it faces, cw or ccw", ("LI-B2-1",)),
    PathDoc("first", "the holder of the first-player tile", ("LI-PASS-1",)),
    PathDoc("turn", "whose turn it is", ()),
    PathDoc("turns", "turns taken in this phase", ()),
    PathDoc("passed", "who has passed, in order", ()),
    PathDoc("event", "the event in force", ("LI-EVT-5",)),
    PathDoc("events", "the event deck", ()),
    PathDoc("spent", "events already used", ()),
    PathDoc("islands.<tile>", "up or down", ("LI-SET-10", "LI-REF-3", "LI-ISL-8")),
    PathDoc("hands.<seat>", "the cards of a hand", ()),
    PathDoc("hands.<seat>.count", "the number of cards in a hand", ("LI-FX-2", "LI-ONE-5")),
    PathDoc("cubes.<seat>", "curse cubes", ("LI-FX-1", "LI-ONE-2", "LI-A3-1", "LI-B8-1", "LI-TAKE-4", "LI-TAKE-5")),
    PathDoc("compasses.<seat>", "discs in the area", ("LI-SET-8",)),
    PathDoc("kept.<seat>", "treasures kept", ("LI-TAKE-4", "LI-AAR-5")),
    PathDoc("landings.<landing>.cards", "the column, from its beginning", ("LI-ONE-1", "LI-CLEAN-2")),
    PathDoc("landings.<landing>.stack", "the discs, from the bottom", ("LI-DISC-4", "LI-B13-1", "LI-CLEAN-2")),
    PathDoc("map.deck", "cards left in the map deck", ("LI-DECK-1",)),
    PathDoc("map.discard", "the map discard pile", ("LI-DECK-1",)),
    PathDoc("treasure.deck", "the treasure deck in segments, top first", ("LI-SET-9", "LI-DECK-2")),
    PathDoc("treasure.discard", "the treasure discard pile", ("LI-TAKE-5",)),
    PathDoc("treasure.open", "treasures turned up", ()),
    PathDoc("treasure.offer", "treasures laid out by A2", ()),
    PathDoc("loot.queue", "landings still to explore", ("LI-LOOT-4", "LI-LOOT-5", "LI-LOOT-6", "LI-END-2")),
    PathDoc("loot.at", "the landing being shared out", ()),
    PathDoc("loot.takers", "who takes next", ("LI-LOOT-7",)),
    PathDoc("healers.pile", "healers face down", ()),
    PathDoc("healers.open", "healers on the table", ("LI-VAR-1",)),
    PathDoc("healers.order", "who still has to choose", ()),
    PathDoc("healers.taken.<seat>", "the healer a player chose", ()),
    PathDoc("healers.dealt.<seat>", "the healers dealt to a player", ()),
    PathDoc("out", "players who are out", ("LI-END-3", "LI-HEAL-6")),
    PathDoc("cutoff", "whether the treasures ran out", ()),
    PathDoc("aaron.color", "Aaron's colour", ()),
    PathDoc("aaron.done", "whether Aaron is done for this round", ("LI-B9-1",)),
    PathDoc("result.scores.<seat>", "the final count of a player", ("LI-VAL-1", "LI-HEAL-5")),
    PathDoc("result.parts.<seat>.<part>", "one part of that count", ("LI-VAL-1", "LI-VAL-2", "LI-VAL-3", "LI-VAL-5")),
    PathDoc("result.ranking", "the players left, best first", ("LI-WIN-2",)),
    PathDoc("result.winner", "who won", ("LI-WIN-1", "LI-WIN-3")),
)
