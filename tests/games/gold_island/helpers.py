"""Headers, positions and lines of Gold Island, for its tests."""

from typing import Any

from tests.helpers.tools import Body, final_state

SEATS = ("red", "blue", "green", "yellow")


def header(players: int = 2, kit: Any = "demo", variants: list[str] | None = None, **readings: str) -> Body:
    return {
        "quartermaster": 1,
        "game": "gold-island",
        "players": [{"seat": seat} for seat in SEATS[:players]],
        "options": {
            "variants": variants or [],
            "readings": {f"GI-{question}": answer for question, answer in readings.items()},
            "kit": kit,
        },
    }


def position(**document: Any) -> Body:
    return {"do": "setup", "position": document}


def moved(seat: str = "red", field: str | None = None, **document: Any) -> Body:
    """A position in which the seat has already moved."""
    return position(turn={"seat": seat, "moved": True, "field": field}, **document)


def act(do: str, by: str = "red", **fields: Any) -> Body:
    return {"by": by, "do": do, **fields}


def reveal(what: str, value: Any) -> Body:
    return {"do": "reveal", "what": what, "value": value}


def document(*lines: Body, head: Body | None = None) -> Body:
    game, state = final_state(head or header(), list(lines))
    return dict(game.document(state))


SETTLED: Body = {"phase": "settle", "end": {"by": "red", "left": []}}


def settlement(gold: str) -> list[Body]:
    islands = {"isle-1": {"stack": [["red", "?"]]}, "isle-2": {"stack": [["blue", "?"], ["red", "?"]]}}
    return [
        position(**SETTLED, islands=islands, relics={"hand-5": {"at": "red"}}),
        reveal("chest.isle-1", 5),
        reveal("permits.isle-2", [6, 3]),
        reveal("chest.isle-2", 4),
        reveal("gold", gold),
    ]
