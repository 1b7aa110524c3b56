"""`qm import`: record files into the store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import AsJson, Db, DryRun, Plain, command_app

if TYPE_CHECKING:
    from cli.desk.imports import FileRead, Taken

app = command_app()


@app.command("import")
def import_(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Record files in either form; - is stdin.")],
    with_openings: Annotated[
        bool, typer.Option("--with-openings", help="Also take the openings from FILE.openings.jsonl beside each file.")
    ] = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Take records from files into the store.

    Every file is read and compared with the store before anything is written: one bad file, and none is taken. A
    record that is there already is left as it is; a longer one adds its further events; one that differs is
    refused.
    """
    from cli.desk.imports import take
    from cli.machine.folders_and_clock import now
    from cli.machine.stores import opened
    from cli.terminal.imported import tell_taken
    from cli.terminal.screen import Screen, after_writing
    from cli.terminal.seating_words import warn
    from records.errors import Refused

    screen = Screen(as_json=json, plain=plain)
    if len(set(files)) != len(files):
        raise Refused("a file is named twice", mend="name each file once")
    files_read = [_read(name, with_openings) for name in files]
    if dry_run:
        taken = _would_take(files_read, db)
    else:
        with opened(db, create=True) as store:
            taken = take(store, files_read, at=now())
            warn(screen, store, [one.id for one in taken if one.new])
    if dry_run:
        for one in taken:
            tell_taken(one, screen)
        screen.words("a dry run: nothing was written")
        return
    with after_writing("the import is written", look="qm list"):
        for one in taken:
            tell_taken(one, screen)


def _read(name: str, with_openings: bool) -> "FileRead":
    """A record file, with the openings beside it if they are wanted."""
    from cli.desk.imports import FileRead
    from cli.machine.openings import openings_path, read_openings
    from cli.machine.target import STDIN, Found
    from records.errors import Refused
    from records.ids import id_of

    found = Found("stdin") if name == STDIN else Found(name, path=Path(name))
    record = found.load()
    record_id = id_of(record)
    if with_openings and found.path is None:
        raise Refused("stdin has no openings beside it", mend="import from a file")
    openings = read_openings(openings_path(found.path), record_id) if with_openings and found.path else []
    return FileRead(found.name, record_id, record, openings)


def _would_take(files_read: "list[FileRead]", db: str | None) -> "list[Taken]":
    """What would be taken, by a store that need not be there."""
    from cli.desk.imports import would_take
    from cli.machine.stores import opened
    from records.errors import NotFound

    try:
        with opened(db) as store:
            return would_take(store, files_read)
    except NotFound:
        return would_take(None, files_read)
