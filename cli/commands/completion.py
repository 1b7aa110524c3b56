"""`qm completion`: Tab in your shell."""

from enum import StrEnum
from typing import Annotated

import typer

from cli.terminal.options import command_app

app = command_app()


class Name(StrEnum):
    """The shells that can be helped."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


@app.command()
def completion(shell: Annotated[Name, typer.Argument(metavar="bash|zsh|fish", help="Your shell.")]) -> None:
    """Print a script that lets your shell complete commands, options and record ids with Tab.

    The script's first line says where it goes.
    """
    from importlib.resources import files

    typer.echo(files("cli").joinpath("terminal", "shells", f"{shell}.txt").read_text("utf-8"), nl=False)
