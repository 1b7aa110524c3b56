"""`qm sign`: a seat accepts the record up to here, or refuses to."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import Anyway, AsJson, At, Db, DryRun, NoInput, RecordId, command_app

if TYPE_CHECKING:
    from cli.desk.docket import Docket
    from cli.terminal.missing_options import Asker

app = command_app()


@app.command()
def sign(
    record: RecordId,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="Who signs.")],
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
    size.
    """
    from cli.machine.signing import ready_text, sign_event, sign_text
    from cli.terminal.filing import filing
    from cli.terminal.missing_options import Asker
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        docket = opened.docket
        said, disputes = _statement(Asker(no_input), docket, statement)
        if print_text:
            screen.line(sign_text(docket, seat, said, disputes, at, None).rstrip("\n"))
            return
        fields: dict[str, Any] = {}
        if signature is not None:
            fields = ready_text(text, signature)
        elif key is not None or ssh is not None:
            fields = sign_event(docket, seat, said, disputes, at, key, ssh)
        body: dict[str, Any] = {"do": "sign", "seat": seat, "head": docket.record.head().text(), "statement": said}
        body |= {**fields, **({"disputes": disputes} if disputes and said == "accept-with" else {})}
        body |= {"device": device} if device is not None and not fields else {}
        opened.file([body])
        screen.words(_grade_words(body, docket))


def _statement(asker: "Asker", docket: "Docket", statement: str | None) -> tuple[str, list[int]]:
    from replay.disputes.words import STATEMENTS

    waiting = [case.seq for case in docket.cases.open_cases]
    default = "accept-with" if waiting else "accept"
    return asker.choice(statement, "--statement", "What does the player say", STATEMENTS, default=default), waiting


def _grade_words(body: dict[str, Any], docket: "Docket") -> str:
    waiting = ", ".join(case.label for case in docket.cases.open_cases)
    grade = "A: own key" if "signature" in body else "B: own device" if "device" in body else "C: a tick"
    return f"grade {grade}{f'; signed with {waiting} open' if waiting else ''}"
