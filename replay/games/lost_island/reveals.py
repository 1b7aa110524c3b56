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


def _told(reveal: Reveal) -> Any:
    """Values by seat and letter, as a reveal of values tells them; None if it tells something else."""
    found = _VALUES.fullmatch(reveal.what)
    if found is None:
        return None
    seat, name = found[1], found[2]
    if seat is None:
        return reveal.value
    return {seat: letters_of(reveal.value)} if name is None else {seat: {name: reveal.value}}


def stranger_in(reveal: Reveal, seats: tuple[str, ...]) -> str | None:
    """The first name in a reveal of values that belongs to nobody at the table."""
    told = _told(reveal)
    for seat, letters in told.items() if isinstance(told, dict) else ():
        if seat not in seats:
            return str(seat)
        for name in letters if isinstance(letters, dict) else ():
            if name not in LETTERS:
                return f"{seat}.{name}"
    return None


def pieces_of(reveal: Reveal, seats: tuple[str, ...]) -> list[tuple[str, Any]]:
    """(piece, value) for every explorer of these seats that is named, in seating order, then by letter."""
    told = _told(reveal)
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
