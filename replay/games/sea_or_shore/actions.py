"""The actions of Sea or Shore."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from replay.action import UNKNOWN, Action, Reveal
from replay.game import Problem
from replay.games.sea_or_shore.names import Card, Half, is_treasure
from replay.table import Table

Number = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=99)]
ActionNumber = Annotated[int, Meta(ge=1, le=4)]
Cards = list[Card] | Half | None


class DeckPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A treasure deck in a position."""

    up: str | None = None
    down: list[str] | None = None


class LaidPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A card laid in the trick in which a position begins."""

    seat: str
    shows: Half | Number = UNKNOWN
    add: Count = 0


class PendingPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """An action still to be carried out in a position."""

    seat: str
    pair: str


class ResultPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """The result in a position that begins after the end."""

    total: dict[str, int | str]
    winner: list[str] | str


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A state to begin from. What is left out is filled in."""

    round: Annotated[int, Meta(ge=1, le=2)] = 1
    trick: Annotated[int, Meta(ge=1, le=12)] = 1
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
    lays: list[LaidPosition] = []
    played: dict[str, Card | None] = {}
    pending: list[PendingPosition] = []
    discard: list[Card] | None = None
    points: dict[str, list[int | str]] = {}
    result: ResultPosition | None = None


class Setup(Action, frozen=True, tag="setup"):
    """The first round begins: who starts, which treasures and actions lie open, and the hands where they are known."""

    starter: str | None = None
    treasures: list[str] | None = None
    actions: dict[str, ActionNumber] | None = None
    hands: dict[str, list[Card]] | None = None
    position: Position | None = None


class Pass(Action, frozen=True, tag="pass"):
    """Every player passes a card to the right neighbour."""

    cards: dict[str, Card] | None = None


class Lay(Action, frozen=True, tag="lay"):
    """A player lays a card with one half covered, and perhaps addition cards."""

    by: str
    shows: Half | Number
    add: Count = 0


class Show(Action, frozen=True, tag="show"):
    """The covers come off; winners of a treasure take it, or steal one."""

    cards: dict[str, Card]
    add: dict[str, Count] = {}
    steals: dict[str, str] = {}


class Act(Action, frozen=True, tag="act"):
    """A player carries out the action of an action card."""

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

PHASES = ("pass", "lay", "act", "deal", "over")


def problem(table: Table, action: Action) -> Problem | None:
    """A seat that is not at the table, or a name that is no treasure, pair or deck of this game."""
    seats = table.seats
    match action:
        case Lay():
            return None if action.by in seats else _no_seat(table, "by", action.by)
        case Show():
            return _seats(table, cards=action.cards, add=action.add, steals=action.steals) or _values_are_seats(
                table, "steals", action.steals
            )
        case Turn():
            return _treasures("treasures", action.treasures)
        case Act():
            return _act_problem(table, action)
        case Pass():
            return _seats(table, cards=action.cards)
        case Setup() | Round():
            return _deal_problem(table, action)
        case _:
            return None


def _deal_problem(table: Table, action: Setup | Round) -> Problem | None:
    if action.starter is not None and action.starter not in table.seats:
        return _no_seat(table, "starter", action.starter)
    found = _treasures("treasures", action.treasures) or _seats(table, hands=action.hands)
    if found is None and action.actions is not None:
        found = _pairs("actions", list(action.actions))
    if found is None and isinstance(action, Setup) and action.position is not None:
        found = _position_problem(table, action.position)
    return found


def _position_problem(table: Table, position: Position) -> Problem | None:
    if position.phase not in PHASES:
        return Problem("position.phase", position.phase, ", ".join(PHASES))
    for name in ("starter", "turn"):
        seat = getattr(position, name)
        if seat is not None and seat not in table.seats:
            return _no_seat(table, f"position.{name}", seat)
    maps = {name: getattr(position, name) for name in ("hands", "additions", "piles", "played", "points")}
    found = _seats(table, **maps)
    entries = [lay.seat for lay in position.lays] + [entry.seat for entry in position.pending]
    for seat in entries:
        if found is None and seat not in table.seats:
            found = _no_seat(table, "position.lays or position.pending", seat)
    for pile in position.piles.values():
        found = found or _treasures("position.piles", pile)
    for deck in position.decks.values():
        found = found or _treasures("position.decks", [*(deck.down or []), *([deck.up] if deck.up else [])])
    pairs = [*position.actions, *(entry.pair for entry in position.pending)]
    return found or _pairs("position.actions or position.pending", pairs)


def _act_problem(table: Table, action: Act) -> Problem | None:
    if action.by not in table.seats:
        return _no_seat(table, "by", action.by)
    if action.action == 1 and action.from_ not in (*table.seats, "pile"):
        return Problem("from", action.from_, f"a seat ({', '.join(table.seats)}), or pile")
    if action.action == 2 and action.from_ not in table.seats:
        return _no_seat(table, "from", action.from_)
    if action.action == 3:
        if action.deck is None:
            return Problem("deck", None, "the deck that was looked at")
        return _treasures("saw", action.saw) or _treasures("order", action.order)
    if action.action == 4 and action.take is None:
        return Problem("take", None, "the card that was taken")
    for name in ("took", "gave"):
        value = getattr(action, name)
        if isinstance(value, str) and value != UNKNOWN:
            return Problem(name, value, 'a list of cards, or "?"')
    return None


def _seats(table: Table, **maps: dict[str, Any] | None) -> Problem | None:
    for name, entries in maps.items():
        for seat in entries or ():
            if seat not in table.seats:
                return _no_seat(table, name, seat)
    return None


def _values_are_seats(table: Table, name: str, entries: dict[str, str]) -> Problem | None:
    for seat in entries.values():
        if seat not in table.seats:
            return _no_seat(table, name, seat)
    return None


def _no_seat(table: Table, name: str, seat: str | None) -> Problem:
    return Problem(name, seat, f"the seats {', '.join(table.seats)}")


def _treasures(name: str, treasures: list[str] | None) -> Problem | None:
    for treasure in treasures or ():
        if treasure != UNKNOWN and not is_treasure(treasure):
            return Problem(name, treasure, 'a treasure such as red-4, or "?"')
    return None


def _pairs(name: str, pairs: list[str]) -> Problem | None:
    for pair in pairs:
        if pair not in ("rb", "gp"):
            return Problem(name, pair, "the pairs rb and gp")
    return None
