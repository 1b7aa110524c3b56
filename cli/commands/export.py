"""`qm export`: a record as a file."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from cli.options import Db, Force, Output, Target, command_app

if TYPE_CHECKING:
    from cli.files import Writer
    from cli.target import Loaded

app = command_app()


class Format(StrEnum):
    """The two forms of a record file."""

    jsonl = "jsonl"
    msgpack = "msgpack"


@app.command()
def export(
    target: Target,
    output: Output = None,
    form: Annotated[
        Format | None,
        typer.Option("--format", show_default=False, help="Without it: msgpack for FILE.qm, else JSON Lines."),
    ] = None,
    with_openings: Annotated[
        bool,
        typer.Option(
            "--with-openings", help="Also write the salts and values of sealed facts, to FILE.openings.jsonl beside it."
        ),
    ] = False,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write a record to a file.

    Both forms hold the same facts and have the same head. What is sealed stays sealed: openings never go into the
    record, and go beside it only when asked for.
    """
    from cli.files import PRIVATE, STDOUT, Out, write_files, write_output
    from cli.openings import openings_path
    from cli.target import load
    from records.errors import Refused

    to_stdout = output is None or output == STDOUT
    packed = form is Format.msgpack if form else output is not None and output.suffix == ".qm"
    if packed and to_stdout and sys.stdout.isatty():
        raise Refused("msgpack is not for a terminal", mend="name a file with -o, or send it into a pipe")
    if with_openings and to_stdout:
        raise Refused("openings are written beside a file", mend="name the file with -o")
    with load(target, db) as loaded:

        def write(stream: BinaryIO) -> None:
            loaded.record.write(stream, packed=packed)

        if output is None or not with_openings:
            write_output(output, write, force=force)
        else:
            openings = Out(openings_path(output), _openings(loaded), PRIVATE)
            write_files([Out(output, write), openings], force=force)
        if not to_stdout:
            _tell(loaded, output)


def _openings(loaded: "Loaded") -> "Writer":
    from cli.openings import write_openings
    from records.errors import Refused

    if loaded.store is None or loaded.record_id is None:
        raise Refused("a file has no openings to export", where=loaded.name, mend="name a record in the store")
    openings = loaded.store.openings(loaded.record_id)
    return lambda stream: write_openings(openings, stream)


def _tell(loaded: "Loaded", output: Path | None) -> None:
    from cli.screen import counted

    head = loaded.record.head()
    sys.stderr.write(f"wrote {output}: {counted(head.size - 1, 'event')}, code {head.code}\n")
