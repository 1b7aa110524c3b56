"""The write path: read in the sender's eyes, judged, durable before it is answered, and never twice."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from cli.desk.entries import Entry
from cli.desk.logbook import Draft
from cli.desk.terms import Terms
from cli.serve.calls import Incoming
from cli.serve.hearing import heard_lines
from cli.serve.live import LiveTable
from cli.serve.problems import WebProblem
from cli.serve.register.sessions import DeviceSession
from cli.serve.roles import may_write, with_by
from cli.serve.storing import store_lines
from cli.serve.table_view import View
from cli.serve.wire_forms import AppendedOut, NewEvents
from records.canonical import checked_line
from records.clock import to_text
from records.errors import Damaged, QuartermasterError, Unavailable
from records.event import event_object
from records.store import Appended as Stored
from replay.watch import SeenStep

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
            return await _moved_on(asked, table, view, sent)
        try:
            return await _append(asked, table, view, sent, procedure=procedure)
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
            return await _moved_on(asked, table, view, sent)
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
    size = view.watch.size
    if sent.say:
        entries = [_allowed(table, session, entry, size) for entry in heard_lines(view, sent.say)]
    else:
        read = [_entry(body, number) for number, body in enumerate(sent.events)]
        entries = [_allowed(table, session, entry, size) for entry in read]
    if type(sent) is NewEvents and type(sent.ago) is list:
        return _stamped(table, entries, sent.ago)
    return entries


def _allowed(table: LiveTable, session: DeviceSession, entry: Entry, size: int) -> Entry:
    """What is sent again is judged by the table that it was first sent to: it may have changed what is allowed."""
    grant, body = session.grant, entry.body
    cases_head = body.get("do") == "appoint" and table.had_head_official(size)  # nothing else depends on it
    why = may_write(grant, body, cases_head, _ruling_by(table, body) if "ruling" in body else None)
    if why is not None:
        raise WebProblem("not-allowed", f"{why}; nothing was written", where=entry.where, mend="ask the desk")
    written = with_by(grant, body)
    return entry if written is body else replace(entry, body=written)


def _ruling_by(table: LiveTable, body: dict[str, Any]) -> str | None:
    """Who gave the ruling that a correction carries out."""
    seq = body.get("ruling")
    if not isinstance(seq, int) or not 1 <= seq < table.size:
        return None
    ruling = table.events[seq - 1]
    return ruling.by if ruling.do == "ruling" else None


def _entry(body: dict[str, Any], number: int) -> Entry:
    where = f"events[{number}]"
    checked_line(body, where)
    entry = Entry(event_object(body, where), where)
    if not isinstance(body.get("do"), str):
        raise WebProblem(
            "refused", "an event says in `do` what was done", where=where, mend='such as {"do": "note", …}'
        )
    if not SERVER_SETS.isdisjoint(body):
        _check_server_sets(body, where)
    return entry


def _check_server_sets(body: dict[str, Any], where: str) -> None:
    for name in sorted(SERVER_SETS.intersection(body)):
        if name != "salt" or body["do"] != "reveal":
            raise WebProblem(
                "refused", f"{name} is set by the server", where=f"{where}.{name}", mend=f"leave {name} out"
            )


def _check_pen(asked: Incoming, record_id: str, sent: NewEvents) -> None:
    """The pen is a courtesy: whoever insists may write without it."""
    service, session = asked.service, asked.session
    if "log" not in session.grant.may:
        return
    if service.register.has_pen(record_id, session.id):
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


async def _append(asked: Incoming, table: LiveTable, view: View, sent: NewEvents, *, procedure: bool) -> AppendedOut:
    service = asked.service
    entries = entries_of(table, view, asked.session, sent)
    if not procedure:
        _check_pen(asked, table.record_id, sent)
    terms = terms_for(asked, sent)
    terms = terms._replace(strict=True, hint="anyway") if procedure else terms

    def check(draft: Draft) -> None:
        refuse_strictly(view, draft, entries)

    stored = await store_lines(service, table, entries, terms, check if service.settings.strict else None)
    return _answer(asked, view, stored, sent)


def terms_for(asked: Incoming, sent: NewEvents) -> Terms:
    """On which terms lines are appended: the clock is ours, and keys of different links never meet."""
    now = asked.service.clock()
    key = f"{asked.session.grant.id}/{sent.key}"
    ago = sent.ago if isinstance(sent.ago, int) else min(sent.ago)
    return Terms(now, to_text(now - ago * 1000), sent.expect, key, remarks=False)


def refuse_strictly(view: View, draft: Draft, entries: list[Entry]) -> None:
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


def _answer(asked: Incoming, view: View, stored: Stored, sent: NewEvents) -> AppendedOut:
    logs = "log" in asked.session.grant.may
    return AppendedOut(
        first=stored.first,
        last=stored.last,
        size=stored.last + 1,
        repeated=stored.repeated,
        code=view.code,
        steps=[view.told(seen, changes=not sent.brief) for seen in _stored_steps(view, stored)],
        next="" if sent.brief else view.next,
        counts=view.counts,
        form=view.form() if sent.form and logs and not view.closed else None,
    )


def _stored_steps(view: View, stored: Stored) -> Sequence[SeenStep]:
    last = view.watch.last
    if last is not None and last.step.seq == stored.first == stored.last:
        return (last,)  # mostly it is one line, and the last one
    return [seen for seen in view.watch.recent if stored.first <= seen.step.seq <= stored.last]


async def _moved_on(asked: Incoming, table: LiveTable, view: View, sent: NewEvents) -> AppendedOut:
    """The record has another size than the sender saw: their answer was lost, or somebody else was faster."""
    terms = terms_for(asked, sent)
    first = asked.service.store.find_key(table.record_id, str(terms.key))
    if first is not None:
        return await _repeated(asked, table, view, sent, first)
    _check_link(asked.session, sent)
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


async def _repeated(asked: Incoming, table: LiveTable, view: View, sent: NewEvents, first: int) -> AppendedOut:
    """The answer of the first time, if the same was sent then."""
    before = view.at(first)
    entries = entries_of(table, before, asked.session, sent)
    terms = terms_for(asked, sent)
    book = table.book
    written = await asyncio.to_thread(book.log, entries, terms._replace(expect=None))
    assert written.answer is not None, "a known key has an answer"
    last = view.at(written.answer.last + 1)
    return _answer(asked, last, written.answer, sent)
