"""Calls that write events, or try them out."""

import asyncio

from cli.desk.consequences import consequence_lines, consequences
from cli.serve.calls import Call, Incoming
from cli.serve.hearing import events_seen, scribe_for
from cli.serve.problems import WebProblem
from cli.serve.storing import drafted
from cli.serve.table_view import View
from cli.serve.wire_forms import AppendedOut, NewEvents, ToRead, TriedOut
from cli.serve.write_path import entries_of, terms_for, write
from records.event import Event
from replay.typed_lines import Unclear


async def post_events(asked: Incoming) -> AppendedOut:
    """Append lines."""
    sent: NewEvents = asked.body
    return await write(asked, sent)


async def post_read(asked: Incoming) -> TriedOut:
    """Read and judge a line in the sender's eyes, without writing it."""
    sent: ToRead = asked.body
    if bool(sent.events) == bool(sent.say.strip()):
        raise WebProblem("malformed", "either events or a line in say", where="events", mend="give one of them")
    service = asked.service
    table = service.table(asked.id)
    async with table.lock:
        table.catch_up()
        view = table.view(service.eyes_of(asked.session))
        try:
            entries = entries_of(table, view, asked.session, sent)
        except WebProblem as problem:
            if "readings" not in problem.more or not problem.more["readings"]:
                raise
            return TriedOut(view.size, [], [], problem.more["readings"], [], [])
        terms = terms_for(asked, NewEvents(key="read", expect=table.size))._replace(dry_run=True, key=None)
        book = table.book
        draft = await drafted(book, entries, terms)
        book.drop(draft)
        events = [one.event for one in draft.written.events]
        return await asyncio.to_thread(lambda: _read(view.at(book.size), events))


def _read(view: View, events: list[Event]) -> TriedOut:
    """What a view that stays as it was can tell of the events: the table itself may move on meanwhile."""
    seen = view.tried(events)
    bodies = [event.unsalted().body() for event in events]
    before = events_seen(view)
    scribe = scribe_for(view)
    falls: list[int] = []
    for body in bodies:
        try:
            falls += [event.seq for event in scribe.weigh(body).falls]
        except Unclear:
            continue
    lost = [view.told(one) for one in view.watch.recent if one.step.seq in falls]
    found = consequences(view.game, view.table.seating, before, bodies)
    told = [view.told(one) for one in seen]
    return TriedOut(view.size, bodies, told, [], lost, consequence_lines(found))


CALLS = (
    Call(
        "POST",
        "/records/{id}/events",
        post_events,
        "claim",
        "Append events or a typed line: play, undo, claims, evidence, rulings, signatures, seals.",
        takes=NewEvents,
        gives=AppendedOut,
    ),
    Call(
        "POST",
        "/records/{id}/read",
        post_read,
        "log",
        "Try a line: its reading, its sentence, and what the rules would say.",
        takes=ToRead,
        gives=TriedOut,
    ),
)
