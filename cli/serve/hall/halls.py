"""The tournaments of the store with the tables at hand; what was worked out is kept for as long as nothing is added."""

from functools import cached_property

from cli.desk.tournaments.tournament_tables import Tournament, cut_after, heads_named, tournament_of, with_outcomes
from cli.desk.tournaments.tournaments_kept import KeptOutcomes, head_of_table
from cli.desk.tournaments.tournaments_penalties import ladder_in
from cli.desk.tournaments.tournaments_standings import Standings, standings_of
from cli.machine.round_tables import TOURNAMENT, tournament_of_event, tournaments
from records.errors import NotFound, QuartermasterError
from records.event import Header
from records.record import Record
from records.store import Info, Store
from replay.games.tournament.actions import Rung

KEPT = 16
"""How many tournaments, each at some event, are kept."""


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
        self.outcomes = KeptOutcomes()

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
        sizes = tuple((record, head_of_table(self._store, record)) for record in named)
        key = (record_id, plain.record.size, sizes)
        if key not in self._kept:
            outcomes = self.outcomes.of(self._store, plain.state)
            self._keep(key, Hall(with_outcomes(plain, outcomes)))
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
        if head_of_table(self._store, record_id) is None:
            raise NotFound(f"there is no record {record_id}")
        return [leaf for _, _, leaf in self._store.leaves(record_id)]

    def load(self, record_id: str) -> Record:
        """The record of a table; `NotFound` if it is not at hand."""
        if head_of_table(self._store, record_id) is None:
            raise NotFound(f"there is no record {record_id}")
        return self._store.load(record_id)

    def _keep(self, key: tuple[object, ...], hall: Hall) -> None:
        while len(self._kept) >= KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[key] = hall
