"""`qm restore`: a backup becomes the store."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.terminal.options import Db, command_app

app = command_app()


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup made by `qm backup`.")],
    force: Annotated[
        bool, typer.Option("--force", "-f", help="Do not ask, although there is a store already.")
    ] = False,
    db: Db = None,
) -> None:
    """Bring a backup back as the store.

    The backup is checked first. A store that is there already is set aside under another name, never deleted; a
    PostgreSQL database must be empty.
    """
    from cli.machine.folders_and_clock import is_file_store, store_url
    from cli.machine.stores import owner_only
    from cli.terminal.screen import Screen
    from records.errors import NotFound
    from records.store.backup import restore as restore_file

    if not file.exists():
        raise NotFound("there is no such file", where=str(file), mend="check the path")
    url = store_url(db)
    if is_file_store(url) and Path(url).exists() and not force:
        _ask(url)
    with owner_only():
        aside = restore_file(str(file), url)
    screen = Screen()
    screen.words(f"restored {file}, all checked")
    if aside:
        screen.words(f"the store that was there is now {aside}")


def _ask(url: str) -> None:
    from records.errors import Refused
    from records.text import printable

    answer = ""
    if sys.stdin.isatty():
        sys.stderr.write(f"There is a store at {printable(url)}. Set it aside and put the backup there? [y/N] ")
        sys.stderr.flush()
        answer = sys.stdin.readline().strip().lower()
    if answer not in ("y", "yes"):
        raise Refused("there is a store already", where=url, mend="--force sets it aside and puts the backup there")
