"""Why an action cannot be read: its seat is not at the table, or a name is not a treasure, pair or deck."""

from typing import Any

from replay.action import UNKNOWN, Action
from replay.game import Problem
from replay.games.sea_or_shore.actions import Act, Lay, Pass, Position, Round, Setup, Show, Turn
from replay.games.sea_or_shore.words import is_treasure
from replay.seats import no_seat, seats_in
from replay.table import Table

PHASES = ("pass", "lay", "act", "deal", "over")


def problem(table: Table, action: Action) -> Problem | None:
    """A seat that is not at the table, or a name that is not a treasure, pair or deck of this game."""
    seats = table.seats
    match action:
        case Lay():
            return None if action.by in seats else no_seat(table, "by", action.by)
        case Show():
            found = seats_in(table, cards=action.cards, add=action.add, steals=action.steals)
            return found or seats_in(table, steals=action.steals.values())
        case Turn():
            return _treasures("treasures", action.treasures)
        case Act():
            return _act_problem(table, action)
        case Pass():
            return seats_in(table, cards=action.cards)
        case Setup() | Round():
            return _deal_problem(table, action)
        case _:
            return None


def _deal_problem(table: Table, action: Setup | Round) -> Problem | None:
    found = seats_in(table, starter=(action.starter,)) or _treasures("treasures", action.treasures)
    found = found or seats_in(table, hands=action.hands)
    if found is None and action.actions is not None:
        found = _pairs("actions", list(action.actions))
    if found is None and isinstance(action, Setup) and action.position is not None:
        found = _position_problem(table, action.position)
    return found


def _position_problem(table: Table, position: Position) -> Problem | None:
    if position.phase not in PHASES:
        return Problem("position.phase", position.phase, ", ".join(PHASES))
    names: dict[str, Any] = {"starter": (position.starter,), "turn": (position.turn,)}
    names |= {name: getattr(position, name) for name in ("hands", "additions", "piles", "played", "points")}
    names["lays"] = [lay.seat for lay in position.lays]
    names["pending"] = [entry.seat for entry in position.pending]
    found = seats_in(table, **{f"position.{name}": seats for name, seats in names.items()})
    for pile in position.piles.values():
        found = found or _treasures("position.piles", pile)
    for deck in position.decks.values():
        found = found or _treasures("position.decks", [*(deck.down or []), *([deck.up] if deck.up else [])])
    pairs = [*position.actions, *(entry.pair for entry in position.pending)]
    return found or _pairs("position.actions or position.pending", pairs)


def _act_problem(table: Table, action: Act) -> Problem | None:
    if action.by not in table.seats:
        return no_seat(table, "by", action.by)
    if action.action == 1 and action.from_ not in (*table.seats, "pile"):
        return Problem("from", action.from_, f"a seat ({', '.join(table.seats)}), or pile")
    if action.action == 2 and action.from_ not in table.seats:
        return no_seat(table, "from", action.from_)
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
