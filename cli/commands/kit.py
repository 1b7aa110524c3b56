"""`qm kit`: the inventory of your own box."""

from pathlib import Path
from typing import Annotated

import typer

from cli.terminal.options import Force, GameId, Output, command_app

app = command_app()


@app.callback()
def kit() -> None:
    """Write and check the inventory of a box (a kit)."""


@app.command()
def new(game: GameId, output: Output = None, force: Force = False) -> None:
    """Write a kit file to fill in, with the box open on the table."""
    from cli.machine.files import write_output
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from replay.library import game_of

    found = game_of(game)
    if found.kit_template is None:
        raise Refused(f"{found.title} needs no kit")
    text = found.kit_template()
    write_output(output, text.encode(), force=force)
    if output is not None:
        Screen().words(f"fill it in, then: qm kit check {output}")


@app.command()
def check(file: Annotated[Path, typer.Argument(metavar="FILE", help="A kit file (TOML).")]) -> None:
    """Say what a kit file lacks, or where it contradicts the known counts."""
    from cli.machine.kit_files import kit_from
    from cli.terminal.screen import Screen
    from records.errors import Damaged, Refused
    from replay.library import game_of

    try:
        raw = kit_from(file)
    except Refused as error:
        raise Damaged(error.what, where=error.where, mend=error.mend) from None
    found = game_of(str(raw.get("game", "")))
    notes = found.draw_kit(raw) if found.draw_kit is not None else []
    screen = Screen()
    for line in notes:
        screen.line(line)
    faults = found.check_kit(raw) if found.check_kit is not None else []
    if faults:
        raise Damaged("; ".join(faults), where=str(file), mend="count again, and mend the file")
    found.read_kit(raw, found.players[0])
    screen.words(f"{file}: fine. Use it with: qm new {found.id} … --kit {file}")
