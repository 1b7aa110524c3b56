"""`qm seal`: commit to a hidden fact."""

from typing import Annotated, Any

import typer

from cli.terminal.options import Anyway, AsJson, At, Db, DryRun, RecordId, command_app

app = command_app()


@app.command()
def seal(
    record: RecordId,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="Whose fact it is.")],
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="Which fact: a name or path of the game, or @SEQ.FIELD of an event.")
    ],
    value: Annotated[
        str | None,
        typer.Argument(
            metavar="[VALUE]", help="The value, as text or JSON; without it, read from stdin.", show_default=False
        ),
    ] = None,
    open_by: Annotated[
        str | None, typer.Option(metavar="never|reveal|game-end|dispute", help="When it must be opened.")
    ] = None,
    slip: Annotated[
        bool, typer.Option("--slip", help="Print the salt for a slip of paper, and keep it nowhere.")
    ] = False,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Seal a hidden fact: the log holds a commitment that cannot be changed and tells nothing.

    Salt and value are kept in the store beside the record, never in it; `qm reveal` opens the seal.
    """
    from cli.desk.docket import without_none
    from cli.desk.seals import value_of
    from cli.machine.folders_and_clock import random_bytes
    from cli.machine.target import stdin_text
    from cli.terminal.filing import filing
    from cli.terminal.screen import Screen
    from records.limits import EVENT_BYTES_MAX, SALT_BYTES
    from records.seal import opening, salt_of

    screen = Screen(as_json=json)
    told: Any = value_of(value if value is not None else stdin_text(EVENT_BYTES_MAX).strip())
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        seat = opened.who(seat) or seat
        made = opening(opened.docket.record_id, seat, what, salt_of(random_bytes(SALT_BYTES)), told)
        body = without_none(do="seal", by=seat, what=what, seal=made.seal, open_by=open_by)
        if not dry_run and not slip:
            # The opening first: a seal in the log that nobody can open would be worth nothing.
            opened.store.add_openings([made])
        opened.file([body])
        if slip:
            screen.words(f"salt   {made.salt}")
            screen.words("write it down with the value: without it the seal cannot be opened")
