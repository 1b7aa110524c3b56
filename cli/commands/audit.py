"""`qm audit`: which steps broke which rule."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Db, Deep, Force, NoColor, Output, Plain, Targets, TimelineOption, command_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from cli.desk.audits import Wanted
    from cli.machine.several import Several
    from cli.terminal.audit_answers import AuditAnswers
    from cli.terminal.audit_batch import Crew
    from cli.terminal.audit_parts import PartsRun
    from cli.terminal.screen import Screen
    from records.store import Filter

app = command_app()

FAIL_ON = ("broken", "open", "never")
_BOARD_WIDTH = 100


@app.command()
def audit(
    targets: Targets = None,
    every: Annotated[
        bool, typer.Option("--all", "--store", help="Every record in the store, or those that pass the filters.")
    ] = False,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="The records in the store whose event contains this text.")
    ] = None,
    round_: Annotated[str | None, typer.Option("--round", metavar="ROUND", help="Only those of this round.")] = None,
    table: Annotated[str | None, typer.Option(help="Only those of this table.")] = None,
    game: Annotated[str | None, typer.Option(help="Only records of this game.")] = None,
    title: Annotated[str | None, typer.Option(help="Only titles that contain this text.")] = None,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="Begun at or after, as in qm list.")] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Begun before, as in qm list.")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Only records that are not closed.")] = False,
    closed: Annotated[bool, typer.Option("--closed", help="Only records that are closed.")] = False,
    place: Annotated[str | None, typer.Option(help="Only games played there.")] = None,
    last: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only the N that came last.", show_default="all")
    ] = None,
    deep: Deep = False,
    fail_on: Annotated[
        str, typer.Option(metavar="broken|open|never", help="Exit with 1 from this answer on.")
    ] = "broken",
    timeline: TimelineOption = "effective",
    forward: Annotated[
        bool, typer.Option("--forward", help="Judge without hindsight: what was revealed later does not count.")
    ] = False,
    access: Annotated[
        bool, typer.Option("--access", help="Only say who looked at somebody else's sealed facts, or that nobody did.")
    ] = False,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the table before and after each finding.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Write a page to read in a browser, and to print.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Write the findings as a table for a spreadsheet.")] = False,
    output: Output = None,
    force: Force = False,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write parts into a folder as they come; again, it goes on.", show_default=False
        ),
    ] = None,
    workers: Annotated[
        str | None,
        typer.Option(
            "--workers",
            "--jobs",
            "-j",
            metavar="N|ADDRESS",
            help="Processes for many records, or a scheduler: tcp://host:8786 (qm help cluster).",
            show_default="all cores",
        ),
    ] = None,
    wait: Annotated[
        int | None,
        typer.Option(min=0, metavar="SECONDS", help="How long a scheduler may be without workers.", show_default="60"),
    ] = None,
    tls_ca: Annotated[str | None, typer.Option(metavar="FILE", help="Whose certificates the scheduler has.")] = None,
    tls_cert: Annotated[str | None, typer.Option(metavar="FILE", help="Our certificate for the scheduler.")] = None,
    tls_key: Annotated[str | None, typer.Option(metavar="FILE", help="Its key.")] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Judge every step of a record by the rules of its game.

    An illegal move that stood is reported with its rule, and the audit goes on past it. A rule that cannot be judged
    from what is known stays open; what later events revealed closes it. What a final ruling dealt with is settled. A
    folder stands for all records in it; --store and the filters of qm list for records in the store.
    """
    from cli.desk.audits import Wanted
    from cli.desk.views import timeline_name
    from cli.machine.several import everywhere, several
    from cli.terminal.audit_answers import AuditAnswers
    from cli.terminal.audit_batch import Crew, checked_crew
    from cli.terminal.filters import filter_of
    from cli.terminal.screen import Screen
    from records.store import Filter

    _check(fail_on, html + csv + json + plain, output is not None, html or csv)
    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    crew = checked_crew(Crew(workers, tls_ca, tls_cert, tls_key, wait))
    wanted = Wanted(
        timeline_name(timeline),
        forward,
        _BOARD_WIDTH if boards else 0,
        pictures=boards and html,
        knowledge=json or (into is not None and not csv),
    )
    filters = filter_of(
        game=game,
        title=title,
        since=since,
        until=until,
        open_=open_,
        closed=closed,
        place=place,
        event=event,
        round_=round_,
        table=table,
        last=last,
    )
    chosen = filters if every or filters != Filter() else None
    if into is not None and chosen is not None and not (targets or deep or access):
        answers = AuditAnswers(screen, several=True)
        run = _parts_run(into, chosen, everywhere(db), wanted, crew, csv=csv, other=html or json or plain or boards)
        _run_into(run, None, answers)
        _exit(answers, fail_on)
        return
    records = several(targets or [], db, chosen, deep=deep)
    for name in records.missing:
        screen.words(f"{name}: not at hand")
    if access:
        _access(records, screen, db)
        return
    answers = AuditAnswers(screen, several=records.many, quiet=html or csv)
    if into is not None:
        url = _one_store(records)
        run = _parts_run(into, filters, url, wanted, crew, csv=csv, other=html or json or plain or boards)
        _run_into(run, [item.name for item in records.items], answers)
    else:
        _run(records, answers, wanted, crew, html=html, csv=csv, output=output, force=force, digest=not targets)
    _exit(answers, fail_on)


def _exit(answers: "AuditAnswers", fail_on: str) -> None:
    code = answers.exit_code(fail_on)
    if code:
        raise typer.Exit(code)


def _check(fail_on: str, forms: int, has_output: bool, is_file: bool) -> None:
    from records.errors import Refused

    if fail_on not in FAIL_ON:
        raise Refused(f"--fail-on {fail_on!r}", mend=f"one of {', '.join(FAIL_ON)}")
    if forms > 1:
        raise Refused("--html, --csv, --json and --plain exclude each other", mend="give one of them")
    if has_output and not is_file:
        raise Refused("-o goes with --html or --csv", mend="give one of them, or send the output into a file")


def _run(
    records: "Several",
    answers: "AuditAnswers",
    wanted: "Wanted",
    crew: "Crew",
    *,
    html: bool,
    csv: bool,
    output: Path | None,
    force: bool,
    digest: bool,
) -> None:
    """Show the audits as they come, or write them as a table or a page."""
    from cli.desk.audit_ledger import RunDigest
    from cli.export.csv_tables import csv_begin, csv_rows
    from cli.export.html.audit_page import audits_page
    from cli.machine.files import write_output
    from cli.terminal.audit_batch import audits

    total = RunDigest()

    def shown(keep: bool) -> "Iterator[dict[str, Any]]":
        for answer, line in audits(records, wanted, crew):
            total.add([line])
            answers.show(answer, keep=keep)
            if "error" not in answer:
                yield answer

    def write(stream: "BinaryIO") -> None:
        stream.write(csv_begin())
        for answer in shown(keep=False):
            stream.write(csv_rows([answer]))

    if csv:
        write_output(output, write, force=force)
    else:
        for _ in shown(keep=html):
            pass
        if html:
            write_output(output, audits_page(answers.kept), force=force)
    answers.summary()
    if digest and answers.several:
        answers.screen.words(f"digest of all answers: {total.text()}")


def _one_store(records: "Several") -> str:
    """The store that all of them are in."""
    from records.errors import Refused

    urls = {item.url for item in records.items}
    if len(urls) != 1 or None in urls or not records.many:
        raise Refused("--into is for records in the store", mend="give --store, or filters of qm list")
    return str(records.items[0].url)


def _parts_run(
    folder: Path, filters: "Filter", url: str, wanted: "Wanted", crew: "Crew", *, csv: bool, other: bool
) -> "PartsRun":
    from cli.terminal.audit_parts import PartsRun
    from records.errors import Refused

    if other:
        raise Refused("--into writes JSON Lines, or CSV with --csv", mend="leave the other forms out")
    return PartsRun(folder, url, filters, wanted, crew, csv)


def _run_into(run: "PartsRun", ids: list[str] | None, answers: "AuditAnswers") -> None:
    """Write the audits of a store into a folder, part by part."""
    from cli.terminal.audit_parts import audit_into

    done = audit_into(run, ids, answers.count)
    answers.summary()
    if done.before:
        answers.screen.words(f"{done.before} of them were done before, and have not changed")
    answers.screen.words(f"digest of all answers: {done.digest}")


def _access(records: "Several", screen: "Screen", db: str | None) -> None:
    """Who looked at sealed facts; and, where a service was started, whose devices saw everything."""
    from cli.desk.docket import docket_of
    from cli.machine.folders_and_clock import store_url
    from cli.machine.several import stores_closed
    from cli.serve.links.official_looks import official_looks
    from cli.serve.register.service_place import register_path
    from cli.terminal.access import show_access
    from records.ids import id_of

    looks = official_looks(register_path(store_url(db)))
    with stores_closed():
        for item in records.items:
            record = item.load()
            seen = looks.get(item.name) or looks.get(id_of(record)) or []
            visits = [look._asdict() for look in seen]
            show_access(screen, item.name, docket_of(record, id_of(record)).cases, visits)
