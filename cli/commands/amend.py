"""`qm amend`: a correction by the scribe, or one that a ruling ordered."""

from typing import Annotated, Any

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DryRun, RecordId, command_app

app = command_app()


@app.command()
def amend(
    record: RecordId,
    seq: Annotated[int, typer.Argument(metavar="SEQ", min=1, help="The event to correct, or to insert after.")],
    action: Annotated[
        str | None, typer.Argument(metavar="[JSON]", help="The event as it should be.", show_default=False)
    ] = None,
    void: Annotated[bool, typer.Option("--void", help="Strike the event out: it never happened.")] = False,
    insert: Annotated[bool, typer.Option("--insert", help="A forgotten event comes after SEQ.")] = False,
    ruling: Annotated[
        int | None, typer.Option(metavar="SEQ", min=1, help="The ruling or settlement that orders it.")
    ] = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")] = None,
    by: By = None,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Correct an event. The log keeps both; the effective timeline has the corrected one.

    The scribe may do so within the undo window (the header's windows.undo; else until five more actions were made).
    Later ones stay open until an official confirms them, and what was signed or closed is changed only by a ruling, or
    when all have signed again: until then a correction waits. Voiding a correction takes it back.
    """
    from cli.desk.docket import without_none
    from cli.desk.remedies import try_correction
    from cli.terminal.filing import filing
    from cli.terminal.json_options import read_object
    from cli.terminal.screen import Screen
    from records.errors import Refused

    screen = Screen(as_json=json)
    new = read_object(action, "JSON")
    if (new is None) != void or (void and insert):
        raise Refused("give the event as it should be, or --void", mend="""as in: qm amend RECORD 41 '{"do":"pass"}'""")
    fields: dict[str, Any] = {"do": "insert", "after": seq} if insert else {"do": "amend", "target": seq}
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        body = {**fields, "action": new, **without_none(ruling=ruling, why=why, by=opened.who(by, scribe=True))}
        try_correction(opened.docket, body)
        if opened.agree(body):
            opened.file([body])
