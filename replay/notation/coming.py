"""What may come next: who is to do what, and the lines that would say it."""

from typing import Any, NamedTuple

from replay.action import body_of
from replay.game import Game
from replay.notation.filling import takes
from replay.notation.reading import notation_of, verbs_of
from replay.notation.writing import line_from, write_line
from replay.table import Table


class Coming(NamedTuple):
    """Something that may happen next, and who would do it (None: nobody in particular)."""

    seat: str | None
    do: str


def coming(game: Game, state: Any) -> list[Coming]:
    """Who may do what, in the order of the game's suggestions."""
    notation = notation_of(game)
    found = [Coming(action.by, body_of(action)["do"]) for action in game.suggest(state)]
    if notation.expects is not None:
        names = notation.expects(state)
        found += [Coming(notation.turn(state, verb.do), verb.do) for verb in verbs_of(game) if verb.do in names]
    return list(dict.fromkeys(found))


def coming_words(game: Game, table: Table, state: Any) -> str:
    """`p3 Cleo: lay`"""
    by_seat: dict[str | None, list[str]] = {}
    for seat, do in coming(game, state):
        by_seat.setdefault(seat, []).append(do)
    if not by_seat:
        return "nothing more: the game is over"
    return "; ".join(_one(table, seat, names) for seat, names in by_seat.items())


def _one(table: Table, seat: str | None, names: list[str]) -> str:
    verbs = ", ".join(dict.fromkeys(names))
    if seat is None:
        return verbs
    name = table.name(seat)
    return f"{seat if name == seat else f'{seat} {name}'}: {verbs}"


def legal_lines(game: Game, table: Table, state: Any, most: int) -> list[str]:
    """The lines of what may legally come next, as far as the state knows it."""
    actions = game.suggest(state)[:most]
    return list(dict.fromkeys(write_line(game, table, state, action) for action in actions))


def continuations(game: Game, table: Table, state: Any, typed: str, most: int) -> list[str]:
    """The legal lines that begin with what was typed: as short as can be, or with the verb, the seat, or both."""
    lines = [line_from(game, table, state, action, typed) for action in game.suggest(state)[:most]]
    return list(dict.fromkeys(line for line in lines if line is not None))


def hidden_forms(game: Game, state: Any) -> list[str]:
    """What may come next but hangs on hidden cards, so that no whole line can be offered: each verb, and what it takes.

    `play: map cards (r137, r3c, rw), a landing (N1), …`
    """
    offered = {body_of(action)["do"] for action in game.suggest(state)}
    names = {one.do for one in coming(game, state)} - offered
    return [form for verb in verbs_of(game) if verb.do in names for form in form_of(game, verb.do)]


def form_of(game: Game, do: str) -> list[str]:
    """A verb and what it takes, in one line; nothing for a verb that the game has no words for."""
    return [f"{verb.do}: {takes(verb)}" for verb in verbs_of(game) if verb.do == do]
