"""Everything that a record makes the program say: sentences, reasons, changes, scores, what comes next."""

import re
from collections.abc import Iterator
from typing import Any

from replay.audit import audit
from replay.diff import changes
from replay.game import Game
from replay.notation.coming import coming_words
from replay.playout import fold
from replay.step import Placed
from replay.table import Table
from replay.tell import tell
from replay.view import mask
from tests.helpers.readable import unreadable
from tests.helpers.tools import Body, timeline

NAMES = ("Ann", "Bob", "James", "Dee")
_WIRE = re.compile(
    r"\b(isle|ashore|robbery|seer|pirate|monument|permit|gamble|volcano|island-card|any|move-plus|hand)-\w|-poker\b"
)
"""Names as the record writes them: `isle-7`, `seer-4-poker`, `hand-5`."""
_ARTICLE = re.compile(r"\b[Aa] (?=8|11\b|18\b|[aeio])|\b[Aa]n (?=[b-df-hj-np-tv-z]|\d)(?!8|11\b|18\b)")


def with_names(header: Body) -> Body:
    """The same table with names."""
    pairs = zip(header["players"], NAMES, strict=False)
    return {**header, "players": [{**player, "name": name} for player, name in pairs]}


def spoken(header: Body, bodies: list[Body]) -> Iterator[tuple[str, str]]:
    """What is said about a record as logged and with hindsight, each with the place where it is said."""
    game, table, line, _ = timeline(header, bodies)
    yield from said_about(game, table, line)


def said_about(game: Game, table: Table, line: list[Placed]) -> Iterator[tuple[str, str]]:
    """The same for a timeline."""
    audited = audit(game, table, line)
    for finding in audited.findings:
        yield f"{finding.rule} at {finding.seq}", finding.why
    completed = game.complete(table, line, False)
    document = game.document(game.start(table))
    for step in fold(game, table, completed.line, completed.facts):
        yield f"told at {step.seq}", tell(game, step)
        after = game.document(step.after)
        for words in game.speech.changes(table, changes(document, after)):
            yield f"changed at {step.seq}", words
        document = after
        if step.seq % 9 == 1:
            yield f"next after {step.seq}", coming_words(game, table, step.after)
    for path, value in document.items():
        for words in game.speech.spoken(table, path, value):
            yield f"at {path}", words
    yield from _score(game.score(audited.final))


def _score(score: Any) -> Iterator[tuple[str, str]]:
    for note in score.notes:
        yield "score", note
    for seat in score.seats:
        for line in seat.lines:
            yield "score", f"{line.what}: {line.why}"


def said_to(header: Body, bodies: list[Body], viewer: str) -> Iterator[tuple[str, str]]:
    """The same through the eyes of a seat."""
    game, table, line, _ = timeline(header, bodies)
    yield from said_about(game, table, mask(game, table, line, viewer))


def faults(header: Body, bodies: list[Body]) -> list[str]:
    """Every sentence about a record that cannot be read, with what is wrong."""
    found = [f"{where}: {fault}" for where, text in spoken(header, bodies) for fault in wrong_with(text)]
    return list(dict.fromkeys(found))


def wrong_with(text: str) -> list[str]:
    """What is wrong with a sentence of this game."""
    own = {"a wire name": _WIRE, "a wrong article": _ARTICLE}
    return [
        *unreadable(text),
        *(f"{what}: {found.group()!r} in {text!r}" for what, fault in own.items() for found in fault.finditer(text)),
    ]
