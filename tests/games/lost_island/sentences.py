"""Every sentence that a record can give to players: what happened, what changed, findings, the result, what is next."""

from collections.abc import Iterator
from typing import Any

from replay.audit import audit
from replay.diff import Changed, changes
from replay.games.lost_island import GAME
from replay.notation.coming import coming_words
from replay.playout import fold
from replay.step import Placed, Step
from replay.table import Table
from replay.tell import tell
from replay.view import TABLE, mask
from tests.helpers.tools import Body

NAMES = ("Ann", "Bob", "James", "Dirk")


def with_names(header: Body) -> Body:
    """The same table with names for its players."""
    players = header["players"]
    named = [{**player, "name": name} for player, name in zip(players, NAMES, strict=False)]
    return {**header, "players": [*named, *players[len(named) :]]}


def sentences(table: Table, line: list[Placed]) -> Iterator[str]:
    """What players read of a timeline: as logged, with hindsight, and as everybody at the table saw it."""
    whole = GAME.complete(table, line, False).line
    yield from told(table, whole)
    if whole != line:
        yield from told(table, line)
    yield from told(table, mask(GAME, table, whole, TABLE))
    yield from reasons(table, line)


def told(table: Table, line: list[Placed]) -> Iterator[str]:
    """What happened and what changed, step by step."""
    for step in fold(GAME, table, line):
        yield tell(GAME, step)
        yield from GAME.speech.changes(table, changed(step))


def reasons(table: Table, line: list[Placed]) -> Iterator[str]:
    """Why something was found, at once and with hindsight, and what the score says."""
    for forward in (True, False):
        audited = audit(GAME, table, line, forward=forward)
        yield from (item.why for item in audited.findings)
    score = GAME.score(audited.final)
    yield from score.notes
    yield from (row.why for seat in score.seats for row in seat.lines if row.why)
    yield coming_words(GAME, table, audited.final)


def changed(step: Step[Any, Any]) -> list[Changed]:
    """What a step changed, as data."""
    return changes(GAME.document(step.before), GAME.document(step.after))
