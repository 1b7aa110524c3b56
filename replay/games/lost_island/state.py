"""The state of a table, and what its last event showed."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from replay.games.lost_island.board import Board
from replay.games.lost_island.kit import Kit
from replay.games.lost_island.outcome import Fate, Outcome
from replay.games.lost_island.words import HIDDEN, LETTERS, SEA, WATER
from replay.table import Table


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is, and what has been done in it."""

    n: int
    seat: str
    used: int = 0
    step: str = "actions"
    reinforced: bool = False
    recruited: bool = False
    won: bool = False
    fresh: tuple[str, ...] = ()
    """Cells whose coins were laid this turn."""


class Fuse(msgspec.Struct, frozen=True, gc=False):
    """A bomb in progress: the pieces it has yet to meet, in order."""

    cell: str
    value: int
    queue: tuple[str, ...]
    gone: dict[str, str] = {}
    """The pieces it has sent home, with their cells, if a miner would bring them back."""


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A value that an event showed, and the seats (besides the owner) that saw it."""

    piece: str
    value: int | str
    seers: tuple[str, ...]


class Fought(msgspec.Struct, frozen=True, gc=False):
    """How a battle ended. Rings as worn at that moment; the numbers as the event has them."""

    attacker: str
    ring: int
    defender: str
    other_ring: int
    """What the defender's ring counts, as the table reads it."""
    result: Outcome
    numbers: tuple[int | None, int | None]
    worn: int = 0
    """Whether the defender wore a ring."""

    @property
    def otherwise(self) -> "Fought":
        """The same battle at a table that reads the opposite about rings in defence."""
        return replace(self, other_ring=self.worn - self.other_ring)


class Met(msgspec.Struct, frozen=True, gc=False):
    """How meeting a bomb ended, with the number that the event has."""

    piece: str
    ring: int
    bomb: int
    fate: Fate
    number: int | None


class Turned(msgspec.Struct, frozen=True, gc=False):
    """A tile that an event turned or laid again. `face` is None if it was not noted."""

    cell: str
    stone: bool
    face: str | None
    was: str
    """The tile's word before."""


class Unnoted(msgspec.Struct, frozen=True, gc=False):
    """A tile whose face nobody noted: how and by whom it was turned, so that we know what the face could change."""

    cell: str
    how: Literal["stone", "tile", "taken", "entered"]
    """Turned by arriving, by the action Reveal, by taking it away; or entered afterwards, when coins may lie there."""
    seat: str


class Evidence(msgspec.Struct, frozen=True, gc=False):
    """What one event showed: values, results, tiles."""

    shown: tuple[Shown, ...] = ()
    fought: Fought | None = None
    met: tuple[Met, ...] = ()
    turned: tuple[Turned, ...] = ()


class Zones(msgspec.Struct, gc=False):
    """Everything on and beside the board. `evidence` is what the last event showed; it is not part of the document."""

    table: Table
    phase: str
    winner: str | None
    turn: Turn
    tiles: dict[str, str]
    loot: dict[str, int]
    where: dict[str, str]
    """The cell of each piece on the island."""
    boats: dict[str, tuple[str, ...]]
    rings: frozenset[str]
    """Pieces that wear a ring."""
    coins: dict[str, int]
    supply_coins: int
    supply_rings: int
    lost_coins: int
    lost_rings: int
    lost_tiles: tuple[str, ...]
    flag: str
    values: dict[str, int]
    seen: dict[str, tuple[str, ...]]
    fuse: Fuse | None = None
    evidence: Evidence | None = None
    begun: bool = False
    """Whether an event of the game has happened."""
    won_in: int | None = None
    """The number of the turn, if the game was won before that turn ended."""
    unnoted: tuple[Unnoted, ...] = ()
    """Tiles whose faces are not known."""

    @property
    def kit(self) -> Kit:
        """The kit of this table."""
        kit: Kit = self.table.kit
        return kit

    @property
    def board(self) -> Board:
        """The grid."""
        board: Board = self.table.kit.board
        return board

    def reads(self, question: str, answer: str) -> bool:
        """Whether the table agreed on this answer."""
        return self.table.readings[question] == answer

    def plays(self, variant: str) -> bool:
        """Whether the table agreed on this variant."""
        return variant in self.table.variants

    def actor(self, by: str | None) -> str:
        """The seat that acts: `by`, or the seat on turn."""
        return self.turn.seat if by is None else by

    def is_land(self, cell: str) -> bool:
        """Whether the cell belongs to the island."""
        return self.tiles.get(cell, WATER) not in SEA

    def pieces_at(self, cell: str) -> list[str]:
        """The explorers on a cell, in seating order, then by letter."""
        if cell not in self.where.values():
            return []
        found = [piece for piece, place in self.where.items() if place == cell]
        return sorted(found, key=self.rank) if len(found) > 1 else found

    def rank(self, piece: str) -> tuple[int, str]:
        """The sort key of a piece: seating order, then by letter."""
        return (self.table.seats.index(piece[:-2]), piece)

    def own_cells(self, seat: str) -> list[str]:
        """The cells of a seat's explorers on the island."""
        return [cell for piece, cell in self.where.items() if piece[:-2] == seat]

    def on_island(self, seat: str) -> int:
        """How many explorers a seat has on the island."""
        return len(self.own_cells(seat))

    def is_on_island(self, seat: str) -> bool:
        """Whether a seat has an explorer on the island."""
        for piece in self.where:  # noqa: SIM110  # `any` makes a generator for each call, and every turn asks
            if piece[:-2] == seat:
                return True
        return False

    def is_taken(self, cell: str) -> bool:
        """Whether an explorer stands on a cell."""
        return cell in self.where.values()

    def flag_cell(self) -> str | None:
        """Where the flag is, lying or carried."""
        if self.flag == HIDDEN:
            return None
        return self.where.get(self.flag, self.flag)

    def is_piece(self, piece: str) -> bool:
        """Whether there is such an explorer at this table."""
        return piece[:-2] in self.table.seats and piece[-1:] in LETTERS and piece[-2:-1] == "."


class State(Zones, frozen=True, gc=False):  # type: ignore[misc]  # msgspec allows what dataclasses do not
    """The table after an event."""
