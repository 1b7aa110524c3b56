"""What a scribe may ask among the lines: whose turn it is, the state, what may come."""

from textwrap import fill

from replay.game import Frame
from replay.notation.coming import coming_words, form_of, hidden_forms, legal_lines
from replay.session import Session

MOST_LINES = 60
"""Legal lines that are listed."""


def aside(session: Session, ask: str, width: int = 80) -> list[str]:
    """The answer to a question, as lines of text."""
    game, table, state = session.game, session.table, session.state
    match ask:
        case "turn":
            return [next_words(session)]
        case "state":
            return game.render(Frame(state, width=width))
        case _:
            lines = legal_lines(game, table, state, MOST_LINES) if session.begun else []
            forms = hidden_forms(game, state) if session.begun else form_of(game, "setup")
            wrapped = [fill(form, width, initial_indent="  ", subsequent_indent="    ") for form in forms]
            return [next_words(session), *_rows(lines, width), *wrapped]


def next_words(session: Session) -> str:
    """`next   p3 Cleo: lay`"""
    return f"next   {coming_now(session)}"


def coming_now(session: Session) -> str:
    """Who may do what: `p3 Cleo: lay`. Before anything else the game is set up."""
    return coming_words(session.game, session.table, session.state) if session.begun else "setup"


def _rows(lines: list[str], width: int) -> list[str]:
    """The lines side by side, as many as fit."""
    rows: list[str] = []
    for line in lines:
        if rows and len(rows[-1]) + len(line) + 5 <= width:
            rows[-1] += f"  ·  {line}"
        else:
            rows.append(f"  {line}")
    return rows
