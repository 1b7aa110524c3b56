"""Every single fact of a record of Loot Island, with other values of its kind."""

from collections.abc import Iterator
from typing import Any

from replay.games.loot_island.geometry import RING
from tests.helpers.tools import Body

Fact = tuple[int, list[Any], list[Any]]
"""Seq of the event, the path to a value in it, and other values of its kind."""

EVENTS = [*(f"A{number}" for number in range(1, 5)), *(f"B{number}" for number in range(1, 15))]


def facts_of(bodies: list[Body], seats: list[str], kit: dict[str, Any]) -> Iterator[Fact]:
    """Every fact, each with the other values that it might have had."""
    kinds: list[list[Any]] = [
        [card["name"] for card in kit["map"]["cards"]],
        [card["name"] for card in kit["treasure"]["cards"]],
        [card["name"] for card in kit["healers"]["cards"]],
        [tile["name"] for tile in kit["islands"]["tiles"]],
        EVENTS,
        list(RING),
        seats,
        ["NW", "NE", "SE", "SW"],
        ["cw", "ccw"],
        [True, False],
        list(range(5)),
    ]
    for seq, body in enumerate(bodies, 1):
        for path, value in _leaves(body, []):
            kind = next((kind for kind in kinds if any(value is one or value == one for one in kind)), None)
            if path != ["do"] and kind is not None:
                same = [other for other in kind if other != value and type(other) is type(value)]
                yield seq, path, same


def _leaves(value: Any, path: list[Any]) -> Iterator[tuple[list[Any], Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, [*path, key])
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _leaves(item, [*path, place])
    else:
        yield path, value


def changed(bodies: list[Body], seq: int, path: list[Any], value: Any) -> list[Body]:
    """The same record with another value in that one place."""
    lines = list(bodies)
    lines[seq - 1] = _with(lines[seq - 1], path, value)
    return lines


def _with(held: Any, path: list[Any], value: Any) -> Any:
    if not path:
        return value
    copied = dict(held) if isinstance(held, dict) else list(held)
    copied[path[0]] = _with(copied[path[0]], path[1:], value)
    return copied
