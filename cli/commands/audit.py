"""`qm audit`: which steps broke which rule."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import AsJson, Db, Force, NoColor, Output, Plain, TimelineOption, command_app

if TYPE_CHECKING:
    from cli.machine.several import Several
    from cli.terminal.screen import Screen

app = command_app()

FAIL_ON = ("broken", "open", "never")
_BOARD_WIDTH = 100


@app.command()
def audit(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET...]",
            help="Files, folders of records, record ids, or - for stdin.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every record in the store.")] = False,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="The records in the store whose event contains this text.")
    ] = None,
    round_: Annotated[str | None, typer.Option("--round", metavar="ROUND", help="Only those of this round.")] = None,
    fail_on: Annotated[
        str, typer.Option(metavar="broken|open|never", help="Exit with 1 from this answer on.")
    ] = "broken",
    timeline: TimelineOption = "effective",
    forward: Annotated[
        bool, typer.Option("--forward", help="Judge without hindsight: what was revealed later does not count.")
    ] = False,
    access: Annotated[
        bool, typer.Option("--access", help="Only say who looked at somebody else's sealed facts, or that nobody did.")
    ] = False,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the table before and after each finding.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Write a page to read in a browser, and to print.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Write the findings as a table for a spreadsheet.")] = False,
    output: Output = None,
    force: Force = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes for many records.", show_default="all cores"),
    ] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Judge every step of a record by the rules of its game.

    An illegal move that stood is reported with its rule, and the audit goes on past it. A rule that cannot be judged
    from what is known stays open; what later events revealed closes it. What a final ruling dealt with is settled. A
    folder stands for all records in it; --all, --event and --round for records in the store.
    """
    from cli.desk.audits import Wanted
    from cli.desk.views import timeline_name
    from cli.machine.several import several
    from cli.terminal.audit_answers import AuditAnswers
    from cli.terminal.audit_batch import audits
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from records.store import Filter

    if fail_on not in FAIL_ON:
        raise Refused(f"--fail-on {fail_on!r}", mend=f"one of {', '.join(FAIL_ON)}")
    if html + csv + json + plain > 1:
        raise Refused("--html, --csv, --json and --plain exclude each other", mend="give one of them")
    if output is not None and not (html or csv):
        raise Refused("-o goes with --html or --csv", mend="give one of them, or send the output into a file")
    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    asked = every or event is not None or round_ is not None
    records = several(targets or [], db, Filter(event=event, round=number_or_text(round_)) if asked else None)
    if access:
        _access(records, screen, db)
        return
    wanted = Wanted(timeline_name(timeline), forward, _BOARD_WIDTH if boards else 0, pictures=boards and html)
    answers = AuditAnswers(screen, several=records.many, quiet=html or csv)
    for answer in audits(records, wanted, jobs):
        answers.show(answer)
    if html or csv:
        _write(answers.kept, html, output, force)
    answers.summary()
    code = answers.exit_code(fail_on)
    if code:
        raise typer.Exit(code)


def _access(records: "Several", screen: "Screen", db: str | None) -> None:
    """Who looked at sealed facts; and, where a service was started, whose devices saw everything."""
    from cli.desk.docket import docket_of
    from cli.machine.folders_and_clock import store_url
    from cli.machine.several import stores_closed
    from cli.serve.official_looks import official_looks
    from cli.serve.register.service_place import register_path
    from cli.terminal.access import show_access
    from records.ids import id_of

    looks = official_looks(register_path(store_url(db)))
    with stores_closed():
        for item in records.items:
            record = item.load()
            seen = looks.get(item.name) or looks.get(id_of(record)) or []
            visits = [look._asdict() for look in seen]
            show_access(screen, item.name, docket_of(record, id_of(record)).cases, visits)


def _write(answers: list[dict[str, Any]], html: bool, output: Path | None, force: bool) -> None:
    """The audits as a page or as a table."""
    from cli.export.csv_tables import audits_csv
    from cli.export.html.audit_page import audits_page
    from cli.machine.files import write_output

    write_output(output, audits_page(answers) if html else audits_csv(answers), force=force)
