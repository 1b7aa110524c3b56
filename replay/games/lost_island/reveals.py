"""The shared event `reveal`: which pieces or tiles it names, and what the record learns from it."""

import re
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN, Reveal
from replay.games.lost_island.draft import draft_of
from replay.games.lost_island.state import State
from replay.games.lost_island.words import LETTERS, looks_like_cell

_VALUES = re.compile(r"values(?:\.([a-z0-9][a-z0-9._-]*?)(?:\.([a-z]))?)?", re.ASCII)


_SET = re.compile(r"[a-z]=[0-9?]{1,9}(?:,[a-z]=[0-9?]{1,9})*", re.ASCII)
"""A seat's values in the form that is sealed: `a=4,b=1,c=6,d=2,e=5,f=3`."""


def letters_of(value: Any) -> dict[str, Any] | None:
    """A seat's values by letter, told as an object or in the form of a seal; None for anything else."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, str) or not _SET.fullmatch(value):
        return None
    items = (item.partition("=") for item in value.split(","))
    return {letter: int(told) if told.isdecimal() else told for letter, _, told in items}


def cell_of(reveal: Reveal) -> str | None:
    """The cell whose tile a reveal tells."""
    head, _, cell = reveal.what.partition(".")
    return cell if head == "tiles" and looks_like_cell(cell) else None


def pieces_of(reveal: Reveal, seats: tuple[str, ...]) -> list[tuple[str, Any]]:
    """(piece, value) for every explorer of these seats that is named, in seating order, then by letter."""
    found = _VALUES.fullmatch(reveal.what)
    if found is None:
        return []
    seat, name = found[1], found[2]
    if seat is None:
        told = reveal.value
    elif name is None:
        told = {seat: letters_of(reveal.value)}
    else:
        told = {seat: {name: reveal.value}}
    return [
        (f"{seat}.{name}", told[seat][name])
        for seat in seats
        if isinstance(told, dict) and isinstance(told.get(seat), dict)
        for name in LETTERS
        if name in told[seat]
    ]


def can_read(reveal: Reveal) -> bool:
    """Whether `what` and `value` can be understood."""
    if reveal.what.startswith("@"):
        return True
    found = _VALUES.fullmatch(reveal.what)
    if found is None:
        return cell_of(reveal) is not None
    if found[1] is None:
        return isinstance(reveal.value, dict)
    return found[2] is not None or reveal.value == UNKNOWN or letters_of(reveal.value) is not None


def revealed(state: State, reveal: Reveal) -> State:
    """What a reveal tells about values of explorers. A face is written into the event that turned the tile."""
    named = pieces_of(reveal, state.table.seats)
    if not named:
        return replace(state, evidence=None) if state.evidence is not None else state
    draft = draft_of(state)
    seats = state.table.seats
    seers = seats if reveal.to is None else tuple(seat for seat in seats if seat in reveal.to)
    for piece, value in named:
        readable = value if isinstance(value, int) and not isinstance(value, bool) else str(value)
        draft.show(piece, readable, seers)
    return draft.done(quiet=True)
