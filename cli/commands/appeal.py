"""`qm appeal`: a ruling goes to a higher level."""

from typing import Annotated

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DisputeName, DryRun, NoInput, RecordId, command_app

app = command_app()


@app.command()
def appeal(
    record: RecordId,
    dispute: DisputeName = None,
    by: By = None,
    grounds: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GROUND", help="fact, rule, remedy, penalty or procedure. Repeatable.", show_default=False
        ),
    ] = None,
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="Why the ruling is wrong.")] = None,
    concur: Annotated[list[str] | None, typer.Option(metavar="SEAT", help="Who agrees. Repeatable.")] = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Appeal against the ruling that stands in a dispute.

    An appeal follows a full ruling, comes before its time is over, and is decided at a higher level by somebody else.
    """
    from cli.desk.docket import find_case, without_none
    from cli.terminal.filing import filing
    from cli.terminal.missing_options import Asker
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from replay.disputes.words import GROUNDS

    asker, screen = Asker(no_input), Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        case = find_case(opened.docket.cases, dispute)
        ruling = case.standing or (case.rulings[-1] if case.rulings else None)
        if ruling is None:
            raise Refused(f"{case.label} has no ruling yet", mend="an appeal follows a full ruling")
        body = without_none(
            do="appeal",
            by=opened.who(asker.text(by, "--by", "Who appeals")),
            ruling=ruling.seq,
            grounds=grounds or [asker.choice(None, "--grounds", "What is wrong with it", GROUNDS)],
            text=asker.maybe(text, "Why"),
            concur=[opened.who(seat) for seat in concur or []],
        )
        opened.file([body])
