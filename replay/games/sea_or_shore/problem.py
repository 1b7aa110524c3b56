"""Why an action cannot be read: its seat is not at the table, or a name is not a treasure, pair or deck."""

from collections.abc import Callable, Iterable
from typing import Any

from replay.action import UNKNOWN, Action
from replay.game import Problem
from replay.games.sea_or_shore.actions import Act, Lay, Pass, Position, Round, Setup, Show, Turn
from replay.games.sea_or_shore.words import deck_names, is_treasure
from replay.seats import no_seat, seats_in
from replay.table import Table

PHASES = ("pass", "lay", "act", "deal", "over")
_FIELDS_OF = {1: {"from_", "n"}, 2: {"from_", "took", "gave"}, 3: {"deck", "saw", "order"}, 4: {"take", "discard"}}
_ALL_FIELDS = ("from_", "n", "took", "gave", "deck", "saw", "order", "take", "discard")


def problem(table: Table, action: Action) -> Problem | None:
    """A seat that is not at the table, or a name that is not a treasure, pair or deck of this game."""
    if type(action) is Lay:
        return None if action.by in table.seats else no_seat(table, "by", action.by)
    look: Look | None = _LOOKS.get(type(action))
    return None if look is None else look(table, action)


def _show_problem(table: Table, action: Show) -> Problem | None:
    found = seats_in(table, cards=action.cards, add=action.add, steals=action.steals)
    return found or seats_in(table, steals=action.steals.values())


def _deal_problem(table: Table, action: Setup | Round) -> Problem | None:
    position = action.position if isinstance(action, Setup) else None
    if action.starter is None and position is None:
        return Problem("starter", None, f"the seat that starts ({', '.join(table.seats)})")
    if position is not None:
        beside = (action.starter, action.treasures, action.actions, action.hands)
        if any(field is not None for field in beside):
            return Problem("position", "with other fields", "a position alone, which holds everything")
    found = seats_in(table, starter=(action.starter,)) or _treasures("treasures", action.treasures)
    found = found or seats_in(table, hands=action.hands)
    if found is None and action.actions is not None:
        found = _pairs("actions", list(action.actions))
    return _position_problem(table, position) if found is None and position is not None else found


def _position_problem(table: Table, position: Position) -> Problem | None:
    if position.phase not in PHASES:
        return Problem("position.phase", position.phase, ", ".join(PHASES))
    names: dict[str, Any] = {"starter": (position.starter,), "turn": (position.turn,)}
    names |= {name: getattr(position, name) for name in ("hands", "additions", "piles", "played", "points")}
    names["lays"] = [lay.seat for lay in position.lays or ()]
    names["pending"] = [entry.seat for entry in position.pending]
    if position.result is not None:
        names["result.total"] = position.result.total
        names["result.winner"] = position.result.winner if isinstance(position.result.winner, list) else ()
    found = seats_in(table, **{f"position.{name}": seats for name, seats in names.items()})
    if position.seats is not None and tuple(position.seats) != table.seats:
        allowed = f"the seats of the header ({', '.join(table.seats)})"
        found = found or Problem("position.seats", ", ".join(position.seats), allowed)
    found = found or _names("position.decks", position.decks, deck_names(len(table.players)), "decks")
    found = found or _points(position)
    for pile in position.piles.values():
        found = found or _treasures("position.piles", pile)
    for deck in position.decks.values():
        found = found or _treasures("position.decks", [*(deck.down or []), *([] if deck.up is None else [deck.up])])
    pairs = [*position.actions, *(entry.pair for entry in position.pending)]
    return found or _pairs("position.actions or position.pending", pairs)


def _points(position: Position) -> Problem | None:
    """Points, totals or a winner that are neither given nor `"?"`."""
    told: list[tuple[str, Any]] = [("position.points", item) for noted in position.points.values() for item in noted]
    if position.result is not None:
        told += [("position.result.total", item) for item in position.result.total.values()]
        told += [("position.result.winner", position.result.winner)]
    for name, value in told:
        if isinstance(value, str) and value != UNKNOWN:
            return Problem(name, value, 'a list of seats, or "?"' if name.endswith("winner") else 'a number, or "?"')
    return None


def _act_problem(table: Table, action: Act) -> Problem | None:
    if action.by not in table.seats:
        return no_seat(table, "by", action.by)
    for name in _ALL_FIELDS:
        if getattr(action, name) is not None and name not in _FIELDS_OF[action.action]:
            allowed = ", ".join(field.rstrip("_") for field in _ALL_FIELDS if field in _FIELDS_OF[action.action])
            return Problem(name.rstrip("_"), getattr(action, name), f"action {action.action} has only {allowed}")
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
    return None


def _treasures(name: str, treasures: list[str] | None) -> Problem | None:
    for treasure in treasures or ():
        if treasure != UNKNOWN and not is_treasure(treasure):
            return Problem(name, treasure, 'a treasure such as red-4, or "?"')
    return None


def _pairs(name: str, pairs: list[str]) -> Problem | None:
    return _names(name, pairs, ("rb", "gp"), "pairs")


def _names(name: str, given: Iterable[str], known: tuple[str, ...], what: str) -> Problem | None:
    for item in given:
        if item not in known:
            return Problem(name, item, f"the {what} {' and '.join(known)}" if len(known) > 1 else f"only {known[0]}")
    return None


Look = Callable[[Table, Any], Problem | None]
_LOOKS: dict[type[Action], Look] = {
    Show: _show_problem,
    Turn: lambda table, action: _treasures("treasures", action.treasures),
    Act: _act_problem,
    Pass: lambda table, action: seats_in(table, cards=action.cards),
    Setup: _deal_problem,
    Round: _deal_problem,
}
"""What to look at in each kind of action; others name nothing."""
