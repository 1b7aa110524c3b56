"""The prompt of `qm log`: history, completion by what is legal, and whose turn it is in the toolbar."""

import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.terminal.scribe_desk import Desk
from records.errors import Conflict, QuartermasterError
from records.text import printable
from replay.typed_lines import Unclear, kept

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

KEYS = "? legal · s state · u undo · q quit · qm help notation"
MOST_COMPLETIONS = 200


def run(desk: Desk) -> None:
    """Log until the scribe leaves. Every line is committed when it is read back, so nothing can be lost."""
    prompt = _session(desk)
    _welcome(desk)
    while True:
        try:
            line = prompt.prompt(lambda: f"{_who(desk)}> ")
        except KeyboardInterrupt:
            continue  # the line is thrown away, the prompt stays
        except EOFError:
            break
        if not _line(desk, line):
            break
    head = desk.store.head(desk.record_id)
    desk.screen.line(f"code   {head.code}")
    desk.screen.words(f"{head.size - 1} events are kept; go on with: qm log {desk.record_id[:12]}")


def _welcome(desk: Desk) -> None:
    from cli.desk.what_may_come import next_words

    header = desk.store.info(desk.record_id).header
    name = f"{header.title} ({desk.game.title})" if header.title else desk.game.title
    desk.screen.paragraph(f"{printable(name)}, {desk.record_id[:12]}, {desk.size - 1} events so far. {KEYS}")
    desk.screen.line(f"       {next_words(desk.session)}")


def _line(desk: Desk, line: str) -> bool:
    """Carry out the statements of a line; False if one of them was the last."""
    from replay.notation.tokens import statements

    waiting = list(statements(line))
    while waiting:
        text = waiting.pop(0)
        try:
            if not desk.hear(text, shutil.get_terminal_size().columns):
                return False
        except Unclear as error:
            instead = _mended(desk, text, error)
            if instead is not None:  # what stood behind the dropped line is dropped with it
                waiting = list(statements(instead))
        except QuartermasterError as error:
            _say(error)
            if isinstance(error, Conflict):
                break
    return True


def _mended(desk: Desk, text: str, error: Unclear) -> str | None:
    """Choose a reading or keep the line unread; where it is dropped, what was typed instead of it."""
    if error.keep:
        desk.write(kept(text))
        return None
    _say(error)
    readings = error.readings
    for number, reading in enumerate(readings, start=1):
        desk.screen.words(f"  {number}  {reading.line}")
    asked = f"1–{len(readings)} takes that reading, " if readings else ""
    answer = ask(f"{asked}y keeps the line unread, Enter drops it; or type it again: ")
    if answer.lower() in ("y", "yes"):
        desk.write(kept(text))
    elif answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(readings):
        desk.write({**readings[int(answer) - 1].body, "said": text})
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
            sys.stderr.write(fill(text, width, initial_indent="  ", subsequent_indent="    ") + "\n")
    sys.stderr.flush()


def _who(desk: Desk) -> str:
    """The seat whose turn it is, or nothing where several or none may act."""
    from replay.notation.coming import coming

    if not desk.session.begun:
        return ""
    seats = {one.seat for one in coming(desk.game, desk.session.state)}
    return next(iter(seats)) or "" if len(seats) == 1 else ""


def _session(desk: Desk) -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from cli.desk.what_may_come import coming_now
    from cli.machine.folders_and_clock import history_file

    history: Any = InMemoryHistory()
    path = history_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        history = FileHistory(str(path))
    except OSError:
        pass  # a folder that cannot be written: the history lasts for this time only

    def toolbar() -> str:
        return f" {desk.game.title} · event {desk.size} · {coming_now(desk.session)} · ? legal, u undo"

    return PromptSession(
        history=history,
        completer=_completer(desk),
        complete_while_typing=False,
        complete_in_thread=True,
        bottom_toolbar=toolbar,
    )


def completions(desk: Desk, text: str) -> Iterator[str]:
    """The statements that what was typed can become: legal lines first, then verbs."""
    from replay.notation.coming import continuations
    from replay.notation.reading import verbs_of

    low = " ".join(text.lower().split(" "))
    if not desk.session.begun:
        yield from ["setup "] if "setup".startswith(low) else []
        return
    fitting = continuations(desk.game, desk.table, desk.session.state, low, MOST_COMPLETIONS)
    yield from fitting
    if not low.strip() or " " not in low:
        verbs = [verb.do for verb in verbs_of(desk.game) if verb.do.startswith(low)]
        yield from (f"{verb} " for verb in verbs if verb not in fitting)


def _completer(desk: Desk) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        """Completes by what may legally come."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Any]:
            typed = document.text_before_cursor.rpartition(";")[2].lstrip()
            for line in completions(desk, typed):
                yield Completion(line, start_position=-len(typed))

    return Legal()
