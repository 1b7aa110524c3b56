"""The records of a store as a list."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

import msgspec

from cli.desk.index.index_status import Status, of_one_round, statuses_now
from cli.desk.seating import Seated, warnings_of
from cli.desk.summaries import info_fields, occasion_text, players_text
from cli.desk.waiting_notes import WaitingNote, waiting_noted
from cli.machine.derived_file import DerivedLost
from cli.terminal.indexed import Indexed
from cli.terminal.screen import Screen
from cli.terminal.seating_words import seat_of, seated
from records.clock import to_text
from records.errors import Damaged
from records.store import Filter, Info


class Listing(NamedTuple):
    """Records to show, with what is odd about their seating, what waits in them, and how far they have come."""

    records: Iterable[Info]
    warnings: Mapping[str, list[str]]
    waiting: Callable[[str], WaitingNote | None]
    statuses: Mapping[str, Status]


def listed_now(found: Indexed, wanted: Filter) -> Listing:
    """The records that pass a filter. If the store names a damaged one, the list ends with that error."""
    store = found.store
    infos: list[Info] = []
    damaged: list[Damaged] = []
    try:
        infos.extend(store.records(wanted))
    except Damaged as error:
        damaged.append(error)

    def records() -> Iterator[Info]:
        yield from infos
        for error in damaged:
            raise error

    # Of a damaged index only these rows are made anew: a list is not worth waiting for all of them.
    known = found.file.answered(lambda: statuses_now(found.index, store, infos), lambda: None)
    warnings = warnings_of(_around(found, wanted, infos))
    return Listing(records(), warnings, lambda one: waiting_noted(store, one), known)


def _around(found: Indexed, wanted: Filter, infos: list[Info]) -> list[Seated]:
    """Who sits where in the rounds of these records: all of a store, but for a short list only what belongs to it."""
    if wanted.last is None:
        return seated(found.store, Filter())
    every = {info.id: seat_of(info) for info in infos}
    with suppress(DerivedLost):
        for record_id in of_one_round(found.index, list(every)):
            if record_id not in every:
                with suppress(Damaged):
                    every[record_id] = seat_of(found.store.info(record_id))
    return list(every.values())


def show_records(listing: Listing, screen: Screen) -> None:
    """Show every record. If the store then names a damaged one, say so after the others were shown."""
    shown: list[str] = []
    rows: list[tuple[str, ...]] = []
    told: list[str] = []
    damaged: Damaged | None = None
    warnings = listing.warnings
    try:
        for info in listing.records:
            shown.append(info.id)
            noted, status = listing.waiting(info.id), listing.statuses.get(info.id)
            waits = noted.waits if noted is not None else []
            if noted is not None:
                info = msgspec.structs.replace(info, closed=noted.closed)
            if screen.as_json:
                more = {"waiting": waits} if waits else {}
                known = {"status": status.fields()} if status is not None else {}
                screen.value({**info_fields(info), "warnings": warnings.get(info.id, []), **more, **known})
            else:
                rows.append(_row(info, len(waits), warnings.get(info.id, []), status, screen.plain))
                told += [f"{info.id}  {one['words']}" for one in waits]
    except Damaged as error:
        damaged = error
    _show_rows(screen, rows, told)
    for record_id in shown if screen.for_people else ():
        for words in warnings.get(record_id, []):
            screen.words(f"! {record_id}: {words}")
    if damaged is not None:
        raise damaged
    if screen.for_people and not rows:
        screen.words("no records")


def _show_rows(screen: Screen, rows: list[tuple[str, ...]], told: list[str]) -> None:
    if screen.plain:
        for row in rows:
            screen.cells(*row)
    elif rows:
        screen.table(("record", "code", "events", "state", "begun", "game", "players", "occasion"), rows)
        for line in told:
            screen.line(line)


def _row(info: Info, waits: int, odd: list[str], status: Status | None, plain: bool) -> tuple[str, ...]:
    occasion = occasion_text(info.header)
    words = status.words() if status is not None and not info.closed else ""
    state = ("closed" if info.closed else "open") + (f", {waits} waiting" if waits else "")
    told = (occasion, "; ".join(odd)) if plain else (f"! {occasion}" if odd else occasion,)
    return (
        info.id,
        info.head.code,
        str(info.head.size - 1),
        state if plain or not words else f"{state}, {words}",
        to_text(info.created),
        info.header.game,
        players_text(info.header),
        *told,
    )
