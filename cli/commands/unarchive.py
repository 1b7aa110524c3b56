"""`qm unarchive`: archived records back in the store."""

from typing import Annotated

import typer

from cli.terminal.options import AsJson, Db, command_app

app = command_app()


@app.command()
def unarchive(
    records: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RECORD...]", help="Record ids, or unique beginnings of them.", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every archived record.")] = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Bring archived records back into the store.

    Each event comes back to its old place, after the root was compared. The files of the archive stay.
    """
    from cli.machine.stores import opened
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from records.store import Filter

    if bool(records) == every:
        raise Refused("say which records", mend="name them, or give --all")
    screen = Screen(as_json=json)
    back = 0
    with opened(db) as store:
        ids = [info.id for info in store.records(Filter())] if every else [store.find(one) for one in records or []]
        for record_id in ids:
            came = store.unarchive(record_id)
            back += came
            if screen.as_json and (came or not every):
                screen.value({"id": record_id, "back": came})
    if screen.for_people:
        screen.line(f"{back} records are back in the store")
