"""The state of Sea or Shore, its document, and its observable paths."""

from typing import Any

import msgspec

from replay.action import UNKNOWN
from replay.game import PathDoc, Seen
from replay.games.sea_or_shore.names import ADDITIONS, cards_each, deck_names, deck_size
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


_HIDDEN_KEYS = frozenset({"table", "unresolved", "unresolved_ever", "acted", "opened"})


def document(state: State) -> dict[str, Any]:
    """The state as plain data."""
    body: dict[str, Any] = {"round": state.round, "trick": state.trick, "phase": state.phase}
    body["seats"] = list(state.table.seats)
    for name in State.__struct_fields__[4:]:
        if name not in _HIDDEN_KEYS:
            body[name] = getattr(state, name)
    document: dict[str, Any] = plain(body)
    return document


PATHS = (
    PathDoc("round", "number of the round"),
    PathDoc("trick", "number of the trick", ("SS-START-11", "SS-END-11")),
    PathDoc("phase", "pass, lay, act, deal or over", ("SS-END-11",)),
    PathDoc("starter", "who has the starting card", ("SS-START-11",)),
    PathDoc("turn", "who lays next, or null"),
    PathDoc("hands.<seat>", "the cards in hand, in any order"),
    PathDoc("hands.<seat>.count", "how many cards are in hand"),
    PathDoc("additions.<seat>", "addition cards in front of a player", ("SS-ADD-11", "SS-ADD-12")),
    PathDoc("supply", "addition cards in the common pile", ("SS-ADD-12", "SS-ADD-13")),
    PathDoc("piles.<seat>", "treasures won, bottom to top", ("SS-TRE-11", "SS-TRE-12")),
    PathDoc("piles.<seat>.top", "the treasure on top, or null", ("SS-TRE-11", "SS-TRE-12")),
    PathDoc("piles.<seat>.count", "how many treasures were won", ("SS-TRE-11", "SS-TRE-12")),
    PathDoc(
        "decks.<deck>.up", "the open treasure of a deck (rb, gp; with three players all)", ("SS-TRE-11", "SS-TRE-13")
    ),
    PathDoc("decks.<deck>.count", "face-down treasures of a deck", ("SS-TRE-13",)),
    PathDoc("played.<seat>", "the card played in this trick"),
    PathDoc(
        "pending", "the seats that have still to act, in order", ("SS-ACT-11", "SS-WIN-11", "SS-WIN-12", "SS-WIN-13")
    ),
    PathDoc("discard.count", "island cards out of this round"),
    PathDoc("points.<seat>", "points of the finished rounds", ("SS-SCORE-11",)),
    PathDoc("result.total.<seat>", "the sum of both rounds", ("SS-SCORE-12",)),
    PathDoc("result.winner", "the winners", ("SS-SCORE-12",)),
)


def look(state: State, path: str) -> Seen | None:
    """The value at an observable path. What is not there is null."""
    match path.split("."):
        case ["round" | "trick" | "phase" | "starter" | "turn" | "supply" as name]:
            return Seen(getattr(state, name))
        case ["hands", seat]:
            hand = state.hands.get(seat)
            return Seen(None if hand is None else sorted(hand), ordered=False)
        case ["hands" | "piles" as zone, seat, "count"]:
            cards = getattr(state, zone).get(seat)
            return Seen(None if cards is None else len(cards))
        case ["additions", seat]:
            return Seen(state.additions.get(seat))
        case ["piles", seat]:
            pile = state.piles.get(seat)
            return Seen(None if pile is None else list(pile))
        case ["piles", seat, "top"]:
            pile = state.piles.get(seat)
            return Seen(pile[-1] if pile else None)
        case ["decks", name, "up" | "count" as what]:
            deck = state.decks.get(name)
            if deck is None:
                return Seen(None)
            return Seen(deck.up if what == "up" else len(deck.down))
        case _:
            return _look_further(state, path)


def _look_further(state: State, path: str) -> Seen | None:
    match path.split("."):
        case ["played", seat]:
            return Seen(state.played.get(seat))
        case ["pending"]:
            return Seen([entry.seat for entry in state.pending])
        case ["discard", "count"]:
            return Seen(len(state.discard))
        case ["points", seat]:
            points = state.points.get(seat)
            return Seen(None if points is None else list(points))
        case ["result", "total", seat]:
            return Seen(None if state.result is None else state.result.total.get(seat))
        case ["result", "winner"]:
            return Seen(None if state.result is None else state.result.winner)
        case _:
            return None
