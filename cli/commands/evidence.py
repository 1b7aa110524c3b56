"""`qm evidence`: what speaks for or against a claim."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import (
    Anyway,
    AsJson,
    At,
    By,
    Db,
    DisputeName,
    DryRun,
    Force,
    NoInput,
    RecordId,
    Target,
    command_app,
)

if TYPE_CHECKING:
    from cli.desk.docket import Docket
    from cli.terminal.screen import Screen

app = command_app()


@app.callback()
def evidence() -> None:
    """Add evidence to a dispute, and check files against it.

    A file stays where it is: the record holds its SHA-256 digest, size and type, so that nobody can exchange it later.
    """


@app.command("add")
def add(
    record: RecordId,
    dispute: DisputeName = None,
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="A statement in words.")] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A photograph or other file.", show_default=False)
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="statement, witness, photo, recount, other-record, seal-opening, replay."),
    ] = None,
    see: Annotated[str | None, typer.Option(metavar="officials|parties|public", help="Who may see it.")] = None,
    by: By = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Add a statement, or a file by its digest."""
    from cli.desk.docket import find_case, without_none
    from cli.machine.input_files import attachment_of
    from cli.terminal.filing import filing
    from cli.terminal.missing_options import Asker
    from cli.terminal.screen import Screen
    from replay.disputes.words import EVIDENCE

    asker, screen = Asker(no_input), Screen(as_json=json)
    attachment = attachment_of(file) if file is not None else None
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        case = find_case(opened.docket.cases, dispute)
        if text is None and attachment is None:
            text = asker.text(None, "--text or --file", "What is said")
        usual = "photo" if attachment and attachment["type"].startswith("image/") else "statement"
        kind = asker.choice(kind, "--kind", "What kind of evidence", EVIDENCE, default=usual)
        body = without_none(
            do="evidence", by=opened.who(by), dispute=case.seq, kind=kind, text=text, attachment=attachment, see=see
        )
        opened.file([body])


@app.command("check")
def check(
    target: Target,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Files that were named as evidence.", show_default=False),
    ] = None,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Check that files are the ones that were named. Exit code 3 if one is not.

    Without a file: the photos that the service keeps beside the store.
    """
    from cli.machine.input_files import attachment_of
    from cli.machine.target import load
    from cli.terminal.filing import docket_now
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    with load(target, db) as loaded:
        docket = docket_now(loaded)
    if not files:
        _check_kept(screen, docket, db)
        return
    named = {
        entry.action.attachment.get("sha256"): (case, entry.seq)
        for case in docket.cases.cases
        for entry in case.evidence
        if entry.action.attachment is not None
    }
    strange = False
    for file in files:
        found = named.get(attachment_of(file)["sha256"])
        strange = strange or found is None
        if screen.as_json:
            where = {"dispute": found[0].label, "seq": found[1]} if found else {"dispute": None, "seq": None}
            screen.value({"file": str(file), **where})
        else:
            words = f"evidence in {found[0].label}, event {found[1]}" if found else "no evidence in this record"
            screen.line(f"{file}: {words}")
    if strange:
        raise typer.Exit(3)


def _check_kept(screen: "Screen", docket: "Docket", db: str | None) -> None:
    from cli.machine.folders_and_clock import store_url
    from cli.machine.photo_folder import PhotoFolder, photos_of
    from cli.terminal.kept_photos import EXCHANGED, WHOLE, named_files

    words = {WHOLE: "kept, and whole", EXCHANGED: "another file is in its place"}
    found = list(named_files(docket, PhotoFolder(photos_of(store_url(db)))))
    for one in found:
        if screen.as_json:
            screen.value({"dispute": one.label, "seq": one.seq, "state": one.state, **one.attachment})
        else:
            screen.line(f"{one.label}, event {one.seq}: {words.get(one.state, 'not kept here')}")
    if not found and not screen.as_json:
        screen.line("no evidence names a file")
    if any(one.state == EXCHANGED for one in found):
        raise typer.Exit(3)


@app.command("save")
def save(
    target: Target,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the photos go.")],
    force: Force = False,
    db: Db = None,
) -> None:
    """Copy the photos of a record that the service keeps, to be sent along with it."""
    from cli.machine.files import Out, write_files, writer_of
    from cli.machine.folders_and_clock import store_url
    from cli.machine.os_errors import from_os
    from cli.machine.photo_folder import PhotoFolder, photos_of
    from cli.machine.target import load
    from cli.terminal.filing import docket_now
    from cli.terminal.kept_photos import WHOLE, named_files
    from cli.terminal.screen import Screen
    from records.text import counted

    with load(target, db) as loaded:
        docket = docket_now(loaded)
    found = named_files(docket, PhotoFolder(photos_of(store_url(db))))
    outputs = [Out(folder / one.name, writer_of(one.data)) for one in found if one.state == WHOLE and one.data]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise from_os(error, str(folder)) from None
    write_files(outputs, force=force)
    Screen().words(f"{counted(len(outputs), 'photo')} saved in {folder}")
