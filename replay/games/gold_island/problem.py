"""Why an action cannot be read: it names an unknown seat, card, colour, relic or place."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET

from replay.action import UNKNOWN, Action, Reveal
from replay.game import Problem
from replay.games.gold_island.actions import (
    ACTIONS,
    Draw,
    Gamble,
    Move,
    Position,
    Redraw,
    Setup,
    Take,
    Use,
    colours_of,
    text_of,
)
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.words import COLOURS, PROPERTIES, RELICS, read_card
from replay.seats import no_seat, seats_in
from replay.table import Table

COUNT_MAX = 64
"""More cards, permits or pirates than any box has, so that a typing slip cannot fill the memory."""

_CARD = "a card such as ashore-5, monument-light or seer-4-poker, with ? for what was not seen"
_COLOUR = f"{', '.join(COLOURS)}, or ? if it was not seen"


def problem(table: Table, action: Action) -> Problem | None:
    """The first thing in an action that cannot be read, or None."""
    kind = type(action)
    if kind is Reveal:
        return next(_in_reveal(table, action), None)  # type: ignore[arg-type]  # it is a Reveal
    if kind not in ACTIONS:
        return None
    if kind is not Setup and action.by not in table.seats:
        return no_seat(table, "by", action.by)
    look: Look | None = _LOOKS.get(kind)
    return None if look is None else look(table, action)


def _card(field: str, name: str) -> Problem | None:
    return None if read_card(name) is not None else Problem(field, name, _CARD)


def _cards(field: str, names: Any) -> Problem | None:
    if not isinstance(names, list):
        return None
    for name in names:
        if read_card(text_of(name)) is None:
            return Problem(field, name, _CARD)
    if len(names) > COUNT_MAX:
        return Problem(field, f"a list of {len(names)}", f"at most {COUNT_MAX} cards")
    return None


def _colours(field: str, colours: Any) -> Problem | None:
    for colour in colours_of(colours):
        if colour not in COLOURS and colour != UNKNOWN:
            return Problem(field, colour, _COLOUR)
    return None


def _value(field: str, value: Any) -> Problem | None:
    """A number or `"?"`; a seal was checked by its type."""
    if isinstance(value, str) and value != UNKNOWN:
        return Problem(field, value, "a number, or ? if it was not seen")
    return None


def _seats(table: Table, field: str, seats: Any) -> Problem | None:
    return seats_in(table, **{field: seats})


def _place(field: str, place: str | None) -> Problem | None:
    if place is not None and (place == UNKNOWN or not place):
        return Problem(field, place, "the name of a ring field or a sea place; leave the field out if it was not seen")
    return None


def _found(one: Problem | None) -> Iterator[Problem]:
    if one is not None:
        yield one


def _relics(field: str, relics: Any) -> Problem | None:
    for relic in relics or ():
        if relic not in RELICS:
            return Problem(field, relic, ", ".join(RELICS))
    return None


def _in_setup(table: Table, action: Setup) -> Iterator[Problem]:
    yield from _found(_seats(table, "first", [action.first] if action.first is not None else []))
    if action.pirates is not None and not 0 <= action.pirates <= COUNT_MAX:
        yield Problem("pirates", action.pirates, f"a number from 0 to {COUNT_MAX}")
    for seat, names in (action.hands or {}).items():
        yield from _found(_cards(f"hands.{seat}", names))
    for field in ("hands", "permits", "islandCards"):
        yield from _found(_seats(table, field, getattr(action, field)))
    for field in ("permits", "chests", "relics"):
        for key, value in (getattr(action, field) or {}).items():
            yield from _found(_value(f"{field}.{key}", value))
    for island, colour in (action.colours or {}).items():
        yield from _found(_colours(f"colours.{island}", colour))
    yield from _found(_relics("relics", action.relics))
    if action.position is not None:
        yield from _in_position(table, action.position)


def _in_position(table: Table, given: Position) -> Iterator[Problem]:
    for field in ("captains", "ships", "hands", "draw", "discard", "crew", "permits"):
        yield from _found(_seats(table, f"position.{field}", getattr(given, field) or ()))
    for field in ("hands", "discard"):
        for seat, names in (getattr(given, field) or {}).items():
            yield from _found(_cards(f"position.{field}.{seat}", names))
    if given.turn and given.turn.seat is not UNSET:
        yield from _found(_seats(table, "position.turn.seat", [given.turn.seat]))
    if given.end:
        yield from _found(_seats(table, "position.end", [given.end.by, *(given.end.left or [])]))
    if given.islandCards:
        yield from _found(_seats(table, "position.islandCards.held", given.islandCards.held or ()))
    yield from _found(_relics("position.relics", given.relics or ()))
    for relic, part in (given.relics or {}).items():
        yield from _found(_value(f"position.relics.{relic}.gold", part.gold))
        if part.at is not UNSET and part.at != "volcano":
            yield from _found(_seats(table, f"position.relics.{relic}.at", [part.at]))
    pirates = [("houses", given.houses or {}), *((f"crew.{seat}", crew) for seat, crew in (given.crew or {}).items())]
    for place, crew in pirates:
        yield from _found(_colours(f"position.{place}", list(crew)))
    for island, isle in (given.islands or {}).items():
        yield from _in_island(table, f"position.islands.{island}", isle)


def _in_island(table: Table, field: str, part: Any) -> Iterator[Problem]:
    yield from _found(_colours(f"{field}.colour", part.colour or None))
    yield from _found(_value(f"{field}.chest", part.chest))
    yield from _found(_colours(f"{field}.pirates", list(part.pirates or ())))
    yield from _found(_seats(table, f"{field}.peeked", part.peeked or ()))
    yield from _found(_seats(table, f"{field}.stack", [seat for seat, _ in part.stack or ()]))
    for value in [*(part.peeked or {}).values(), *(value for _, value in part.stack or ())]:
        yield from _found(_value(field, value))


def _in_redraw(table: Table, action: Redraw) -> Problem | None:
    return _cards("discard", action.discard) or _cards("cards", action.cards)


def _in_move(table: Table, action: Move) -> Problem | None:
    found = _card("card", action.card)
    for place in action.path or ():
        found = found or _place("path", place)
    return found or _place("to", action.to)


def _in_take(table: Table, action: Take) -> Problem | None:
    return _value("permit", action.permit) or _colours("pirate", action.pirate) or _colours("drop", action.drop)


def _in_gamble(table: Table, action: Gamble) -> Problem | None:
    found = _card("card", action.card) or _value("permit", action.permit)
    return found or _colours("pirate", action.pirate) or _colours("drop", action.drop)


def _in_use(table: Table, action: Use) -> Problem | None:
    found = _card("card", action.card)
    for victim, cards in (action.rob or {}).items():
        if found is None and isinstance(cards, int) and not 0 <= cards <= COUNT_MAX:
            found = Problem(f"rob.{victim}", cards, f"island cards by name, or how many, from 0 to {COUNT_MAX}")
    found = found or _value("value", action.value) or _value("permit", action.permit) or _value("gold", action.gold)
    found = found or _colours("pirates", action.pirates) or _colours("shown", action.shown)
    found = found or _colours("drop", action.drop)
    if found is None and action.relic is not None:
        found = _relics("relic", [action.relic])
    if found is None and action.as_ is not None and action.as_ not in PROPERTIES:
        found = Problem("as", action.as_, ", ".join(PROPERTIES))
    return found


def _in_draw(table: Table, action: Draw) -> Problem | None:
    if action.count is not None and not 0 <= action.count <= COUNT_MAX:
        return Problem("count", action.count, f"how many cards were drawn, from 0 to {COUNT_MAX}")
    return None if action.cards is None else _cards("cards", action.cards)


Look = Callable[[Table, Any], Problem | None]
_LOOKS: dict[type[Action], Look] = {
    Setup: lambda table, action: next(_in_setup(table, action), None),
    Redraw: _in_redraw,
    Move: _in_move,
    Take: _in_take,
    Gamble: _in_gamble,
    Use: _in_use,
    Draw: _in_draw,
}

_WHAT = (
    "what was turned up or shown, such as chest.isle-3, permits.isle-3, permit.isle-3.red, gold, relic.hand-5, "
    "colour.isle-3, hand.red, held.red, islandCards.red, or a field of an earlier event, such as @7.value"
)


def _in_reveal(table: Table, action: Reveal) -> Iterator[Problem]:
    kind, of, seat = named_by(action.what)
    value = action.value
    if kind == "@":
        return
    if kind not in _VALUES or (not of) != (kind == "gold") or (kind == "permit" and not seat):
        yield Problem("what", action.what, _WHAT)
        return
    if kind in ("hand", "held", "islandCards"):
        yield from _found(_seats(table, "what", [of]))
    if kind == "permit":
        yield from _found(_seats(table, "what", [seat]))
    if kind == "relic":
        yield from _found(_relics("what", [of]))
    fits, allowed = _VALUES[kind]
    if not fits(value):
        yield Problem("value", value, allowed)


def _is_number(value: Any) -> bool:
    return type(value) is int or value == UNKNOWN


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _all_are(check: Any) -> Any:
    return lambda value: isinstance(value, list) and len(value) <= COUNT_MAX and all(check(item) for item in value)


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and read_card(value) is not None


_VALUES: dict[str, tuple[Any, str]] = {
    "chest": (_is_number, "a number, or ? if it was not seen"),
    "permits": (_all_are(_is_number), "a list of permit values, with ? for any not seen"),
    "permit": (_is_number, "a number, or ? if it was not seen"),
    "gold": (_is_name, "the name of an island, or ? if it was not seen"),
    "relic": (_is_number, "a number, or ? if it was not seen"),
    "colour": (lambda value: value in (*COLOURS, UNKNOWN), _COLOUR),
    "hand": (_all_are(_is_card), "a list of cards, such as ashore-5 and seer-4-poker, with ? for any not seen"),
    "held": (_all_are(_is_number), "a list of permit values, with ? for any not seen"),
    "islandCards": (_all_are(_is_name), "a list of islands, with ? for any not seen"),
}
