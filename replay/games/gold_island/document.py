"""The state as plain data, as the rules page of the game shows it."""

from typing import Any

from replay.games.gold_island.scoring import result_of
from replay.games.gold_island.state import Isle, Owned, State, Turn
from replay.games.gold_island.words import VOLCANOES


def document(state: State) -> dict[str, Any]:
    """The state as plain data, as the rules page of the game shows it."""
    seats = state.owned
    return {
        "phase": state.phase,
        "turn": None if state.turn is None else _turn(state.turn),
        "captains": {seat: owned.captain for seat, owned in seats.items()},
        "ships": {seat: owned.ship for seat, owned in seats.items()},
        "hands": {seat: list(owned.hand) for seat, owned in seats.items()},
        "draw": {seat: owned.draw for seat, owned in seats.items()},
        "discard": {seat: list(owned.discard) for seat, owned in seats.items()},
        "houses": dict(state.houses),
        "crew": {seat: dict(owned.crew) for seat, owned in seats.items()},
        "permits": {seat: _permits(owned) for seat, owned in seats.items()},
        "islandCards": {
            "deck": state.deck,
            "gold": state.gold,
            "held": {seat: list(owned.cards) for seat, owned in seats.items()},
            "named": list(state.named),
        },
        "relics": {id: {"at": relic.at, "gold": relic.gold} for id, relic in state.relics.items()},
        "islands": {island: _isle(island, isle) for island, isle in state.islands.items()},
        "end": None if state.end is None else {"by": state.end.by, "left": list(state.end.left)},
        "result": None if state.phase == "play" else result_of(state),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "seat": turn.seat,
        "moved": turn.moved,
        "field": turn.field,
        "used": turn.used,
        "redrawn": turn.redrawn,
    }


def _permits(owned: Owned) -> dict[str, Any]:
    return {"gained": list(owned.gained), "held": owned.held, "nest": owned.nest, "volcano": owned.volcano}


def _isle(island: str, isle: Isle) -> dict[str, Any]:
    if island in VOLCANOES:
        return {"pirates": dict(isle.pirates)}
    return {
        "colour": isle.colour,
        "chest": isle.chest,
        "peeked": dict(isle.peeked),
        "stack": [[permit.seat, permit.value] for permit in isle.stack],
        "pirates": dict(isle.pirates),
    }
