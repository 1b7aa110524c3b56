"""`qm reopen`: a closed matter is opened again."""

from typing import Annotated

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DisputeName, DryRun, NoInput, RecordId, command_app

app = command_app()


@app.command()
def reopen(
    record: RecordId,
    dispute: DisputeName = None,
    by: By = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="The reason; it is needed.")] = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Open a closed dispute again. Only the head official can, with a reason."""
    from cli.desk.docket import find_case
    from cli.terminal.filing import filing
    from cli.terminal.missing_options import Asker
    from cli.terminal.screen import Screen

    asker, screen = Asker(no_input), Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        cases = opened.docket.cases
        ended = [case for case in cases.cases if case.is_ended]
        case = ended[0] if dispute is None and len(ended) == 1 else find_case(cases, dispute)
        who = opened.official(asker.text(by, "--by", "Which official"))
        reason = asker.text(why, "--why", "Why")
        body = {"do": "reopen", "by": who, "dispute": case.seq, "why": reason}
        opened.file([body])
