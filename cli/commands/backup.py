"""`qm backup`: a copy of the whole store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Db, Force, command_app

if TYPE_CHECKING:
    from records.store import Store

app = command_app()


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    force: Force = False,
    db: Db = None,
) -> None:
    """Copy the store to a file, and check the copy.

    The store may be in use meanwhile. The copy is a SQLite file, even of a PostgreSQL store, and holds the openings of
    sealed facts: keep it as safe as the store. It gets its name only after every record in it was checked. Photos of
    evidence are not in it: they lie in a folder beside the store, which is named at the end.
    """
    from cli.machine.files import refuse_existing
    from cli.machine.folders_and_clock import store_url
    from cli.machine.photo_folder import PhotoFolder, photos_of
    from cli.machine.stores import opened
    from cli.terminal.screen import Screen
    from records.text import counted

    if not force:
        refuse_existing(file)
    with opened(db) as store:
        _copy(store, file, force)
    with opened(str(file)) as copy:
        amount = sum(1 for _ in copy.records())
    screen, photos = Screen(), PhotoFolder(photos_of(store_url(db)))
    screen.words(f"copied {counted(amount, 'record')} to {file}, all checked")
    if kept := photos.amount():
        screen.words(f"{counted(kept, 'photo')} of evidence not copied: keep a copy of {photos.root} too")


def _copy(store: "Store", file: Path, force: bool) -> None:
    """Copy beside an old backup first, so that it is replaced only by a whole one."""
    from cli.machine.files import draft_path, put_in_place

    if not force:
        store.backup(str(file))
        return
    draft = draft_path(file)
    draft.unlink()
    store.backup(str(draft))
    put_in_place(draft, file, force=True)
