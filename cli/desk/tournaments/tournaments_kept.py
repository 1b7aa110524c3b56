"""The outcomes of tables, worked out once for each head: whoever looks again pays only for tables that have gone on."""

from collections.abc import Collection, Sequence

from cli.desk.tournaments.tournament_tables import heads_named
from records.errors import NotFound, QuartermasterError
from records.record import Record
from records.store import Store
from replay.games.tournament.state import State
from replay.outcome import Outcome, Outcomes
from replay.outcome_making import outcomes_of

OUTCOMES_KEPT = 2000


def head_of_table(store: Store, record_id: str) -> str | None:
    """The head of a record; None if it is not at hand. Any text may stand in a log, not every store takes any."""
    if not record_id.isascii() or not record_id.isalnum():
        return None
    try:
        return store.head(record_id).text()
    except NotFound:
        return None


class KeptOutcomes:
    """Outcomes by record, head, and the heads that were asked for."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str, tuple[str, ...]], Outcomes] = {}

    def of(self, store: Store, state: State, without: Collection[str] = ()) -> Outcomes:
        """The outcomes of the tables that are at hand, at every head that the log names; `without` these records."""
        at_heads: dict[tuple[str, str], Outcome] = {}
        newest: dict[str, Outcome] = {}
        for record_id, heads in heads_named(state).items():
            head = head_of_table(store, record_id) if record_id not in without else None
            if head is not None:
                found = self._of_table(store, record_id, head, heads)
                at_heads |= found.at_heads
                newest |= found.newest
        return Outcomes(at_heads, newest)

    def _of_table(self, store: Store, record_id: str, head: str, heads: Sequence[str]) -> Outcomes:
        key = (record_id, head, tuple(heads))
        if key not in self.kept:
            at_hand: Record | str
            try:
                at_hand = store.load(record_id)
            except QuartermasterError as error:
                at_hand = str(error)
            if len(self.kept) >= OUTCOMES_KEPT:
                self.kept.clear()
            self.kept[key] = outcomes_of({record_id: at_hand}, [(record_id, one) for one in heads])
        return self.kept[key]
