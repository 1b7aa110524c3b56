"""The records of a store as a list."""

from collections.abc import Iterable, Mapping

from cli.desk.summaries import info_fields, occasion_text, players_text
from cli.terminal.screen import Screen
from records.clock import to_text
from records.errors import Damaged
from records.store import Info


def show_records(records: Iterable[Info], screen: Screen, warnings: Mapping[str, list[str]]) -> None:
    """Show every record, with what is odd about its seating.

    If the store then names a damaged one, say so after the others were shown.
    """
    shown: list[str] = []
    rows: list[tuple[str, ...]] = []
    damaged: Damaged | None = None
    try:
        for info in records:
            shown.append(info.id)
            if screen.as_json:
                screen.value({**info_fields(info), "warnings": warnings.get(info.id, [])})
            else:
                rows.append(_row(info, warnings.get(info.id, []), screen.plain))
    except Damaged as error:
        damaged = error
    if screen.plain:
        for row in rows:
            screen.cells(*row)
    elif rows:
        screen.table(("record", "code", "events", "state", "begun", "game", "players", "occasion"), rows)
    for record_id in shown if screen.for_people else ():
        for words in warnings.get(record_id, []):
            screen.words(f"! {record_id}: {words}")
    if damaged is not None:
        raise damaged
    if screen.for_people and not rows:
        screen.words("no records")


def _row(info: Info, odd: list[str], plain: bool) -> tuple[str, ...]:
    occasion = occasion_text(info.header)
    told = (occasion, "; ".join(odd)) if plain else (f"! {occasion}" if odd else occasion,)
    return (
        info.id,
        info.head.code,
        str(info.head.size - 1),
        "closed" if info.closed else "open",
        to_text(info.created),
        info.header.game,
        players_text(info.header),
        *told,
    )
