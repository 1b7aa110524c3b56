"""The knowledge report: what can be inferred about hidden values, from everything logged or by one seat."""

from typing import Any

from replay.games.lost_island.reckoning import Reckoning, as_report, reckon
from replay.games.lost_island.walk import walks
from replay.step import Placed
from replay.table import Table


def knowledge(table: Table, line: list[Placed], seat: str | None) -> dict[str, Any]:
    """Forced values, candidates and conflicts after the last event of a line (SL-HID-5; for one seat, SL-HID-6)."""
    return as_report(table.seats, reckon(table.seats, walks(table, line).whole.entries, seat))


def knowledge_after_each(table: Table, line: list[Placed], seat: str | None) -> list[tuple[int, dict[str, Any]]]:
    """(seq, knowledge) after every event that showed something, each from the events up to it."""
    reckoning = Reckoning(table.seats, seat)
    found = []
    for entry in walks(table, line).forward.entries:
        reckoning.add(entry)
        found.append((entry.seq, as_report(table.seats, reckoning.known())))
    return found
