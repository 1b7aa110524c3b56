"""`qm checkpoint`: the signed head of a record."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import Db, Deep, EventFilter, Force, Output, RoundFilter, Targets, command_app

if TYPE_CHECKING:
    from cli.machine.target import Loaded

app = command_app()


@app.command()
def checkpoint(
    targets: Targets = None,
    event: EventFilter = None,
    round_: RoundFilter = None,
    deep: Deep = False,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE", help="The key to sign with; not needed if there is only one.", show_default=False
        ),
    ] = None,
    output: Output = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Sign the head of a record.

    A checkpoint is a short signed text. Whoever keeps one can show later that the record was cut, rewound or changed.
    The newest is also kept in the store; a record that does not extend it is not signed again. Of several records each
    gets a file in the folder FILE.
    """
    from cli.desk.checkpoints import sign_head
    from cli.machine.files import write_output
    from cli.machine.key_files import private_key
    from cli.machine.several import chosen, file_for, occasion_filter, several
    from cli.machine.target import load
    from cli.terminal.screen import Screen

    records = chosen(
        several(targets or [], db, occasion_filter(event, number_or_text(round_)), deep=deep), Screen().words
    )
    signing = private_key(key)
    for item in records.items:
        with load(item.target, db) as loaded:
            note = sign_head(loaded.record, loaded.id, signing, loaded.store)
            write_output(file_for(output, item, ".checkpoint") if records.many else output, note, force=force)
            _tell(loaded)


def _tell(loaded: "Loaded") -> None:
    from cli.desk.sharing import head_warning
    from cli.terminal.screen import Screen
    from records.text import counted

    head = loaded.record.head()
    screen = Screen()
    screen.words(f"signed {loaded.id}: {counted(head.size - 1, 'event')}, code {head.code}")
    warning = head_warning(loaded.record)
    if warning is not None:
        screen.words(warning)
