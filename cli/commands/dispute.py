"""`qm dispute`: claims, from opening to taking them back."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import (
    Anyway,
    AsJson,
    At,
    By,
    Db,
    Deep,
    DisputeName,
    DryRun,
    EventFilter,
    NoInput,
    Plain,
    RecordId,
    RoundFilter,
    Target,
    Targets,
    command_app,
)

if TYPE_CHECKING:
    from cli.desk.docket import Docket
    from cli.terminal.screen import Screen
    from replay.disputes.cases import Case

app = command_app()


@app.callback()
def dispute() -> None:
    """Contest something in a record, and see what became of it.

    A claim goes from open through evidence to a ruling, which may be appealed, and is final in the end; or the players
    settle it, or it is taken back. Everything is an event; nothing is edited. See `qm help disputes`.
    """


@app.command("open")
def open_(
    record: RecordId,
    about: Annotated[
        str | None,
        typer.Option(metavar="SEQ|A-B|setup|result|conduct|missing", help="What is contested.", show_default=False),
    ] = None,
    claim: Annotated[str | None, typer.Option(metavar="TEXT", help="What is said to be wrong.")] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND", help="illegal, misrecorded, omitted, score, hidden, time, conduct, rules-question."
        ),
    ] = None,
    rule: Annotated[str | None, typer.Option(metavar="ID", help="The rule that is said to be broken.")] = None,
    asks: Annotated[str | None, typer.Option(metavar="TEXT", help="What the claimant wants.")] = None,
    by: By = None,
    via: Annotated[
        str | None, typer.Option(metavar="OFFICIAL", help="The official who brings what an onlooker saw.")
    ] = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Open a dispute: who contests what, and why.

    The claim is marked late if its window has passed; it is heard all the same. Before anything is undone, count the
    table: qm log RECORD --json '{"do":"observe","facts":{…}}'.
    """
    from cli.desk.docket import without_none
    from cli.terminal.filing import filing
    from cli.terminal.missing_options import Asker
    from cli.terminal.screen import Screen
    from replay.disputes.words import KINDS

    asker, screen = Asker(no_input), Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        docket = opened.docket
        seats = docket.cases.table.seats
        body = without_none(
            do="dispute",
            by=opened.who(asker.text(by, "--by", f"Who claims ({', '.join(seats)}, or an official)")),
            about=_about(
                asker.text(about, "--about", "What is contested: an event, A-B, setup, result, conduct, missing")
            ),
            claim=asker.text(claim, "--claim", "What is wrong"),
            kind=asker.choice(kind, "--kind", "What kind of claim", KINDS, default="illegal"),
            rule=asker.maybe(rule, "Which rule"),
            asks=asker.maybe(asks, "What does the claimant want"),
            via=opened.official(via),
            freeze=_freeze(docket),
        )
        opened.file([body])


def _about(text: str) -> int | list[int] | str:
    first, dash, last = text.partition("-")
    if first.isdigit() and dash and last.isdigit():
        return [int(first), int(last)]
    return int(text) if text.isdigit() else text


def _freeze(docket: Any) -> dict[str, Any] | None:
    """The digest of the position at the claim as the table saw it, so that the report can name it."""
    if docket.game is None:
        return None
    from replay.playout import digest, play_out
    from replay.view import TABLE

    replay = play_out(docket.game, docket.table, docket.record.events, viewer=TABLE)
    return {"state": digest(docket.game, replay.state_at())}


@app.command("list")
def list_(
    targets: Targets = None,
    event: EventFilter = None,
    round_: RoundFilter = None,
    deep: Deep = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """List the disputes of records: what each is about, and where it stands."""
    from cli.machine.several import chosen, occasion_filter, several
    from cli.machine.target import load
    from cli.terminal.dispute_list import show_disputes
    from cli.terminal.filing import docket_now
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain)
    records = chosen(
        several(targets or [], db, occasion_filter(event, number_or_text(round_)), deep=deep), screen.words
    )
    contested = False
    for item in records.items:
        with load(item.target, db) as loaded:
            docket = docket_now(loaded)
        show_disputes(screen, docket, many=records.many)
        contested = contested or bool(docket.cases.cases)
    if screen.for_people and not contested:
        these = "these records" if records.many else "this record"
        screen.words(f"nobody has contested anything in {these}")


@app.command("show")
def show(target: Target, dispute_: DisputeName = None, db: Db = None, json: AsJson = False) -> None:
    """Show a dispute with everything that was logged about it."""
    from cli.desk.docket import case_fields, find_case
    from cli.machine.target import load
    from cli.terminal.filing import docket_now
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    with load(target, db) as loaded:
        docket = docket_now(loaded)
        case = find_case(docket.cases, dispute_)
        if screen.as_json:
            screen.value(case_fields(docket, case))
        else:
            _show(screen, docket, case)


def _show(screen: "Screen", docket: "Docket", case: "Case") -> None:
    from replay.disputes.signed_rulings import signature_words, signatures_of
    from replay.table import people_at
    from replay.tell import tell_shared

    table = people_at(docket.record.header)
    late = {True: ", late", None: ", perhaps late", False: ""}[case.window.late]
    screen.line(screen.bold(f"{case.label}  {case.state}{late}"))
    screen.line(f"{case.seq:>5}  {tell_shared(table, case.action)}")
    screen.line(f"       window: {case.window.words}")
    entries = sorted((*case.evidence, *case.rulings, *case.appeals, *case.ended), key=lambda entry: entry.seq)
    standing = case.standing
    signed = signatures_of(docket.record, docket.record_id, docket.cases)
    for entry in entries:
        marks = ["stands"] if standing is not None and entry.seq == standing.seq else []
        marks += [signature_words(signed[entry.seq])] if entry.seq in signed else []
        told = tell_shared(table, entry.action)
        screen.line(f"{entry.seq:>5}  {told}" + (f"  ({'; '.join(marks)})" if marks else ""))
    if case.corrections:
        screen.line(f"       corrected by {', '.join(f'event {seq}' for seq in case.corrections)}")


@app.command("withdraw")
def withdraw(
    record: RecordId,
    dispute_: DisputeName = None,
    by: By = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")] = None,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Take a claim back. Only the one who made it can."""
    from cli.desk.docket import find_case, without_none
    from cli.terminal.filing import filing
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        case = find_case(opened.docket.cases, dispute_)
        body = without_none(do="withdraw", by=opened.who(by) or case.action.by, dispute=case.seq, why=why)
        opened.file([body])


@app.command("settle")
def settle(
    record: RecordId,
    dispute_: DisputeName = None,
    seats: Annotated[
        list[str] | None, typer.Option("--seat", metavar="SEAT", help="A seat that agrees. Repeatable.")
    ] = None,
    outcome: Annotated[str | None, typer.Option(metavar="TEXT", help="What was agreed.")] = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Settle a dispute among the players, without a ruling."""
    from cli.desk.docket import find_case
    from cli.terminal.filing import filing
    from cli.terminal.missing_options import Asker
    from cli.terminal.screen import Screen

    asker, screen = Asker(no_input), Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        case = find_case(opened.docket.cases, dispute_)
        named = seats or asker.text(None, "--seat", "Which seats agree").replace(",", " ").split()
        agreed = [opened.who(seat) for seat in named]
        text = asker.text(outcome, "--outcome", "What was agreed")
        body = {"do": "settle", "dispute": case.seq, "seats": agreed, "outcome": text}
        opened.file([body])
