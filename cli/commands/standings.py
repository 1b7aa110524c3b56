"""`qm standings`: who is where in a tournament."""

from typing import Annotated

import typer

from cli.terminal.options import AsJson, Db, Force, NoColor, Output, Plain, command_app

app = command_app()


@app.command()
def standings(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[T]",
            help="The tournament: its name, record id or file; without one, the newest still open.",
            show_default=False,
        ),
    ] = None,
    at: Annotated[int | None, typer.Option("--at", metavar="SEQ", min=0, help="As they were after this event.")] = None,
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="As they were after a round.")
    ] = None,
    why: Annotated[str | None, typer.Option(metavar="NAME", help="Why somebody has their place.")] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Write a table for a spreadsheet.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Write a page to read in a browser, and to print.")] = False,
    output: Output = None,
    force: Force = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Show the standings of a tournament: places, points, and what may still change them.

    A player who may still move by an open matter carries the places that are possible. The day code stands for every
    line of every table that was collected.
    """
    from cli.terminal.screen import Screen
    from cli.terminal.tournament_screen import StandingsWords, show_standings
    from records.errors import Refused

    if csv + html + json + plain + (why is not None) > 1:
        raise Refused("--csv, --html, --json, --plain and --why exclude each other", mend="give one of them")
    if at is not None and number is not None:
        raise Refused("--at and --round exclude each other", mend="give one of them")
    if output is not None and not (csv or html):
        raise Refused("-o goes with --html or --csv", mend="give one of them, or send the output into a file")
    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    show_standings(screen, name, db, StandingsWords(at, number, why, csv, html, output, force))
