"""Calls that decide: a ruling with its corrections, the word that a matter is final, and the end of a game."""

import asyncio
from typing import cast

from cli.desk.declared import count_now
from cli.desk.docket import Docket, docket_of, without_none
from cli.desk.ends import refuse_twice, result_of
from cli.desk.ruling_events import deferral, final_events, ruling_fixes
from cli.serve.api.dispute_calls import view_for
from cli.serve.calls import Call, Incoming
from cli.serve.messages.dispute_forms import NewClose, NewFinal, NewRuling
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import AppendedOut, Body, NewEvents
from cli.serve.tables.records_seen import record_in
from cli.serve.tables.table_view import View
from cli.serve.tables.write_path import write
from records.clock import to_text
from records.errors import NotFound
from records.record import Record
from replay.action import ENDS
from replay.disputes.cases import Case
from replay.disputes.words import REMEDIES, VERDICTS

APPEAL_MINUTES_MAX = 60 * 24 * 60
MINUTE = 60 * 1_000_000


async def post_ruling(asked: Incoming) -> AppendedOut:
    """Rule: the ruling and the corrections that carry it out are appended together, or not at all."""
    sent: NewRuling = asked.body
    if sent.remedy not in REMEDIES or sent.verdict not in VERDICTS:
        raise WebProblem(
            "refused", f"{sent.verdict!r} and {sent.remedy!r} are not a verdict and a remedy", where="remedy"
        )
    bodies = await asyncio.to_thread(_ruling, asked, view_for(asked))
    return await _append(asked, bodies, anyway=sent.anyway)


def _ruling(asked: Incoming, view: View) -> list[Body]:
    sent: NewRuling = asked.body
    docket = _docket(asked, view)
    case, by = _case(docket, sent.dispute), _official(asked)
    if sent.defer:
        return [deferral(case, by, sent.level, sent.text)]
    body: Body = {"do": "ruling", "dispute": case.seq, "by": by}
    body |= {"facts": {"standard": sent.standard, "text": sent.facts}, "verdict": sent.verdict, "remedy": sent.remedy}
    body |= without_none(
        level=sent.level,
        rules=sent.rules,
        targets=sent.targets,
        to=sent.to,
        also=sent.also,
        observe=sent.observe,
        adjust=sent.adjust,
        reading=sent.reading,
        time=sent.time,
        penalties=sent.penalties,
        panel=sent.panel,
        text=sent.text,
        takes_effect="when-final" if sent.when_final else None,
        appeal_until=_appeal_until(asked),
        confirms=sent.confirms,
        deviates=sent.deviates,
    )
    fixes = ruling_fixes(docket, case, body, sent.action, sent.position)
    return [body, *fixes]


def _appeal_until(asked: Incoming) -> str | None:
    """Until when it may be appealed. Sent again, it is the time that was written down at first."""
    sent, service = asked.body, asked.service
    if sent.appeal_minutes is None:
        return cast("str | None", sent.appeal_until)
    if sent.appeal_until is not None:
        raise WebProblem("malformed", "an appeal has one end", where="appeal_minutes", mend="leave one of them out")
    if not 1 <= sent.appeal_minutes <= APPEAL_MINUTES_MAX:
        raise WebProblem(
            "malformed", "an appeal is possible for 1 minute to 60 days", where="appeal_minutes", mend="give minutes"
        )
    before = service.store.find_key(asked.id, f"{asked.session.grant.id}/{sent.key}")
    if before is not None:
        known = service.table(asked.id).events[before - 1].fields.get("appeal_until")
        return known if isinstance(known, str) else None
    return to_text(service.clock() + sent.appeal_minutes * MINUTE)


async def post_final(asked: Incoming) -> AppendedOut:
    """Say that a matter is final; what its ruling ordered for that time is carried out with it."""
    bodies = await asyncio.to_thread(_final, asked, view_for(asked))
    return await _append(asked, bodies, anyway=asked.body.anyway)


def _final(asked: Incoming, view: View) -> list[Body]:
    sent: NewFinal = asked.body
    docket = _docket(asked, view)
    return final_events(docket, _case(docket, sent.dispute), _official(asked), sent.why)


def _docket(asked: Incoming, view: View) -> Docket:
    """The disputes at the size that the sender saw: sent again, the same request is the same ruling."""
    record = record_in(asked.service.store, view)
    size = min(max(1, asked.body.expect), record.size)
    return docket_of(Record(record.header, record.events[: size - 1], record.lines[:size]), asked.id)


def _case(docket: Docket, seq: int) -> Case:
    case = docket.cases.case(seq)
    if case is None:
        known = ", ".join(f"{one.label} (line {one.seq})" for one in docket.cases.cases) or "none"
        raise NotFound(f"no dispute was opened by line {seq}; nothing was written", mend=f"the disputes: {known}")
    return case


def _official(asked: Incoming) -> str:
    """The official whose link this is: they rule in their own name, and in nobody else's."""
    name = asked.session.grant.acts_as
    if name is None:
        raise WebProblem(
            "not-allowed",
            "a ruling is given from the link of an official; nothing was written",
            mend="make a link for the official, and rule there",
        )
    return name


async def _append(asked: Incoming, bodies: list[Body], *, anyway: bool) -> AppendedOut:
    plain = [{name: value for name, value in body.items() if name != "by"} for body in bodies]
    sent = NewEvents(key=asked.body.key, expect=asked.body.expect, events=plain, over=True)
    return await write(asked, sent, procedure=not anyway)


async def post_close(asked: Incoming) -> AppendedOut:
    """Close a record with its result, as counted unless told otherwise. The count may tell what is hidden."""
    bodies = await asyncio.to_thread(_close, asked, view_for(asked))
    return await _append(asked, bodies, anyway=asked.body.anyway)


def _close(asked: Incoming, view: View) -> list[Body]:
    sent: NewClose = asked.body
    docket = _docket(asked, view)
    if not sent.anyway:
        refuse_twice(docket)
    count = count_now(docket)
    end = sent.end or ("finished" if count is not None and count.over else None)
    if end not in ENDS:
        raise WebProblem(
            "refused",
            "the log does not reach the end of the game; nothing was written",
            where="end",
            mend=f"say how it ended: {', '.join(ENDS)}",
        )
    return [{"do": "close", "result": result_of(count, end, sent.result)}]


CALLS = (
    Call("POST", "/records/{id}/rulings", post_ruling, "rule", "Rule on a claim.", takes=NewRuling, gives=AppendedOut),
    Call("POST", "/records/{id}/final", post_final, "rule", "Make a matter final.", takes=NewFinal, gives=AppendedOut),
    Call("POST", "/records/{id}/close", post_close, "rule", "Close a record.", takes=NewClose, gives=AppendedOut),
)
