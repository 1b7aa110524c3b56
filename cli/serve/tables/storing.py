"""From lines that were read to lines that are stored: judged in memory, durable, and handed to everybody who looks."""

import asyncio
from collections.abc import Callable

from cli.desk.entries import Entry
from cli.desk.logbook import Draft, Logbook
from cli.desk.terms import Terms
from cli.serve.service import Service
from cli.serve.tables.live import LiveTable
from records.errors import Conflict, Damaged, Unavailable
from records.store import Appended
from records.store.appending import moved_on

LONG = frozenset(
    {"amend", "insert", "rewind", "ruling", "final", "reopen", "sign", "settle", "reveal", "close", "round"}
)
"""What is judged by going through the whole log."""

ENDS = frozenset({"close", "final", "settle", "withdraw"})
"""After what a record may be over."""


async def store_lines(
    service: Service,
    table: LiveTable,
    entries: list[Entry],
    terms: Terms,
    check: Callable[[Draft], None] | None = None,
) -> Appended:
    """Append lines to a table whose lock is held. `check` may refuse them once they are judged.

    What could not be stored is never shown: the book is read again from the store. While the lines are judged the
    table may take in lines of others; what was judged without them is then a conflict.
    """
    book, record_id = table.book, table.record_id
    draft = await drafted(book, entries, terms) if is_long(entries) else book.draft(entries, terms)
    logged = draft.written.events
    events = [one.event for one in logged]
    try:
        size = book.size
        if table.size > size:
            raise moved_on(record_id, table.size, size)
        if check is not None:
            check(draft)
        table.writing = logged
        stored = await service.writer.append(
            record_id, events, at=terms.moment, expect=size, keys=draft.keys, notes=draft.notes
        )
    except BaseException as error:
        table.forget_book()
        _tell(service, table, error)
        raise
    book.settle(draft, stored)
    table.take(events, stored.head)
    service.appended(record_id, stored.first, ends=entries[-1].body.get("do") in ENDS)
    return stored


def is_long(entries: list[Entry]) -> bool:
    """Whether lines are judged by going through the whole log."""
    if len(entries) == 1:  # as mostly
        return entries[0].body.get("do") in LONG
    return any(entry.body.get("do") in LONG for entry in entries)


async def drafted(book: Logbook, entries: list[Entry], terms: Terms) -> Draft:
    """The lines read and judged. What goes through the whole log is done beside the loop."""
    if is_long(entries):
        return await asyncio.to_thread(book.draft, entries, terms)
    return book.draft(entries, terms)


def _tell(service: Service, table: LiveTable, error: BaseException) -> None:
    """What was not stored for a reason that others must know."""
    match error:
        case Damaged():
            table.found_damaged(error)
        case Conflict():
            table.catch_up()
        case Unavailable():
            service.unstored.failed(table.record_id, error)
