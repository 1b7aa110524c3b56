"""`qm export`: a record as a file."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from cli.terminal.options import Db, Force, Output, Target, TimelineOption, ViewerOption, command_app

if TYPE_CHECKING:
    from cli.machine.files import ContentWriter
    from cli.machine.target import Loaded

app = command_app()


class Format(StrEnum):
    """The two forms of a record file, and what else can be made of a record."""

    jsonl = "jsonl"
    msgpack = "msgpack"
    html = "html"
    csv = "csv"
    bgstats = "bgstats"


_SUFFIXES = {".qm": Format.msgpack, ".html": Format.html, ".htm": Format.html, ".csv": Format.csv}


@app.command()
def export(
    target: Target,
    output: Output = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format", show_default=False, help="Without it: by the end of FILE (.qm, .html, .csv), else JSON Lines."
        ),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="One page for any browser: the same as --format html.")] = False,
    seat: ViewerOption = None,
    timeline: TimelineOption = "effective",
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

    jsonl and msgpack hold the same facts and have the same head. What is sealed stays sealed: openings never go into
    the record, and go beside it only when asked for. html is a page to step through, csv a table of the events, bgstats
    a play for the app BG Stats. With --as these hold only what that viewer knew: the rest is not hidden, but absent.
    """
    from cli.machine.target import load
    from records.errors import Refused

    chosen = _format(form, html, output)
    is_record = chosen in (Format.jsonl, Format.msgpack)
    if is_record and (seat is not None or timeline != "effective"):
        raise Refused(
            "a record is exported whole, or its head would be another", mend="--as and --timeline go with html and csv"
        )
    if with_openings and not is_record:
        raise Refused("openings go beside a record", mend="leave --with-openings out, or export jsonl or msgpack")
    with load(target, db) as loaded:
        if is_record:
            _write_record(loaded, output, chosen is Format.msgpack, with_openings, force)
        else:
            from cli.export.forms import made
            from cli.machine.files import write_output

            write_output(output, made(loaded.record, loaded.id, chosen, seat, timeline), force=force)
        if output is not None and output != Path("-"):
            _tell(loaded, output, seat if not is_record else None)


def _format(form: Format | None, html: bool, output: Path | None) -> Format:
    from records.errors import Refused

    if html and form not in (None, Format.html):
        raise Refused(f"--html and --format {form} exclude each other", mend="give one of them")
    if html:
        return Format.html
    if form is not None:
        return form
    return _SUFFIXES.get(output.suffix, Format.jsonl) if output is not None else Format.jsonl


def _write_record(loaded: "Loaded", output: Path | None, packed: bool, with_openings: bool, force: bool) -> None:
    from cli.machine.files import PRIVATE, STDOUT, Out, write_files, write_output
    from cli.machine.openings import openings_path
    from records.errors import Refused

    to_stdout = output is None or output == STDOUT
    if packed and to_stdout and sys.stdout.isatty():
        raise Refused("msgpack is not for a terminal", mend="name a file with -o, or send it into a pipe")
    if with_openings and to_stdout:
        raise Refused("openings are written beside a file", mend="name the file with -o")

    def write(stream: BinaryIO) -> None:
        loaded.record.write(stream, packed=packed)

    if output is None or not with_openings:
        write_output(output, write, force=force)
    else:
        openings = Out(openings_path(output), _openings(loaded), PRIVATE)
        write_files([Out(output, write), openings], force=force)


def _openings(loaded: "Loaded") -> "ContentWriter":
    from cli.machine.openings import write_openings
    from records.errors import Refused

    if loaded.store is None or loaded.record_id is None:
        raise Refused("a file has no openings to export", where=loaded.name, mend="name a record in the store")
    openings = loaded.store.openings(loaded.record_id)
    return lambda stream: write_openings(openings, stream)


def _tell(loaded: "Loaded", output: Path | None, seat: str | None) -> None:
    """Say what was written, with the code unless that would tell this viewer what is hidden from them."""
    from cli.desk.sharing import code_for
    from cli.terminal.screen import Screen
    from records.text import counted
    from replay.playout import OFFICIAL

    code = code_for(loaded.record, seat or OFFICIAL)
    told = f", code {code}" if code else "; no code: events with hidden facts have no salt (see qm help sharing)"
    Screen().words(f"wrote {output}: {counted(len(loaded.record.events), 'event')}{told}")
