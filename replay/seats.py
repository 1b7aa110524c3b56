"""Seats: who sees a hidden field, what others see of a hand, and names that are not seats at the table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from replay.action import Action
from replay.game import Problem
from replay.table import Table
from replay.view import TABLE, covered

# --- who sees a field: for `Secret(field, seers)`


def owner(table: Table, action: Action, key: str | None) -> Sequence[str]:
    """The seat whose entry in a map it is."""
    return () if key is None else (key,)


def actor(table: Table, action: Action, key: str | None) -> Sequence[str]:
    """The seat that acts."""
    return () if action.by is None else (action.by,)


def nobody(table: Table, action: Action, key: str | None) -> Sequence[str]:
    """No seat: it is face down for everybody."""
    return ()


def everybody(table: Table, action: Action, key: str | None) -> Sequence[str]:
    """Every seat, and whoever watches the table."""
    return (*table.seats, TABLE)


# --- who sees what was counted at a path: for `HiddenPath(path, seers)`


def named_in_path(table: Table, keys: Sequence[str]) -> Sequence[str]:
    """The seat that the path names: `hands.red` is for red."""
    return [key for key in keys if key in table.seats]


def nobody_at_path(table: Table, keys: Sequence[str]) -> Sequence[str]:
    """No seat: it is face down for everybody."""
    return ()


def cover_hands(hands: Mapping[str, Any], seers: Collection[str | None]) -> dict[str, Any]:
    """Hands by seat: those of the seers as they are, and for other seats only how many cards they hold.

    An entry that is not a list (a seal or a number) names no card and stays.
    """
    return {
        seat: cards if seat in seers or not isinstance(cards, list | tuple) else covered(cards)
        for seat, cards in hands.items()
    }


# --- names that cannot be read: for `problem`


def no_seat(table: Table, field: str, name: Any) -> Problem:
    """The problem with a field that does not name a seat at the table."""
    return Problem(field, name, f"the seats {', '.join(table.seats)}")


def seats_in(table: Table, *also: str, **fields: Iterable[str | None] | None) -> Problem | None:
    """The first name in these fields (lists, or maps by seat) that is not a seat; `also` lists other names allowed.

    None names nobody and is not a problem.
    """
    seats = table.seats
    for field, names in fields.items():
        for name in names or ():
            if name not in seats and name is not None and name not in also:
                return no_seat(table, field, name)
    return None
