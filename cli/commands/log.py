"""`qm log`: append events to a record."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import Db, DryRun, Plain, RecordId, command_app

if TYPE_CHECKING:
    from cli.entry import Entry
    from cli.judging import Verdicts
    from cli.screen import Screen
    from records.store import Appended

app = command_app()


@app.command()
def log(
    record: RecordId,
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

    Without --json, stdin holds one JSON object a line. All events of one call are written, or none. An event without
    the time `at` gets the time now. The rules of the game judge each event at once: what they say stands beside it,
    and it is recorded all the same.
    """
    from cli.appending import Batch, append, try_append
    from cli.judging import judge, keep_state
    from cli.place import now
    from cli.screen import Screen
    from cli.target import find_record

    screen = Screen(as_json=bool(events), plain=plain)
    moment = now()
    batch = Batch(_entries(events or []), stamp=_stamp(at, no_at, moment), moment=moment, expect=expect, key=key)
    found = find_record(record, db)
    assert found.store is not None and found.record_id is not None
    try:
        verdicts = judge(found.store, found.record_id, batch, keep=keep, strict=strict)
        answer = (try_append if dry_run else append)(found.store, found.record_id, verdicts.batch)
        if verdicts.session is not None and not dry_run and not answer.repeated:
            keep_state(found.store, found.record_id, verdicts.session, answer.head.size)
    finally:
        found.close()
    _tell(found.record_id, verdicts, answer, screen, dry_run)


def _stamp(at: str | None, no_at: bool, moment: int) -> str | None:
    """The time for events that name none."""
    from records.clock import from_text, to_text
    from records.errors import Refused

    if at is not None and no_at:
        raise Refused("--at and --no-at exclude each other", mend="give one of them")
    if at is not None:
        try:
            from_text(at)
        except Refused as error:
            raise Refused(error.what, where="--at", mend=error.mend) from None
    return None if no_at else at or to_text(moment)


def _entries(texts: list[str]) -> "list[Entry]":
    from cli.entry import from_lines, from_options
    from cli.target import STDIN, stdin_bytes
    from records.errors import Refused

    if texts and texts != [STDIN]:
        return from_options(texts)
    stream = stdin_bytes()
    if stream.isatty() and not texts:
        raise Refused(
            "no event was given", mend="""give --json '{"do":"pass","by":"blue"}', or --json - to type lines"""
        )
    return from_lines(stream)


def _tell(record_id: str, verdicts: "Verdicts", answer: "Appended", screen: "Screen", dry_run: bool) -> None:
    from cli.heads import head_fields

    if screen.as_json:
        fields = {"id": record_id, "first": answer.first, "last": answer.last, **head_fields(answer.head)}
        written = {"repeated": answer.repeated, "written": not (dry_run or answer.repeated)}
        screen.value({**fields, **written, "findings": _findings(verdicts)})
        return
    for index, entry in enumerate(verdicts.batch.entries):
        seq = answer.first + index
        if screen.plain:
            screen.cells(seq, entry.body["do"], answer.head.code)
        else:
            _tell_one(screen, seq, entry.body["do"], verdicts, index)
    if not screen.plain:
        screen.line(f"code   {answer.head.code}")
    if answer.repeated:
        screen.words("these events were there already under this key; nothing was written")
    elif dry_run:
        screen.words("a dry run: nothing was written")


def _findings(verdicts: "Verdicts") -> list[dict[str, Any]]:
    import msgspec

    every = (verdicts.findings(index) for index in range(len(verdicts.batch.entries)))
    return [msgspec.to_builtins(finding) for findings in every for finding in findings]


def _tell_one(screen: "Screen", seq: int, do: str, verdicts: "Verdicts", index: int) -> None:
    """One event in words where its game is known, and what the rules say of it."""
    import msgspec

    from cli.findings import show_finding
    from cli.screen import printable
    from replay.tell import tell

    if verdicts.session is None:
        screen.line(f"{seq:>5}  {do}")
    else:
        screen.line(f"{seq:>5}  {printable(tell(verdicts.session.game, verdicts.judged[index].step))}")
    for finding in verdicts.findings(index):
        show_finding(screen, msgspec.to_builtins(finding), "       ")
