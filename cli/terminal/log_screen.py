"""Logging one statement after the other at a screen: each is written by itself, and read back."""

from collections.abc import Callable

from cli.desk.entries import Entry
from cli.desk.logbook import Logbook
from cli.desk.terms import Terms
from cli.desk.what_may_come import aside, next_words
from cli.machine.folders_and_clock import now
from cli.terminal.readback import show_corrected, show_event
from cli.terminal.screen import Screen
from records.errors import Conflict
from records.text import counted
from replay.typed_lines import Heard, Said

MOST_FALLS = 8


class LogScreen:
    """A record open for logging by hand. `stamp` gives the time for an event logged at a moment."""

    def __init__(self, logbook: Logbook, screen: Screen, stamp: Callable[[int], str | None]) -> None:
        self.logbook = logbook
        self.screen = screen
        self._stamp = stamp

    def hear(self, text: str, width: int = 80) -> bool:
        """Carry out one statement; False if it was the last one. A `Conflict` is raised after reading on."""
        heard = self.logbook.hear(text)
        if heard.ask == "quit":
            return False
        if heard.ask is not None:
            for line in aside(self.logbook.session, heard.ask, width):
                self.screen.line(line)
        self._tell_falls(heard)
        for said in heard.events:
            self.write(said)
        return True

    def write(self, said: Said) -> None:
        """Log one event, as the table stands on the screen, and read it back."""
        logbook, moment = self.logbook, now()
        before = logbook.size
        entry = Entry(said.body, said.body["do"], action=said.action)
        try:
            written = logbook.log([entry], Terms(moment, self._stamp(moment), expect=before))
        except Conflict:
            more = counted(logbook.size - before, "event")
            raise Conflict(
                f"somebody else logged {more} meanwhile; yours was not written",
                mend=f"they are read now ({next_words(logbook.session)}); type your line again if it still holds",
            ) from None
        for one in written.events:
            show_event(self.screen, logbook.game, one, changed=True)
        if said.body["do"] in ("amend", "insert") and said.body["action"] is not None:
            show_corrected(self.screen, logbook.session, said.body.get("target", before))
        self.screen.line(f"       {next_words(logbook.session)}")

    def _tell_falls(self, heard: Heard) -> None:
        if heard.falls:
            numbers = ", ".join(f"{event.seq} {event.do}" for event in heard.falls[:MOST_FALLS])
            more = f" and {len(heard.falls) - MOST_FALLS} more" if len(heard.falls) > MOST_FALLS else ""
            self.screen.line(f"       no longer counts: {numbers}{more}")
