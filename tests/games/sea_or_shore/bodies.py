"""Headers and lines that tests of Sea or Shore share: four players, red and green treasures face up."""

from typing import Any

from tests.helpers.tools import Body

DECKS = {"rb": {"up": "red-4"}, "gp": {"up": "green-1"}}
PLAYED = {"p1": "red-9", "p2": "red-3", "p3": "green-2", "p4": "purple-5"}
ROUND: Body = {"do": "round", "starter": "p1", "treasures": ["red-1", "green-2"]}


def header(players: int = 4, kit: str = "demo", readings: dict[str, str] | None = None, **more: str) -> Body:
    """A header with these answers, each by the number of its question: `Q3="yes"`."""
    named = {f"SS-{question}": answer for question, answer in {**(readings or {}), **more}.items()}
    return {
        "quartermaster": 1,
        "game": "sea-or-shore",
        "players": [{"seat": f"p{number}"} for number in range(1, players + 1)],
        "options": {"readings": named, "kit": kit},
    }


def position(**facts: Any) -> Body:
    """A setup in the middle of a game."""
    return {"do": "setup", "position": {"decks": DECKS, **facts}}


def show(**fields: Any) -> Body:
    """The covers come off."""
    return {"do": "show", "cards": PLAYED, **fields}
