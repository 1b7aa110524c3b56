"""A record with its disputes, and finding one of them."""

from typing import Any, NamedTuple

from msgspec import to_builtins

from cli.desk.games_known import known_game
from records.clock import to_text
from records.errors import NotFound, Refused
from records.record import Record
from replay.action import body_of
from replay.disputes.cases import Case, Cases
from replay.disputes.judge import log_for
from replay.disputes.log_reader import cases_of
from replay.disputes.reducer import lapsed
from replay.disputes.signed_rulings import signatures_of
from replay.game import Game
from replay.library import table_of
from replay.table import Table

Body = dict[str, Any]


class Docket(NamedTuple):
    """A record with its disputes; game and table are None for an unknown game."""

    record: Record
    record_id: str
    cases: Cases
    game: Game | None
    table: Table | None

    @property
    def last(self) -> int:
        """The seq of the last event."""
        return self.record.size - 1

    def playable(self) -> tuple[Game, Table]:
        """Game and table, for what only a known game can do."""
        if self.game is None or self.table is None:
            raise Refused(f"there are no rules for {self.record.header.game!r} here", mend="see `qm games`")
        return self.game, self.table


def docket_of(record: Record, record_id: str, moment: int | None = None) -> Docket:
    """The disputes of a record by its log alone, or at a moment: by then it may be too late to appeal."""
    game = known_game(record.header)
    table = table_of(game, record.header) if game is not None else None
    log = log_for(record.header, record.events, game, table)
    now = to_text(moment) if moment is not None else None
    cases = cases_of(record.header, record_id, record.events, log)
    if now is not None:
        cases = lapsed(cases, now)
    return Docket(record, record_id, cases, game, table)


def find_case(cases: Cases, name: str | None) -> Case:
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


def case_fields(docket: Docket, case: Case) -> dict[str, Any]:
    """A dispute as JSON; each ruling says whether it is signed, and by which key."""
    standing = case.standing
    signatures = signatures_of(docket.record, docket.record_id, docket.cases)
    signed = {seq: None if found is None else to_builtins(found) for seq, found in signatures.items()}
    return {
        "dispute": case.label,
        "seq": case.seq,
        "state": case.state,
        "claim": body_of(case.action),
        "window": {"words": case.window.words, "ended": case.window.ended, "late": case.window.late},
        **{
            name: [{"seq": entry.seq, **body_of(entry.action)} for entry in getattr(case, name)]
            for name in ("evidence", "appeals", "ended")
        },
        "rulings": [{"seq": entry.seq, **body_of(entry.action), "signed": signed[entry.seq]} for entry in case.rulings],
        "standing": standing.seq if standing else None,
        "corrections": list(case.corrections),
    }
