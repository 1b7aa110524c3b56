"""The facts of a dealt game that chance or a hidden choice gave, and what each could have been instead."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.games.gold_island.ledger import COLOURS, Body

VALUES = list(range(1, 8))
CHESTS = list(range(1, 9))
GOLD = list(range(5))


class Fact(NamedTuple):
    """A fact of an event: its place, the way to it, its kind, and the other values of that kind."""

    seq: int
    path: str
    kind: str
    others: list[Any]


def facts_of(lines: list[Body], islands: list[str], cards: list[str]) -> Iterator[Fact]:
    """Every card, permit, island card, chest, colour and printed number that is revealed, drawn, shown or placed."""
    kinds = {"card": cards, "permit": VALUES, "island": islands, "chest": CHESTS, "gold": GOLD, "colour": COLOURS}
    for seq, line in enumerate(lines, 1):
        for path, kind, value in _named(line):
            others = [other for other in kinds[kind] if other != value]
            yield Fact(seq, path, f"{line['do']}.{path.split('.')[0]}" if line["do"] != "reveal" else kind, others)


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
