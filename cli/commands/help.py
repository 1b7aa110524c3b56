"""`qm help`: short texts about what several commands share. Each is a file in cli/terminal/topics."""

from typing import Annotated

import typer

from cli.terminal.options import command_app

app = command_app()

ALL = "all"
TURNS = "(a turn of each game)\n"
"""Stands in a topic where the examples of the games go."""


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
    from records.errors import NotFound

    known = topics()
    if topic is None:
        for name, title in known.items():
            typer.echo(f"qm help {name:<10} {title.capitalize()}")
        typer.echo(f"qm help {ALL:<10} All of these")
        return
    if topic != ALL and topic not in known:
        raise NotFound(f"there is no topic {topic!r}", mend=f"the topics are {', '.join((*known, ALL))}")
    typer.echo("\n\n".join(text_of(one) for one in known if topic in (one, ALL)), nl=False)


def text_of(topic: str) -> str:
    """The text of a topic. What depends on which games there are is put in here."""
    from importlib.resources import files

    text = files("cli").joinpath("terminal", "topics", f"{topic}.txt").read_text("utf-8")
    return text.replace(TURNS, _turns()) if TURNS in text else text


def _turns() -> str:
    """One turn of every game that has words of its own, as it is typed."""
    from textwrap import indent

    from replay.library import game_ids, game_of

    notations = [game_of(game_id).notation for game_id in game_ids()]
    return "\n".join(indent(one.example, "  ") for one in notations if one is not None and one.example)
