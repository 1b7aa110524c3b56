"""`qm report`: the ruling as a document."""

from typing import Annotated

import typer

from cli.terminal.options import Db, DisputeName, Force, Output, Target, command_app

app = command_app()

FORMS = ("text", "markdown", "html")


@app.command()
def report(
    target: Target,
    dispute: DisputeName = None,
    form: Annotated[
        str | None,
        typer.Option("--form", metavar="text|markdown|html", help="The form; else by the name of the file."),
    ] = None,
    audience: Annotated[
        str,
        typer.Option("--for", metavar="officials|parties|public", help="For whom: everybody but officials sees less."),
    ] = "officials",
    output: Output = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write a dispute as a document: claim, evidence, positions, rulings, both timelines, penalties, signatures.

    Without a dispute, the record as a whole: all disputes, corrections, access to hidden facts, and signatures. The
    HTML page needs nothing else and prints well.
    """
    from cli.desk.docket import find_case
    from cli.export.documents import as_html, as_markdown, as_text
    from cli.machine.files import write_output
    from cli.machine.target import load
    from cli.terminal.filing import docket_now
    from records.errors import Refused
    from replay.disputes.dossier import AUDIENCES, Source, dispute_report, record_report

    if audience not in AUDIENCES:
        raise Refused(f"--for {audience!r}", mend=f"one of {', '.join(AUDIENCES)}")
    suffix = output.suffix.lower() if output is not None else ""
    wanted = form or {".html": "html", ".htm": "html", ".md": "markdown"}.get(suffix, "text")
    if wanted not in FORMS:
        raise Refused(f"--form {wanted!r}", mend=f"one of {', '.join(FORMS)}")
    with load(target, db) as loaded:
        docket = docket_now(loaded)
        source = Source(docket.record, docket.record_id, docket.cases, docket.game, docket.table, audience)
        case = find_case(docket.cases, dispute) if dispute is not None else None
        document = record_report(source) if case is None else dispute_report(source, case)
    write = {"text": as_text, "markdown": as_markdown, "html": as_html}[wanted]
    write_output(output, write(document).encode(), force=force)
