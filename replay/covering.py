"""What a viewer may not know becomes `"?"`: a value in its shape, and what was counted at hidden paths."""

from collections.abc import Sequence
from typing import Any

from replay.action import UNKNOWN
from replay.game import Game, HiddenPath
from replay.paths import fits
from replay.table import Table

_COUNT = ["count"]


def covered(value: Any) -> Any:
    """`"?"` in the same shape: a list stays as long as it was, because the number is public."""
    if isinstance(value, dict):
        return {key: covered(item) for key, item in value.items()}
    if isinstance(value, list):
        return [UNKNOWN] * len(value)
    if isinstance(value, tuple):
        return (UNKNOWN,) * len(value)
    return UNKNOWN


def cover_facts(game: Game, table: Table, facts: dict[str, Any], viewer: str) -> dict[str, Any]:
    """What was counted, by path, as the viewer may see it. What stands at no path of the game is shown to nobody."""
    return {path: _cover(game, table, path.split("."), value, viewer) for path, value in facts.items()}


def cover_freeze(game: Game, table: Table, freeze: dict[str, Any], viewer: str) -> dict[str, Any]:
    """What was noted at a claim: a recount is covered like any count; the digest and the clocks are for everybody."""
    seen: dict[str, Any] = {}
    for name, value in freeze.items():
        if name in ("state", "clocks"):
            seen[name] = value
        elif isinstance(value, dict) and not game.look.docs_at(name):
            seen[name] = cover_facts(game, table, value, viewer)
        else:
            seen |= cover_facts(game, table, {name: value}, viewer)
    return seen


def _cover(game: Game, table: Table, keys: list[str], value: Any, viewer: str) -> Any:
    hidden = next((path for path in game.hidden_paths if fits(path.path.split("."), keys)), None)
    if hidden is None:
        return value if game.look.docs_at(".".join(keys)) else covered(value)
    depth = len(hidden.path.split("."))
    if len(keys) >= depth:
        return _cover_at(hidden, table, keys, keys[depth:], value, viewer)
    if isinstance(value, dict):  # a map given as one value: each part is at a path of its own
        return {key: _cover(game, table, [*keys, key], item, viewer) for key, item in value.items()}
    return covered(value)


def _cover_at(hidden: HiddenPath, table: Table, keys: Sequence[str], below: list[str], value: Any, viewer: str) -> Any:
    number = type(value) is int and (hidden.number_is_public or below == _COUNT)
    return value if number or viewer in hidden.seers(table, keys) else covered(value)
