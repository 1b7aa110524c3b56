"""Closing a record: how the game ended, with which result, and whether it is closed already."""

from typing import Any

from cli.desk.declared import counted_result
from cli.desk.docket import Docket
from records.errors import Refused
from replay.action import name_of
from replay.disputes.line import line_of
from replay.score import Score

Body = dict[str, Any]


def refuse_twice(docket: Docket) -> None:
    """A second close is wanted only if the game went on."""
    line = line_of(docket.record.header, docket.record.events).events_that_count()
    closed = [place for place, event in enumerate(line) if event.do == "close"]
    if closed and not any(docket.game and _is_play(docket, event.do) for event in line[closed[-1] :]):
        raise Refused(
            f"the record is closed already, by event {line[closed[-1]].seq}",
            mend=f"""correct that result: qm amend RECORD {line[closed[-1]].seq} '{{"do":"close",…}}'""",
        )


def _is_play(docket: Docket, do: str) -> bool:
    game, _ = docket.playable()
    return do in {name_of(kind) for kind in game.actions} - {"setup"}


def result_of(count: Score | None, end: str, given: Body) -> Body:
    """The object of the close. What was given goes before what was counted; an unfinished game has no result."""
    if end != "finished":
        return {"end": end, **given}
    counted = counted_result(count) if count is not None and count.over else {}
    return {"end": end, **counted, **given}
