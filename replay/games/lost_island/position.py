"""What a position says about a state, and `setup` about values; what they leave out is filled in."""

from replay.games.lost_island.actions import Position, Setup
from replay.games.lost_island.state import Fuse, Shown, Turn
from replay.games.lost_island.words import LETTERS
from replay.table import Table


def turn_in(table: Table, action: Setup, position: Position) -> Turn:
    """Whose turn it is, and what has been done in it."""
    first = action.first if action.first in table.seats else table.seats[0]
    told = position.turn
    return Turn(
        n=1 if told.n is None else told.n,
        seat=told.seat if told.seat in table.seats else first,
        used=told.used or 0,
        step=told.step or "actions",
        reinforced=bool(told.reinforced),
        recruited=bool(told.recruited),
        won=bool(told.won),
        fresh=tuple(told.fresh or ()),
    )


def shown_in(table: Table, action: Setup) -> tuple[Shown, ...]:
    """Values that an official was told. Nobody at the table has seen them, unless a position says who has."""
    found = _told(table, action.values, action.position.seen if action.position is not None else {})
    if action.position is not None:
        found += _told(table, action.position.values, action.position.seen)
    return tuple(found)


def _told(table: Table, values: dict[str, dict[str, int | str]], seen: dict[str, dict[str, list[str]]]) -> list[Shown]:
    found = []
    for seat in table.seats if values else ():
        own, seers = values.get(seat, {}), seen.get(seat, {})
        for letter in LETTERS:
            value = own.get(letter, "?")
            if value != "?":
                found.append(Shown(f"{seat}.{letter}", value, _others(table, seat, seers.get(letter)) if seers else ()))
    return found


def _others(table: Table, seat: str, seers: list[str] | None) -> tuple[str, ...]:
    """The seats other than this one that are named, in seating order."""
    return tuple([other for other in table.seats if other in seers and other != seat]) if seers else ()


def values_in(shown: tuple[Shown, ...]) -> dict[str, int]:
    """The values known from what was shown: the first one told for each explorer."""
    values: dict[str, int] = {}
    for item in shown:
        if isinstance(item.value, int) and 1 <= item.value <= 6:
            values.setdefault(item.piece, item.value)
    return values


def seen_in(table: Table, position: Position) -> dict[str, tuple[str, ...]]:
    """Which seats have seen the value of which explorer."""
    found = {}
    for seat in table.seats:
        for letter, seers in sorted(position.seen.get(seat, {}).items()):
            others = _others(table, seat, seers)
            if others:
                found[f"{seat}.{letter}"] = others
    return found


def fuse_in(position: Position) -> Fuse | None:
    """The bomb in progress, if it has yet to meet anyone."""
    blast = position.blast
    if blast is None or not blast.queue:
        return None
    return Fuse(blast.cell, blast.value, tuple(dict.fromkeys(blast.queue)), blast.gone)
