"""`qm demo`: what this is, shown with a real record and the real commands."""

import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from cli.terminal.options import command_app

app = command_app()

RECORD = "evening.jsonl"
EDITED = "edited.jsonl"


@app.command()
def demo(
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Leave the files of the demo in this folder.", show_default=False),
    ] = None,
    no_input: Annotated[bool, typer.Option("--no-input", help="Show everything at once, ask nothing.")] = False,
) -> None:
    """See in a minute what this is: a replay, an audit, hindsight, and a forgery that is found.

    Nothing is written to your store. Every line after a $ is a command that is really run, on a record that comes with
    the program; its output is what follows.
    """
    waits = not no_input and sys.stdin.isatty() and sys.stdout.isatty()
    with _folder(keep) as folder:
        code = _write_record(folder)
        with chdir(folder):
            _show(code, waits)
            if waits and _goes_on("Enter opens the viewer on this record (? shows its keys), q ends: "):
                _run("replay", f"{RECORD}@2")
    if keep is not None:
        _say(
            f"\nThe files are in {keep}: try `qm replay {keep / RECORD}`, or `qm export {keep / RECORD} -o game.html`."
        )
    else:
        _say("\n`qm demo --keep DIR` leaves the files, to try more. `qm new` begins a record, `qm help` explains.")


def _show(code: str, waits: bool) -> None:
    for title, words, commands in _chapters(code):
        _say(f"\n=== {title}\n{words}")
        for command in commands:
            _run(*command)
        if waits and not _goes_on("Enter goes on, q ends: "):
            raise typer.Exit


def _chapters(code: str) -> Iterator[tuple[str, str, list[list[str]]]]:
    """Title, a few words, and the commands to run."""
    yield (
        "A game on a table",
        "Four people played cards in a café. One of them logged what everybody could see. From that log alone every\n"
        "position can be rebuilt. Here are the first trick and the table after it; ? is what nobody could see.",
        [["replay", RECORD, "--plain", "--forward", "--to", "7"], ["state", RECORD, "--at", "7"]],
    )
    yield (
        "What the rules could say that evening",
        "The log is judged by the rules of the game. Some answers stay open: they depend on hidden cards.",
        [["audit", RECORD, "--forward", "--fail-on", "never"]],
    )
    yield (
        "What they say now",
        "Over coffee everybody said which card they had passed, and the scribe logged that too. Now the open answers\n"
        "are closed, and one of them is a fault that nobody at the table had noticed, half an hour before.",
        [["replay", RECORD, "--plain", "--from", "167", "--to", "170"], ["audit", RECORD]],
    )
    _forge()
    yield (
        "Somebody edits the record",
        f"The record has a code, {code}, short enough for a slip of paper. In a copy Bob's confession becomes\n"
        "innocent: blue-7 instead of blue-3. The code gives it away, and a good copy shows where.",
        [
            ["verify", RECORD, "--code", code],
            ["verify", EDITED, "--code", code],
            ["verify", EDITED, "--against", RECORD],
        ],
    )


def _write_record(folder: Path) -> str:
    """Put the record into the folder and give its code."""
    from importlib.resources import files

    from cli.machine.files import Out, write_files, writer_of
    from records.record import from_bytes

    content = files("cli").joinpath("demo", RECORD).read_bytes()
    write_files([Out(folder / RECORD, writer_of(content))])
    return from_bytes(content, RECORD).head().code


def _forge() -> None:
    """A copy in which one value is changed."""
    text = Path(RECORD).read_text("utf-8")
    told = '"value":"blue-3","what":"@2.cards.p2"'
    assert told in text, "the record of the demo has no such confession"
    Path(EDITED).write_text(text.replace(told, told.replace("blue-3", "blue-7")), "utf-8")


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """The folder to work in: the one to keep, or one that is gone afterwards."""
    if keep is not None:
        from cli.machine.files import refuse_existing

        refuse_existing(keep / RECORD, "give another folder")
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="qm-demo-") as name:
        yield Path(name)


def _run(*arguments: str) -> None:
    """Run a command of this program; what it answers is shown, whatever its exit code."""
    from cli.main import main

    _say(f"\n$ qm {' '.join(arguments)}")
    main(list(arguments))


def _say(text: str) -> None:
    sys.stderr.flush()
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _goes_on(question: str) -> bool:
    sys.stdout.write(f"\n{question}")
    sys.stdout.flush()
    answer = sys.stdin.readline()
    return bool(answer) and not answer.strip().lower().startswith("q")
