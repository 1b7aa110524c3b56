"""The actions of Sea or Shore."""

from typing import Annotated

from msgspec import Meta, Struct, field

from replay.action import UNKNOWN, Action, Reveal
from replay.games.sea_or_shore.words import Card, Half, Unseen

Number = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=99)]
ActionNumber = Annotated[int, Meta(ge=1, le=4)]
Cards = list[Card] | Unseen | None


class DeckPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A treasure deck in a position."""

    up: str | None = None
    down: list[str] | None = None


class LaidPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A card already laid in the trick a position begins in."""

    seat: str
    shows: Half | Number = UNKNOWN
    add: int = 0


class PendingPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """An action still to be carried out in a position."""

    seat: str
    pair: str


class ResultPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """The result, in a position after the end of the game."""

    total: dict[str, int | str]
    winner: list[str] | str


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A state to begin from; whatever it leaves out is filled in. SS-SET-6 judges what cannot be, so it is read."""

    round: int = 1
    trick: int = 1
    phase: str = "lay"
    seats: list[str] | None = None
    starter: str | None = None
    turn: str | None = None
    hands: dict[str, list[Card]] = {}
    additions: dict[str, int] = {}
    supply: int | None = None
    piles: dict[str, list[str]] = {}
    decks: dict[str, DeckPosition] = {}
    actions: dict[str, ActionNumber] = {}
    lays: list[LaidPosition] | None = None
    played: dict[str, Card | None] = {}
    pending: list[PendingPosition] = []
    discard: list[Card] | None = None
    points: dict[str, list[int | str]] = {}
    result: ResultPosition | None = None


class Setup(Action, frozen=True, tag="setup"):
    """The first round begins: who starts, which treasures and actions are face up, and the hands where known."""

    starter: str | None = None
    treasures: list[str] | None = None
    actions: dict[str, ActionNumber] | None = None
    hands: dict[str, list[Card]] | None = None
    position: Position | None = None


class Pass(Action, frozen=True, tag="pass"):
    """Every player passes a card to the right."""

    cards: dict[str, Card] | None = None


class Lay(Action, frozen=True, tag="lay"):
    """A player lays a card with one half covered, and perhaps addition cards."""

    by: str
    shows: Half | Number
    """The half that can be seen, or the whole card if none was covered."""
    add: Count = 0


class Show(Action, frozen=True, tag="show"):
    """The covers come off; winners of a treasure take it, or steal one."""

    cards: dict[str, Card]
    add: dict[str, Count] = {}
    steals: dict[str, str] = {}


class Act(Action, frozen=True, tag="act"):
    """A player carries out the action on an action card."""

    by: str
    action: ActionNumber
    from_: str | None = field(name="from", default=None)
    n: Count | None = None
    took: Cards = None
    gave: Cards = None
    deck: str | None = None
    saw: list[str] | None = None
    order: list[str] | None = None
    take: Card | None = None
    discard: Card | None = None


class Turn(Action, frozen=True, tag="turn"):
    """The trick ends; new treasures are turned up."""

    treasures: list[str] | None = None


class Round(Action, frozen=True, tag="round"):
    """The second round begins."""

    starter: str | None = None
    treasures: list[str] | None = None
    actions: dict[str, ActionNumber] | None = None
    hands: dict[str, list[Card]] | None = None


ACTIONS: tuple[type[Action], ...] = (Setup, Pass, Lay, Show, Act, Turn, Round)
SeaAction = Setup | Pass | Lay | Show | Act | Turn | Round | Reveal
