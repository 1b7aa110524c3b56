"""`qm index`: the answers kept beside the store."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import AsJson, Db, command_app

if TYPE_CHECKING:
    from cli.desk.index.index_check import IndexFault
    from cli.desk.index.index_entries import IndexEntry

app = command_app()

_RENEWED = "the index was damaged: it was made anew"
_ASKED_AGAIN = "the others were compared; do it again when these can be read"

WorkersOption = Annotated[
    str | None,
    typer.Option("--workers", "-j", metavar="N", help="Processes for many records.", show_default="all cores"),
]


@app.callback()
def index() -> None:
    """Keep the index of the store: answers about all records, made from the log and never in its place.

    `qm list`, `penalties`, `find` and `stats` bring it up to date by themselves. It can be thrown away at any time.
    """


@app.command("rebuild")
def rebuild(workers: WorkersOption = None, db: Db = None, json: AsJson = False) -> None:
    """Throw the index away and make it anew from the log."""
    from cli.terminal.indexed import indexed
    from cli.terminal.screen import Screen
    from records.text import counted

    screen = Screen(as_json=json)
    with indexed(db, workers) as found:
        amount = found.rebuild()
        path, unread = found.file.path, found.unread()
    if screen.as_json:
        screen.value({"records": amount, "path": path})
    else:
        screen.line(f"{counted(amount, 'record')} {'is' if amount == 1 else 'are'} in {path}")
    if unread is not None:
        raise unread


@app.command("update")
def update(workers: WorkersOption = None, db: Db = None, json: AsJson = False) -> None:
    """Look at the records that have changed since, and only at those."""
    from cli.terminal.indexed import indexed
    from cli.terminal.screen import Screen
    from records.text import counted

    screen = Screen(as_json=json)
    with indexed(db, workers) as found:
        amount = found.update()
        path, unread, renewed = found.file.path, found.unread(), found.file.renewed
    if screen.as_json:
        screen.value({"records": amount, "path": path})
    else:
        screen.line(f"{counted(amount, 'record')} had changed; the index is {path}")
    if renewed:
        screen.words(_RENEWED)
    if unread is not None:
        raise unread


@app.command("check")
def check(workers: WorkersOption = None, db: Db = None, json: AsJson = False) -> None:
    """Compare the index with a rebuild, row by row. Exit code 3 if they differ."""
    from cli.desk.index.index_check import index_engine, index_faults
    from cli.terminal.indexed import indexed
    from cli.terminal.screen import Screen
    from records.errors import Damaged, Unavailable

    screen = Screen(as_json=json)

    unread: list[IndexEntry] = []

    def faults() -> "list[IndexFault]":
        found.update()
        unread.clear()
        engine = index_engine(found.file.connection, found.file.failure)
        return list(index_faults(engine, found.store, found.look, unread))

    with indexed(db, workers) as found:
        wrong = found.file.answered(faults, lambda: None)
        path, renewed = found.file.path, found.file.renewed
    if renewed:
        screen.words(_RENEWED)
    for one in wrong:
        if screen.as_json:
            screen.value(one._asdict())
        else:
            screen.line(f"{one.record}  {one.table}: {one.missing} rows missing, {one.wrong} wrong")
    if wrong:
        raise Damaged("the index is not what a rebuild would give", where=path, mend="run `qm index rebuild`")
    if unread:
        amount, first = len(unread), unread[0]
        raise Unavailable(f"{amount} cannot be judged now: {first.why}", where=first.record, mend=_ASKED_AGAIN)
    screen.words("the index is what a rebuild would give")


@app.command("copy")
def copy(
    url: Annotated[str, typer.Argument(metavar="URL", help="A PostgreSQL database: postgresql://user@host/name.")],
    schema: Annotated[str, typer.Option(metavar="NAME", help="Where the tables are there.")] = "qm_index",
    workers: WorkersOption = None,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Copy the tables to a PostgreSQL server, for your own SQL.

    Again, it writes only what has changed. Nothing here reads them: commands ask the file. Everybody who may read that
    schema sees what an official may see.
    """
    from cli.desk.index.index_check import index_engine
    from cli.desk.index.index_copy import copy_index, server_engine
    from cli.machine.server_copy import copy_server
    from cli.terminal.indexed import indexed
    from cli.terminal.screen import Screen
    from records.text import counted

    screen = Screen(as_json=json)
    with copy_server(url) as server, indexed(db, workers) as found:
        theirs = server_engine(server.connect, server.failure)
        file = found.file
        copied = found.asked(lambda _: copy_index(index_engine(file.connection, file.failure), theirs, schema))
        unread = found.unread()
    if screen.as_json:
        screen.value({**copied._asdict(), "schema": schema, "place": server.place})
    else:
        screen.line(f"{counted(copied.written, 'record')} copied to {server.place}, schema {schema}")
    if unread is not None:
        raise unread
