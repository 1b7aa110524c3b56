"""`qm reveal`: a hidden fact becomes known."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DryRun, RecordId, command_app

if TYPE_CHECKING:
    from cli.terminal.filing import Filing
    from replay.disputes.cases import Sealed

app = command_app()


@app.command()
def reveal(
    record: RecordId,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="Which fact: its name, or @SEQ.FIELD of an event.")],
    value: Annotated[
        str | None,
        typer.Argument(
            metavar="[VALUE]", help="The value; not needed if the store holds the opening.", show_default=False
        ),
    ] = None,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Whose fact it is.", show_default=False)] = None,
    salt: Annotated[str | None, typer.Option(metavar="SALT", help="The salt from a slip of paper.")] = None,
    stated: Annotated[bool, typer.Option("--stated", help="The salt is lost: the value is only stated.")] = False,
    look: Annotated[
        bool, typer.Option("--look", help="Show the value to you alone. That you looked is logged, the value is not.")
    ] = False,
    dispute: Annotated[str | None, typer.Option(metavar="D1", help="The dispute that asks for it.")] = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="The reason.")] = None,
    by: By = None,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Open a seal, or tell a hidden fact that was never sealed.

    The owner opens a seal at any time. Somebody else needs to be an official, a dispute, and a reason; that is an
    event in the log, and `qm audit --access` lists it.
    """
    from cli.desk.docket import find_case, without_none
    from cli.desk.seals import find_sealed, opening_of, value_of
    from cli.terminal.filing import filing
    from cli.terminal.screen import Screen
    from records.errors import Refused

    screen = Screen(as_json=json)
    told: Any = value_of(value) if value is not None else None
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        by, seat = opened.who(by), opened.who(seat)
        case = find_case(opened.docket.cases, dispute).seq if dispute is not None else None
        sealed = find_sealed(opened.docket.cases, what, seat)
        if look:
            _look(opened, sealed, {"by": by, "dispute": case, "why": why})
            return
        if sealed is None or stated:
            if told is None:
                raise Refused("the value is missing", mend=f"nothing is sealed as {what!r}: give VALUE")
            seal = sealed.seal if sealed is not None else None
            body = {"do": "reveal", "what": what, "value": told, **without_none(seal=seal)}
        else:
            opening = opening_of(opened.store, opened.docket.record_id, sealed, told, salt)
            body = {"do": "reveal", "what": what, "value": opening.value, "seal": sealed.seal, "salt": opening.salt}
        owner = seat or (sealed.seat if sealed is not None else None)
        body |= without_none(by=by or owner, seat=owner if by not in (None, owner) else None, dispute=case, why=why)
        opened.file([body])


def _look(opened: "Filing", sealed: "Sealed | None", fields: dict[str, Any]) -> None:
    from cli.desk.docket import without_none
    from cli.desk.seals import opening_of
    from records.errors import Refused

    if sealed is None:
        raise Refused("nothing of this name is sealed", mend="see `qm show RECORD`")
    if fields["dispute"] is None or not fields["why"]:
        raise Refused("looking at a sealed fact needs --dispute and --why", mend="give both; that you looked is logged")
    opening = opening_of(opened.store, opened.docket.record_id, sealed, None, None)
    body = {"do": "access", "what": sealed.what, "seat": sealed.seat, "seal": sealed.seal, **without_none(**fields)}
    opened.file([body])  # first the log, then the look
    if not opened.dry_run:
        if opened.screen.as_json:
            opened.screen.value({"what": sealed.what, "seat": sealed.seat, "value": opening.value})
        else:
            opened.screen.line(f"{sealed.what} of {sealed.seat}: {opening.value}")
