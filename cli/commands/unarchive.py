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
    from cli.machine.stores import listed_whole, opened
    from cli.terminal.screen import Screen
    from records.errors import Damaged, NotFound, QuartermasterError, Refused
    from records.store import Filter
    from records.text import counted

    if bool(records) == every:
        raise Refused("say which records", mend="name them, or give --all")
    screen = Screen(as_json=json)
    back, left, damaged = 0, list[QuartermasterError](), None
    with opened(db) as store:
        if every:
            infos, damaged = listed_whole(store, Filter())
            ids = [info.id for info in infos]
        else:
            ids = [store.find(one) for one in records or []]
        for record_id in ids:
            try:
                came = store.unarchive(record_id)
            except (Damaged, NotFound) as error:  # the file is damaged or away; the others come back all the same
                if len(ids) == 1:
                    raise
                screen.words(f"left where it is: {error}")
                left.append(error)
                continue
            back += came
            if screen.as_json and (came or not every):
                screen.value({"id": record_id, "back": came})
    if screen.for_people:
        screen.line(f"{counted(back, 'record')} {'is' if back == 1 else 'are'} back in the store")
    if left:
        worst = next((error for error in left if isinstance(error, Damaged)), left[0])
        raise type(worst)(f"{counted(len(left), 'record')} left in the archive", mend=worst.mend)
    if damaged is not None:
        raise damaged
