"""Logging at a screen: each statement is written by itself and read back: what it changed, what the rules say."""

from collections.abc import Callable
from typing import Any

import msgspec

from cli.desk.consequences import Consequences, consequence_lines, consequence_words, consequences_in
from cli.desk.entries import Entry
from cli.desk.logbook import Logbook, LoggedEvent, Written
from cli.desk.summaries import head_fields
from cli.desk.terms import Terms
from cli.terminal.findings import show_finding
from cli.terminal.screen import Screen, after_writing
from records.errors import Conflict, QuartermasterError
from records.store import Appended
from records.text import counted
from records.timeline import CORRECTIONS
from replay.answers import answer
from replay.audit import judge_step
from replay.diff import changes
from replay.notation.coming import next_words
from replay.notation.tokens import statements
from replay.session import Session
from replay.step import Step
from replay.tell import tell
from replay.typed_lines import Heard, Said, second_setup, sentences, staying_words

Clock = Callable[[], tuple[int, str | None]]
"""The time now in microseconds, and as the record writes it; None leaves an event without a time."""

Ask = Callable[[str], str]
"""Puts a question to the scribe."""
Mended = Callable[[str, QuartermasterError], str | None]
"""What to do about a statement that was refused: a line to carry out instead of the rest, or None to go on."""

ASKED_ABOUT = CORRECTIONS | {"setup"}
"""What may undo more than the scribe thinks."""
MOST_CHANGES = 4
_WIDEST = 60
INDENT = "       "


def _yes(question: str) -> str:
    return "y"


class LogScreen:
    """A record open for logging by hand. `clock` gives the time now, and the time to write into an event."""

    def __init__(self, logbook: Logbook, screen: Screen, clock: Clock, ask: Ask = _yes) -> None:
        self.logbook = logbook
        self.screen = screen
        self._clock = clock
        self._ask = ask

    def line(self, line: str, width: int, mended: Mended) -> bool:
        """Carry out the statements of a line; False if one of them was the last."""
        waiting = statements(line)
        while waiting:
            text = waiting.pop(0)
            try:
                if not self.hear(text, width):
                    return False
            except QuartermasterError as error:
                instead = mended(text, error)
                if instead is not None:  # what stood behind the dropped line is dropped with it
                    waiting = statements(instead)
        return True

    def hear(self, text: str, width: int = 80) -> bool:
        """Carry out one statement; False if it was the last one. A `Conflict` is raised after reading on."""
        heard = self.logbook.hear(text)
        if heard.ask == "quit":
            return False
        if heard.ask is not None:
            session = self.logbook.session
            lines = answer(session, heard.ask, heard.about, width)
            if heard.ask == "state" and not heard.about:
                self.screen.board(lines, session.game.colour_letters, session.table.seats)
            else:
                for line in lines:
                    if heard.ask in ("legal", "help"):  # they have columns of their own
                        self.screen.line(line)
                    else:
                        self.screen.paragraph(line, hang=INDENT)
        self.carry_out(heard)
        return True

    def carry_out(self, heard: Heard) -> None:
        """Log what a statement asks for; where that may undo more than the scribe thinks, ask first."""
        if any(one.body["do"] in ASKED_ABOUT for one in heard.events):
            self._write_if_agreed(heard)
        else:
            for one in heard.events:
                self.write(one)

    def _write_if_agreed(self, heard: Heard) -> None:
        said, found = self._agreed(heard)
        for one in said:
            self.write(one)
        if said and (words := consequence_words(found)):
            self.screen.paragraph(words, INDENT, hang="")

    def write(self, said: Said) -> None:
        """Log one event, as the table stands on the screen, and read it back."""
        logbook = self.logbook
        before = logbook.size
        moment, stamp = self._clock()
        entry = Entry(said.body, said.body["do"], action=said.action)
        try:
            written = logbook.log([entry], Terms(moment, stamp, expect=before))
        except Conflict:
            more = counted(logbook.size - before, "event")
            raise Conflict(
                f"somebody else logged {more} meanwhile; yours was not written",
                mend=f"they are read now ({next_words(logbook.session)}); type your line again if it still holds",
            ) from None
        with after_writing(f"event {before} is written", look=f"qm show {logbook.record_id[:12]}"):
            for one in written.events:
                show_event(self.screen, logbook, one, changed=True)
            if said.body["do"] in ("amend", "insert") and said.body["action"] is not None:
                show_corrected(self.screen, logbook.session, said.body.get("target", before))
            self.screen.line(f"       {next_words(logbook.session)}")

    def _agreed(self, heard: Heard) -> tuple[list[Said], Consequences]:
        """What is to be written, once the scribe has seen what falls away with it."""
        said = heard.events
        if (again := second_setup(self.logbook.session, said)) is not None:
            self.screen.paragraph(again, INDENT, hang="")
            if self._ask("lay the table again (y/n)? ").lower()[:1] != "y":
                self.screen.words("       nothing was written")
                return [], Consequences()
        if heard.stay:
            to = said[0].body["to"]
            question = f"{staying_words(to, heard.stay)}: keep them (Enter), or take them back too (a)? "
            if self._ask(question).lower() == "a":
                also = sorted(event.seq for event in heard.stay)
                said = [said[0]._replace(body={**said[0].body, "also": also})]
                heard = heard._replace(falls=[*heard.falls, *heard.stay])
        if heard.falls:
            self.screen.line("       no longer counts:")
            for line in sentences(self.logbook.session, heard.falls):
                self.screen.paragraph(line, "  ", hang="")
        found = consequences_in(self.logbook.session, [one.body for one in said])
        for line in consequence_lines(found):
            self.screen.paragraph(line, INDENT, hang="  ")
        if not self._may_go_on(len(heard.falls), found):
            self.screen.words("       nothing was taken back" if heard.falls else "       nothing was written")
            return [], found
        return said, found

    def _may_go_on(self, falls: int, found: Consequences) -> bool:
        """Whether the scribe agrees, where that matters. Enter is enough if nothing is made worse."""
        if falls <= 1 and not found.matter:
            return True
        question = (
            f"take back these {falls} events" if falls > 1 else "correct it all the same" if found.is_worse else ""
        )
        if question:
            return self._ask(f"{question} (y/n)? ").lower()[:1] == "y"
        return self._ask("correct it (Enter, or n)? ").lower()[:1] in ("", "y")


def show_written(screen: Screen, logbook: Logbook, written: Written, *, dry_run: bool = False) -> None:
    """What a call wrote, event by event, with what was asked in between, and the code."""
    answer = written.answer
    if answer is None:
        _show_asides(screen, written, 0)
    elif dry_run:
        _show_answer(screen, logbook, written, answer, dry_run=True)
    else:
        with after_writing(_what(answer), look=f"qm show {logbook.record_id[:12]}"):
            _show_answer(screen, logbook, written, answer, dry_run=False)


def _what(answer: Appended) -> str:
    return (
        f"event {answer.last} is written"
        if answer.first == answer.last
        else (f"events {answer.first} to {answer.last} are written")
    )


def _show_answer(screen: Screen, logbook: Logbook, written: Written, answer: Appended, *, dry_run: bool) -> None:
    if screen.as_json:
        fields = {"id": logbook.record_id, "first": answer.first, "last": answer.last, **head_fields(answer.head)}
        done = {"repeated": answer.repeated, "written": not (dry_run or answer.repeated)}
        screen.value({**fields, **done, "findings": _findings(written)})
        return
    for index, one in enumerate(written.events):
        _show_asides(screen, written, index)
        if screen.plain:
            screen.cells(answer.first + index, one.event.do, answer.head.code)
        else:
            show_event(screen, logbook, one)
    _show_asides(screen, written, len(written.events))
    if not screen.plain:
        screen.line(f"code   {answer.head.code}")
    if answer.repeated:
        screen.words("these events were there already under this key; nothing was written")
    elif dry_run:
        screen.words("a dry run: nothing was written")


def _show_asides(screen: Screen, written: Written, index: int) -> None:
    """What was asked among the lines, and what falls away, before the event that follows."""
    for line in written.asides.get(index, ()):
        screen.line(line)
    for line in written.falls.get(index, ()) if not screen.plain else ():
        screen.line(line)


def _findings(written: Written) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(finding) for one in written.events for finding in one.findings]


def show_event(screen: Screen, logbook: Logbook, one: LoggedEvent, *, changed: bool = False) -> None:
    """One event as the table reads it back; by its name alone where its game has no rules here."""
    if logbook.game is None or one.step is None:
        screen.line(f"{one.event.seq:>5}  {one.event.do}")
    else:
        screen.paragraph(tell(logbook.game, one.step), f"{one.event.seq:>5}  ", hang="")
        if changed and (words := changed_words(logbook.session, one.step)):
            screen.paragraph(words, INDENT, hang="")
    waiting = 0
    for finding in one.findings:
        is_of_the_play = not finding.rule.startswith("QM-")  # procedure waits for people, who are to be told
        if finding.answer == "open" and (changed or is_of_the_play):
            waiting += 1
        else:
            show_finding(screen, msgspec.to_builtins(finding), INDENT)
    if waiting:
        wait = "answer waits" if waiting == 1 else "answers wait"
        screen.paragraph(f"? {waiting} {wait} for what is hidden or assumed; o lists what is open", INDENT)


def show_corrected(screen: Screen, session: Session, seq: int) -> None:
    """What is at the event `seq` now that a correction put it there, and what the rules say of it."""
    step = session.log.step_at(seq)
    if step is not None:
        screen.line(f"{INDENT}now: {tell(session.game, step)}")
        for finding in judge_step(session.game, step):
            show_finding(screen, msgspec.to_builtins(finding), INDENT)


def changed_words(session: Session, step: Step[Any, Any]) -> str:
    """What an event changed, in short."""
    if step.before is step.after:
        return ""
    found = changes(session.document(step.before), session.document(step.after))
    found = [change for change in found if not change.path.startswith("turn")]  # who is next is said anyway
    texts = [_cut(text) for text in session.game.speech.changes(session.table, found)]
    more = f" · and {len(texts) - MOST_CHANGES} more" if len(texts) > MOST_CHANGES else ""
    return " · ".join(texts[:MOST_CHANGES]) + more


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
