"""What if: a remedy tried on a copy of the log. Nothing is written."""

from collections.abc import Sequence
from typing import Any

import msgspec

from records.errors import Refused
from records.event import Event, Header, event_of
from replay.action import Unreadable
from replay.adjusting import Ruled
from replay.audit import Finding, audit
from replay.disputes.line import line_of
from replay.game import Game, State
from replay.read import read_event, read_timeline
from replay.result import with_adjustments
from replay.score import Score
from replay.step import Placed
from replay.table import Table

Body = dict[str, Any]


class TimelineEnd(msgspec.Struct, frozen=True):
    """Where a timeline ends: the events that count, the state, its document and score, and the findings."""

    line: list[Placed]
    state: State
    document: Body
    score: Score
    findings: tuple[Finding, ...]


class WhatIf(msgspec.Struct, frozen=True):
    """The record as it is, and as it would be."""

    now: TimelineEnd
    then: TimelineEnd


def outcome(
    game: Game,
    table: Table,
    events: Sequence[Event],
    rulings: Sequence[Ruled] = (),
    granted: frozenset[int] = frozenset(),
) -> TimelineEnd:
    """Where the effective timeline ends, its result adjusted by these rulings, if what is `granted` need not wait."""
    line = read_timeline(game, table, events, granted=granted)
    audited = audit(game, table, line)
    count = with_adjustments(game, audited.final, rulings)
    return TimelineEnd(line, audited.final, game.document(audited.final), count, audited.findings)


def what_if(
    game: Game, table: Table, events: Sequence[Event], corrections: Sequence[Body], rulings: Sequence[Ruled] = ()
) -> WhatIf:
    """Both outcomes: of the log as it is, and with corrections added, as if a ruling had ordered them.

    One that fits nothing is `Refused`.
    """
    tried = with_corrections(game, table, events, corrections)
    then = outcome(game, table, tried, rulings, added(events, tried))
    return WhatIf(outcome(game, table, events, rulings), then)


def added(events: Sequence[Event], tried: Sequence[Event]) -> frozenset[int]:
    """The numbers of the events that were added to a log."""
    return frozenset(event.seq for event in tried[len(events) :])


def with_corrections(game: Game, table: Table, events: Sequence[Event], corrections: Sequence[Body]) -> list[Event]:
    """The log with corrections added at its end, each of them checked."""
    tried = list(events)
    for body in corrections:
        event = event_of(body, len(tried) + 1)
        action = read_event(game, table, event)
        if isinstance(action, Unreadable):
            raise Refused(action.why, where=event.do, mend=f"see `qm games {game.id}`")
        new = event.fields.get("action")
        if isinstance(new, dict):
            inner = read_event(game, table, event_of(new, event.seq))
            if isinstance(inner, Unreadable):
                raise Refused(inner.why, where=f"action of {event.do}", mend=f"see `qm games {game.id}`")
        tried.append(event)
        refuse_stray(table.header, tried, added(events, tried))
    return tried


def refuse_stray(header: Header | None, tried: Sequence[Event], granted: frozenset[int] = frozenset()) -> None:
    """Refuse a last event that is a correction and changes nothing."""
    last = tried[-1]
    why = line_of(header, tried, granted).stray.get(last.seq)
    if why is not None:
        raise Refused(why, where=last.do, mend="see `qm steps RECORD`")
