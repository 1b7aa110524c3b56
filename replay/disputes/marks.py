"""Where turns and rounds change in a log, as its game says."""

from collections.abc import Sequence
from typing import Any

from records.event import Event
from replay.disputes.log import TurnMark
from replay.game import Game
from replay.playout import fold
from replay.read import read_timeline
from replay.table import Table


def marks_of(game: Game, table: Table, events: Sequence[Event]) -> tuple[TurnMark, ...]:
    """Turn and round after every event of the recorded timeline: `turn` and `round` of the state document."""
    marks = []
    last: Any = None
    turn: Any = None
    number: Any = None
    for step in fold(game, table, read_timeline(game, table, events, "recorded")):
        if step.after is not last:
            document = game.document(step.after)
            turn, number, last = document.get("turn"), document.get("round"), step.after
            if isinstance(turn, dict):
                turn = [turn.get("n"), turn.get("seat")]
        marks.append(TurnMark(step.seq, turn, number))
    return tuple(marks)
