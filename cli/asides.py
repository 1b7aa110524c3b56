"""What a scribe may ask among the lines: whose turn it is, the state, what may come."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from replay.session import Session

MOST_LINES = 60
"""Legal lines that are listed."""


def aside(session: "Session", ask: str, width: int = 80) -> list[str]:
    """The answer to a question, as lines of text."""
    from textwrap import fill

    from replay.game import Frame
    from replay.notation.coming import hidden_forms, legal_lines

    game, table, state = session.game, session.table, session.state
    match ask:
        case "turn":
            return [next_words(session)]
        case "state":
            return game.render(Frame(state, width=width))
        case _:
            lines = legal_lines(game, table, state, MOST_LINES)
            forms = [
                fill(form, width, initial_indent="  ", subsequent_indent="    ") for form in hidden_forms(game, state)
            ]
            return [next_words(session), *_rows(lines, width), *forms]


def next_words(session: "Session") -> str:
    """`next   p3 Cleo: lay`"""
    from replay.notation.coming import coming_words

    return f"next   {coming_words(session.game, session.table, session.state)}"


def _rows(lines: list[str], width: int) -> list[str]:
    """The lines side by side, as many as fit."""
    rows: list[str] = []
    for line in lines:
        if rows and len(rows[-1]) + len(line) + 5 <= width:
            rows[-1] += f"  ·  {line}"
        else:
            rows.append(f"  {line}")
    return rows
