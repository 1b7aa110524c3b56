"""A notice, and whether what it was said for still holds."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from cli.desk.index.play_facts import signed_seats
from cli.serve.register.grants import Grant
from cli.serve.tables.live import LiveTable
from cli.serve.tables.table_view import View, ViewKey
from records.event import Event, Header
from replay.disputes.cases import Case, Cases
from replay.disputes.log_reader import cases_of
from replay.playout import OFFICIAL
from replay.result import as_ruled
from replay.score import Score


class Notice(msgspec.Struct):
    """What the desk says to people at one table."""

    record: str
    event: str | None
    """The event that the table belongs to."""
    kind: Literal["send", "call", "remind"]
    at: int
    size: int
    """How far the table was."""
    dispute: int | None = None
    official: str | None = None
    rulings: int = 0
    """How many rulings the claim had."""
    id: str = ""
    seen: dict[str, int] = {}
    """Who has seen it, and when."""
    answered: int | None = None
    by: str = ""

    def is_like(self, other: "Notice") -> bool:
        """Whether it says the same to the same people."""
        return (self.kind, self.dispute, self.official) == (other.kind, other.dispute, other.official)


def officials_for(grants: Iterable[Grant], record_id: str, event: str | None, now: int) -> list[str]:
    """The officials who have a link that reaches a table, by name."""
    found = {
        grant.acts_as
        for grant in grants
        if grant.role == "official" and grant.acts_as and grant.is_live(now) and grant.covers(record_id, event)
    }
    return sorted(name for name in found if name is not None)


def stands(notice: Notice, table: LiveTable, grants: Iterable[Grant], now: int) -> bool:
    """Whether it is still to be said: a line answers a call, a ruling a claim, and a signature a reminder."""
    match notice.kind:
        case "call":
            return table.size == notice.size
        case "send":
            case = case_at(cases_at(table), notice.dispute)
            waits = case is not None and not case.is_ended and len(case.rulings) == notice.rulings
            return waits and notice.official in officials_for(grants, table.record_id, notice.event, now)
        case "remind":
            view = table.view(ViewKey(OFFICIAL))
            return not view.closed and is_over_for(view) and bool(unsigned_in(view))


def cases_at(table: LiveTable) -> Cases:
    """The procedure of a table."""
    return cases_of(table.header, table.record_id, table.events)


def case_at(cases: Cases, seq: int | None) -> Case | None:
    """The dispute that a line opened."""
    return next((case for case in cases.cases if case.seq == seq), None)


def unsigned_in(view: View) -> list[str]:
    """The seats that have not signed, as far as a view may know."""
    return unsigned_at(view.table.header, view.table.record_id, view.events)


def unsigned_at(header: Header, record_id: str, events: Sequence[Event]) -> list[str]:
    """The seats that have not signed."""
    signed = signed_seats(cases_of(header, record_id, events))
    return [player.seat for player in header.players if player.seat not in signed]


def score_for(view: View) -> Score:
    """The count so far as a view knows it, and nothing that it does not."""
    table = view.table
    return as_ruled(view.game, view.frame(0, None).state, table.header, table.record_id, view.events)


def is_over_for(view: View) -> bool:
    """Whether a view knows that the game is over."""
    return score_for(view).over
