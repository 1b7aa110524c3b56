"""`qm import`: record files into the store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import AsJson, Db, DryRun, Plain, command_app

if TYPE_CHECKING:
    from cli.desk.imports import Taken
    from cli.terminal.screen import Screen

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
    record that is there already is left as it is; a longer one adds its further events; one that tells another story
    is refused.
    """
    from cli.desk.imports import read_files, take, would_take
    from cli.machine.folders_and_clock import now
    from cli.machine.stores import opened
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain)
    files_read = read_files(files, with_openings=with_openings)
    if dry_run:
        taken = would_take(files_read, db)
    else:
        with opened(db, create=True) as store:
            taken = take(store, files_read, at=now())
    for one in taken:
        _tell(one, screen)
    if dry_run:
        screen.words("a dry run: nothing was written")


def _tell(taken: "Taken", screen: "Screen") -> None:
    from cli.desk.summaries import head_fields

    if screen.as_json:
        screen.value({"file": taken.name, "id": taken.id, "added": taken.added, **head_fields(taken.head)})
    elif screen.plain:
        screen.cells(taken.name, taken.id, taken.added, taken.head.code)
    else:
        screen.line(f"{taken.id}  {taken.head.code}  {_what(taken)}  ({Path(taken.name)})")


def _what(taken: "Taken") -> str:
    from records.text import counted

    if taken.new:
        return f"new, {counted(taken.head.size - 1, 'event')}"
    return f"{counted(taken.added, 'event')} added" if taken.added else "there already"
