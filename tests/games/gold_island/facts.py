"""The facts of a dealt game that chance or a hidden choice gave, and what each could have been instead."""

from collections.abc import Iterator, Sequence
from typing import Any

from replay.kit import shipped
from tests.games.gold_island.ledger import COLOURS, Body
from tests.helpers.one_fact import Fact

KIT = shipped("replay.games.gold_island", "demo")

ISLANDS = [isle["id"] for isle in KIT["sea"]["islands"]]
CARDS = [
    f"{line['property']}-{line['move'] or 'light'}{'-poker' if line.get('poker') else ''}"
    for line in KIT["pirate_cards"]["cards"]
]
KINDS: dict[str, Sequence[Any]] = {
    "card": CARDS,
    "permit": range(1, 8),
    "island": ISLANDS,
    "chest": range(1, 9),
    "gold": range(5),
    "colour": COLOURS,
}


def facts_of(header: Body, lines: list[Body]) -> Iterator[Fact]:
    """Every card, permit, island card, chest, colour and printed number that is revealed, drawn, shown or placed."""
    for seq, line in enumerate(lines, 1):
        for path, kind, value in _named(line):
            yield Fact(seq, path, tuple(other for other in KINDS[kind] if other != value))


def _named(line: Body) -> Iterator[tuple[str, str, Any]]:
    """(path, kind, value) of each fact that an event names."""
    do = line["do"]
    if do == "setup":
        yield from _of_setup(line)
    elif do == "reveal":
        yield from _of_reveal(line)
    else:
        for field, kind in _FIELDS[do].items():
            value = line.get(field)
            if isinstance(value, list):
                yield from ((f"{field}.{index}", kind, item) for index, item in enumerate(value))
            elif value is not None:
                yield field, kind, value
        for victim, stolen in line.get("rob", {}).items():
            yield from ((f"rob.{victim}.{index}", "island", item) for index, item in enumerate(stolen))


_FIELDS: dict[str, dict[str, str]] = {
    "redraw": {"discard": "card", "cards": "card"},
    "move": {"card": "card"},
    "take": {"permit": "permit", "card": "island"},
    "gamble": {"card": "card", "permit": "permit", "pirate": "colour"},
    "use": {
        "card": "card",
        "island": "island",
        "value": "chest",
        "permit": "permit",
        "shown": "colour",
        "gold": "gold",
        "pirates": "colour",
    },
    "draw": {"cards": "card"},
    "reshuffle": {},
}


def _of_setup(line: Body) -> Iterator[tuple[str, str, Any]]:
    for seat, hand in line["hands"].items():
        yield from ((f"hands.{seat}.{index}", "card", card) for index, card in enumerate(hand))
    kinds = (("permits", "permit"), ("islandCards", "island"), ("chests", "chest"), ("relics", "gold"))
    for field, kind in kinds:
        yield from ((f"{field}.{key}", kind, value) for key, value in line.get(field, {}).items())
    yield "gold", "island", line["gold"]


def _of_reveal(line: Body) -> Iterator[tuple[str, str, Any]]:
    kinds = {"permits": "permit", "held": "permit", "hand": "card", "islandCards": "island"}
    what = line["what"].partition(".")[0]
    if what in kinds:
        yield from ((f"value.{index}", kinds[what], item) for index, item in enumerate(line["value"]))
    else:
        yield "value", "chest" if what == "chest" else "island", line["value"]
