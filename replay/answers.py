"""Answers to what a scribe asks at the prompt. They look at the record and never change it."""

from collections.abc import Iterator
from typing import Any

from replay.game import Frame
from replay.hints import examples
from replay.notation.alphabet import Scope
from replay.notation.coming import legal_answer, next_words
from replay.notation.kinds import seats_named
from replay.notation.reading import notation_of
from replay.playout import play_out
from replay.prompt_words import HELP, Ask
from replay.saying import people, person
from replay.session import Session
from replay.typed_lines import sentences
from replay.view import TABLE

LAST = 10
"""How many events `list` shows."""
_SMALL_WORDS = frozenset({"did", "does", "do", "has", "had", "have", "is", "was", "the", "a", "in", "hand", "hold"})


def answer(session: Session, ask: Ask, about: str = "", width: int = 80) -> list[str]:
    """The answer to a question, as lines of text."""
    match ask:
        case "turn":
            return [next_words(session)]
        case "state" if about:
            return known_of(session, about)
        case "state":
            return session.game.render(Frame(session.state, width=width))
        case "who":
            return known_of(session, about, only_hand=True)
        case "where":
            return places_of(session, about)
        case "list":
            return last_events(session)
        case "open":
            return open_answers(session)
        case "help":
            return list(HELP)
        case _:
            return legal_answer(session, examples(session), width)


def last_events(session: Session, most: int = LAST) -> list[str]:
    """The last events that count, each by number and sentence."""
    events = session.log.places.events_that_count()[-most:]
    return sentences(session, events) if events else ["nothing has been logged yet"]


def open_answers(session: Session) -> list[str]:
    """The answers of the rules that wait for something, by event."""
    found = [one for one in session.log.findings if one.answer == "open"]
    return [f"? event {one.seq}  {one.rule}: {one.why}" for one in found] or ["no answer is open"]


def known_of(session: Session, about: str, *, only_hand: bool = False) -> list[str]:
    """What everybody may know of a player's part of the table, or only of their hand."""
    table, speech = session.table, session.game.speech
    words = [word.strip("?.,") for word in about.split()]
    named = [word for word in words if word and word.lower() not in _SMALL_WORDS]
    seats = seats_named(Scope(table, session.state), named[0]) if named else []
    if len(seats) != 1:
        return [f"who is {' '.join(named)!r}? here are {people(table, table.seats)}"]
    parts = list(_parts_of(_document(session), seats[0]))
    hand = [(path, value) for path, value in parts if "hand" in path]
    lines = [
        told for path, value in (hand if only_hand and hand else parts) for told in speech.spoken(table, path, value)
    ]
    return [f"{person(table, seats[0])}, as everybody may know:", *(f"  {line}" for line in lines)]


def places_of(session: Session, about: str) -> list[str]:
    """Where a card or a piece is now, as far as everybody may know: `red 7: Bob's hand`."""
    table, speech = session.table, session.game.speech
    words = [word.strip("?.,") for word in about.split()]
    wanted = " ".join(word for word in words if word and word.lower() not in _SMALL_WORDS)
    scope = Scope(table, session.state)
    meant = [str(item[0]) for kind in notation_of(session.game).things for item in kind.read(scope, wanted)]
    names = {wanted.lower(), *(name.lower() for name in meant)} - {"?"}
    found = []
    for name, path, value in _places(_document(session), names):
        if value is None:
            found.append(f"  {session.game.say(table, name)}: {speech.place(table, path)}")
        else:
            found += [f"  {told}" for told in speech.spoken(table, path, value)]
    return list(dict.fromkeys(found)) or [f"it is not known where {wanted!r} is"]


def _document(session: Session) -> dict[str, Any]:
    """The table as everybody may know it."""
    game, table = session.game, session.table
    return game.document(play_out(game, table, session.events(), viewer=TABLE, hindsight=False).state_at())


def _parts_of(value: Any, seat: str, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a document that is filed under a seat, with its path."""
    if not isinstance(value, dict):
        return
    for key, inner in value.items():
        below = f"{path}.{key}" if path else key
        if key == seat:
            yield below, inner
        else:
            yield from _parts_of(inner, seat, below)


def _places(value: Any, names: set[str], path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Where one of these names is in a document: name and path, and what is filed there if the name is a key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            below = f"{path}.{key}" if path else key
            if _is_named(path, key, names):
                yield key, below, inner
            else:
                yield from _places(inner, names, below)
    elif isinstance(value, list):
        for inner in value:
            yield from _places(inner, names, path)
    elif isinstance(value, str) and value.lower() in names:
        yield value, path, None


def _is_named(path: str, key: str, names: set[str]) -> bool:
    """Whether a key, alone or with the one above it, is a thing's name: `lighthouse`, or `red.b` for a piece."""
    return key.lower() in names or f"{path.rpartition('.')[2]}.{key}".lower() in names
