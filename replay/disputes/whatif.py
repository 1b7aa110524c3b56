"""What if: a remedy tried on a copy of the log. Nothing is written."""

from collections.abc import Sequence
from typing import Any

import msgspec

from records.errors import Refused
from records.event import Event, event_of
from records.timeline import effective_timeline
from replay.action import Unreadable
from replay.adjusting import Ruled, adjusted
from replay.audit import Finding, audit
from replay.game import Game, State
from replay.read import read_event, read_timeline
from replay.result import count_of
from replay.score import Score
from replay.step import Placed
from replay.table import Table

Body = dict[str, Any]


class Outcome(msgspec.Struct, frozen=True):
    """Where a timeline ends: the events that count, the state, its document and score, and the findings."""

    line: list[Placed]
    state: State
    document: Body
    score: Score
    findings: tuple[Finding, ...]


class WhatIf(msgspec.Struct, frozen=True):
    """The record as it is, and as it would be."""

    now: Outcome
    then: Outcome


def outcome(game: Game, table: Table, events: Sequence[Event], rulings: Sequence[Ruled] = ()) -> Outcome:
    """Where the effective timeline of the events ends, its result adjusted by these rulings."""
    line = read_timeline(game, table, events)
    audited = audit(game, table, line)
    count = adjusted(count_of(game, audited.final), rulings)
    return Outcome(line, audited.final, game.document(audited.final), count, audited.findings)


def what_if(
    game: Game, table: Table, events: Sequence[Event], corrections: Sequence[Body], rulings: Sequence[Ruled] = ()
) -> WhatIf:
    """Both outcomes: of the log as it is, and with corrections added. One that fits nothing is `Refused`."""
    tried = with_corrections(game, table, events, corrections)
    return WhatIf(outcome(game, table, events, rulings), outcome(game, table, tried, rulings))


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
        stray = effective_timeline(tried).stray
        if event.seq in stray:
            raise Refused(stray[event.seq], where=event.do, mend="see `qm steps RECORD`")
    return tried
