"""The records of a store as a list."""

from collections.abc import Callable, Iterable

import msgspec

from cli.desk.summaries import info_fields, occasion_text, players_text
from cli.desk.waiting_notes import WaitingNote
from cli.terminal.screen import Screen
from records.clock import to_text
from records.errors import Damaged
from records.store import Info


def show_records(records: Iterable[Info], screen: Screen, waiting: Callable[[str], WaitingNote | None]) -> None:
    """Show every record; if the store then names a damaged one, say so after the others were shown.

    `waiting` tells what waits in a record: corrections of what was signed or closed.
    """
    rows: list[tuple[str, ...]] = []
    told: list[str] = []
    damaged: Damaged | None = None
    try:
        for info in records:
            noted = waiting(info.id)
            waits = noted.waits if noted is not None else []
            if noted is not None:
                info = msgspec.structs.replace(info, closed=noted.closed)
            if screen.as_json:
                screen.value({**info_fields(info), **({"waiting": waits} if waits else {})})
            else:
                rows.append(_row(info, len(waits)))
                told += [f"{info.id}  {one['words']}" for one in waits]
    except Damaged as error:
        damaged = error
    if screen.plain:
        for row in rows:
            screen.cells(*row)
    elif rows:
        screen.table(("record", "code", "events", "state", "begun", "game", "players", "occasion"), rows)
        for line in told:
            screen.line(line)
    if damaged is not None:
        raise damaged
    if screen.for_people and not rows:
        screen.words("no records")


def _row(info: Info, waits: int) -> tuple[str, ...]:
    return (
        info.id,
        info.head.code,
        str(info.head.size - 1),
        ("closed" if info.closed else "open") + (f", {waits} waiting" if waits else ""),
        to_text(info.created),
        info.header.game,
        players_text(info.header),
        occasion_text(info.header),
    )
