"""`qm export`: a record as a file."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, NamedTuple

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import (
    Db,
    Deep,
    EventFilter,
    Force,
    Output,
    RoundFilter,
    Targets,
    TimelineOption,
    ViewerOption,
    command_app,
)

if TYPE_CHECKING:
    from cli.machine.files import ContentWriter
    from cli.machine.several import Item, Several
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
    targets: Targets = None,
    output: Output = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format", show_default=False, help="Without it: by the end of FILE (.qm, .html, .csv), else JSON Lines."
        ),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="One page for any browser: the same as --format html.")] = False,
    event: EventFilter = None,
    round_: RoundFilter = None,
    deep: Deep = False,
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
    Several records go into the folder FILE, one file each; their plays for BG Stats into one file.
    """
    from cli.machine.several import chosen, occasion_filter, several
    from cli.terminal.screen import Screen
    from records.errors import Refused

    wanted = _format(form, html, output)
    is_record = wanted in (Format.jsonl, Format.msgpack)
    if is_record and (seat is not None or timeline != "effective"):
        raise Refused(
            "a record is exported whole, or its head would be another", mend="--as and --timeline go with html and csv"
        )
    if with_openings and not is_record:
        raise Refused("openings go beside a record", mend="leave --with-openings out, or export jsonl or msgpack")
    records = chosen(
        several(targets or [], db, occasion_filter(event, number_or_text(round_)), deep=deep), Screen().words
    )
    if wanted is Format.bgstats and records.many:
        _write_plays(records, output, seat, force, db)
        return
    if records.many and (output is None or output == Path("-")) and len(records.items) > 1:
        raise Refused(f"{len(records.items)} records need a folder", mend="name it with -o FOLDER")
    for item in records.items:
        _write_one(item, records.many, wanted, Chosen(output, seat, timeline, with_openings, force, db))


class Chosen(NamedTuple):
    """How a record is written."""

    output: Path | None
    seat: str | None
    timeline: str
    with_openings: bool
    force: bool
    db: str | None


def _write_one(item: "Item", many: bool, form: Format, how: Chosen) -> None:
    from cli.machine.several import file_for
    from cli.machine.target import load

    is_record = form in (Format.jsonl, Format.msgpack)
    suffix = {Format.msgpack: ".qm", Format.bgstats: ".json"}.get(form, f".{form}")
    output = file_for(how.output, item, suffix) if many else how.output
    with load(item.target, how.db) as loaded:
        if is_record:
            _write_record(loaded, output, form is Format.msgpack, how.with_openings, how.force)
        else:
            from cli.export.forms import made
            from cli.machine.files import write_output

            write_output(output, made(loaded.record, loaded.id, form, how.seat, how.timeline), force=how.force)
        if output is not None and output != Path("-"):
            _tell(loaded, output, how.seat if not is_record else None)


def _write_plays(records: "Several", output: Path | None, seat: str | None, force: bool, db: str | None) -> None:
    """The plays of all tables in one file; a tournament is not a play."""
    from cli.export.forms import plays
    from cli.machine.files import write_output
    from cli.machine.target import load

    loaded = []
    for item in records.items:
        with load(item.target, db) as one:
            loaded.append((one.record, one.id))
    write_output(output, plays(loaded, seat), force=force)


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
