"""Penalties of a tournament with their rulings: who gave them, whether they may be appealed, and who took them back."""

from collections.abc import Callable
from typing import Any, NamedTuple

from cli.desk.docket import Docket, docket_of
from cli.desk.tournaments.tournament_tables import LoadRecord, Tournament, tournament_of
from records.errors import QuartermasterError
from records.record import Record
from replay.disputes.cases import Case
from replay.games.tournament.actions import Rung
from replay.games.tournament.state import PenaltyState, State
from replay.games.tournament.words import LIFTED, points_words


class GivenPenalty(NamedTuple):
    """A penalty, and what became of its ruling."""

    given: PenaltyState
    name: str
    times: int
    """The how-manieth it is of this person for this; 0 where it stands no longer."""
    next: str
    """What the ladder of the event says follows."""
    by: str | None = None
    dispute: int | None = None
    label: str | None = None
    """The dispute: `D1`."""
    state: str = ""
    """`final`, `ruled`, `appealed`; or what ended it: `overturned`, `withdrawn`, `settled`."""
    until: str | None = None
    """Until when it may be appealed."""
    ended_by: str | None = None
    ended_at: str | None = None
    on_appeal: bool = False


def ladder_in(record: Record | None) -> dict[str, Rung]:
    """The ladder of the tournament that a record is of; none where there is none."""
    if record is None:
        return {}
    try:
        return dict(tournament_of(record, "").state.format.ladder)
    except QuartermasterError:
        return {}


def penalty_rows(tournament: Tournament, load: LoadRecord, now: int) -> list[GivenPenalty]:
    """Those that stand, in the order of the log, then those that do no longer."""
    state = tournament.state
    dockets: dict[str | None, Docket | None] = {}

    def docket(record: str | None) -> Docket | None:
        if record not in dockets:
            dockets[record] = _docket(tournament, record, load, now)
        return dockets[record]

    counts: dict[tuple[str, str], int] = {}
    rows = []
    for one in sorted(state.penalties, key=lambda penalty: penalty.event):
        key = one.player, one.infraction
        counts[key] = counts.get(key, 0) + 1
        rows.append(_row(state, one, counts[key], docket))
    rows += [_row(state, one, 0, docket) for one in state.given if one.level == LIFTED]
    return rows


def _docket(tournament: Tournament, record: str | None, load: LoadRecord, now: int) -> Docket | None:
    try:
        found = tournament.record if record is None else load(record)
        return docket_of(found, record or tournament.record_id, now)
    except QuartermasterError:  # not at hand, or damaged: the control room says so
        return None


def _row(state: State, one: PenaltyState, times: int, docket: Callable[[str | None], Docket | None]) -> GivenPenalty:
    rung = state.format.ladder.get(one.infraction) or state.format.ladder.get("*")
    following = f"{ordinal(max(times + 1, rung.times))}: {rung.then}" if rung is not None and times else ""
    row = GivenPenalty(one, state.name(one.player), times, following)
    there = docket(one.record)
    for case in there.cases.cases if there is not None else ():
        if any(entry.seq == one.ruling for entry in case.rulings):
            return row._replace(**_facts(case, one.ruling))
    return row


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _facts(case: Case, ruling: int) -> dict[str, Any]:
    """What the dispute of a ruling says about it."""
    given = next(entry for entry in case.rulings if entry.seq == ruling)
    told: dict[str, Any] = {"by": given.by, "dispute": case.seq, "label": case.label, "state": case.state}
    standing = case.standing
    if standing is not None and standing.seq == ruling:
        return {**told, "until": given.action.appeal_until if case.state == "ruled" else None}
    ended = standing or (case.ended[-1] if case.ended else None)
    if ended is None:
        return told
    word = "overturned" if standing is not None else case.state
    return {
        **told,
        "state": word,
        "ended_by": ended.by,
        "ended_at": ended.action.at,
        "on_appeal": bool(case.appeals),
    }


PENALTY_COLUMNS = (
    *("name", "player", "level", "points", "infraction"),
    *("table", "by", "dispute", "ruling", "state", "event"),
)


def penalty_table(tournament: Tournament, rows: list[GivenPenalty]) -> list[tuple[Any, ...]]:
    """The same for a spreadsheet, in the order of `PENALTY_COLUMNS`."""
    scoring = tournament.state.format.scoring
    return [
        (
            row.name,
            row.given.player,
            row.given.level,
            points_words(row.given.points, scoring) if row.given.level == "points" else "",
            row.given.infraction,
            row.given.table or "",
            row.by or "",
            row.label or "",
            row.given.ruling,
            row.state,
            row.given.event,
        )
        for row in rows
    ]
