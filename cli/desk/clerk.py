"""Judging the procedure while logging: claims, rulings, corrections, seals and signatures, as they come."""

from collections.abc import Callable

from records.event import Event, Header
from replay.audit import Finding
from replay.disputes.judge import Desk
from replay.disputes.log import PROCEDURE
from replay.game import Game
from replay.table import Table

LoadEvents = Callable[[], list[Event]]
"""Fetches all events so far."""


class Clerk:
    """Judges the events of a procedure. It reads the log only once one comes: most tables never have a dispute."""

    def __init__(
        self, header: Header, record_id: str, game: Game | None, table: Table | None, load: LoadEvents
    ) -> None:
        self._header = header
        self._record_id = record_id
        self._game = game
        self._table = table
        self._load = load
        self._judge: Desk | None = None

    def add(self, event: Event) -> list[Finding]:
        """What the rules of the procedure say of the next event. It is asked before the event joins the log."""
        if self._judge is None:
            if event.do not in PROCEDURE:
                return []
            self._judge = Desk(self._header, self._record_id, self._load(), self._game, self._table)
        return self._judge.add(event)

    def forget(self) -> None:
        """Events that were asked about were not written after all: the log is read again when it is needed."""
        self._judge = None
