"""`qm help`: short texts about what several commands share. Each is a file in cli/terminal/topics."""

from typing import Annotated

import typer

from cli.terminal.options import command_app

app = command_app()

ALL = "all"


def topics() -> dict[str, str]:
    """The topics by name, with their titles."""
    from importlib.resources import files

    found = sorted((file for file in files("cli").joinpath("terminal", "topics").iterdir()), key=lambda file: file.name)
    return {
        file.name.removesuffix(".txt"): file.read_text("utf-8").splitlines()[0]
        for file in found
        if file.name.endswith(".txt")
    }


def complete_topic(incomplete: str) -> list[str]:
    """The topics that begin like this, for completion in the shell."""
    return [name for name in (*topics(), ALL) if name.startswith(incomplete)]


@app.command("help")
def help_(
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="[TOPIC]", autocompletion=complete_topic, help="What to explain, or all.", show_default=False
        ),
    ] = None,
) -> None:
    """Explain the form of a record, targets, the viewer's keys, kits, disputes, exit codes and more."""
    from importlib.resources import files

    from records.errors import NotFound

    known = topics()
    if topic is None:
        for name, title in known.items():
            typer.echo(f"qm help {name:<10} {title.capitalize()}")
        typer.echo(f"qm help {ALL:<10} All of these")
        return
    if topic != ALL and topic not in known:
        raise NotFound(f"there is no topic {topic!r}", mend=f"the topics are {', '.join((*known, ALL))}")
    texts = [
        files("cli").joinpath("terminal", "topics", f"{one}.txt").read_text("utf-8")
        for one in known
        if topic in (one, ALL)
    ]
    typer.echo("\n\n".join(texts), nl=False)
