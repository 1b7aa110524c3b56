"""`qm report`: the ruling as a document."""

from functools import partial
from typing import Annotated

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import Db, DisputeName, EventFilter, Force, Output, RoundFilter, command_app

app = command_app()

SUFFIXES = {"text": ".txt", "markdown": ".md", "html": ".html"}
FORMS = tuple(SUFFIXES)


@app.command()
def report(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="[TARGET]",
            help="A file, the beginning of a record id, a table (r2t3), or - for stdin.",
            show_default=False,
        ),
    ] = None,
    dispute: DisputeName = None,
    form: Annotated[
        str | None,
        typer.Option("--form", metavar="text|markdown|html", help="The form; else by the name of the file."),
    ] = None,
    audience: Annotated[
        str,
        typer.Option("--for", metavar="officials|parties|public", help="For whom: everybody but officials sees less."),
    ] = "officials",
    event: EventFilter = None,
    round_: RoundFilter = None,
    output: Output = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write a dispute as a document: claim, evidence, positions, rulings, both timelines, penalties, signatures.

    Without a dispute, the record as a whole: all disputes, corrections, access to hidden facts, and signatures. The
    HTML page needs nothing else and prints well; photos that are kept beside the store stand in it. With --event or
    --round, all records of the store that were contested go into the folder FILE, one file each.
    """
    from cli.desk.docket import find_case
    from cli.export.documents import as_html, as_markdown, as_text
    from cli.machine.files import write_output
    from cli.machine.folders_and_clock import store_url
    from cli.machine.photo_folder import PhotoFolder, photos_of
    from cli.machine.several import chosen, file_for, occasion_filter, several
    from cli.machine.target import load
    from cli.terminal.filing import docket_now
    from cli.terminal.kept_photos import kept_bytes
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from replay.disputes.dossier import AUDIENCES, Source, dispute_report, record_report

    if audience not in AUDIENCES:
        raise Refused(f"--for {audience!r}", mend=f"one of {', '.join(AUDIENCES)}")
    suffix = output.suffix.lower() if output is not None else ""
    wanted = form or {".html": "html", ".htm": "html", ".md": "markdown"}.get(suffix, "text")
    if wanted not in FORMS:
        raise Refused(f"--form {wanted!r}", mend=f"one of {', '.join(FORMS)}")
    photos = PhotoFolder(photos_of(store_url(db)))
    records = several([target] if target is not None else [], db, occasion_filter(event, number_or_text(round_)))
    screen, contested = Screen(), False
    for item in chosen(records, screen.words).items:
        with load(item.target, db) as loaded:
            docket = docket_now(loaded)
        if records.many and not docket.cases.cases:
            continue
        contested = True
        source = Source(docket.record, docket.record_id, docket.cases, docket.game, docket.table, audience)
        case = find_case(docket.cases, dispute) if dispute is not None else None
        document = record_report(source) if case is None else dispute_report(source, case)
        if wanted == "html":
            text = as_html(document, partial(kept_bytes, photos, docket.record_id))
        else:
            text = as_text(document) if wanted == "text" else as_markdown(document)
        file = file_for(output, item, SUFFIXES[wanted]) if records.many else output
        write_output(file, text.encode(), force=force)
    if records.many and not contested:
        screen.words("none of these records was contested: there is nothing to report")
