"""`qm log`: append events to a record."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Db, DryRun, Plain, command_app, complete_record

if TYPE_CHECKING:
    from typing import BinaryIO

app = command_app()


@app.command()
def log(
    record: Annotated[
        str | None,
        typer.Argument(
            metavar="RECORD",
            autocompletion=complete_record,
            help="The id of a record, or any unique beginning of it. At the prompt, without it: the one logged last.",
            show_default=False,
        ),
    ] = None,
    events: Annotated[
        list[str] | None,
        typer.Option(
            "--json",
            metavar="EVENT",
            help="An event as JSON, a list of events, or - to read stdin; the answer is JSON too. Repeatable.",
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="When it happened, for events without `at`, if not now.", show_default=False),
    ] = None,
    no_at: Annotated[bool, typer.Option("--no-at", help="Leave events without `at` as they are.")] = False,
    expect: Annotated[
        int | None,
        typer.Option(metavar="SIZE", min=1, help="Write only if the record has this many lines, the header included."),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="Your own key for this call: a retry with the same key writes nothing."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse an event that breaks a rule.")] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep an event that cannot be read as `unread`, to be amended later.")
    ] = False,
    dry_run: DryRun = False,
    db: Db = None,
    plain: Plain = False,
) -> None:
    """Append events to a record.

    On a terminal this opens a prompt: one line, one event, in the words of `qm help notation`. Without a terminal
    the lines come from stdin; a line that begins with { is JSON. All events of one call are written, or none. An event
    without the time `at` gets the time now. The rules of the game judge each event at once: what they say stands
    beside it, and it is recorded all the same.
    """
    from cli.desk.entries import from_lines, from_options
    from cli.desk.logbook import Logbook
    from cli.desk.terms import Terms, stamp_of
    from cli.machine.folders_and_clock import now, random_bytes
    from cli.machine.target import STDIN, find_record, stdin_bytes
    from cli.terminal.log_prompt import is_terminal, open_prompt
    from cli.terminal.log_screen import show_written
    from cli.terminal.screen import Screen
    from records.errors import Refused

    screen = Screen(as_json=bool(events), plain=plain)
    if not events and not dry_run and is_terminal():
        _refuse_in_prompt(expect, key, strict)
        open_prompt(record, db, screen, lambda: (now(), stamp_of(at, no_at, now())))
        return
    if record is None:
        raise Refused("RECORD is missing", mend="`qm list` shows the records; `qm new` begins one")
    moment = now()
    stamp = stamp_of(at, no_at, moment)
    if events and events != [STDIN]:
        entries = from_options(events)
    else:
        stream = stdin_bytes()
        _refuse_keyboard(stream, events)
        entries = from_lines(stream, words=not events)
    terms = Terms(moment, stamp, expect=expect, key=key, keep=keep, strict=strict, dry_run=dry_run)
    found = find_record(record, db)
    try:
        logbook = Logbook(*found.stored(), random_bytes)
        written = logbook.log(entries, terms)
    finally:
        found.close()
    show_written(screen, logbook, written, dry_run=dry_run)


def _refuse_keyboard(stream: "BinaryIO", events: list[str] | None) -> None:
    from records.errors import Refused

    if stream.isatty() and not events:
        raise Refused(
            "no event was given", mend="""give --json '{"do":"pass","by":"blue"}', or --json - to type lines"""
        )


def _refuse_in_prompt(expect: int | None, key: str | None, strict: bool) -> None:
    from records.errors import Refused

    if expect is not None or key is not None:
        raise Refused(
            "--expect and --key are for events that are handed in at once", mend="give --json, or lines on stdin"
        )
    if strict:
        raise Refused("--strict is for events that are handed in at once", mend="at the prompt, nothing is refused")
