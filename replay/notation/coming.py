"""What may come next: who acts, the lines that would say it, and what a scribe may ask about it."""

from collections.abc import Collection, Iterable
from functools import cache
from textwrap import fill
from typing import Any, NamedTuple

from replay.action import SHARED, Action, name_of
from replay.game import Game
from replay.notation.alphabet import Scope
from replay.notation.filling import takes
from replay.notation.reading import notation_of, verbs_of
from replay.notation.writing import line_from, write_line
from replay.saying import person
from replay.session import Session
from replay.table import Table

MOST_LINES = 60
"""How many legal lines are listed."""


class Coming(NamedTuple):
    """Something that may happen next, and who would do it (None if nobody in particular)."""

    seat: str | None
    do: str


def coming(game: Game, state: Any) -> list[Coming]:
    """Who may do what, in the order of the game's suggestions."""
    notation = notation_of(game)
    names_of = _names_of(game)
    found = [Coming(action.by, names_of[type(action)]) for action in game.suggest(state)]
    if notation.expects is not None:
        names = notation.expects(state)
        found += [Coming(notation.turn(state, verb.do), verb.do) for verb in verbs_of(game) if verb.do in names]
    return list(dict.fromkeys(found))


@cache
def _names_of(game: Game) -> dict[type[Action], str]:
    """The wire name of each kind of action."""
    return {kind: name_of(kind) for kind in (*game.actions, *SHARED)}


def coming_words(game: Game, table: Table, state: Any) -> str:
    """`Cleo: lay`"""
    return words_for(table, coming(game, state))


def words_for(table: Table, found: Iterable[Coming]) -> str:
    """The same of what was found to come next."""
    by_seat: dict[str | None, list[str]] = {}
    for seat, do in found:
        by_seat.setdefault(seat, []).append(do)
    if not by_seat:
        return "nothing more: the game is over"
    return "; ".join(_one(table, seat, names) for seat, names in by_seat.items())


def _one(table: Table, seat: str | None, names: list[str]) -> str:
    verbs = ", ".join(dict.fromkeys(names))
    return verbs if seat is None else f"{person(table, seat)}: {verbs}"


def continuations(game: Game, table: Table, state: Any, typed: str, most: int) -> list[str]:
    """The legal lines that begin with what was typed: as short as possible, or with the verb, the seat, or both."""
    lines = [line_from(game, table, state, action, typed) for action in game.suggest(state)[:most]]
    found = list(dict.fromkeys(line for line in lines if line is not None))
    return found or _by_last_word(game, table, state, typed)[:most]


def _by_last_word(game: Game, table: Table, state: Any, typed: str) -> list[str]:
    """What was typed with its last word completed, for words that no suggested line has: `loot skull-62`."""
    before, _, last = typed.rpartition(" ")
    if not last:
        return []
    names = set(before.split())
    verbs = [verb for verb in verbs_of(game) if names & set(verb.names)]
    if not verbs:
        coming_next = {one.do for one in coming(game, state)}
        verbs = [verb for verb in verbs_of(game) if verb.implied and verb.do in coming_next]
    kinds = [slot.kind for verb in verbs for slot in verb.slots if slot.kind.complete is not None]
    words = [word for kind in kinds if kind.complete is not None for word in kind.complete(Scope(table, state), last)]
    return [f"{before} {word}".strip() for word in dict.fromkeys(words)]


def hidden_forms(game: Game, state: Any) -> list[str]:
    """What may come next but depends on hidden cards, so no whole line can be offered: each verb and what it takes.

    `play: map cards (r137, r3c, rw), a landing (N1), …`
    """
    offered = {_names_of(game)[type(action)] for action in game.suggest(state)}
    names = {one.do for one in coming(game, state)} - offered
    return [form for verb in verbs_of(game) if verb.do in names for form in form_of(game, verb.do)]


def form_of(game: Game, do: str) -> list[str]:
    """A verb and what it takes, in one line; nothing for a verb the game has no words for."""
    return [f"{verb.do}: {takes(verb)}" for verb in verbs_of(game) if verb.do == do]


def legal_answer(session: Session, examples: Collection[str], width: int = 80) -> list[str]:
    """What may come next: who acts, some example lines, then all others by verb, and the forms of what depends on
    hidden cards."""
    game, state = session.game, session.state
    by_verb: dict[str, list[str]] = {}
    for do, line in _lines_by_verb(session) if session.begun else ():
        if line not in examples:
            by_verb.setdefault(do, []).append(line)
    pad = max(map(len, by_verb), default=0)
    forms = hidden_forms(game, state) if session.begun else form_of(game, "setup")
    return [
        next_words(session),
        *(f"  type   {line}" for line in examples),
        *(row for do, lines in by_verb.items() for row in _rows(f"  {do:<{pad}} ", lines, width)),
        *(fill(form, width, initial_indent="  ", subsequent_indent="    ") for form in forms),
    ]


def _lines_by_verb(session: Session) -> list[tuple[str, str]]:
    """The legal lines, each once, with the verb of its action."""
    game, table, state = session.game, session.table, session.state
    names = _names_of(game)
    return list(
        dict.fromkeys(
            (names[type(action)], write_line(game, table, state, action)) for action in game.suggest(state)[:MOST_LINES]
        )
    )


def example_lines(session: Session, state: Any, most: int) -> list[str]:
    """Lines that would work now: the game's first suggestions, and the first of every other kind of action."""
    game, table = session.game, session.table
    actions = game.suggest(state)
    first_of_kind = list({type(action): action for action in reversed(actions)}.values())[::-1]
    others = first_of_kind[1:most]
    chosen = [*actions[: most - len(others)], *others]
    return list(dict.fromkeys(write_line(game, table, state, action) for action in chosen))[:most]


def next_words(session: Session) -> str:
    """`next   Cleo: lay`"""
    return f"next   {coming_now(session)}"


def coming_now(session: Session) -> str:
    """Who may do what: `Cleo: lay`. The game is set up before anything else."""
    return coming_words(session.game, session.table, session.state) if session.begun else "setup"


def _rows(verb: str, lines: list[str], width: int) -> list[str]:
    """The lines of a verb side by side behind it, as many as fit."""
    rows: list[str] = []
    for line in lines:
        if rows and len(rows[-1]) + len(line) + 5 <= width:
            rows[-1] += f"  ·  {line}"
        else:
            rows.append((" " * len(verb) if rows else verb) + line)
    return rows
