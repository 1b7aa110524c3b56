"""Who comes later: an `enter` gives a seat to somebody whom the header does not name."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from records.event import NO_SEATS, Event, Player
from records.timeline import CORRECTIONS
from replay.table import Table

ENTER = "enter"
"""The action of any game by which people come: its `player` is their seat, its `name` is theirs."""


def entrant_of(fields: Mapping[str, Any]) -> Player | None:
    """The seat and the name that an `enter` gives; None if it names no seat."""
    seat, name = fields.get("player"), fields.get("name")
    if not isinstance(seat, str) or not seat or seat in NO_SEATS:
        return None
    return Player(seat, name if isinstance(name, str) and name else None)


def with_entrant(table: Table, entrant: Player | None) -> Table:
    """The table with one more seat; one that somebody has already stays theirs."""
    if entrant is None or entrant.seat in table.seats:
        return table
    return replace(table, players=(*table.players, entrant), seats=(*table.seats, entrant.seat))


def entrant_in(event: Event) -> Player | None:
    """Who comes by an event: by an `enter`, or by a correction that puts one into the log."""
    action = event.fields.get("action") if event.do in CORRECTIONS else None
    if isinstance(action, dict) and action.get("do") == ENTER:
        return entrant_of(action)
    return entrant_of(event.fields) if event.do == ENTER else None


def with_entrants(table: Table, events: Sequence[Event]) -> Table:
    """The table with everybody who comes in a log, in its order."""
    for event in events:
        table = with_entrant(table, entrant_in(event))
    return table
