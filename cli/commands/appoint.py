"""`qm appoint`: somebody becomes an official."""

from typing import Annotated

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DryRun, RecordId, command_app

app = command_app()


@app.command()
def appoint(
    record: RecordId,
    name: Annotated[str, typer.Argument(metavar="NAME[:LEVEL]", help="Who, and floor (default), head or committee.")],
    by: By = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")] = None,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Name an official of this table, from here on.

    Officials are best named in the header (qm new --official). The head official appoints others; while there is none,
    the scribe does it for the organiser.
    """
    from cli.desk.docket import Filing, desk, without_none
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    who, _, level = name.partition(":")
    with desk(record, db) as opened:
        body = without_none(do="appoint", by=by or "scribe", name=who, level=level or None, why=why)
        opened.file([body], Filing(screen, at, dry_run, anyway))
