"""The records of a store as a list."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from cli.desk.summaries import info_fields, occasion_text, players_text
from cli.desk.waiting_notes import WaitingNote
from cli.terminal.screen import Screen
from records.clock import to_text
from records.errors import Damaged
from records.store import Info


def show_records(
    records: Iterable[Info],
    screen: Screen,
    warnings: Mapping[str, list[str]],
    waiting: Callable[[str], WaitingNote | None],
) -> None:
    """Show every record, with what is odd about its seating, and which corrections wait in it.

    If the store then names a damaged one, say so after the others were shown.
    """
    shown: list[str] = []
    rows: list[tuple[str, ...]] = []
    told: list[str] = []
    damaged: Damaged | None = None
    try:
        for info in records:
            shown.append(info.id)
            noted = waiting(info.id)
            waits = noted.waits if noted is not None else []
            if noted is not None:
                info = msgspec.structs.replace(info, closed=noted.closed)
            if screen.as_json:
                more = {"waiting": waits} if waits else {}
                screen.value({**info_fields(info), "warnings": warnings.get(info.id, []), **more})
            else:
                rows.append(_row(info, len(waits), warnings.get(info.id, []), screen.plain))
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
    for record_id in shown if screen.for_people else ():
        for words in warnings.get(record_id, []):
            screen.words(f"! {record_id}: {words}")
    if damaged is not None:
        raise damaged
    if screen.for_people and not rows:
        screen.words("no records")


def _row(info: Info, waits: int, odd: list[str], plain: bool) -> tuple[str, ...]:
    occasion = occasion_text(info.header)
    told = (occasion, "; ".join(odd)) if plain else (f"! {occasion}" if odd else occasion,)
    return (
        info.id,
        info.head.code,
        str(info.head.size - 1),
        ("closed" if info.closed else "open") + (f", {waits} waiting" if waits else ""),
        to_text(info.created),
        info.header.game,
        players_text(info.header),
        *told,
    )
