"""The prompt of `qm log`: history, completion by what is legal, and whose turn it is in the toolbar."""

import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.machine.collector import without_collecting
from cli.terminal.log_screen import INDENT, LogScreen
from records.errors import Conflict, QuartermasterError
from records.text import printable
from replay.typed_lines import Said, Unclear, kept

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

KEYS = "? legal · s state · u undo · list · help · q quit"
MOST_COMPLETIONS = 200


def run(log: LogScreen) -> None:
    """Log until the scribe leaves. Every line is committed when it is read back, so nothing can be lost."""
    with without_collecting():
        prompt = _session(log)
    _welcome(log)
    while True:
        try:
            line = prompt.prompt(lambda: f"{_who(log)}> ")
        except KeyboardInterrupt:
            continue  # the line is thrown away, the prompt stays
        except EOFError:
            break
        if not log.line(line, shutil.get_terminal_size().columns, lambda text, error: _mended(log, text, error)):
            break
    head = log.logbook.store.head(log.logbook.record_id)
    log.screen.line(f"code   {head.code}")
    log.screen.words(f"{head.size - 1} events are kept; go on with: qm log {log.logbook.record_id[:12]}")


def _welcome(log: LogScreen) -> None:
    from replay.answers import last_events
    from replay.notation.coming import next_words

    logbook = log.logbook
    title, game = logbook.header.title, logbook.session.game.title
    name = f"{title} ({game})" if title else game
    log.screen.paragraph(f"{name}, {logbook.record_id[:12]}, {logbook.size - 1} events so far. {KEYS}")
    if logbook.session.begun:
        for line in last_events(logbook.session):
            log.screen.paragraph(line, hang=INDENT)
    log.screen.line(f"       {next_words(logbook.session)}")


def _mended(log: LogScreen, text: str, error: QuartermasterError) -> str | None:
    """Choose a reading or keep the line unread; where it is dropped, what was typed instead of it."""
    if not isinstance(error, Unclear):
        _say(error)
        return "" if isinstance(error, Conflict) else None
    if error.keep:
        log.write(Said(kept(text)))
        return None
    _say(error)
    readings = error.readings
    for number, reading in enumerate(readings, start=1):
        log.screen.words(f"  {number}  {reading.line}")
    asked = f"1–{len(readings)} takes that reading, " if readings else ""
    answer = ask(f"{asked}y keeps the line unread, Enter drops it; or type it again: ")
    if answer.lower() in ("y", "yes"):
        log.write(Said(kept(text)))
    elif answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(readings):
        chosen = readings[int(answer) - 1].body
        log.logbook.remember(text, chosen)
        log.carry_out(log.logbook.weigh({**chosen, "said": text}))
    else:
        return answer
    return None


def ask(question: str) -> str:
    """A short question outside the log; nothing where the scribe goes away."""
    from prompt_toolkit import prompt

    try:
        return prompt(question).strip()
    except (KeyboardInterrupt, EOFError):
        return ""


def _say(error: QuartermasterError) -> None:
    from textwrap import fill

    width = shutil.get_terminal_size().columns
    sys.stdout.flush()
    for text in (str(error), error.mend):
        if text:
            sys.stderr.write(fill(printable(text), width, initial_indent="  ", subsequent_indent="    ") + "\n")
    sys.stderr.flush()


def _who(log: LogScreen) -> str:
    """Whose turn it is, or nothing where several or none may act."""
    from replay.notation.coming import coming
    from replay.saying import person

    session = log.logbook.session
    if not session.begun:
        return ""
    seats = {one.seat for one in coming(session.game, session.state)}
    (seat,) = seats if len(seats) == 1 else (None,)
    return person(session.table, seat) if seat is not None else ""


def _session(log: LogScreen) -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from cli.machine.files import make_private
    from cli.machine.folders_and_clock import history_file
    from replay.notation.coming import coming_now

    history: Any = InMemoryHistory()
    path = history_file()
    try:
        make_private(path)
        history = FileHistory(str(path))
    except OSError:
        pass  # a folder that cannot be written: the history lasts for this time only

    def toolbar() -> str:
        session = log.logbook.session
        return f" {session.game.title} · event {log.logbook.size} · {coming_now(session)} · ? legal, u undo"

    return PromptSession(
        history=history,
        completer=_completer(log),
        complete_while_typing=False,
        complete_in_thread=True,
        bottom_toolbar=toolbar,
    )


def completions(log: LogScreen, text: str) -> Iterator[str]:
    """The statements that what was typed can become: legal lines first, then verbs."""
    from replay.notation.coming import continuations
    from replay.notation.reading import verbs_of

    low = " ".join(text.lower().split(" "))
    session = log.logbook.session
    if not session.begun:
        yield from ["setup "] if "setup".startswith(low) else []
        return
    fitting = continuations(session.game, session.table, session.state, low, MOST_COMPLETIONS)
    yield from fitting
    if not low.strip() or " " not in low:
        verbs = [verb.do for verb in verbs_of(session.game) if verb.do.startswith(low)]
        yield from (f"{verb} " for verb in verbs if verb not in fitting)


def _completer(log: LogScreen) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        """Completes by what may legally come."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Any]:
            typed = document.text_before_cursor.rpartition(";")[2].lstrip()
            for line in completions(log, typed):
                yield Completion(line, start_position=-len(typed))

    return Legal()
