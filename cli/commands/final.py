"""`qm final`: a matter is closed."""

from typing import Annotated

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DisputeName, DryRun, RecordId, command_app

app = command_app()


@app.command()
def final(
    record: RecordId,
    dispute: DisputeName = None,
    by: By = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")] = None,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Close a dispute for good.

    A ruling is final by itself once its time for an appeal is over. The remedy that was to be carried out only then is
    logged with it.
    """
    from cli.desk.docket import find_case
    from cli.desk.ruling_events import final_events
    from cli.terminal.filing import filing
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        docket = opened.docket
        case = find_case(docket.cases, dispute)
        standing = case.standing
        officials = [official.name for official in docket.cases.officials]
        who = opened.official(by) or (standing.by if standing else officials[0] if officials else "scribe")
        opened.file(final_events(docket, case, who, why))
