"""From events to actions. What cannot be read becomes `Unreadable`: a finding, never an exception."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial, reduce
from operator import or_
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from records.errors import Refused
from records.event import Event
from records.salt import check_salt
from records.timeline import CORRECTIONS, Places
from replay.action import SHARED, Action, Unreadable, body_of, name_of
from replay.disputes.line import line_of
from replay.disputes.readings import sets_reading
from replay.game import Game
from replay.step import Placed
from replay.table import Table

TimelineName = Literal["effective", "recorded"]


@cache
def _kinds(game: Game) -> dict[str, type[Action]]:
    return {name_of(kind): kind for kind in (*SHARED, *game.actions)}


@cache
def _holder(game: Game) -> type[msgspec.Struct]:
    # A Struct that holds the union keeps its type information; converting to a bare Union rebuilds it on every call.
    union = reduce(or_, (*SHARED, *game.actions))
    return msgspec.defstruct("Holder", [("action", union)])


@cache
def _line_holder(game: Game) -> type[msgspec.Struct]:
    # The same for all actions of a line: one call reads them, and is refused if any of them is odd.
    union: Any = reduce(or_, (*SHARED, *game.actions))
    return msgspec.defstruct("LineHolder", [("actions", list[union])])


def prepare(game: Game) -> None:
    """Prepare to read a game's events in several threads.

    msgspec learns the fields of a type when it first reads one, and crashes if two threads make it learn the same type
    at once. Call this before starting a second thread that reads.
    """
    msgspec.convert({"action": {"do": "note", "text": ""}}, _holder(game))
    msgspec.convert({"actions": []}, _line_holder(game))
    for kind in _kinds(game).values():
        with suppress(msgspec.ValidationError):
            msgspec.convert({}, kind)


def read_event(game: Game, table: Table, event: Event) -> Action:
    """The action that an event describes, or `Unreadable` with the reason."""
    return read_body(game, table, event.body())


def _all_read(game: Game, table: Table, events: Sequence[Event]) -> list[Placed]:
    """The actions of events that all count: `read_event` for each, at once if none of them is odd."""
    bodies = [event.body() for event in events]
    try:
        held = msgspec.convert({"actions": bodies}, _line_holder(game))
    except (msgspec.ValidationError, TypeError):
        return [Placed(event.seq, read_body(game, table, body)) for event, body in zip(events, bodies, strict=True)]
    actions: list[Action] = held.actions  # type: ignore[attr-defined]  # made above
    problem, place, line = game.problem, tuple.__new__, []
    for event, body, action in zip(events, bodies, actions, strict=True):
        if "salt" in body or problem(table, action) is not None:
            action = read_body(game, table, body)
        line.append(place(Placed, (event.seq, action)))  # its own constructor takes three times as long
    return line


def read_body(game: Game, table: Table, body: dict[str, Any]) -> Action:
    """The action that the facts of an event describe, before it has a place in a record."""
    if "salt" in body:
        try:
            check_salt(body["salt"])
        except Refused as error:
            return _unreadable(body, f"{error.what}: {error.mend}", "salt")
    try:
        # Its name tells the kind, so that the union is asked only for the words of a refusal.
        action: Action = msgspec.convert(body, _kinds(game)[body["do"]])
    except (msgspec.ValidationError, KeyError, TypeError):
        try:
            action = msgspec.convert({"action": body}, _holder(game)).action  # type: ignore[attr-defined]  # made above
        except msgspec.ValidationError as error:
            return _unreadable(body, _words(game, body["do"], str(error)), _field(str(error)))
    problem = game.problem(table, action)
    if problem is None:
        return action
    told = "is missing" if problem.value is None else f"is {problem.value!r}"
    return _unreadable(body, f"{problem.field} {told}; allowed: {problem.allowed}", problem.field)


def _unreadable(body: dict[str, Any], why: str, field: str = "") -> Unreadable:
    """Takes the event's place. What is told about it leaves the salt out."""
    told = {name: value for name, value in body.items() if name != "salt"}
    return Unreadable(by=body.get("by"), at=body.get("at"), why=why, field=field, body=told)


def read_timeline(
    game: Game,
    table: Table,
    events: Sequence[Event],
    timeline: TimelineName = "effective",
    granted: frozenset[int] = frozenset(),
    without: frozenset[int] = frozenset(),
) -> list[Placed]:
    """The actions of a timeline, each at its place. A correction of an event that does not exist is unreadable.

    A correction that waits for somebody's word is not followed, unless it is `granted`, nor are those left out
    (`without`). Where a ruling changes how the table reads a question, `Readings` stand before the event from which
    that holds.
    """
    places, kinds = None, {event.do for event in events}
    if timeline == "effective" and not kinds.isdisjoint(CORRECTIONS):
        places = line_of(table.header, events, granted)
        places.idle |= without
    if places is None and "ruling" not in kinds:
        return _all_read(game, table, events)
    return line_read(game, table, events, places, partial(read_event, game, table))


def line_read(
    game: Game, table: Table, events: Sequence[Event], places: Places | None, read: Callable[[Event], Action]
) -> list[Placed]:
    """As `read_timeline`, for whoever has the places of the log (None: all count, as logged) or its actions already."""
    if places is None:
        line = [Placed(event.seq, read(event)) for event in events]
    else:
        found = places.timeline()
        line = [Placed(event.seq, read_placed(event, found.stray, read)) for event, _ in found.events]
    if not any(event.do == "ruling" and sets_reading(event) for event in events):
        return line
    from replay.disputes.reread import reread  # most records have no such ruling either

    return reread(game, table, events, line, places)


def read_placed(event: Event, stray: dict[int, str], read: Callable[[Event], Action]) -> Action:
    """The action of an event that stands in the line; `stray` says why corrections change nothing."""
    if event.do in CORRECTIONS:
        why = f"the {event.do} changes nothing: {stray[event.seq]}"
        return _unreadable(event.body(), why)
    return read(event)


def action_names(game: Game) -> list[str]:
    """The `do` of every action of a game, its own first."""
    return [name_of(kind) for kind in (*game.actions, *SHARED)]


def _words(game: Game, do: str, message: str) -> str:
    if do not in action_names(game):
        return f"{game.title} has no action {do!r}; it has {', '.join(action_names(game))}"
    kind = next(kind for kind in (*game.actions, *SHARED) if name_of(kind) == do)
    if "unknown field" in message:
        return f"{_plain(message)}; {do} has {', '.join(kind.__struct_encode_fields__)}"
    if "Invalid enum value" in message:
        allowed = _names(get_type_hints(kind).get(_field(message).split(".")[0].split("[")[0]))
        more = ", …" if len(allowed) > _NAMES_SHOWN else ""
        return f"{_plain(message)}; allowed: {', '.join(allowed[:_NAMES_SHOWN])}{more}"
    return _plain(message)


_NAMES_SHOWN = 16


def _names(hint: Any) -> list[str]:
    """The names that a type allows."""
    if get_origin(hint) is Literal:
        return [str(name) for name in get_args(hint)]
    return list(dict.fromkeys(name for part in get_args(hint) for name in _names(part)))


def _plain(message: str) -> str:
    return message.replace("$.action.", "").replace("$.action", "the event").replace("`", "'")


def _field(message: str) -> str:
    _, found, place = message.rpartition("`$.action.")
    return place.rstrip("`") if found else ""


def rewritten(action: Action, path: list[str], value: Any) -> Action | None:
    """The action with one field (or a place inside it) set; None if the result is no longer such an action."""
    body = body_of(action)
    if not put(body, path, value):
        return None
    try:
        return msgspec.convert(body, type(action))
    except msgspec.ValidationError:
        return None


def put(body: Any, path: list[str], value: Any) -> bool:
    """Set the value at a path in plain data, creating missing objects on the way; False if the path leads nowhere."""
    here = body
    for depth, key in enumerate(path):
        last = depth == len(path) - 1
        if isinstance(here, list):
            if not key.isdigit() or int(key) >= len(here):
                return False
            if last:
                here[int(key)] = value
            else:
                here = here[int(key)]
        elif isinstance(here, dict):
            if last:
                here[key] = value
            else:
                here = here.setdefault(key, {})
        else:
            return False
    return True


def get(body: Any, path: list[str]) -> Any:
    """The value at a path in plain data; None if there is nothing."""
    here = body
    for key in path:
        if isinstance(here, list) and key.isdigit() and int(key) < len(here):
            here = here[int(key)]
        elif isinstance(here, dict):
            here = here.get(key)
        else:
            return None
    return here
