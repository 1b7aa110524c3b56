"""Short forms for records of Loot Island, shared by its tests."""

from typing import Any

from replay.games.loot_island.state import State
from tests.helpers.tools import Body, final_state, found, look

SEATS = ("blue", "red", "white", "yellow", "black")


def header(
    players: int | tuple[str, ...] = 3,
    *,
    variants: tuple[str, ...] = (),
    readings: dict[str, str] | None = None,
    kit: Any = "demo",
) -> Body:
    """A header with this many players, or with these seats."""
    seats = SEATS[:players] if isinstance(players, int) else players
    options = {"variants": list(variants), "readings": readings or {}, "kit": kit}
    return {
        "quartermaster": 1,
        "game": "loot-island",
        "players": [{"seat": seat} for seat in seats],
        "options": options,
    }


def position(**given: Any) -> Body:
    """A set-up in the middle of a game; `ship="NE ccw"` and `N1=("red-2 red-3", "blue")` are short forms."""
    if "ship" in given:
        corner, facing = given["ship"].split()
        given["ship"] = {"corner": corner, "facing": facing}
    for place in ("N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"):
        if place in given:
            cards, stack = given.pop(place)
            given.setdefault("landings", {})[place] = {"cards": cards.split(), "stack": stack.split()}
    return {"do": "setup", "position": given}


def play(by: str, landing: str, cards: str, **more: Any) -> Body:
    """A play; `come_from` and `for_` are the fields `from` and `for`."""
    return _renamed({"do": "play", "by": by, "landing": landing, "cards": cards.split(), **more})


def island(by: str, tile: str, cards: str, **more: Any) -> Body:
    """A use of a small island."""
    return _renamed({"do": "island", "by": by, "island": tile, "cards": cards.split(), **more})


def passes(by: str, **more: Any) -> Body:
    return {"do": "pass", "by": by, **more}


def loot(reveal: str, **more: Any) -> Body:
    return {"do": "loot", "reveal": reveal.split(), **more}


def take(by: str, treasure: str | None = None, **more: Any) -> Body:
    named = {"treasure": treasure} if treasure is not None else {}
    return {"do": "take", "by": by, **named, **more}


def event(card: str, **more: Any) -> Body:
    return {"do": "event", "card": card, **more}


def _renamed(body: Body) -> Body:
    names = {"come_from": "from", "for_": "for"}
    return {names.get(key, key): value for key, value in body.items()}


def clean(head: Body, *bodies: Body) -> State:
    """The state at the end of a record without findings."""
    assert found(head, list(bodies)) == []
    return state_of(head, *bodies)


def state_of(head: Body, *bodies: Body) -> State:
    """The state at the end of a record."""
    _, state = final_state(head, list(bodies))
    assert isinstance(state, State)
    return state


def at(head: Body, *bodies: Body, path: str) -> Any:
    """The value at a path, at the end of a record."""
    return look(head, list(bodies), path)
