"""The state as plain data."""

from typing import Any

from replay.games.loot_island.geometry import RING
from replay.games.loot_island.state import State, has_aaron


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
        "renewed": _renewed(state),
        "loot": _loot(state),
        "healers": _healers(state),
        "out": list(state.out),
        "cutoff": state.cutoff,
    }
    if has_aaron(state.table):
        page["aaron"] = _aaron(state)
    page["result"] = state.result
    return page


def _lists(zones: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {seat: list(cards) for seat, cards in zones.items()}


def _renewed(state: State) -> dict[str, list[str] | None]:
    maps, chests = state.memory.renewed_map, state.memory.renewed_treasure
    return {
        "map": list(maps) if maps is not None else None,
        "treasure": list(chests) if chests is not None else None,
    }


def _aaron(state: State) -> dict[str, Any]:
    given, unseen = list(state.memory.given), state.memory.unseen
    return {"color": state.color, "done": state.done, "given": given, "unseen": unseen}


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
