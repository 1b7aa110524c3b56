"""The records of a store as a list."""

from collections.abc import Iterable

from cli.desk.summaries import info_fields, occasion_text, players_text
from cli.terminal.screen import Screen
from records.clock import to_text
from records.errors import Damaged
from records.store import Info


def show_records(records: Iterable[Info], screen: Screen) -> None:
    """Show every record; if the store then names a damaged one, say so after the others were shown."""
    rows: list[tuple[str, ...]] = []
    damaged: Damaged | None = None
    try:
        for info in records:
            if screen.as_json:
                screen.value(info_fields(info))
            else:
                rows.append(_row(info))
    except Damaged as error:
        damaged = error
    if screen.plain:
        for row in rows:
            screen.cells(*row)
    elif rows:
        screen.table(("record", "code", "events", "state", "begun", "game", "players", "occasion"), rows)
    if damaged is not None:
        raise damaged
    if screen.for_people and not rows:
        screen.words("no records")


def _row(info: Info) -> tuple[str, ...]:
    return (
        info.id,
        info.head.code,
        str(info.head.size - 1),
        "closed" if info.closed else "open",
        to_text(info.created),
        info.header.game,
        players_text(info.header),
        occasion_text(info.header),
    )
