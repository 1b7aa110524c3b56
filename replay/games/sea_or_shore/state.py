"""The state: everything on the table, as far as the log shows it."""

import msgspec

from replay.games.sea_or_shore.words import cards_each
from replay.table import Table


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A treasure deck: the face-up treasure, and the face-down ones from top to bottom."""

    up: str | None
    down: tuple[str, ...]


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card laid in this trick: the half showing, and the additions with it."""

    seat: str
    shows: str | int
    add: int


class Pending(msgspec.Struct, frozen=True, gc=False):
    """An action that a winner still has to carry out."""

    seat: str
    pair: str


class Doubt(msgspec.Struct, frozen=True, gc=False):
    """What may have been won in unresolved tricks of a round beyond what the state holds."""

    points: int = 0
    """The most points on treasures that one player can have won there."""
    additions: int = 0
    """The most addition cards that were earned there."""
    is_told: bool = True
    """Whether the points on treasures are known within these limits."""


Span = tuple[int, int]
"""The fewest and the most points that are possible."""


class Past(msgspec.Struct, frozen=True, gc=False):
    """What the rules and the score need to know of the past, and what seldom changes."""

    is_set_up: bool = False
    """Whether a setup counts already, so that another one begins another game."""
    passed: bool = False
    """Whether cards were passed in this round."""
    given_actions: dict[str, int] = {}
    """The actions that the log named for round 1, by pair."""
    doubt: Doubt | None = None
    """What unresolved tricks leave open in this round; None if there was none."""
    spans: dict[str, tuple[Span | None, ...]] = {}
    """The points possible in each finished round; None if that cannot be told."""


class Result(msgspec.Struct, frozen=True):
    """The end of the game: everybody's total, and who won (`"?"` while a total is not known)."""

    total: dict[str, int | str]
    winner: list[str] | str


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything on the table. The fields after `result` are for the rules and not part of the document."""

    table: Table
    round: int
    trick: int
    phase: str
    starter: str
    turn: str | None
    hands: dict[str, tuple[str, ...]]
    additions: dict[str, int]
    supply: int
    piles: dict[str, tuple[str, ...]]
    decks: dict[str, Deck]
    actions: dict[str, int]
    lays: tuple[Laid, ...] = ()
    played: dict[str, str | None] = {}
    pending: tuple[Pending, ...] = ()
    discard: tuple[str, ...] = ()
    points: dict[str, tuple[int | str, ...]] = {}
    result: Result | None = None
    unresolved: bool = False
    """A trick of this round could not be resolved, so the state may lack what was won in it."""
    unresolved_ever: bool = False
    acted: int = -1
    """The greatest distance from the starting player of anybody who rightly acted in this trick."""
    opened: dict[str, int] = {}
    """How often each named treasure was turned up in this round."""
    came_up: frozenset[str] = frozenset()
    """The questions that affected additions in this round. SS-Q15 is kept per seat, as `SS-Q15.<seat>`, for good."""
    past: Past = Past()

    @property
    def cards_each(self) -> int:
        """Cards dealt to each player, which is the number of tricks in a round."""
        return cards_each(len(self.table.players))

    @property
    def is_last_trick(self) -> bool:
        """Whether this is the last trick of its round."""
        return self.trick >= self.cards_each
