"""The first line of a log, as an example: how the table could be laid for these players."""

from typing import Any

from records.event import read_header
from replay.action import UNKNOWN
from replay.deal import deal
from replay.game import Game
from replay.library import table_of
from replay.notation.writing import write_line

_SEED = 1


def first_line(game: Game, header: dict[str, Any]) -> str:
    """A setup that is legal for this header, without what nobody sees and what is told player by player."""
    table = table_of(game, read_header(header, "the new record"))
    setup = deal(game, header, _SEED).scribe[0]
    plain = {field: _short(value, table.seats) for field, value in setup.items() if _is_public(value)}
    return write_line(game, table, game.start(table), {field: value for field, value in plain.items() if value != {}})


def _is_public(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_is_public(item) for item in value.values())
    if isinstance(value, list):
        return all(_is_public(item) for item in value)
    return bool(value != UNKNOWN)


def _short(value: Any, seats: tuple[str, ...]) -> Any:
    """A value without the lists inside it, and without what it says of each seat."""
    if not isinstance(value, dict):
        return value
    return {key: item for key, item in value.items() if key not in seats and not isinstance(item, list)}
