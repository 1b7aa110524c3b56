"""The result with which a record is closed: the counted one, or what the table says."""

from typing import Any

from cli.desk.docket import Docket
from records.event import Event
from records.record import Record
from replay.action import Close
from replay.disputes.line import line_of
from replay.disputes.log import read_shared
from replay.playout import play_out
from replay.result import adjustments, adjustments_of, with_adjustments
from replay.score import Score
from replay.table import people_at
from replay.tell import result_words

Body = dict[str, Any]


def count_now(docket: Docket) -> Score | None:
    """The result as the log and its rulings give it now; None for an unknown game."""
    if docket.game is None or docket.table is None:
        return None
    state = play_out(docket.game, docket.table, docket.record.events).state_at()
    return with_adjustments(docket.game, state, adjustments(docket.cases))


def result_text(record: Record, record_id: str) -> str:
    """What the last close says, and which ruling adjusted the result since; nothing for a record that is open."""
    closes = [read_shared(event) for event in _counting(record) if event.do == "close"]
    table = people_at(record.header)
    told = [result_words(table, close) for close in closes[-1:] if isinstance(close, Close)]
    rulings = adjustments_of(record.header, record_id, record.events)
    told += [f"adjusted by the ruling of event {ruled.seq} ({ruled.adjust.kind})" for ruled in rulings]
    return "; ".join(told)


def _counting(record: Record) -> list[Event]:
    """The events that count, in their order."""
    return line_of(record.header, record.events).events_that_count()


def counted_result(count: Score) -> Body:
    """What a close says of a finished game: winners and points, as far as they are known."""
    scores = {seat.seat: seat.total for seat in count.seats if isinstance(seat.total, int) or seat.out}
    known = bool(count.winners) or all(isinstance(seat.total, int) or seat.out for seat in count.seats)
    result: Body = {"winners": list(count.winners)} if known else {}
    return {**result, "scores": scores} if scores else result
