"""Why an action of a tournament cannot be read."""

from typing import Any

import msgspec

from replay.action import Action
from replay.game import Problem
from replay.games.tournament.actions import Enter, Position, Result, Round, Setup
from replay.games.tournament.words import HOWS, is_player_id, round_and_table
from replay.table import Table

PHASES = ("open", "over")


def problem(table: Table, action: Action) -> Problem | None:
    """What the types cannot refuse: a format that is missing, an id like `r1t1`, a result without its record."""
    match action:
        case Setup():
            return _setup(action)
        case Enter():
            allowed = "small letters, digits and -, at most 24, and not like r1t1"
            return None if is_player_id(action.player) else Problem("player", action.player, allowed)
        case Round():
            strangers = [seat.players for seat in action.tables if not seat.players]
            return Problem("tables", [], "at least one player at each table") if strangers else None
        case Result():
            return _result(action)
        case _:
            return None


def _setup(action: Setup) -> Problem | None:
    if action.position is not None:
        return _position(action.position)
    if action.rounds is None:
        return Problem("rounds", None, "how many rounds there are")
    if not action.games:
        return Problem("games", action.games, "a list of games, or one for each round")
    return None


def _position(position: Position) -> Problem | None:
    if position.phase not in PHASES:
        return Problem("position.phase", position.phase, " or ".join(PHASES))
    for name in position.tables:
        if round_and_table(name) is None:
            return Problem("position.tables", name, "tables by name, as r1t1")
    for name in position.rounds:
        if not name.isdigit():
            return Problem("position.rounds", name, "rounds by number")
    return _format(position.format)


def _format(given: dict[str, Any] | None) -> Problem | None:
    """A position holds the format as the fields of a set-up."""
    if given is None:
        return None
    try:
        found = msgspec.convert({**given, "do": "setup"}, Setup)
    except msgspec.ValidationError as error:
        return Problem("position.format", str(error), "the fields of a setup")
    if found.position is not None:
        return Problem("position.format", "position", "the fields of a setup without a position")
    return _setup(found)


def _result(action: Result) -> Problem | None:
    if action.how not in HOWS:
        return Problem("how", action.how, ", ".join(HOWS))
    if action.how == "record":
        for field in ("record", "head", "signed"):
            if getattr(action, field) is None:
                return Problem(field, None, f"the {field} of a result that is taken from a record")
    return None
