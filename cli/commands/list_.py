"""`qm list`: which records there are."""

from typing import Annotated

import typer

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
    last: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Only the N that came into the store last.", show_default="all"),
    ] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """List the records in the store.

    Oldest first. Every filter that is given must hold. A record is marked with ! if a person sits twice at its table or
    at two tables of its round, or if its table is there twice. Whose turn it is, and who has signed, comes from the
    index (qm help index); where many records have changed since, it is left out.
    """
    from cli.terminal.filters import filter_of
    from cli.terminal.indexed import indexed
    from cli.terminal.record_list import listed_now, show_records
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    wanted = filter_of(
        game=game,
        title=title,
        since=since,
        until=until,
        open_=open_,
        closed=closed,
        place=place,
        event=event,
        round_=round_,
        table=table,
        last=last,
    )
    with indexed(db) as found:
        show_records(listed_now(found, wanted), screen)
