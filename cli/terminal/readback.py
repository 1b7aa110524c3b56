"""The read-back: what was logged in one sentence, what it changed, and what the rules say of it."""

from typing import Any

import msgspec

from cli.desk.logbook import Logbook, LoggedEvent, Written
from cli.desk.summaries import head_fields
from cli.terminal.findings import show_finding
from cli.terminal.screen import Screen
from records.text import printable
from replay.audit import judge_step
from replay.diff import changes
from replay.game import Game
from replay.playout import fold
from replay.read import read_timeline
from replay.session import Session
from replay.step import Step
from replay.tell import tell

MOST_CHANGES = 4
_WIDEST = 60
_INDENT = "       "


def show_written(screen: Screen, logbook: Logbook, written: Written, *, dry_run: bool = False) -> None:
    """What a call wrote, event by event, with what was asked in between, and the code."""
    answer = written.answer
    if answer is None:
        _show_asides(screen, written, 0)
        return
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
            show_event(screen, logbook.game, one)
    _show_asides(screen, written, len(written.events))
    if not screen.plain:
        screen.line(f"code   {answer.head.code}")
    if answer.repeated:
        screen.words("these events were there already under this key; nothing was written")
    elif dry_run:
        screen.words("a dry run: nothing was written")


def _show_asides(screen: Screen, written: Written, index: int) -> None:
    """What was asked among the lines, before the event that follows."""
    for line in written.asides.get(index, ()):
        screen.line(line)


def _findings(written: Written) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(finding) for one in written.events for finding in one.findings]


def show_event(screen: Screen, game: Game | None, one: LoggedEvent, *, changed: bool = False) -> None:
    """One event as the table reads it back; by its name alone where its game has no rules here."""
    if game is None or one.step is None:
        screen.line(f"{one.event.seq:>5}  {one.event.do}")
    else:
        screen.paragraph(printable(tell(game, one.step)), f"{one.event.seq:>5}  ", hang="")
        if changed and (words := changed_words(game, one.step)):
            screen.paragraph(printable(words), _INDENT, hang="")
    for finding in one.findings:
        show_finding(screen, msgspec.to_builtins(finding), _INDENT)


def show_corrected(screen: Screen, session: Session, seq: int) -> None:
    """What is at the event `seq` now that a correction put it there, and what the rules say of it."""
    game, table = session.game, session.table
    for step in fold(game, table, read_timeline(game, table, session.events())):
        if step.seq == seq:
            screen.line(f"{_INDENT}now: {printable(tell(game, step))}")
            for finding in judge_step(game, step):
                show_finding(screen, msgspec.to_builtins(finding), _INDENT)


def changed_words(game: Game, step: Step[Any, Any]) -> str:
    """What an event changed, in short."""
    if step.before is step.after:
        return ""
    found = changes(game.document(step.before), game.document(step.after))
    found = [change for change in found if not change.path.startswith("turn")]  # who is next is said anyway
    texts = [_cut(str(change)) for change in found]
    more = f" · and {len(texts) - MOST_CHANGES} more" if len(texts) > MOST_CHANGES else ""
    return " · ".join(texts[:MOST_CHANGES]) + more


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
