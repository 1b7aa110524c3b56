"""`qm kit`: the inventory of your own box."""

from pathlib import Path
from typing import Annotated, Any

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
    from records.errors import Refused
    from replay.library import game_of

    found = game_of(game)
    if found.kit_template is None:
        raise Refused(f"{found.title} needs no kit")
    text = found.kit_template()
    write_output(output, text.encode(), force=force)
    if output is not None:
        typer.echo(f"fill it in, then: qm kit check {output}", err=True)


@app.command()
def check(file: Annotated[Path, typer.Argument(metavar="FILE", help="A kit file (TOML).")]) -> None:
    """Say what a kit file lacks, or where it contradicts the known counts."""
    from records.errors import Damaged
    from replay.library import game_of

    raw = read_kit_file(file)
    found = game_of(str(raw.get("game", "")))
    notes = found.draw_kit(raw) if found.draw_kit is not None else []
    for line in notes:
        typer.echo(line)
    faults = found.check_kit(raw) if found.check_kit is not None else []
    if faults:
        raise Damaged("; ".join(faults), where=str(file), mend="count again, and mend the file")
    found.read_kit(raw, found.players[0])
    typer.echo(f"{file}: fine. Use it with: qm new {found.id} … --kit {file}", err=True)


def read_kit_file(file: Path) -> dict[str, Any]:
    """A TOML file as plain data."""
    import tomllib

    from cli.machine.os_errors import from_os
    from records.errors import Damaged

    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise from_os(error, str(file)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Damaged(f"the file is not TOML: {error}", where=str(file), mend="mend the line that it names") from None
