"""The viewer as a program of its own: it opens its screen, and says where it was left."""

import os
import select
import sys

from textual.app import App

from cli.terminal.viewer.cursor import Cursor
from cli.terminal.viewer.replay_screen import AddNote, ReplayScreen

_GLANCE = 1.0
"""Seconds between two checks that the terminal is still there."""


class Viewer(App[str]):
    """The whole program on the screen; `run` gives the reference of the step at which it was left."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Quartermaster"

    def __init__(self, cursor: Cursor, title: str, add_note: AddNote | None = None) -> None:
        super().__init__()
        self.cursor = cursor
        self._heading = title
        self._add_note = add_note

    def get_default_screen(self) -> ReplayScreen:
        """The viewer is its only screen."""
        return ReplayScreen(self.cursor, self._heading, self._add_note)

    def on_mount(self) -> None:
        """A terminal that goes away sends a signal only to its own session; elsewhere it must be noticed."""
        self.set_interval(_GLANCE, self._leave_if_alone)

    def _leave_if_alone(self) -> None:
        if not self.is_headless and _hung_up(sys.__stdin__.fileno() if sys.__stdin__ else 0):
            self.exit(self.cursor.reference)

    def _fatal_error(self) -> None:
        """The command line reports a mistake of ours in its own words; no traceback reaches the screen."""
        self._close_messages_no_wait()


def _hung_up(terminal: int) -> bool:
    poll = select.poll()
    poll.register(terminal, 0)  # a hang-up is reported in any case
    return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))


def run_viewer(cursor: Cursor, title: str, add_note: AddNote | None, *, no_color: bool = False) -> str:
    """Open the viewer, and give the reference of the step at which it was left."""
    if no_color:
        os.environ["NO_COLOR"] = "1"
    sys.setswitchinterval(0.001)  # the rules are asked in another thread: a key need not wait long for its turn
    viewer = Viewer(cursor, title, add_note)
    left_at = viewer.run()
    if viewer._exception is not None:
        raise viewer._exception
    return left_at or cursor.reference
