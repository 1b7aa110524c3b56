"""The table: who sits where, what was agreed, and which kit is used. Every state carries it."""

from typing import Any

import msgspec

from records.event import Header, Player


class Table(msgspec.Struct, frozen=True):
    """What a header says, as its game reads it: readings filled in with the defaults, the kit loaded."""

    game: str
    players: tuple[Player, ...]
    seats: tuple[str, ...]
    """The seats in clockwise order."""
    variants: tuple[str, ...]
    readings: dict[str, str]
    """The answer to every question of the game."""
    kit: Any = None
    """The kit as its game reads it."""
    officials: tuple[str, ...] = ()
    header: Header | None = None
    """The header itself, by which corrections of what was signed or closed are decided; None: none waits."""
    links: Any = None
    """For a game whose rules look at its own log and at other records: what is at hand (`RecordLinks`)."""

    def next_seat(self, seat: str, steps: int = 1) -> str:
        """The seat this many places clockwise."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def clockwise(self, start: str) -> tuple[str, ...]:
        """All seats in clockwise order, `start` first."""
        if start not in self.seats:
            return self.seats
        place = self.seats.index(start)
        return self.seats[place:] + self.seats[:place]

    def distance(self, start: str, seat: str) -> int:
        """How many places clockwise `seat` sits from `start`."""
        return (self.seats.index(seat) - self.seats.index(start)) % len(self.seats)

    def name(self, seat: str) -> str:
        """The player's name, or the seat if the player is anonymous."""
        for player in self.players:
            if player.seat == seat and player.name:
                return player.name
        return seat


def people_at(header: Header) -> Table:
    """The table as far as any header tells it, whether or not the rules of its game are known: who sits where."""
    seats = tuple(dict.fromkeys(header.seats))
    officials = tuple(official.name for official in header.officials)
    return Table(header.game, tuple(header.players), seats, (), {}, officials=officials)
