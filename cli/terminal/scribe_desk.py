"""The scribe's desk: every statement is committed by itself, read back, and never refused for breaking a rule."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from records.errors import Conflict, Refused

if TYPE_CHECKING:
    from cli.terminal.screen import Screen
    from records.store import Store
    from replay.session import Session
    from replay.typed_lines import Body, Heard


class Desk:
    """A record open for logging. `stamp` gives the time for an event logged at a moment."""

    def __init__(self, store: "Store", record_id: str, screen: "Screen", stamp: Callable[[int], str | None]) -> None:
        from cli.desk.logbook import known_game
        from replay.library import table_of

        self.store = store
        self.record_id = record_id
        self.screen = screen
        self._stamp = stamp
        header = store.info(record_id).header
        game = known_game(header)
        if game is None:
            raise Refused(
                f"nobody here knows the words of {header.game!r}",
                mend="give its events as JSON: qm log RECORD --json -",
            )
        self.game = game
        self.table = table_of(game, header)
        self.resume()

    def resume(self) -> None:
        """Read the record as it stands in the store now."""
        from cli.desk.logbook import resumed
        from cli.desk.procedure import Counter
        from replay.typed_lines import Scribe

        self.size = self.store.head(self.record_id).size
        self.session: Session = resumed(self.store, self.record_id, self.game, self.table)
        self.scribe = Scribe(self.session)
        self.counter = Counter(self.store, self.record_id, self.game, self.table)

    def hear(self, text: str, width: int = 80) -> bool:
        """Carry out one statement; False if it was the last one. A `Conflict` is raised after resuming."""
        from cli.desk.what_may_come import aside

        heard = self.scribe.hear(text)
        if heard.ask == "quit":
            return False
        if heard.ask is not None:
            for line in aside(self.session, heard.ask, width):
                self.screen.line(line)
        self._tell_falls(heard)
        for body in heard.bodies:
            self.write(body)
        return True

    def write(self, body: "Body") -> None:
        """Append one event, and read it back."""
        from cli.desk.batch import Batch, append
        from cli.desk.entries import Entry
        from cli.desk.logbook import event_at, keep_state, readable
        from cli.desk.what_may_come import next_words
        from cli.machine.folders_and_clock import now
        from cli.terminal.readback import show_corrected, show_event

        moment = now()
        entry = readable(self.game, self.table, Entry(body, ""), self.size, keep=False)
        batch = Batch([entry], self._stamp(moment), moment, self.size, None)
        last = self.scribe.last
        try:
            append(self.store, self.record_id, batch)
        except Conflict:
            before = self.size
            self.resume()
            raise Conflict(
                f"somebody else logged {self.size - before} events meanwhile; yours was not written",
                mend=f"they are read now ({next_words(self.session)}); type your line again if it still holds",
            ) from None
        written = batch.bodies()[0]
        judged = self.counter.judged(self.session.add(event_at(written, self.size)), written)
        self.size += 1
        self.scribe.last = last
        keep_state(self.store, self.record_id, self.session, self.size)
        show_event(self.screen, self.game, judged, changed=True)
        if body["do"] in ("amend", "insert") and body["action"] is not None:
            show_corrected(self.screen, self.session, body.get("target", self.size - 1))
        self.screen.line(f"       {next_words(self.session)}")

    def _tell_falls(self, heard: "Heard") -> None:
        if heard.falls:
            numbers = ", ".join(f"{event.seq} {event.do}" for event in heard.falls[:8])
            more = f" and {len(heard.falls) - 8} more" if len(heard.falls) > 8 else ""
            self.screen.line(f"       no longer counts: {numbers}{more}")
