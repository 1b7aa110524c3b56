"""`qm list`: which records there are."""

from typing import Annotated

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import AsJson, Db, NoColor, Plain, command_app

app = command_app()


@app.command("list")
def list_(
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    title: Annotated[str | None, typer.Option(help="Only titles that contain this text.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Begun at or after: 2026-11-15, or 2026-11-15T18:00:00Z.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Begun before; a day without a time is included.")
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Only records that are not closed.")] = False,
    closed: Annotated[bool, typer.Option("--closed", help="Only records that are closed.")] = False,
    place: Annotated[str | None, typer.Option(help="Only games played there.")] = None,
    event: Annotated[
        str | None, typer.Option(help="Only tournaments or evenings whose name contains this text.")
    ] = None,
    round_: Annotated[str | None, typer.Option("--round", help="Only this round.")] = None,
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """List the records in the store.

    Oldest first. Every filter that is given must hold. A record is marked with ! if a person sits twice at its table or
    at two tables of its round, or if its table is there twice.
    """
    from cli.desk.seating import warnings_of
    from cli.desk.waiting_notes import waiting_noted
    from cli.machine.stores import opened
    from cli.terminal.record_list import show_records
    from cli.terminal.screen import Screen
    from cli.terminal.seating_words import seated
    from records.errors import Refused
    from records.store import Filter

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    if open_ and closed:
        raise Refused("--open and --closed exclude each other", mend="give one of them, or neither for all records")
    wanted = Filter(
        game=game,
        title=title,
        since=_moment(since, "--since"),
        until=_moment(until, "--until", end_of_day=True),
        closed=closed or (False if open_ else None),
        place=place,
        event=event,
        round=number_or_text(round_),
        table=number_or_text(table),
    )
    with opened(db) as store:
        everybody = seated(store, Filter())
        show_records(store.records(wanted), screen, warnings_of(everybody), lambda one: waiting_noted(store, one))


def _moment(text: str | None, option: str, *, end_of_day: bool = False) -> int | None:
    """A time, or the beginning (or end) of a day, in microseconds."""
    from records.clock import from_text
    from records.errors import Refused

    if text is None:
        return None
    day = len(text) == 10
    try:
        moment = from_text(f"{text}T00:00:00Z" if day else text)
    except Refused as error:
        raise Refused(error.what, where=option, mend="write 2026-11-15 or 2026-11-15T18:00:00Z (UTC)") from None
    return moment + 24 * 3600 * 1_000_000 if day and end_of_day else moment
