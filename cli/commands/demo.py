"""`qm demo`: what this is, shown with a real record and the real commands."""

import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import command_app

if TYPE_CHECKING:
    from cli.terminal.pages import Pages

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
    serve: Annotated[
        bool, typer.Option("--serve", help="Instead: serve a table that plays by itself, for your browser.")
    ] = False,
    lan: Annotated[bool, typer.Option("--lan", help="With --serve: for phones in this network too.")] = False,
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="With --serve: where.")] = 8080,
) -> None:
    """See in a minute what this is: a replay, an audit, hindsight, and a forgery that is found.

    --serve shows it live instead: a table plays by itself, and your browser follows it.

    Nothing is written to your store. Every line after a $ is a command that is really run, on a record that comes with
    the program; its output is what follows.
    """
    if serve:
        from tempfile import TemporaryDirectory

        from cli.serve.demo_run import run_demo

        with TemporaryDirectory(prefix="qm-demo-") as name:
            run_demo(Path(name), port, lan)
        return
    from cli.terminal.pages import Pages

    pages = Pages(waits=not no_input and sys.stdin.isatty() and sys.stdout.isatty())
    with _folder(keep) as folder:
        code = _write_record(folder)
        with chdir(folder):
            try:
                _show(code, pages)
            except typer.Exit:
                pages = Pages(waits=False)  # enough was seen
            if pages.waits:
                from cli.main import main

                main(["replay", f"{RECORD}@2"])
    _farewell(keep, pages)


def _farewell(keep: Path | None, pages: "Pages") -> None:
    """Where to go from here."""
    if keep is not None:
        more = f"The files are in {keep}: try `qm replay {keep / RECORD}`, or `qm export {keep / RECORD} -o game.html`."
    else:
        more = "`qm demo --keep DIR` leaves the files, to try more. `qm new` begins a record, `qm help` explains."
    pages.show("")
    pages.prose(more)
    if which("qm") is None:
        pages.prose(
            "`qm` is not on your path yet: `source .venv/bin/activate` puts it there for this shell; `pipx install .`\n"
            "or `uv tool install .`, in the folder of the program, for good."
        )


def _show(code: str, pages: "Pages") -> None:
    from cli.terminal.pages import GOES_ON

    for title, words, commands in _chapters(code):
        pages.show(f"\n=== {title}")
        pages.prose(words)
        for command in commands:
            _run(pages, *command)
        pages.pause(GOES_ON)
    pages.pause("Enter opens the viewer on this record (? shows its keys), q ends: ")


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


def _run(pages: "Pages", *arguments: str) -> None:
    """Run a command of this program; what it answers is shown, whatever its exit code."""
    from cli.main import main

    pages.show(f"\n$ qm {' '.join(arguments)}")
    if not pages.waits:
        main(list(arguments))
        return
    with redirect_stdout(StringIO()) as told, redirect_stderr(told):
        main(list(arguments))
    pages.show(told.getvalue().rstrip("\n"))
