"""The write path: read in the sender's eyes, judged, durable before it is answered, and never twice."""

import asyncio
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from cli.desk.entries import Entry
from cli.desk.logbook import Draft
from cli.desk.terms import Terms
from cli.serve.calls import Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import AppendedOut, LineOut, NewEvents
from cli.serve.register.grants import Grant
from cli.serve.register.roles import may_write, with_by
from cli.serve.register.sessions import DeviceSession
from cli.serve.service import Service
from cli.serve.tables.hearing import heard_lines
from cli.serve.tables.live import LiveTable
from cli.serve.tables.storing import store_lines
from cli.serve.tables.table_view import View
from records.canonical import checked_line
from records.clock import to_text
from records.errors import Damaged, QuartermasterError, Unavailable
from records.store import Appended as Stored

EVENTS_MAX = 20
KEY_MAX = 80
AGO_MAX = 24 * 3600 * 1000
SERVER_SETS = frozenset({"at", "salt"})
"""Fields that a phone may not give: the time comes from `ago`, the salt from the server."""


async def write(asked: Incoming, sent: NewEvents, *, procedure: bool = False) -> AppendedOut:
    """Append what was sent, or say why not.

    With `procedure` it is the act of an official: it needs no pen, and what the rules of the procedure forbid is
    refused.
    """
    service, session = asked.service, asked.session
    table = service.table(asked.id)
    _check(sent)
    service.check_writable(table)
    service.limits.write(session.id)
    await table.lock.acquire()
    try:
        if sent.expect != table.size:
            table.catch_up()
        view = table.view(service.eyes_of(session))
        if sent.expect != table.size:
            return await _moved_on(service, session, table, view, sent)
        try:
            return await _append(service, session, table, view, sent, procedure=procedure)
        except (WebProblem, QuartermasterError) as error:
            # Only the store knows whether another process was faster: it is asked when it takes the lines, and before
            # anybody is told that they were wrong. A known key says so too: another service may have stored the line.
            if isinstance(error, Damaged):
                table.found_damaged(error)
            if isinstance(error, Unavailable | Damaged):
                raise
            table.catch_up()
            if sent.expect == table.size:
                raise
            return await _moved_on(service, session, table, view, sent)
    finally:
        table.lock.release()


def _check(sent: NewEvents) -> None:
    if not 1 <= len(sent.key) <= KEY_MAX or not sent.key.isprintable():
        raise WebProblem("malformed", f"a key has 1 to {KEY_MAX} letters", where="key")
    if sent.ago != 0:
        _check_ago(sent.ago, len(sent.events))
    if bool(sent.events) == bool(sent.say.strip()):
        raise WebProblem("malformed", "either events or a line in say", where="events", mend="give one of them")
    if len(sent.events) > EVENTS_MAX:
        raise WebProblem(
            "malformed", f"more than {EVENTS_MAX} events at once", where="events", mend="send them in parts"
        )


def _check_ago(ago: int | list[int], events: int) -> None:
    each = ago if isinstance(ago, list) else [ago]
    if any(one < 0 or one > AGO_MAX for one in each):
        raise WebProblem("malformed", "ago is between 0 and 24 hours", where="ago", mend="give milliseconds")
    if isinstance(ago, list) and not 0 < len(ago) == events:
        raise WebProblem("malformed", "ago is one number, or one for each event", where="ago", mend="give as many")


def _stamped(table: LiveTable, entries: list[Entry], ago: list[int]) -> list[Entry]:
    """Lines that waited were tapped at different times, although they are sent together."""
    now = table.around.clock()
    return [replace(entry, stamp=to_text(now - each * 1000)) for entry, each in zip(entries, ago, strict=True)]


def entries_of(table: LiveTable, view: View, session: DeviceSession, sent: Any) -> list[Entry]:
    """The events to append, with the `by` that the link stands for. What the link does not allow is refused."""
    said = heard_lines(view, sent.say) if sent.say else _read(sent.events)
    entries = _allowed(table, session.grant, said, view.watch.size)
    if type(sent) is NewEvents and type(sent.ago) is list:
        return _stamped(table, entries, sent.ago)
    return entries


def _read(bodies: list[dict[str, Any]]) -> list[Entry]:
    entries = []
    for number, body in enumerate(bodies):
        where = f"events[{number}]"
        checked_line(body, where)
        if not isinstance(body.get("do"), str):
            raise WebProblem(
                "refused", "an event says in `do` what was done", where=where, mend='such as {"do": "note", …}'
            )
        if not SERVER_SETS.isdisjoint(body):
            _check_server_sets(body, where)
        entries.append(Entry(body, where))
    return entries


def _allowed(table: LiveTable, grant: Grant, said: list[Entry], size: int) -> list[Entry]:
    """What is sent again is judged by the table that it was first sent to: it may have changed what is allowed."""
    entries = []
    for entry in said:
        body = entry.body
        cases_head = body.get("do") == "appoint" and table.had_head_official(size)  # nothing else depends on it
        why = may_write(grant, body, cases_head, _ruling_by(table, body) if "ruling" in body else None)
        if why is not None:
            raise WebProblem("not-allowed", f"{why}; nothing was written", where=entry.where, mend="ask the desk")
        written = with_by(grant, body)
        entries.append(entry if written is body else replace(entry, body=written))
    return entries


def _ruling_by(table: LiveTable, body: dict[str, Any]) -> str | None:
    """Who gave the ruling that a correction carries out."""
    seq = body.get("ruling")
    if not isinstance(seq, int) or not 1 <= seq < table.size:
        return None
    ruling = table.events[seq - 1]
    return ruling.by if ruling.do == "ruling" else None


def _check_server_sets(body: dict[str, Any], where: str) -> None:
    for name in sorted(SERVER_SETS.intersection(body)):
        if name != "salt" or body["do"] != "reveal":
            raise WebProblem(
                "refused", f"{name} is set by the server", where=f"{where}.{name}", mend=f"leave {name} out"
            )


def _check_pen(service: Service, session: DeviceSession, record_id: str, sent: NewEvents) -> None:
    """The pen is a courtesy: whoever insists may write without it."""
    if "log" not in session.grant.may or service.register.has_pen(record_id, session.id):
        return
    pen = service.register.pen(record_id)
    if pen is None or pen.holder == session.id:
        try:
            service.register.take_pen(record_id, session.id)
        except Unavailable:  # a line is not held up by a pen that cannot be written down
            return
    elif not sent.over:
        holder = service.register.look_up(pen.holder)
        device = holder.device if holder is not None else "another device"
        raise WebProblem(
            "pen",
            f"{device} has the pen; nothing was written",
            mend="ask for the pen, or send it again with over",
            pen={"device": device},
        )


async def _append(
    service: Service, session: DeviceSession, table: LiveTable, view: View, sent: NewEvents, *, procedure: bool
) -> AppendedOut:
    entries = entries_of(table, view, session, sent)
    terms = terms_for(service, session, sent)
    if procedure:
        terms = terms._replace(strict=True, hint="anyway")
    else:
        _check_pen(service, session, table.record_id, sent)
    check = partial(refuse_strictly, view, entries) if service.settings.strict else None
    stored = await store_lines(service, table, entries, terms, check)
    return _answer(session, view, stored, sent)


def terms_for(service: Service, session: DeviceSession, sent: NewEvents) -> Terms:
    """On which terms lines are appended: the clock is ours, and keys of different links never meet."""
    now = service.clock()
    ago = min(sent.ago) if isinstance(sent.ago, list) else sent.ago
    return Terms(now, to_text(now - ago * 1000), sent.expect, f"{session.grant.id}/{sent.key}", remarks=False)


def refuse_strictly(view: View, entries: list[Entry], draft: Draft) -> None:
    """Refuse what breaks a rule as the sender's eyes see it, unless they insist."""
    events = [one.event for one in draft.written.events]
    tried = {seen.step.seq: seen for seen in view.tried(events)}
    for event, entry in zip(events, entries, strict=True):
        seen = tried.get(event.seq)
        broken = [finding for finding in seen.findings if finding["answer"] == "broken"] if seen else []
        if seen and broken and not entry.sure:
            raise WebProblem(
                "refused",
                f"{seen.text} {broken[0]['text']} {broken[0]['why']}; nothing was written",
                where=entry.where,
                mend="if it stood at the table, type it with ! at the end",
                rule=broken[0]["rule"],
            )


def _answer(session: DeviceSession, view: View, stored: Stored, sent: NewEvents) -> AppendedOut:
    return AppendedOut(
        first=stored.first,
        last=stored.last,
        size=stored.last + 1,
        repeated=stored.repeated,
        code=view.code,
        steps=_stored_steps(view, stored, changes=not sent.brief),
        next="" if sent.brief else view.next,
        counts=view.counts,
        form=view.form() if sent.form and "log" in session.grant.may and not view.closed else None,
    )


def _stored_steps(view: View, stored: Stored, *, changes: bool) -> list[LineOut]:
    last = view.watch.last
    if last is not None and last.step.seq == stored.first == stored.last:  # mostly it is one line, and the last one
        return [view.told(last, changes=changes)]
    seen = [one for one in view.watch.recent if stored.first <= one.step.seq <= stored.last]
    return [view.told(one, changes=changes) for one in seen]


async def _moved_on(
    service: Service, session: DeviceSession, table: LiveTable, view: View, sent: NewEvents
) -> AppendedOut:
    """The record has another size than the sender saw: their answer was lost, or somebody else was faster."""
    terms = terms_for(service, session, sent)
    first = service.store.find_key(table.record_id, str(terms.key))
    if first is not None:
        entries = entries_of(table, view.at(first), session, sent)
        return await _repeated(session, table, view, sent, entries, terms)
    _check_link(session, sent)
    missed = [] if view.hides else view.steps_since(sent.expect)
    raise WebProblem(
        "moved-on",
        f"the record has {view.size} lines, not {sent.expect}; nothing was written",
        mend="look at what was logged meanwhile, then decide whether to send it again",
        size=view.size,
        since=msgspec.to_builtins(missed),
    )


def _check_link(session: DeviceSession, sent: NewEvents) -> None:
    """Whose link never allows it is told that, and not to decide whether to send it again."""
    for number, body in enumerate(sent.events):
        if body.get("do") == "appoint" or "ruling" in body:
            continue  # whether that is allowed depends on the table
        why = may_write(session.grant, body, False, None)
        if why is not None:
            raise WebProblem("not-allowed", f"{why}; nothing was written", where=f"events[{number}]")


async def _repeated(
    session: DeviceSession, table: LiveTable, view: View, sent: NewEvents, entries: list[Entry], terms: Terms
) -> AppendedOut:
    """The answer of the first time, if the same was sent then."""
    book = table.book
    written = await asyncio.to_thread(book.log, entries, terms._replace(expect=None))
    assert written.answer is not None, "a known key has an answer"
    last = view.at(written.answer.last + 1)
    return _answer(session, last, written.answer, sent)
