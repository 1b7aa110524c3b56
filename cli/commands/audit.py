"""`qm audit`: which steps broke which rule."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Db, Force, NoColor, Output, Plain, TimelineOption, command_app

if TYPE_CHECKING:
    from cli.desk.audits import Wanted
    from cli.terminal.screen import Screen

app = command_app()

FAIL_ON = ("broken", "open", "never")
_BOARD_WIDTH = 100
_PARALLEL_FROM = 16
"""Fewer records than this are audited faster in one process than it takes to start others."""


@app.command()
def audit(
    targets: Annotated[
        list[str], typer.Argument(metavar="TARGET...", help="Files, folders of records, record ids, or - for stdin.")
    ],
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
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes for many records.", show_default="all cores"),
    ] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Judge every step of a record by the rules of its game.

    An illegal move that stood is reported with its rule, and the audit goes on past it. A rule that cannot be judged
    from what is known stays open; what later events revealed closes it. A folder stands for all records in it.
    """
    from cli.desk.audits import Wanted
    from cli.desk.views import timeline_name
    from cli.terminal.screen import Screen
    from records.errors import Refused

    if fail_on not in FAIL_ON:
        raise Refused(f"--fail-on {fail_on!r}", mend=f"one of {', '.join(FAIL_ON)}")
    if html + csv + json + plain > 1:
        raise Refused("--html, --csv, --json and --plain exclude each other", mend="give one of them")
    if output is not None and not (html or csv):
        raise Refused("-o goes with --html or --csv", mend="give one of them, or send the output into a file")
    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    if access:
        _access(targets, db, screen)
        return
    wanted = Wanted(timeline_name(timeline), forward, _BOARD_WIDTH if boards else 0)
    answers = _Answers(screen, several=len(targets) > 1 or Path(targets[0]).is_dir(), quiet=html or csv)
    for answer in _audits(targets, db, wanted, jobs, screen):
        answers.show(answer)
    if html or csv:
        _write(answers.kept, html, output, force)
    answers.summary()
    code = answers.exit_code(fail_on)
    if code:
        raise typer.Exit(code)


def _access(targets: list[str], db: str | None, screen: "Screen") -> None:
    """Who looked at hidden facts, record by record."""
    import msgspec

    from cli.machine.target import load
    from cli.terminal.filing import docket_now
    from records.text import printable
    from replay.disputes.dossier import access_rows

    for target in targets:
        with load(target, db) as loaded:
            cases = docket_now(loaded).cases
            name = loaded.name
        if screen.as_json:
            screen.value({"target": name, "looks": [msgspec.to_builtins(look) for look in cases.looks]})
        elif screen.plain:
            for look in cases.looks:
                screen.cells(name, look.seq, look.by, look.seat, look.what, look.dispute, look.why)
        else:
            screen.line(screen.bold(printable(name)))
            for word, text in access_rows(cases):
                screen.line(f"  {word}  {printable(text)}" if word else f"  {text}")


def _write(answers: list[dict[str, Any]], html: bool, output: Path | None, force: bool) -> None:
    """The audits as a page or as a table."""
    from cli.machine.files import write_output

    if html:
        from cli.export.html.audit_page import audits_page

        write_output(output, audits_page(answers), force=force)
        return
    from cli.export.csv_tables import FINDING_COLUMNS, finding_row, table

    rows = [finding_row(answer, finding) for answer in answers for finding in answer["findings"]]
    write_output(output, table(FINDING_COLUMNS, rows), force=force)


def _audits(
    targets: list[str], db: str | None, wanted: "Wanted", jobs: int | None, screen: "Screen"
) -> Iterator[dict[str, Any]]:
    """The audits in the order of the targets."""
    from cli.desk.audits import audit_record
    from cli.machine.target import STDIN, load, record_files

    files: list[str] = []
    for target in targets:
        path = Path(target)
        if target != STDIN and path.is_dir():
            files += record_files(path)
        elif len(targets) > 1 and path.is_file():
            files.append(target)
        else:
            yield from _audit_files(files, wanted, jobs, screen)
            files = []
            with load(target, db) as loaded:
                yield audit_record(loaded.record, loaded.name, wanted)
    yield from _audit_files(files, wanted, jobs, screen)


def _audit_files(files: list[str], wanted: "Wanted", jobs: int | None, screen: "Screen") -> Iterator[dict[str, Any]]:
    import os

    workers = min(jobs or os.cpu_count() or 1, len(files))
    if workers <= 1 or len(files) < _PARALLEL_FROM:
        for done, file in enumerate(files, 1):
            yield _audit_file(file, wanted)
            _progress(done, len(files))
        return
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    share = max(1, min(32, len(files) // (4 * workers)))
    with ProcessPoolExecutor(workers) as pool:
        for done, answer in enumerate(pool.map(partial(_audit_file, wanted=wanted), files, chunksize=share), 1):
            yield answer
            _progress(done, len(files))


def _audit_file(path: str, wanted: "Wanted") -> dict[str, Any]:
    """The audit of a record file, perhaps in another process."""
    from cli.desk.audits import audit_record, without_audit
    from cli.machine.target import Found
    from records.errors import QuartermasterError

    try:
        return audit_record(Found(path, path=Path(path)).load(), path, wanted)
    except QuartermasterError as error:
        return without_audit(path, error)


def _progress(done: int, total: int) -> None:
    """A line that counts, on a terminal only."""
    if total > 1 and sys.stderr.isatty():
        width = 30 * done // total
        sys.stderr.write(f"\r[{'#' * width}{'.' * (30 - width)}] {done}/{total}")
        sys.stderr.write("\n" if done == total else "")
        sys.stderr.flush()


class _Answers:
    """Shows audits as they come, and adds them up."""

    def __init__(self, screen: "Screen", *, several: bool, quiet: bool = False) -> None:
        self.screen = screen
        self.quiet = quiet
        self.kept: list[dict[str, Any]] = []
        self.several = several
        self.records = self.failed = self.damaged = 0
        self.totals = {"ok": 0, "broken": 0, "open": 0}
        self.worst_error = 0

    def show(self, answer: dict[str, Any]) -> None:
        """One record's audit."""
        self.records += 1
        if "error" in answer:
            self._show_error(answer)
            return
        for name, count in answer["answers"].items():
            self.totals[name] += count
        if self.quiet:
            self.kept.append(answer)
        elif self.screen.as_json:
            self.screen.value(answer)
        elif self.screen.plain:
            for finding in answer["findings"]:
                self.screen.cells(answer["target"], finding["seq"], finding["rule"], finding["answer"], finding["why"])
        else:
            from cli.terminal.findings import show_audit

            show_audit(self.screen, answer)

    def _show_error(self, answer: dict[str, Any]) -> None:
        self.damaged += 1
        self.worst_error = max(self.worst_error, answer["code"])
        if self.screen.as_json:
            self.screen.value(answer)
        self.screen.words(f"qm: {answer['error']}" + (f"\n    {answer['mend']}" if answer["mend"] else ""))

    def summary(self) -> None:
        """One line about all records."""
        if not self.several:
            return
        totals = ", ".join(f"{count} {name}" for name, count in self.totals.items())
        unread = f"; {self.damaged} could not be read" if self.damaged else ""
        self.screen.words(f"{self.records} records: {totals}{unread}")

    def exit_code(self, fail_on: str) -> int:
        """The worst error's, else 1 for findings that count, else 0."""
        if self.worst_error:
            return self.worst_error
        counted = {"broken": self.totals["broken"], "open": self.totals["broken"] + self.totals["open"], "never": 0}
        return 1 if counted[fail_on] else 0
