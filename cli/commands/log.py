"""`qm log`: append events to a record."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Db, DryRun, Plain, command_app, complete_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.desk.batch import Batch
    from cli.desk.entries import Entry
    from cli.machine.target import Found
    from cli.terminal.screen import Screen

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
    from cli.desk.batch import stamp_of
    from cli.machine.target import find_record, logged_last
    from cli.terminal.screen import Screen
    from records.errors import Refused

    screen = Screen(as_json=bool(events), plain=plain)
    if not events and not dry_run and _is_terminal():
        _refuse_in_prompt(expect, key)
        found = logged_last(db) if record is None else find_record(record, db)
        try:
            _open_prompt(found, screen, lambda moment: stamp_of(at, no_at, moment), strict=strict)
        finally:
            found.close()
        return
    from cli.desk.batch import Batch
    from cli.machine.folders_and_clock import now

    if record is None:
        raise Refused("RECORD is missing", mend="`qm list` shows the records; `qm new` begins one")
    moment = now()
    batch = Batch(_entries(events or []), stamp=stamp_of(at, no_at, moment), moment=moment, expect=expect, key=key)
    found = find_record(record, db)
    try:
        _log(found, batch, screen, dry_run=dry_run, keep=keep, strict=strict)
    finally:
        found.close()


def _log(found: "Found", batch: "Batch", screen: "Screen", *, dry_run: bool, keep: bool, strict: bool) -> None:
    from cli.desk.batch import append, try_append
    from cli.desk.logbook import judge, keep_state
    from cli.terminal.logged import tell_asides, tell_logged

    assert found.store is not None and found.record_id is not None
    verdicts = judge(found.store, found.record_id, batch, keep=keep, strict=strict)
    if not verdicts.batch.entries:
        tell_asides(screen, verdicts, 0)
        return
    answer = (try_append if dry_run else append)(found.store, found.record_id, verdicts.batch)
    if verdicts.session is not None and not dry_run and not answer.repeated:
        keep_state(found.store, found.record_id, verdicts.session, answer.head.size)
    tell_logged(found.record_id, verdicts, answer, screen, dry_run=dry_run)


def _is_terminal() -> bool:
    import sys

    return sys.stdin.isatty() and sys.stdout.isatty()


def _refuse_in_prompt(expect: int | None, key: str | None) -> None:
    from records.errors import Refused

    if expect is not None or key is not None:
        raise Refused(
            "--expect and --key are for events that are handed in at once", mend="give --json, or lines on stdin"
        )


def _open_prompt(found: "Found", screen: "Screen", stamp: "Callable[[int], str | None]", *, strict: bool) -> None:
    from cli.terminal.prompt import run
    from cli.terminal.scribe_desk import Desk
    from records.errors import Refused

    if strict:
        raise Refused("--strict is for events that are handed in at once", mend="at the prompt, nothing is refused")
    assert found.store is not None and found.record_id is not None
    run(Desk(found.store, found.record_id, screen, stamp))


def _entries(texts: list[str]) -> "list[Entry]":
    from cli.desk.entries import from_lines, from_options
    from cli.machine.target import STDIN, stdin_bytes
    from records.errors import Refused

    if texts and texts != [STDIN]:
        return from_options(texts)
    stream = stdin_bytes()
    if stream.isatty() and not texts:
        raise Refused(
            "no event was given", mend="""give --json '{"do":"pass","by":"blue"}', or --json - to type lines"""
        )
    return from_lines(stream, words=not texts)
