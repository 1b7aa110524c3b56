"""`qm show`: a record for people to read."""

from typing import Annotated

import typer

from cli.terminal.options import AsJson, Db, NoColor, Plain, Target, command_app

app = command_app()


@app.command()
def show(
    target: Target,
    first: Annotated[int | None, typer.Option("--from", metavar="SEQ", min=0, help="The first event to show.")] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="SEQ", min=0, help="The last event to show.")] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Show a record: its header, its events, its head.

    Event 0 is the header. The head is always that of the whole record, however few events are shown.
    """
    from cli.machine.target import load
    from cli.terminal.record_page import show_record
    from cli.terminal.screen import Screen
    from records.errors import Refused

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    if first is not None and last is not None and first > last:
        raise Refused(f"--from {first} lies after --to {last}", mend="swap them")
    with load(target, db) as loaded:
        record = loaded.record
        events = [
            event
            for event in record.events
            if (first is None or event.seq >= first) and (last is None or event.seq <= last)
        ]
        show_record(loaded, events, screen)
