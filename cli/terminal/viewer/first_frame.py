"""The table, on the screen before the viewer is loaded: loading takes longer than everything else together."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from cli.terminal.viewer.cursor import Cursor

WIDE = 120
"""From this many columns on, the moves are beside the table."""
SIDE = 46
"""The columns that they take there."""
_EDGES = 3
"""The columns beside the table: a margin on both sides, and a scroll bar."""
_OTHER_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[2J\x1b[H"
_BACK = "\x1b[?25h\x1b[?1049l"


@contextmanager
def painted(cursor: Cursor, title: str) -> Iterator[None]:
    """Show the heading and the table, where the viewer will put them, while it is loaded inside."""
    columns, rows = get_terminal_size()
    room = (columns - SIDE if columns >= WIDE else columns) - _EDGES
    board = cursor.reel.board(cursor.place, room)
    lines = [f" {title} · {cursor.eyes.words()}", *(f" {line}" for line in board)]
    shown = "\r\n".join(line[:columns] for line in lines[: rows - 1])
    sys.stdout.write(_OTHER_SCREEN + shown)
    sys.stdout.flush()
    try:
        yield
    except BaseException:
        sys.stdout.write(_BACK)
        sys.stdout.flush()
        raise
