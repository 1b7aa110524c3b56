"""What the commands of an organiser share: a tournament with the tables at hand, and writing into its log."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from json import loads
from pathlib import Path
from typing import Any

from cli import __version__
from cli.desk.entries import Entry
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_settled import collected_at, settled_among
from cli.desk.index.index_sql import TABLES
from cli.desk.logbook import Logbook, Written
from cli.desk.terms import Terms, stamp_of
from cli.desk.tournaments.tournament_tables import Tournament, tournament_of, with_outcomes
from cli.desk.tournaments.tournaments_kept import KeptOutcomes, head_of_table
from cli.desk.tournaments.tournaments_log import LinkedLogbook
from cli.machine.derived_file import DerivedFile, DerivedLost, index_path
from cli.machine.folders_and_clock import now, random_bytes, store_url
from cli.machine.game_files import game_files
from cli.machine.linked_records import from_store, linked_to
from cli.machine.round_tables import tournament_id
from cli.machine.stores import opened
from cli.machine.target import STDIN, Found, load
from cli.terminal.log_screen import show_written
from cli.terminal.screen import Screen
from records.errors import QuartermasterError
from records.record import Head, of_bodies
from records.store import Store
from replay.games.tournament.state import State

Body = dict[str, Any]


class Organising:
    """A tournament in a store, to which a command of its organiser adds events."""

    def __init__(self, store: Store, record_id: str, at: str | None, dry_run: bool) -> None:
        self.store = store
        self.moment = now()
        self.stamp = stamp_of(at, False, self.moment)
        self.dry_run = dry_run
        self._record_id = record_id
        self.tournament = self.read()

    def read(self) -> Tournament:
        """The tournament as it is in the store now."""
        self.tournament = tournament_of(self.store.load(self._record_id), self._record_id, from_store(self.store))
        return self.tournament

    def suppose(self, body: Body) -> None:
        """Go on as if a line had been written, for a dry run of what comes after it."""
        record = self.tournament.record
        header, *lines = (loads(line) for line in record.lines)
        longer = of_bodies(header, [*lines, {"at": self.stamp, **body} if self.stamp else body])
        self.tournament = tournament_of(longer, self._record_id, from_store(self.store))

    def leaves_of(self, record_id: str) -> list[bytes]:
        """The leaves of a record in the store, for codes that people wrote down."""
        return [leaf for _, _, leaf in self.store.leaves(record_id)]

    def write(self, bodies: Sequence[Body], screen: Screen) -> Written:
        """Log events and show them. They rest on the record as it was read: nobody may have written since."""
        logbook: Logbook = LinkedLogbook(self.store, self._record_id, random_bytes, self.tournament.outcomes)
        terms = Terms(self.moment, self.stamp, expect=self.tournament.record.size, dry_run=self.dry_run, remarks=False)
        written = logbook.log([Entry(body, body["do"]) for body in bodies], terms)
        show_written(screen, logbook, written, dry_run=self.dry_run)
        return written


@contextmanager
def organising(
    name: str | None, db: str | None, at: str | None = None, *, dry_run: bool = False
) -> Iterator[Organising]:
    """The tournament that a command names, by title or id, in the store."""
    with opened(db) as store:
        yield Organising(store, tournament_id(store, name), at, dry_run)


@contextmanager
def looking_at(
    name: str | None, db: str | None, kept: KeptOutcomes | None = None
) -> Iterator[tuple[Tournament, Found]]:
    """A tournament to look at, with the tables at hand: in the store, or a file with the files beside it.

    With `kept`, for the board alone: what was worked out is kept there, and settled tables are left out.
    """
    if name is not None and (name == STDIN or _is_file(name)):
        with load(name, db) as loaded:
            found = Found(name, path=None if name == STDIN else Path(name))
            yield tournament_of(loaded.record, loaded.id, linked_to(found)), found
        return
    with opened(db) as store:
        record_id = tournament_id(store, name)
        found = Found(record_id, store=store, record_id=record_id)
        if kept is None:
            yield tournament_of(store.load(record_id), record_id, from_store(store)), found
            return
        plain = tournament_of(store.load(record_id), record_id)
        settled = _settled(store, store_url(db), plain.state)
        yield with_outcomes(plain, kept.of(store, plain.state, without=settled)), found


def _settled(store: Store, url: str, state: State) -> set[str]:
    """The collected tables where nothing is open, by the index. Without one: none."""
    heads = {}
    for record_id, named in collected_at(state).items():
        if head_of_table(store, record_id) == named:
            heads[record_id] = Head.from_text(named)
    path = index_path(url)
    if not heads or not Path(path).exists():
        return set()
    try:
        file = DerivedFile(path, TABLES, INDEX_VERSION)
    except QuartermasterError:
        return set()
    try:
        return settled_among(Index(file, __version__, game_files), heads)
    except DerivedLost:
        return set()
    finally:
        file.close()


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False
