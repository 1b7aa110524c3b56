"""The state of Sea or Shore, and its document."""

from typing import Any

import msgspec

from replay.action import UNKNOWN
from replay.games.sea_or_shore.words import ADDITIONS, cards_each, deck_names, deck_size
from replay.plain import plain
from replay.table import Table


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A treasure deck: the open treasure, and the face-down ones from top to bottom."""

    up: str | None
    down: tuple[str, ...]


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card laid in this trick: the half to be seen, and the additions with it."""

    seat: str
    shows: str | int
    add: int


class Pending(msgspec.Struct, frozen=True, gc=False):
    """An action that a winner has still to carry out."""

    seat: str
    pair: str


class Result(msgspec.Struct, frozen=True):
    """The end of the game: everybody's total, and who won (`"?"` while a total is not known)."""

    total: dict[str, int | str]
    winner: list[str] | str


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything on the table. The fields after `result` serve the rules and are no part of the document."""

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
    """A trick of this round could not be resolved, so the state may lack what was won at the table."""
    unresolved_ever: bool = False
    acted: int = -1
    """The greatest distance of a player who rightly acted in this trick."""
    opened: dict[str, int] = {}
    """How often each named treasure was turned up in this round."""
    came_up: frozenset[str] = frozenset()
    """The questions that bore on additions in this round; for SS-Q15 `SS-Q15.<seat>`, as long as the record lasts."""

    @property
    def cards_each(self) -> int:
        """Cards dealt to each player, and tricks in a round."""
        return cards_each(len(self.table.players))

    @property
    def is_last_trick(self) -> bool:
        """Whether this is the last trick of its round."""
        return self.trick >= self.cards_each


def start(table: Table) -> State:
    """The table before anything is known of it."""
    seats, players = table.seats, len(table.players)
    return State(
        table=table,
        round=1,
        trick=1,
        phase="pass",
        starter=seats[0],
        turn=None,
        hands={seat: (UNKNOWN,) * cards_each(players) for seat in seats},
        additions=dict.fromkeys(seats, 0),
        supply=ADDITIONS,
        piles=dict.fromkeys(seats, ()),
        decks={name: Deck(UNKNOWN, (UNKNOWN,) * (deck_size(players) - 1)) for name in deck_names(players)},
        actions={"rb": 1, "gp": 3},
        points=dict.fromkeys(seats, ()),
    )


_HIDDEN_KEYS = frozenset({"table", "unresolved", "unresolved_ever", "acted", "opened", "came_up"})


def document(state: State) -> dict[str, Any]:
    """The state as plain data."""
    body: dict[str, Any] = {"round": state.round, "trick": state.trick, "phase": state.phase}
    body["seats"] = list(state.table.seats)
    for name in State.__struct_fields__[4:]:
        if name not in _HIDDEN_KEYS:
            body[name] = getattr(state, name)
    document: dict[str, Any] = plain(body)
    return document
