"""The state as plain data, as the rules page of the game shows it."""

from typing import Any

from replay.action import plain
from replay.games.sea_or_shore.state import State

_HIDDEN_KEYS = frozenset({"table", "unresolved", "unresolved_ever", "acted", "opened", "came_up", "past"})


def document(state: State) -> dict[str, Any]:
    """The state as plain data."""
    body: dict[str, Any] = {"round": state.round, "trick": state.trick, "phase": state.phase}
    body["seats"] = list(state.table.seats)
    for name in State.__struct_fields__[4:]:
        if name not in _HIDDEN_KEYS:
            body[name] = getattr(state, name)
    document: dict[str, Any] = plain(body)
    return document
