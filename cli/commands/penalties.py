"""`qm penalties`: who was penalised for what."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import AsJson, Db, Plain, command_app

if TYPE_CHECKING:
    from cli.desk.docket import Docket

app = command_app()


@app.command()
def penalties(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TARGET...]", help="Records; without any, all in the store.", show_default=False),
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only this person (or seat).")] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only records whose event contains this text.")
    ] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """List penalties that stand, over all records: they belong to a person and an event.

    Penalties of a ruling that was overturned, settled or withdrawn do not stand. `time` counts how often a person was
    penalised for the same infraction within one event: repeats usually weigh more, and `qm rule` says so.
    """
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain)
    unread = None
    if targets:
        from cli.desk.penalties import standing_penalties

        found = standing_penalties(_dockets(targets, db, event), player)
    else:
        from cli.desk.index.index_penalties import penalties_of
        from cli.terminal.indexed import indexed

        with indexed(db) as asked:
            found = asked.asked(lambda index: penalties_of(index, player, event))
            unread = asked.unread()
    if screen.for_people:
        rows = [[str(entry[name] if entry[name] is not None else "") for name in _COLUMNS] for entry in found]
        if rows:
            screen.table([*_COLUMNS], rows)
        else:
            screen.words("no penalty stands")
    for entry in found if not screen.for_people else []:
        if screen.as_json:
            screen.value(entry)
        else:
            screen.cells(*(entry[name] for name in _COLUMNS))
    if unread is not None:
        raise unread


_COLUMNS = ("person", "level", "infraction", "time", "by", "dispute", "ruling", "event", "record")


def _dockets(targets: list[str], db: str | None, event: str | None) -> "Iterator[Docket]":
    from cli.machine.target import load
    from cli.terminal.filing import docket_now
    from records.store.read_half import fold

    part = fold(event)
    for target in targets:
        with load(target, db) as loaded:
            if part is None or part in (fold(loaded.record.header.event) or ""):
                yield docket_now(loaded)
