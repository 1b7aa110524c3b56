"""Calls for officials: the disputes of a table, what going back would cost, and a remedy tried."""

import asyncio
from collections.abc import Sequence
from typing import Any

from cli.desk.comparisons import answers, totals
from cli.desk.docket import Docket, docket_of
from cli.desk.penalties import standing_penalties
from cli.desk.remedies import corrections
from cli.serve.api.record_calls import players_of, title_of
from cli.serve.calls import Call, Incoming
from cli.serve.messages.dispute_forms import (
    BothSides,
    DisputeList,
    LadderStep,
    OutcomeOut,
    PenaltyOut,
    RemedyToTry,
    UndoQuery,
    WhatIfOut,
)
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.shown_lines import every_line
from cli.serve.messages.wire_forms import (
    Body,
    FactsLearned,
    LostDecisions,
    PictureOut,
    UndoneLine,
    UndoSheetOut,
)
from cli.serve.tables.disputes_told import DisputesRead, dispute_out, officials_words
from cli.serve.tables.records_others import other_dockets
from cli.serve.tables.records_seen import found_in, record_in
from cli.serve.tables.table_view import View
from records.event import Event
from replay.diff import changes
from replay.disputes.undo import strike_sheet, undo_sheet
from replay.disputes.whatif import TimelineEnd, WhatIf, what_if
from replay.disputes.words import PENALTIES, REMEDIES, STANDARDS, VERDICTS
from replay.draw.picture import draw
from replay.game import Frame, Game
from replay.games.tournament.actions import Rung
from replay.playout import OFFICIAL
from replay.reel import Eyes, judged
from replay.result import adjustments, place_words
from replay.saying import person
from replay.scene import PHONE
from replay.score import SeatScore
from replay.table import Table


def view_for(asked: Incoming) -> View:
    """The table in the eyes of an official; other eyes are not let in."""
    view = asked.service.view(asked.session, asked.id)
    if view.key.eyes != OFFICIAL:
        raise WebProblem("not-allowed", "only the eyes of an official see this")
    return view


async def get_disputes(asked: Incoming) -> DisputeList:
    """The disputes of a table, each with what an official needs to rule on it."""
    view = view_for(asked)
    return await asyncio.to_thread(_disputes, asked, view)


def _disputes(asked: Incoming, view: View) -> DisputeList:
    service = asked.service
    docket = docket_of(record_in(asked.service.store, view), asked.id, service.clock())
    reel, findings = judged(found_in(asked.service.store, view), Eyes(OFFICIAL, hindsight=True))
    me = asked.session.grant.acts_as
    times, photos = service.table(asked.id).times, service.photos.lines(view)
    told = DisputesRead(docket, view.table.seating, reel, findings, times, service.clock(), me, photos)
    return DisputeList(
        size=docket.record.size,
        title=title_of(view),
        table=view.table.header.table,
        players=[{"seat": one.seat, "name": one.name} for one in players_of(view)],
        officials=officials_words(docket),
        me=me,
        disputes=[dispute_out(told, case) for case in docket.cases.cases],
        penalties=_penalties(asked, docket, view.table.seating),
        steps={name: LadderStep(one.times, one.then) for name, one in _steps(asked, docket).items()},
        words={
            "verdicts": list(VERDICTS),
            "remedies": list(REMEDIES),
            "penalties": list(PENALTIES),
            "standards": list(STANDARDS),
        },
    )


def _steps(asked: Incoming, docket: Docket) -> dict[str, Rung]:
    """The ladder of the event that the record belongs to."""
    return asked.service.halls.ladder(docket.record.header)


def _penalties(asked: Incoming, docket: Docket, table: Table) -> list[PenaltyOut]:
    """The penalties in this event of the people at this table: a repeated one usually weighs more."""
    dockets = [docket, *other_dockets(asked.service, docket.record.header, docket.record_id)]
    names = {person(table, seat).casefold(): seat for seat in table.seats}
    found = []
    for one in standing_penalties(dockets):
        seat = names.get(str(one["person"]).casefold())
        own = one["record"] == docket.record_id
        if seat is not None and (own or one["person"] != one["seat"]):
            where = one["dispute"] if own else f"{one['dispute']} at another table"
            found.append(PenaltyOut(seat, str(one["person"]), str(one["level"]), str(one["infraction"]), where))
    return found


async def get_undo_sheet(asked: Incoming) -> UndoSheetOut:
    """What goes back where if play returns to a line, or one is struck out, what that costs, and what cannot be."""
    view, query = view_for(asked), asked.query
    if (query.to is None) == (query.strike is None):
        raise WebProblem("malformed", "either the line to go back to, or the one to strike out", where="query to")
    return await asyncio.to_thread(_sheet, view, view.events, query.to, query.strike)


def _sheet(view: View, events: Sequence[Event], to: int | None, strike: int | None) -> UndoSheetOut:
    game, table = view.game, view.table.seating
    if strike is not None:
        sheet = strike_sheet(game, table, events, strike)
    else:
        assert to is not None, "one of both was given"
        sheet = undo_sheet(game, table, events, to)
    return UndoSheetOut(
        to=sheet.to,
        simple=sheet.simple,
        steps=[UndoneLine(one.seq, one.text, list(one.put_back), one.chance) for one in sheet.steps],
        decisions=[LostDecisions(person(table, seat), count) for seat, count in sheet.decisions.items()],
        chance=list(sheet.chance),
        learned=[
            FactsLearned(person(table, seat), [game.say(table, fact) for fact in facts])
            for seat, facts in sheet.learned.items()
        ],
        cannot=list(sheet.cannot),
    )


async def post_whatif(asked: Incoming) -> WhatIfOut:
    """Try a remedy: both ends of the game as pictures, with scores and findings side by side. Nothing is written."""
    view = view_for(asked)
    if asked.body.remedy not in REMEDIES:
        raise WebProblem("refused", f"there is no remedy {asked.body.remedy!r}", mend=f"one of {', '.join(REMEDIES)}")
    return await asyncio.to_thread(_whatif, asked, view)


def _whatif(asked: Incoming, view: View) -> WhatIfOut:
    game, table, sent = view.game, view.table.seating, asked.body
    docket = docket_of(record_in(asked.service.store, view), asked.id)
    fixes = corrections(docket, _tried(sent), sent.action, sent.position, [])
    events = docket.record.events
    both = what_if(game, table, events, fixes, adjustments(docket.cases))
    counts = {placed.seq for placed in both.then.line}
    falls = [placed.seq for placed in both.now.line if placed.seq > 0 and placed.seq not in counts]
    struck = sent.targets[0] if falls and sent.targets and sent.to is None else None
    return WhatIfOut(
        size=docket.record.size,
        now=_side(game, both.now),
        then=_side(game, both.then),
        changes=game.speech.changes(table, changes(both.now.document, both.then.document)),
        scores=_scores(table, both),
        findings=_findings(both),
        falls=falls,
        sheet=_sheet(view, events, sent.to, struck) if sent.to is not None or struck is not None else None,
    )


def _tried(sent: RemedyToTry) -> Body:
    return {"remedy": sent.remedy, "targets": sent.targets, "to": sent.to, "also": sent.also, "observe": sent.observe}


def _side(game: Game, outcome: TimelineEnd) -> OutcomeOut:
    broken = sum(finding.answer == "broken" for finding in outcome.findings)
    unsure = sum(finding.answer == "open" for finding in outcome.findings)
    return OutcomeOut(_picture(game, outcome.state), broken, unsure)


def _picture(game: Game, state: Any) -> PictureOut | None:
    if game.scene is None:
        return None
    scene = game.scene(Frame(state, None, PHONE, None))
    return PictureOut(scene.width, scene.height, scene.title, list(draw(scene, None)))


def _scores(table: Table, both: WhatIf) -> list[BothSides]:
    return [BothSides(person(table, now.seat), _words(now), _words(then)) for now, then in totals(both)]


def _words(seat: SeatScore) -> str:
    return ", ".join(word for word in (seat.words, place_words(seat)) if word) or "–"


def _findings(both: WhatIf) -> list[BothSides]:
    texts = {(one.seq, one.rule): one.text for side in (both.now, both.then) for one in side.findings}
    return [
        BothSides(f"Line {seq}: “{texts[seq, rule]}”", now or "none", then or "none", rule)
        for (seq, rule), (now, then) in answers(both).items()
    ]


CALLS = (
    Call(
        "GET",
        "/records/{id}/disputes",
        get_disputes,
        "rule",
        "The disputes of a table.",
        gives=DisputeList,
        shows=every_line,
    ),
    Call(
        "GET",
        "/records/{id}/undo-sheet",
        get_undo_sheet,
        "rule",
        "What to put back.",
        query=UndoQuery,
        gives=UndoSheetOut,
        shows=every_line,
    ),
    Call(
        "POST",
        "/records/{id}/whatif",
        post_whatif,
        "rule",
        "Try a remedy.",
        takes=RemedyToTry,
        gives=WhatIfOut,
        shows=every_line,
    ),
)
