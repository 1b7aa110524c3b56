"""`qm archive`: closed records in compressed files."""

from pathlib import Path
from typing import Annotated

import typer

from cli.terminal.options import AsJson, Db, DryRun, command_app

app = command_app()


@app.command()
def archive(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the archive; it is made if needed.")],
    event: Annotated[str | None, typer.Option(metavar="NAME", help="Only records whose event contains this.")] = None,
    game: Annotated[str | None, typer.Option(help="Only records of this game.")] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only records begun before: 2026-11-15, or a time.")
    ] = None,
    shrink: Annotated[
        bool, typer.Option("--shrink", help="Then give the space back to the disk; it may take a while.")
    ] = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Move closed records out of the store, into compressed files by id.

    The store keeps header, head and last event. Such a record is shown, replayed, audited and verified as before, and
    may even grow; its root is compared on every read. Nothing is removed before its file was synced and read back. Run
    again with another folder, it moves the archive there. See `qm help store`.
    """
    from cli.machine.stores import listed_whole, opened, owner_only
    from cli.terminal.filters import filter_of
    from cli.terminal.screen import Screen
    from records.errors import Conflict, Damaged, NotFound
    from records.text import counted

    screen = Screen(as_json=json)
    place = str(folder.absolute())
    events = written = records = 0
    with opened(db) as store, owner_only():
        wanted = filter_of(game=game, event=event, until=until, closed=True)
        infos, damaged = listed_whole(store, wanted)
        waiting = [info for info in infos if store.archived(info.id) != (place, info.head.size)]
        for info in waiting:
            if dry_run:
                amount = 0
            else:
                try:
                    amount = store.archive(info.id, place)
                except (Conflict, Damaged, NotFound) as error:  # it grew meanwhile, or is not whole: it stays as it is
                    screen.words(f"left where it is: {error}")
                    continue
            records, events, written = records + 1, events + info.head.size - 1, written + amount
            if screen.as_json:
                screen.value({"id": info.id, "events": info.head.size - 1, "bytes": amount})
        if shrink and not dry_run:
            store.shrink()
    if screen.for_people:
        would = "would be archived" if dry_run else f"archived in {place}"
        each = f", {written / events:.1f} bytes an event" if written and events else ""
        screen.line(f"{counted(records, 'record')} {would}: {counted(events, 'event')}{each}")
    if records < len(waiting):
        left = counted(len(waiting) - records, "record")
        raise Damaged(f"{left} left where they are", mend="see `qm verify`; repeat it")
    if damaged is not None:
        raise damaged
