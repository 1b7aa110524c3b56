"""A second record of one table, kept by another scribe: how it begins, and how the two are laid side by side."""

from collections.abc import Sequence
from typing import Any

import msgspec

from records.errors import Refused
from records.event import Event, Header
from replay.disputes.line import line_of
from replay.disputes.twins import Comparison, compare, facts_of
from replay.library import game_of
from replay.reel import Played

Body = dict[str, Any]


def second_header(header: Header, scribe: str) -> Body:
    """The header of a second record: the same table, with a title and a scribe that tell them apart."""
    body: Body = msgspec.to_builtins(header)
    for name in ("id", "rules"):
        body.pop(name, None)
    title = header.title or game_of(header.game).title
    return {**body, "title": f"{title}, second record", "scribe": scribe}


def taken_over(header: Header, events: Sequence[Event]) -> list[Body]:
    """What counts of a record so far, for a second one that goes on from here; claims and signatures stay its own."""
    found = facts_of(line_of(header, events).events_that_count())
    return [event.body() for event in found if event.do != "close"]


def side_by_side(one: Played, other: Played) -> Comparison:
    """Two records of one game, line by line."""
    if one.game.id != other.game.id or one.table.seats != other.table.seats:
        raise Refused("these are not records of one game", mend="game and seats must be the same")
    lines = (line_of(found.record.header, found.record.events).events_that_count() for found in (one, other))
    return compare(*lines)
