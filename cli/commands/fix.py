"""`qm fix`: go through the lines that could not be read, and say what they mean."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Db, Plain, RecordId, command_app

if TYPE_CHECKING:
    from cli.terminal.log_screen import LogScreen
    from records.event import Event

app = command_app()


@app.command()
def fix(
    record: RecordId,
    event: Annotated[
        int | None, typer.Argument(metavar="[EVENT]", min=1, help="The event to mend.", show_default=False)
    ] = None,
    line: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LINE]", help="What it means, in the words of the game.", show_default=False),
    ] = None,
    unsure: Annotated[bool, typer.Option("--unsure", help="Also the lines that ended with a question mark.")] = False,
    only_list: Annotated[bool, typer.Option("--list", "-l", help="Only list what is to be mended.")] = False,
    db: Db = None,
    plain: Plain = False,
) -> None:
    """Go through the lines that could not be read, and say what they mean.

    On a terminal each is asked for; without one, stdin gives a line for each of them, in order, and an empty line
    leaves one as it is. The line is read as things stood at that event. Only an amendment is appended: what was typed
    stays in the record.
    """
    from cli.desk.logbook import Logbook
    from cli.machine.folders_and_clock import now, random_bytes
    from cli.machine.target import find_record
    from cli.terminal.log_screen import LogScreen
    from cli.terminal.screen import Screen
    from records.clock import to_text

    found = find_record(record, db)
    try:
        logbook = Logbook(*found.stored(), random_bytes)
        log = LogScreen(logbook, Screen(plain=plain), lambda: (now(), to_text(now())), _ask)
        if event is not None and line:
            _mend(log, event, " ".join(line))
        elif only_list or event is not None:
            _list(log, _waiting(log, unsure))
        else:
            _walk(log, _waiting(log, unsure))
    finally:
        found.close()


def _ask(question: str) -> str:
    """Put a question on a terminal; without one, go on."""
    import sys

    from cli.terminal.prompt import ask

    return ask(question) if sys.stdin.isatty() and sys.stdout.isatty() else "y"


def _waiting(log: "LogScreen", and_unsure: bool) -> "list[Event]":
    from replay.mending import unread, unsure

    table, events = log.logbook.session.table, log.logbook.session.events()
    waiting = [*unread(table, events), *(unsure(table, events) if and_unsure else [])]
    return sorted(waiting, key=lambda event: event.seq)


def _list(log: "LogScreen", waiting: "list[Event]") -> None:
    for event in waiting:
        log.screen.cells(event.seq, event.do, event.fields.get("said"))
    if not log.screen.plain:
        _count(log, len(waiting))


def _count(log: "LogScreen", left: int) -> None:
    from records.text import counted

    log.screen.words(f"{counted(left, 'line')} to mend" if left else "nothing to mend")


def _walk(log: "LogScreen", waiting: "list[Event]") -> None:
    """One after the other. A line that cannot be read is asked for again on a terminal."""

    for event in waiting:
        log.screen.line(f"{event.seq:>5}  {event.fields.get('said', event.do)!s}")
        if not _answered(log, event.seq):
            break
    _count(log, len(_waiting(log, False)))


def _answered(log: "LogScreen", seq: int) -> bool:
    """Mend one event; False if the scribe wants to stop."""
    import sys

    from cli.terminal.prompt import ask
    from replay.typed_lines import Mistaken, Unclear

    asking = sys.stdin.isatty()
    while True:
        text = ask(f"       event {seq} was (x strikes it, Enter leaves it, q stops): ") if asking else _next_line()
        if text in (None, "q"):
            return False
        if not text:
            return True
        try:
            _mend(log, seq, text)
            return True
        except (Unclear, Mistaken) as error:
            if not asking:
                raise
            log.screen.words(f"       {error}")
            for reading in getattr(error, "readings", ()):
                log.screen.words(f"         {reading.line.split(' ', 2)[2]}")


def _next_line() -> str | None:
    import sys

    line = sys.stdin.readline()
    return line.strip() if line else None


def _mend(log: "LogScreen", seq: int, text: str) -> None:
    """Append the amendment that the answer stands for."""
    log.hear(f"x {seq}" if text.lower() == "x" else f"e {seq} {text}")
