"""From lines that were read to lines that are stored: judged in memory, durable, and handed to everybody who looks."""

import asyncio
from collections.abc import Callable

from cli.desk.entries import Entry
from cli.desk.logbook import Draft, Logbook
from cli.desk.terms import Terms
from cli.serve.live import LiveTable
from cli.serve.service import Service
from records.errors import Conflict, Damaged, Unavailable
from records.store import Appended
from records.store.appending import moved_on

LONG = frozenset({"amend", "insert", "rewind", "ruling", "final", "reopen", "sign", "settle", "reveal", "close"})
"""What is judged by going through the whole log."""


def nothing_to_check(_: Draft) -> None:
    """Whatever was judged is stored."""


async def store_lines(
    service: Service,
    table: LiveTable,
    entries: list[Entry],
    terms: Terms,
    check: Callable[[Draft], None] = nothing_to_check,
) -> Appended:
    """Append lines to a table whose lock is held. `check` may refuse them once they are judged.

    What could not be stored is never shown: the book is read again from the store. While the lines are judged the
    table may take in lines of others; what was judged without them is then a conflict.
    """
    book = table.book
    draft = await drafted(book, entries, terms)
    try:
        if table.size > book.size:
            raise moved_on(book.record_id, table.size, book.size)
        check(draft)
        stored = await _durable(service, book, draft, terms, table)
    except BaseException:
        table.forget_book()
        raise
    book.settle(draft, stored)
    table.take([one.event for one in draft.written.events], stored.head)
    service.appended(table.record_id)
    return stored


async def drafted(book: Logbook, entries: list[Entry], terms: Terms) -> Draft:
    """The lines read and judged. What goes through the whole log is done beside the loop."""
    if any(entry.body.get("do") in LONG for entry in entries):
        return await asyncio.to_thread(book.draft, entries, terms)
    return book.draft(entries, terms)


async def _durable(service: Service, book: Logbook, draft: Draft, terms: Terms, table: LiveTable) -> Appended:
    table.writing = [one.event for one in draft.written.events]
    future = service.writer.submit(
        book.record_id,
        table.writing,
        at=terms.moment,
        expect=book.size,
        keys=draft.keys,
        notes=draft.notes,
    )
    try:
        return await asyncio.shield(asyncio.wrap_future(future))
    except Damaged as error:
        table.found_damaged(error)
        raise
    except Conflict:
        table.catch_up()
        raise
    except Unavailable:
        service.tell_desk("unavailable", table.record_id)
        raise
