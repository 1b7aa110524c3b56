"""Resync: the position is set from what was counted on the table.

Every game can start from a position (`{"do":"setup","position":…}`), and its state document is such a position. So the
document of the present state, with the counted facts put in their places, is inserted as a setup after the last event
that counts. The game need do nothing new, both timelines can still be replayed, and the insertion names its ruling. The
result is checked: a count that the position cannot express is refused, and the position must then be given whole.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from records.errors import Refused
from records.event import Event, event_of
from replay.action import Unreadable
from replay.game import Game
from replay.observe import in_words
from replay.playout import fold
from replay.read import get, put, read_event, read_timeline
from replay.table import Table

Body = dict[str, Any]


def resync(
    game: Game, table: Table, events: Sequence[Event], facts: dict[str, Any], position: Body | None = None
) -> Body:
    """The correction that makes the position agree with the facts: an `insert` of a setup after the last event."""
    line = read_timeline(game, table, events)
    steps = list(fold(game, table, game.complete(table, line, False).line))
    if not steps:
        raise Refused("there is no position yet", mend="log the setup first")
    given = position if position is not None else _position(game, steps[-1].after, facts)
    setup: Body = {"do": "setup", "position": given}
    action = read_event(game, table, event_of(setup, len(events) + 1))
    if isinstance(action, Unreadable):
        raise Refused(
            f"the position cannot be read: {action.why}",
            mend="give the whole position, with --position FILE (qm state --json)",
        )
    after = game.reduce(steps[-1].after, action)
    differing = game.differences(after, facts)
    if differing:
        raise Refused(
            f"the position would still differ from what was counted: {in_words(game.speech, table, differing)}",
            mend="change the document of `qm state RECORD --json` by hand and give it with --position FILE",
        )
    return {"do": "insert", "after": line[-1].seq, "action": setup}


def _position(game: Game, state: Any, facts: dict[str, Any]) -> Body:
    document: Body = deepcopy(game.document(state))
    for path, value in facts.items():
        places = path.split(".")
        parent = get(document, places[:-1]) if len(places) > 1 else document
        if isinstance(parent, dict):
            put(document, places, value)
    return document
