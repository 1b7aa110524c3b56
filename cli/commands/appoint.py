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
    from cli.desk.docket import without_none
    from cli.terminal.filing import filing
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    who, _, level = name.partition(":")
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        body = without_none(do="appoint", by=opened.official(by) or "scribe", name=who, level=level or None, why=why)
        opened.file([body])
