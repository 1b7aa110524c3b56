"""Codes that people wrote down: of which line of the tournament, or of one of its tables, a code is."""

from collections.abc import Callable, Iterable

from cli.desk.tournaments.tournament_tables import Tournament
from records.errors import NotFound
from records.record import Head
from records.tree import Peaks

LeavesOf = Callable[[str], Iterable[bytes]]
"""The leaves of a record in the store; `NotFound` if it is not at hand."""


def size_with(leaves: Iterable[bytes], code: str) -> int | None:
    """With how many lines a record had a code; None if it never had."""
    peaks = Peaks()
    for leaf in leaves:
        peaks.add(leaf)
        if Head(peaks.size, peaks.root()).code == code:
            return peaks.size
    return None


def place_of_code(tournament: Tournament, code: str, leaves_of: LeavesOf) -> str | None:
    """Of what a code is, in words; None if it belongs to nothing here."""
    own = size_with(leaves_of(tournament.record_id), code)
    if own is not None:
        now = " It is the code now." if own == tournament.record.size else ""
        return f"{code} is the day code after line {own - 1}: everything up to there is as it was.{now}"
    for name, table in tournament.tables():
        size = _in_record(table.record, code, leaves_of)
        if size is not None:
            collected = "" if table.head is None or not table.head.startswith(f"{size}:") else ", as it was collected"
            return f"{code} is the code of {name} after line {size - 1}{collected}."
    return None


def _in_record(record: str | None, code: str, leaves_of: LeavesOf) -> int | None:
    if record is None:
        return None
    try:
        return size_with(leaves_of(record), code)
    except NotFound:
        return None


def slip_code_words(name: str, record: str | None, code: str, leaves_of: LeavesOf) -> str | None:
    """What is odd about the code on the slip of a table; None if its record has had it."""
    if record is None or _in_record(record, code, leaves_of) is not None:
        return None
    return f"the code {code} on the slip is none that the record of {name} had: compare the slip with the record"
