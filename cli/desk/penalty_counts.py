"""Penalties that stand, as plain data: whose they are, and how often somebody got one for the same infraction."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

Penalty = dict[str, Any]


def numbered(entries: Iterable[Penalty], player: str | None = None) -> list[Penalty]:
    """Penalties of everybody or of one person or seat.

    `time` counts how often a person has got one for the same infraction in one event.
    """
    found = [
        entry
        for entry in entries
        if player is None or player.casefold() in (str(entry["person"]).casefold(), str(entry["seat"]).casefold())
    ]
    seen: Counter[tuple[str, ...]] = Counter()
    for entry in found:
        key = (*whose(entry), str(entry["infraction"]).casefold())
        seen[key] += 1
        entry["time"] = seen[key]
    return found


def whose(entry: Penalty) -> tuple[str, str]:
    """The person at the event. Without a name, or without an event, they are known in their own record only."""
    event = entry["event"] if entry["event"] is not None and entry["person"] != entry["seat"] else entry["record"]
    return str(event).casefold(), str(entry["person"]).casefold()
