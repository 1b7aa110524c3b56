"""The result of a game: what the log counts, with places and names."""

import msgspec
from msgspec.structs import replace

from replay.game import Game, State
from replay.places import with_places
from replay.score import Score, SeatScore
from replay.table import Table


def counted(game: Game, state: State) -> Score:
    """The count of a state by its game, with the name and the place of every seat."""
    count = with_places(game.score(state))
    return replace(count, seats=tuple(_named(state.table, seat) for seat in count.seats))


def _named(table: Table, seat: SeatScore) -> SeatScore:
    name = table.name(seat.seat)
    return replace(seat, name=name) if name != seat.seat else seat


def place_of(seat: SeatScore) -> int | None:
    """The place of a seat; None while it is not known."""
    return None if seat.place is msgspec.UNSET else seat.place
