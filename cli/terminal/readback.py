"""The read-back: what was logged in one sentence, what it changed, and what the rules say of it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cli.terminal.screen import Screen
    from replay.game import Game
    from replay.session import Judged, Session
    from replay.step import Step

MOST_CHANGES = 4
_WIDEST = 60
_INDENT = "       "


def show_event(screen: "Screen", game: "Game", judged: "Judged", *, changed: bool = False) -> None:
    """One event as the table reads it back."""
    import msgspec

    from cli.terminal.findings import show_finding
    from records.text import printable
    from replay.tell import tell

    step = judged.step
    screen.paragraph(printable(tell(game, step)), f"{step.seq:>5}  ", hang="")
    if changed and (words := changed_words(game, step)):
        screen.paragraph(printable(words), _INDENT, hang="")
    for finding in judged.findings:
        show_finding(screen, msgspec.to_builtins(finding), _INDENT)


def show_corrected(screen: "Screen", session: "Session", seq: int) -> None:
    """What stands at the event `seq` now that a correction put it there, and what the rules say of it."""
    import msgspec

    from cli.terminal.findings import show_finding
    from records.text import printable
    from replay.audit import judge_step
    from replay.playout import fold
    from replay.read import read_timeline
    from replay.tell import tell

    game, table = session.game, session.table
    for step in fold(game, table, read_timeline(game, table, session.events())):
        if step.seq == seq:
            screen.line(f"{_INDENT}now: {printable(tell(game, step))}")
            for finding in judge_step(game, step):
                show_finding(screen, msgspec.to_builtins(finding), _INDENT)


def changed_words(game: "Game", step: "Step[Any, Any]") -> str:
    """What an event changed, in short."""
    from replay.diff import changes

    if step.before is step.after:
        return ""
    found = changes(game.document(step.before), game.document(step.after))
    found = [change for change in found if not change.path.startswith("turn")]  # who is next is said anyway
    texts = [_cut(str(change)) for change in found]
    more = f" · and {len(texts) - MOST_CHANGES} more" if len(texts) > MOST_CHANGES else ""
    return " · ".join(texts[:MOST_CHANGES]) + more


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
