"""`qm help`: short texts about what several commands share."""

from enum import StrEnum
from typing import Annotated

import typer

from cli.options import command_app

app = command_app()


class Topic(StrEnum):
    """What there is to read."""

    record = "record"
    targets = "targets"
    codes = "codes"
    disputes = "disputes"


@app.command("help")
def help_(
    topic: Annotated[
        Topic | None, typer.Argument(metavar="[record|targets|codes|disputes]", help="What to explain.")
    ] = None,
) -> None:
    """Explain the form of a record, targets, disputes, and exit codes."""
    from importlib.resources import files

    topics = [topic] if topic else list(Topic)
    texts = [files("cli").joinpath("topics", f"{one}.txt").read_text("utf-8") for one in topics]
    typer.echo("\n\n".join(texts), nl=False)
