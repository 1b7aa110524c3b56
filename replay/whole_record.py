"""What a script may want from a whole record: its steps, a state, its audit and its score."""

from typing import Any, get_args

import msgspec

from records.errors import NotFound, Refused
from records.ids import id_of
from records.record import Record
from replay.audit import Audit, audit
from replay.diff import Changed
from replay.disputes.judge import Procedure, judge_procedure, rulings_of, with_closing, with_procedure
from replay.game import State
from replay.outcome import Outcomes
from replay.playout import OFFICIAL, play_out
from replay.read import TimelineName, read_timeline
from replay.reel import Eyes, Played, Reel, closing_of, played
from replay.result import result_at
from replay.score import Score
from replay.step import Placed
from replay.table import Table
from replay.view import TABLE


class ToldStep(msgspec.Struct, frozen=True):
    """One step as somebody sees it."""

    seq: int
    """The place of its event in the record."""
    text: str
    """What happened, in one sentence."""
    event: dict[str, Any]
    """The event as plain data; what these eyes did not see is `"?"`."""
    changes: tuple[Changed, ...]
    """What it changed on the table: path, old and new value."""


def steps_of(record: Record, *, eyes: Eyes | str = OFFICIAL) -> list[ToldStep]:
    """The game step by step, through the eyes of a seat, the `table` or the `official` (see `state_at`).

    >>> import records, replay
    >>> steps = replay.steps_of(records.read("fixtures/sea-or-shore/hurried-table.jsonl"))
    >>> for change in steps[2].changes:
    ...     print(change)
    turn: p1 → p2
    lays: +{seat p1, shows 4, add 0}
    """
    found = played(record)
    reel = Reel(found, _checked(found.table, eyes))
    return [
        ToldStep(step.seq, reel.text(place), reel.event(place), tuple(reel.changes(place)))
        for place, step in enumerate(reel.steps)
    ]


def state_at(record: Record, seq: int | None = None, *, eyes: Eyes | str = OFFICIAL) -> dict[str, Any]:
    """The table after the event `seq` (the last one if none is named, 0 before the first), as a plain document.

    The rules page of the game describes the document. What was not known yet at that event is `"?"`, and so is what
    these eyes could not see. `eyes` is a seat, `table` for what everybody saw, or `official` for everything that was
    logged; an `Eyes` value also chooses the timeline and hindsight.

    >>> import records, replay
    >>> record = records.read("fixtures/sea-or-shore/hurried-table.jsonl")
    >>> replay.state_at(record, 6)["played"]
    {'p1': 'blue-4', 'p2': 'purple-12', 'p3': 'green-5'}
    >>> replay.state_at(record, 6, eyes="p9")
    Traceback (most recent call last):
    records.errors.Refused: there is no seat 'p9'
    """
    found, state = _state(record, seq, eyes)
    return found.game.document(state)


def score_of(record: Record, seq: int | None = None, *, eyes: Eyes | str = OFFICIAL) -> Score:
    """The score after an event, or at the end: for each seat the total, and lines that players can check by hand.

    At the end of the game each seat has its place. If a ruling adjusted the result, the totals are those of the ruling,
    `counted` is what the log gives, and `adjusted` names the ruling.

    >>> import records, replay
    >>> count = replay.score_of(records.read("fixtures/loot-island/clean-four.jsonl"))
    >>> for line in count.seats[0].lines:
    ...     print(line.points, line.what)
    7 coin bags
    3 jewels
    30 crowns
    -8 healer
    """
    found, state = _state(record, seq, eyes)
    return result_at(found.game, record, state, seq)


def audit_of(
    record: Record,
    *,
    timeline: TimelineName = "effective",
    hindsight: bool = True,
    outcomes: Outcomes | None = None,
) -> Audit:
    """Judge every step by the rules of its game, and every correction and ruling by the rules of procedure.

    An illegal move is never an exception: it is a finding, and the audit goes on past it. Without `hindsight`, what was
    revealed later does not count; on the `recorded` timeline, events are judged as logged, before any correction.
    What a final ruling has dealt with is counted as settled, and comes last. `outcomes` are those of the records at
    hand that this one links (`replay.outcome_making.outcomes_of`); what is not at hand leaves answers open.

    >>> import records, replay
    >>> record = records.read("fixtures/sea-or-shore/pass-nobody-noticed.jsonl")
    >>> known_then = replay.audit_of(record, hindsight=False)
    >>> known_then.answers.broken, known_then.answers.open
    (0, 4)
    >>> [(finding.rule, finding.answer, finding.closed_by) for finding in replay.audit_of(record).findings]
    [('SS-PASS-3', 'broken', 170)]
    """
    _check_timeline(timeline)
    found = played(record, outcomes)
    line = read_timeline(found.game, found.table, record.events, timeline)
    return audit_line(found, line, timeline, forward=not hindsight)


def audit_line(
    found: Played,
    line: list[Placed],
    timeline: TimelineName,
    *,
    forward: bool = False,
    procedure: Procedure | None = None,
) -> Audit:
    """As `audit_of`, for a timeline that was read already; so may have been the `procedure`."""
    record, game, table = found
    if procedure is None:
        procedure = judge_procedure(record.header, id_of(record), record.events, game=game, table=table)
    rulings = rulings_of(procedure, line, timeline, game)
    audited = audit(game, table, line, forward=forward)
    closing = closing_of(found, Eyes(OFFICIAL, timeline, not forward), audited.steps)
    return with_procedure(audited, with_closing(procedure, closing), rulings)


def _state(record: Record, seq: int | None, eyes: Eyes | str) -> tuple[Played, State]:
    """The state after an event as these eyes see it, without what a seat may not look up again."""
    found = played(record)
    viewer, timeline, hindsight = _checked(found.table, eyes)
    if seq is not None and not 0 <= seq < record.size:
        raise NotFound(f"there is no event {seq}", mend=f"the last one is {record.size - 1}; 0 is the start")
    replayed = play_out(
        found.game, found.table, record.events, timeline=timeline, viewer=viewer, until=seq, hindsight=hindsight
    )
    state = replayed.state_at()
    if found.game.hide is not None and viewer in found.table.seats:
        state = found.game.hide(state)
    return found, state


def _checked(table: Table, eyes: Eyes | str) -> Eyes:
    """The eyes that are meant. A misspelt seat must not silently get somebody else's view."""
    chosen = Eyes(eyes) if isinstance(eyes, str) else eyes
    if chosen.viewer not in (*table.seats, TABLE, OFFICIAL):
        allowed = ", ".join((*table.seats, TABLE, OFFICIAL))
        raise Refused(f"there is no seat {chosen.viewer!r}", mend=f"these can look: {allowed}")
    _check_timeline(chosen.timeline)
    return chosen


def _check_timeline(name: str) -> None:
    if name not in get_args(TimelineName):
        raise Refused(f"there is no timeline {name!r}", mend=" or ".join(get_args(TimelineName)))
