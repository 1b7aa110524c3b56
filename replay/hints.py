"""Help for who types: lines that would work now, and the known words nearest to one that was not understood."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import msgspec

from replay.action import UNKNOWN, Unreadable
from replay.audit import judge_step
from replay.deal import dealt_setup
from replay.game import State
from replay.notation.coming import example_lines
from replay.notation.filling import FILLERS
from replay.notation.reading import verbs_of
from replay.notation.tokens import split
from replay.notation.writing import write_line
from replay.read import read_body
from replay.session import Session
from replay.step import Step

MOST_EXAMPLES = 5
MOST_NEAR = 3
_LEAST_ALIKE = 0.6


def examples(session: Session, state: State | None = None, most: int = MOST_EXAMPLES) -> list[str]:
    """Lines that would work now, the likeliest first; before the set-up, a line that sets it up."""
    if not session.begun:
        return [setup_line(session)]
    return example_lines(session, session.state if state is None else state, most)


def setup_line(session: Session) -> str:
    """A set-up of this table with this kit. What nobody sees is left out, as far as the rules allow it."""
    game, table = session.game, session.table
    start = game.start(table)
    body = dealt_setup(game, table)
    for field in [field for field, value in body.items() if UNKNOWN in _strings(value)]:
        shorter = {name: value for name, value in body.items() if name != field}
        action = read_body(game, table, shorter)
        if not isinstance(action, Unreadable):
            found = judge_step(game, Step(1, start, action, game.reduce(start, action)))
            if not any(one.answer == "broken" for one in found):
                body = shorter
    return write_line(game, table, start, body)


def hint(session: Session, text: str, state: State | None = None) -> str:
    """`geen: did you mean green? for example: g`, as far as there is something to say."""
    known = sorted(_vocabulary(session))
    near = [f"{word}: did you mean {' or '.join(found)}?" for word, found in _near(text, known)]
    lines = examples(session, state, 1)
    return " ".join([*near[:1], *(f"for example: {line}" for line in lines)])


def _near(text: str, known: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The words of a line that are not known, each with the nearest that are."""
    for word in split(text).words:
        low = word.lower()
        if len(low) < 3 or low in FILLERS or any(one.startswith(low) for one in known):
            continue
        has_number = any(char.isdigit() for char in low)
        alike = [one for one in known if any(char.isdigit() for char in one) == has_number]
        found = get_close_matches(low, alike, MOST_NEAR, _LEAST_ALIKE)
        if found:
            yield word, found


def _vocabulary(session: Session) -> set[str]:
    """The words that can be typed here: verbs, seats, names, and what is on the table or in the box."""
    table = session.table
    words = {name for verb in verbs_of(session.game) for name in verb.names}
    words |= {flag.word for verb in verbs_of(session.game) for flag in verb.flags}
    words |= {*table.seats, *(player.name for player in table.players if player.name)}
    named = {*_strings(session.document(session.state)), *_strings(msgspec.to_builtins(table.kit))}
    words |= named | {part for one in named for part in one.split("-")}
    return {word.lower() for word in words if len(word) > 2 and not word[0].isdigit()}


def _strings(value: Any) -> Iterator[str]:
    """Every text in a document, keys included."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(key)
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str) and " " not in value:
        yield value
