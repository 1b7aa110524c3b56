"""What the commands of a dispute share: a record with its disputes, and logging what somebody decided on it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cli.desk.consequences import consequence_lines, consequences
from cli.desk.docket import Docket, docket_of
from cli.desk.entries import Entry
from cli.desk.logbook import Logbook
from cli.desk.people import official, person
from cli.desk.terms import Terms, stamp_of
from cli.machine.folders_and_clock import now, random_bytes
from cli.machine.target import Loaded, find_record
from cli.terminal.log_screen import show_written
from cli.terminal.screen import Screen
from records.store import Store
from replay.disputes.cases import Cases, Held
from replay.disputes.waiting_words import accepted_words

Body = dict[str, Any]


class Filing:
    """A stored record with its disputes, to which a command adds events."""

    def __init__(self, store: Store, docket: Docket, screen: Screen, terms: Terms) -> None:
        self.store = store
        self.docket = docket
        self.screen = screen
        self._terms = terms

    @property
    def dry_run(self) -> bool:
        """Whether nothing is to be written."""
        return self._terms.dry_run

    @property
    def stamp(self) -> str | None:
        """The time of events that name none."""
        return self._terms.stamp

    def who(self, text: str | None, *, scribe: bool = False) -> str | None:
        """The seat or official that an option names, by seat or by name; None if it names nobody.

        With `scribe`, a player who logs is named as the scribe: who corrects does so as the one who logs.
        """
        if text is None or (scribe and text == self.docket.cases.table.scribe):
            return text
        return person(self.docket.cases, text)

    def official(self, text: str | None) -> str | None:
        """The official that an option names; None if it names nobody."""
        return None if text is None else official(self.docket.cases, text)

    def file(self, bodies: list[Body]) -> None:
        """Log the events, or only try to. They rest on the record as it was read: nobody may have written since."""
        logbook = Logbook(self.store, self.docket.record_id, random_bytes)
        written = logbook.log([Entry(body, body["do"]) for body in bodies], self._terms)
        show_written(self.screen, logbook, written, dry_run=self.dry_run)

    def agree(self, correction: Body) -> bool:
        """Say which findings a correction makes, heals or moves; on a terminal, ask whether it is meant."""
        game, table = self.docket.game, self.docket.table
        if game is None or table is None:
            return True
        found = consequences(game, table, self.docket.record.events, [correction])
        show = self.screen.words if self.screen.as_json else self.screen.line
        for line in consequence_lines(found):
            show(f"       {line}")
        if not found.is_worse or self.dry_run or not (sys.stdin.isatty() and sys.stdout.isatty()):
            return True
        from cli.terminal.prompt import ask

        if ask("correct it all the same (y/n)? ").lower()[:1] == "y":
            return True
        self.screen.words("nothing was written")
        return False

    def accepted_again(self) -> list[str]:
        """After a sign-off: who has accepted what waits for that, and who has not yet."""
        if self.dry_run or not self.docket.cases.held:
            return []
        cases = docket_of(self.store.load(self.docket.record_id), self.docket.record_id).cases
        return [accepted_words(held) for held in cases.held if _may_be_accepted(held, cases)]


def _may_be_accepted(held: Held, cases: Cases) -> bool:
    return held.seq not in cases.taken_back and held.state != "refused" and held.ruling is None


@contextmanager
def filing(
    record: str, db: str | None, screen: Screen, at: str | None, dry_run: bool, anyway: bool
) -> Iterator[Filing]:
    """A record in the store, for a command that logs a part of a dispute."""
    found = find_record(record, db)
    try:
        store, record_id = found.stored()
        moment = now()
        docket = docket_of(store.load(record_id), record_id, moment)
        terms = Terms(
            moment,
            stamp_of(at, False, moment),
            expect=docket.record.size,
            strict=not anyway,
            hint="--anyway",
            dry_run=dry_run,
        )
        yield Filing(store, docket, screen, terms)
    finally:
        found.close()


def docket_now(loaded: Loaded) -> Docket:
    """The disputes of a record from anywhere, by its log alone: nobody's clock makes a ruling final."""
    return docket_of(loaded.record, loaded.id)
