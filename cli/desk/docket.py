"""What the commands of a dispute share: the record with its disputes, finding one of them, and appending events."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from records.errors import NotFound, Refused

if TYPE_CHECKING:
    from cli.machine.target import Loaded
    from cli.terminal.screen import Screen
    from records.record import Record
    from records.store import Store
    from replay.disputes.cases import Case, Cases
    from replay.game import Game
    from replay.table import Table

Body = dict[str, Any]


class Docket(NamedTuple):
    """A record with its disputes; game and table are None for a game that nobody knows."""

    record: "Record"
    record_id: str
    cases: "Cases"
    game: "Game | None"
    table: "Table | None"

    @property
    def last(self) -> int:
        """The seq of the last event."""
        return self.record.size - 1

    def playable(self) -> "tuple[Game, Table]":
        """Game and table, for what only a known game can do."""
        if self.game is None or self.table is None:
            raise Refused(f"nobody here knows the rules of {self.record.header.game!r}", mend="see `qm games`")
        return self.game, self.table


class Filing(NamedTuple):
    """How to append: when, whether only to try, and whether a broken rule of the procedure stops it."""

    screen: "Screen"
    at: str | None = None
    dry_run: bool = False
    anyway: bool = False


def docket_of(record: "Record", record_id: str) -> Docket:
    """The disputes of a record, at this moment."""
    from cli.machine.folders_and_clock import now
    from records.clock import to_text
    from replay.disputes.judge import log_for
    from replay.disputes.reducer import cases_of
    from replay.library import game_of, table_of

    game: Game | None = None
    table: Table | None = None
    with suppress(NotFound):
        game = game_of(record.header.game)
        table = table_of(game, record.header)
    log = log_for(record.header, record.events, game, table)
    cases = cases_of(record.header, record_id, record.events, log=log, now=to_text(now()))
    return Docket(record, record_id, cases, game, table)


def read_docket(loaded: "Loaded") -> Docket:
    """The disputes of a record that was loaded from anywhere."""
    return docket_of(loaded.record, loaded.id)


class Desk:
    """A stored record to which events are appended."""

    def __init__(self, store: "Store", docket: Docket) -> None:
        self.store = store
        self.docket = docket

    def file(self, bodies: list[Body], filing: Filing) -> None:
        """Append the events, or only try to. Nobody else may have written in between."""
        from cli.desk.batch import Batch, append, stamp_of, try_append
        from cli.desk.entries import checked_entry
        from cli.desk.logbook import judge, keep_state
        from cli.machine.folders_and_clock import now
        from cli.terminal.logged import tell_logged

        moment = now()
        entries = [checked_entry(body, body["do"]) for body in bodies]
        stamp = stamp_of(filing.at, False, moment)
        batch = Batch(entries, stamp, moment, self.docket.record.size, None)
        record_id = self.docket.record_id
        verdicts = judge(self.store, record_id, batch, keep=False, strict=not filing.anyway, hint="--anyway")
        answer = (try_append if filing.dry_run else append)(self.store, record_id, verdicts.batch)
        if verdicts.session is not None and not filing.dry_run:
            keep_state(self.store, record_id, verdicts.session, answer.head.size)
        tell_logged(record_id, verdicts, answer, filing.screen, dry_run=filing.dry_run)


@contextmanager
def desk(record: str, db: str | None) -> Iterator[Desk]:
    """A record in the store, for a command that appends."""
    from cli.machine.target import find_record

    found = find_record(record, db)
    assert found.store is not None and found.record_id is not None
    try:
        yield Desk(found.store, docket_of(found.store.load(found.record_id), found.record_id))
    finally:
        found.close()


def find_case(cases: "Cases", name: str | None) -> "Case":
    """The dispute that people call D1, or that an event opened; without a name, the only one that is open."""
    if not cases.cases:
        raise NotFound("nobody has contested anything in this record", mend="open a dispute: qm dispute open RECORD")
    known = ", ".join(f"{case.label} (event {case.seq}, {case.state})" for case in cases.cases)
    if name is None:
        waiting = cases.open_cases
        if len(waiting) == 1:
            return waiting[0]
        raise Refused(f"{len(waiting)} disputes are open", mend=f"name one of {known}")
    plain = name.strip().upper()
    for case in cases.cases:
        if plain in (case.label, str(case.seq)):
            return case
    raise NotFound(f"there is no dispute {name!r}", mend=f"the disputes are {known}")


def without_none(**fields: Any) -> Body:
    """An event body without the fields that were not given."""
    return {name: value for name, value in fields.items() if value is not None and value != []}
