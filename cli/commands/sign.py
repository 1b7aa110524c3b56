"""`qm sign`: a seat accepts the record up to here, or refuses to."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import (
    Anyway,
    AsJson,
    At,
    Db,
    DryRun,
    EventFilter,
    NoInput,
    RoundFilter,
    command_app,
    complete_record,
)

if TYPE_CHECKING:
    from cli.desk.docket import Docket
    from cli.desk.signoffs import Statement
    from cli.terminal.filing import Filing
    from cli.terminal.missing_options import Asker

app = command_app()


@app.command()
def sign(
    given: Annotated[
        list[str],
        typer.Argument(
            metavar="RECORD... SEAT",
            autocompletion=complete_record,
            help="The record (or several), then who signs: a seat, or a player's name.",
        ),
    ],
    event: EventFilter = None,
    round_: RoundFilter = None,
    statement: Annotated[
        str | None,
        typer.Option(metavar="accept|accept-with|refuse", help="What is said; accept-with names the open disputes."),
    ] = None,
    key: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="The player's own key (qm key new). Grade A.")
    ] = None,
    ssh: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The player's own OpenSSH key, by ssh-keygen. Grade A.")
    ] = None,
    print_text: Annotated[
        bool, typer.Option("--print", help="Only print the text to sign elsewhere with the seat's OpenSSH key.")
    ] = False,
    text: Annotated[Path | None, typer.Option(metavar="FILE", help="The text that was signed elsewhere.")] = None,
    signature: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its signature, made by ssh-keygen -Y sign. Grade A.")
    ] = None,
    device: Annotated[
        str | None, typer.Option(metavar="NAME", help="The player's own device, attested by the service. Grade B.")
    ] = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Sign the record so far for a seat.

    Grade A: with the player's own key, which `qm key bind` gave to the seat before. B: on the player's own device. C: a
    tick on the scribe's device. The grade is always shown. What is logged later leaves the signature valid for its
    size. Corrections of what was signed wait for an official, or until all who signed have signed again. With --event
    or --round, a player signs at every table of the store where they sit.
    """
    from cli.terminal.filing import filing
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    *records, seat = given
    names = _records(records, db, event, round_, seat)
    how = How(statement, key, ssh, print_text, text, signature, device, no_input)
    for record in names:
        with filing(record, db, screen, at, dry_run, anyway) as opened:
            _sign(opened, seat, how, at)


class How(NamedTuple):
    """What is said, and how it is signed."""

    statement: str | None
    key: str | None
    ssh: Path | None
    print_text: bool
    text: Path | None
    signature: Path | None
    device: str | None
    no_input: bool


def _records(records: list[str], db: str | None, event: str | None, round_: str | None, who: str) -> list[str]:
    """The records to sign: those that are named, or those of an event or round where somebody sits."""
    from cli.machine.several import occasion_filter, several, stores_closed
    from records.errors import NotFound, Refused

    wanted = occasion_filter(event, number_or_text(round_))
    if wanted is None:
        if not records:
            raise Refused("RECORD is missing", mend="`qm list` shows the records; then who signs")
        return records
    with stores_closed():
        items = several(records, db, wanted).items
        headers = [(item.name, item.load().header) for item in items]
    found = [
        name
        for name, header in headers
        if any(who.casefold() in (one.seat.casefold(), (one.name or "").casefold()) for one in header.players)
    ]
    if not found:
        raise NotFound(
            f"{who} sits at none of these {len(headers)} tables", mend="give the name as the headers have it"
        )
    return found


def _sign(opened: "Filing", who: str, how: How, at: str | None) -> None:
    """Sign one record."""
    from cli.desk.signoffs import Statement, sign_text
    from cli.machine.files import write_output
    from cli.machine.folders_and_clock import now
    from cli.terminal.missing_options import Asker
    from records.clock import to_text

    docket = opened.docket
    seat = opened.who(who) or who
    said, disputes = _statement(Asker(how.no_input), docket, how.statement)
    told = Statement(seat, said, disputes, at or to_text(now()))
    if how.print_text:
        write_output(None, sign_text(docket, told).rstrip("\n").encode() + b"\n")
        return
    fields: dict[str, Any] = {}
    if how.signature is not None:
        fields = _signed_elsewhere(how.text, how.signature)
    elif how.key is not None or how.ssh is not None:
        fields = _signed_here(docket, told, how.key, how.ssh)
    body: dict[str, Any] = {"do": "sign", "seat": seat, "head": docket.record.head().text(), "statement": said}
    body |= {**fields, **({"disputes": disputes} if disputes and said == "accept-with" else {})}
    body |= {"device": how.device} if how.device is not None and not fields else {}
    opened.file([body])
    opened.screen.words(_grade_words(body, docket))
    for words in opened.accepted_again():
        opened.screen.words(words)


def _statement(asker: "Asker", docket: "Docket", statement: str | None) -> tuple[str, list[int]]:
    from replay.disputes.words import STATEMENTS

    waiting = [case.seq for case in docket.cases.open_cases]
    default = "accept-with" if waiting else "accept"
    return asker.choice(statement, "--statement", "What does the player say", STATEMENTS, default=default), waiting


def _signed_here(docket: "Docket", statement: "Statement", key: str | None, ssh: Path | None) -> dict[str, Any]:
    """Text and signature, made here with the player's key."""
    from cli.desk.signoffs import sign_text
    from cli.machine.key_files import private_key
    from cli.machine.ssh_keygen import ssh_public, ssh_sign
    from records.signoff import sign as sign_with

    if ssh is not None:
        text = sign_text(docket, statement, key=ssh_public(ssh))
        return {"text": text, "signature": ssh_sign(ssh, text)}
    private = private_key(key)
    text = sign_text(docket, statement, key=private.public().text(), ssh=False)
    return {"text": text, "signature": sign_with(text, private)}


def _signed_elsewhere(text: Path | None, signature: Path) -> dict[str, Any]:
    """Text and signature from two files."""
    from cli.desk.signoffs import signed_elsewhere
    from cli.machine.ssh_keygen import signed_file
    from records.errors import Refused

    if text is None:
        raise Refused("--signature needs --text", mend="give the file that `qm sign --print` wrote")
    return signed_elsewhere(signed_file(text), signed_file(signature))


def _grade_words(body: dict[str, Any], docket: "Docket") -> str:
    waiting = ", ".join(case.label for case in docket.cases.open_cases)
    grade = "A: own key" if "signature" in body else "B: own device" if "device" in body else "C: a tick"
    return f"grade {grade}{f'; signed with {waiting} open' if waiting else ''}"
