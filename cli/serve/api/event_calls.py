"""Calls that write events, or try them out."""

import asyncio
from collections.abc import Sequence

from cli.desk.consequences import consequence_sentences, consequences
from cli.serve.calls import Call, Incoming
from cli.serve.links.answers_noted import note_look
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.shown_lines import table_now
from cli.serve.messages.wire_forms import AppendedOut, LineOut, NewEvents, ToRead, TriedOut
from cli.serve.tables.hearing import events_seen, scribe_for
from cli.serve.tables.records_seen import found_in
from cli.serve.tables.storing import drafted
from cli.serve.tables.table_view import View
from cli.serve.tables.write_path import entries_of, terms_for, write
from records.event import Event
from records.store import Store
from replay.notation.coming import continuations
from replay.playout import OFFICIAL
from replay.reel import Eyes, judged
from replay.typed_lines import Unclear

SUGGESTED_MAX = 400
SHOWN_MAX = 8


async def post_events(asked: Incoming) -> AppendedOut:
    """Append lines."""
    answer = await write(asked, asked.body)
    if asked.session.grant.eyes == OFFICIAL:
        await note_look(asked, table_now, may_refuse=False)
    else:
        asked.service.looks.logged(asked.session, asked.id, answer.size, asked.address)
    return answer


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
            readings = problem.more.get("readings", [])
            if not readings and not (sent.complete and problem.kind == "refused"):
                raise
            return TriedOut(view.size, [], [], readings, [], [], _continuations(view, sent), problem.detail)
        terms = terms_for(service, asked.session, NewEvents(key="read", expect=table.size))._replace(
            dry_run=True, key=None
        )
        book = table.book
        draft = await drafted(book, entries, terms)
        book.drop(draft)
        events = [one.event for one in draft.written.events]
        found = await asyncio.to_thread(lambda: _read(service.store, view.at(book.size), events))
        found.continuations = _continuations(view, sent)
        return found


def _continuations(view: View, sent: ToRead) -> list[str]:
    """How a typed line may go on, as far as these eyes know and may look up."""
    if not sent.complete or not sent.say.strip():
        return []
    state = view.frame(0, None).state
    lines = continuations(view.game, view.table.seating, state, sent.say.lstrip(), SUGGESTED_MAX)
    return [line for line in lines if line != sent.say.strip()][:SHOWN_MAX]


def _read(store: Store, view: View, events: list[Event]) -> TriedOut:
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
    lost = _lines(store, view, falls)
    found = consequences(view.game, view.table.seating, before, bodies)
    told = [view.told(one) for one in seen]
    return TriedOut(view.size, bodies, told, [], lost, consequence_sentences(found))


def _lines(store: Store, view: View, wanted: Sequence[int]) -> list[LineOut]:
    """Lines by their numbers. A view keeps the last ones; older ones have to be played again."""
    recent = {one.step.seq: view.told(one) for one in view.watch.recent if one.step.seq in wanted}
    if view.hides or set(wanted) <= set(recent):
        return list(recent.values())
    reel, _ = judged(found_in(store, view), Eyes(view.key.eyes, hindsight=False))
    places = [place for place, step in enumerate(reel.steps) if step.seq in wanted]
    return [LineOut(reel.seq(place), reel.text(place), reel.event(place)["do"]) for place in places]


CALLS = (
    Call(
        "POST",
        "/records/{id}/events",
        post_events,
        "claim",
        "Append events or a typed line: play, undo, claims, evidence, rulings, signatures, seals.",
        takes=NewEvents,
        gives=AppendedOut,
        shows=None,  # noted with the other lines of whoever logs
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
