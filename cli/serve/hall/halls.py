"""The tournaments of the store with the tables at hand; what was worked out is kept for as long as nothing is added."""

from collections.abc import Sequence
from functools import cached_property

from cli.desk.tournaments.tournament_tables import Tournament, cut_after, heads_named, tournament_of
from cli.desk.tournaments.tournaments_penalties import ladder_in
from cli.desk.tournaments.tournaments_standings import Standings, standings_of
from cli.machine.round_tables import TOURNAMENT, tournament_of_event, tournaments
from records.errors import NotFound, QuartermasterError
from records.event import Header
from records.record import Record
from records.store import Info, Store
from replay.games.tournament.actions import Rung
from replay.games.tournament.state import State
from replay.outcome import Outcome, Outcomes
from replay.outcome_making import outcomes_of
from replay.reel import played

KEPT = 16
"""How many tournaments, each at some event, are kept."""
OUTCOMES_KEPT = 2000


def event_of(header: Header) -> str | None:
    """The event that a record belongs to: a tournament's is its own name."""
    return header.event or (header.title if header.game == TOURNAMENT else None)


class Hall:
    """A tournament at some event."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def standings(self) -> Standings:
        """The standings with what may still change them."""
        return standings_of(self.tournament)


class Halls:
    """Reads tournaments. A table that has not gone on is not counted again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[tuple[object, ...], Hall] = {}
        self._outcomes: dict[tuple[str, str, tuple[str, ...]], Outcomes] = {}

    def every(self) -> list[Info]:
        """The tournaments of the store, oldest first."""
        return tournaments(self._store)

    def holds(self, record_id: str) -> bool:
        """Whether a record is that of a tournament."""
        try:
            return self._store.info(record_id).header.game == TOURNAMENT
        except QuartermasterError:
            return False

    def read(self, record_id: str, at: int | None = None) -> Hall:
        """A tournament now, or after an event, with what its tables at hand say."""
        plain = self.log_of(record_id, at).tournament
        named = heads_named(plain.state)
        sizes = tuple((record, self._head(record)) for record in named)
        key = (record_id, plain.record.size, sizes)
        if key not in self._kept:
            outcomes = self._merged(plain.state)
            found = played(plain.record, outcomes)
            self._keep(key, Hall(Tournament(found, record_id, plain.state, outcomes)))
        return self._kept[key]

    def log_of(self, record_id: str, at: int | None = None) -> Hall:
        """A tournament as its own log tells it, without a look at the records of its tables."""
        size = self._store.head(record_id).size if at is None else at + 1
        key = (record_id, size)
        if key not in self._kept:
            record = self._store.load(record_id)
            cut = record if at is None else cut_after(record, at)
            hall = Hall(tournament_of(cut, record_id))
            key = (record_id, cut.size)
            self._keep(key, hall)
        return self._kept[key]

    def ladder(self, header: Header) -> dict[str, Rung]:
        """The ladder of penalties of the event that a table belongs to."""
        return ladder_in(tournament_of_event(self._store, header.event))

    def leaves_of(self, record_id: str) -> list[bytes]:
        """The leaves of a record, for codes that people wrote down."""
        if self._head(record_id) is None:
            raise NotFound(f"there is no record {record_id}")
        return [leaf for _, _, leaf in self._store.leaves(record_id)]

    def load(self, record_id: str) -> Record:
        """The record of a table; `NotFound` if it is not at hand."""
        if self._head(record_id) is None:
            raise NotFound(f"there is no record {record_id}")
        return self._store.load(record_id)

    def _keep(self, key: tuple[object, ...], hall: Hall) -> None:
        while len(self._kept) >= KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[key] = hall

    def _head(self, record_id: str) -> str | None:
        """The head of a record; None if it is not at hand. Any text may stand in a log, not every store takes any."""
        if not record_id.isascii() or not record_id.isalnum():
            return None
        try:
            return self._store.head(record_id).text()
        except NotFound:
            return None

    def _merged(self, state: State) -> Outcomes:
        at_heads: dict[tuple[str, str], Outcome] = {}
        newest: dict[str, Outcome] = {}
        for record_id, heads in heads_named(state).items():
            head = self._head(record_id)
            if head is not None:
                found = self._of_table(record_id, head, heads)
                at_heads |= found.at_heads
                newest |= found.newest
        return Outcomes(at_heads, newest)

    def _of_table(self, record_id: str, head: str, heads: Sequence[str]) -> Outcomes:
        key = (record_id, head, tuple(heads))
        if key not in self._outcomes:
            at_hand: Record | str
            try:
                at_hand = self._store.load(record_id)
            except QuartermasterError as error:
                at_hand = str(error)
            if len(self._outcomes) >= OUTCOMES_KEPT:
                self._outcomes.clear()
            self._outcomes[key] = outcomes_of({record_id: at_hand}, [(record_id, one) for one in heads])
        return self._outcomes[key]
