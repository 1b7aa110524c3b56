"""The rulings of a tournament's own record: which of them stand, from what was logged of disputes so far."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from records.clock import from_text
from records.errors import Refused
from replay.action import (
    Action,
    Appeal,
    Appoint,
    Dispute,
    Final,
    Reopen,
    Ruling,
    Settle,
    Withdraw,
    body_of,
    name_of,
)
from replay.disputes.cases import Case, Cases, HeaderFacts, Logged
from replay.disputes.log import Log
from replay.disputes.reducer import lapsed, reduce
from replay.disputes.reducer import start as no_cases
from replay.games.tournament.state import HeardLine, OwnRuling, State
from replay.table import Table

_HEARD: dict[str, type[Action]] = {
    name_of(kind): kind for kind in (Dispute, Ruling, Appeal, Settle, Withdraw, Final, Reopen, Appoint)
}
_NO_LOG = Log(())
_KEPT = "cases"


def hear(state: State, seq: int, action: Action) -> State:
    """The state after an event that every game has, as far as it bears on which rulings stand."""
    if name_of(action) not in _HEARD:
        return state
    heard = HeardLine(seq, state.clock, body_of(action))
    return ruled(replace(state, procedure=(*state.procedure, heard)))


def ruled(state: State) -> State:
    """The state with the rulings that stand by now."""
    return replace(state, rulings=tuple(_own(state, case) for case in cases_here(state).cases if case.standing))


def about_tables(state: State) -> State:
    """The state with the rulings about the tables whose results they are about by now."""
    if all(one.about is None for one in state.rulings):
        return state
    return replace(state, rulings=tuple(replace(one, table=_table_of(state, one.about)) for one in state.rulings))


def at_the_time(state: State, at: str | None) -> State:
    """The state with the latest time in the log; a ruling may become final, and take effect, by that alone."""
    if at is None or not _is_later(at, state.clock):
        return state
    later = replace(state, clock=at)
    waiting = any(one.until is not None and not one.is_final for one in state.rulings)
    return ruled(later) if waiting else later


def _is_later(at: str, clock: str | None) -> bool:
    if clock is None:
        return True
    try:
        return from_text(at) > from_text(clock)
    except Refused:
        return False


def cases_here(state: State) -> Cases:
    """The disputes of this record, as far as they decide which rulings stand."""
    return cases_after(state.table, state.procedure, state.clock)


def cases_after(table: Table, procedure: Sequence[HeardLine], clock: str | None) -> Cases:
    """The disputes after some events of procedure, at a time."""
    cases, lines = _kept(table, procedure)
    for line in lines:
        if line.clock is not None:
            cases = lapsed(cases, line.clock)
        cases = reduce(cases, _NO_LOG, line.seq, msgspec.convert(line.body, _HEARD[line.body["do"]]))
    if lines:
        vars(lines[-1])[_KEPT] = (table.header, table.players, table.seats, cases)
    return cases if clock is None else lapsed(cases, clock)


def _kept(table: Table, procedure: Sequence[HeardLine]) -> tuple[Cases, Sequence[HeardLine]]:
    """The disputes as far as they were counted for these people already, and the lines that are left to count.

    A line stands in one log behind the same lines for ever, so what follows from them is kept with it. Else a day
    with many claims would be counted anew at each of them.
    """
    for place in range(len(procedure), 0, -1):
        kept = vars(procedure[place - 1]).get(_KEPT)
        if kept is not None and kept[0] is table.header and kept[1:3] == (table.players, table.seats):
            return kept[3], procedure[place:]
    cases = Cases(HeaderFacts("", (), {})) if table.header is None else no_cases(table.header, table.header.id or "")
    names = {player.seat: player.name for player in table.players if player.name}
    return replace(cases, table=replace(cases.table, seats=table.seats, names=names)), procedure


def _own(state: State, case: Case) -> OwnRuling:
    standing: Logged | None = case.standing
    assert standing is not None, "only rulings that stand are looked at"
    action: Ruling = standing.action
    table = _table_of(state, case.action.about)
    return OwnRuling(
        seq=standing.seq,
        dispute=case.seq,
        counts=case.in_effect is not None,
        is_final=case.state == "final",
        table=table,
        about=case.action.about if type(case.action.about) is int else None,
        penalties=tuple(action.penalties),
        adjust=action.adjust if action.remedy == "adjust" else None,
        changes=action.remedy in ("amend", "adjust"),
        is_explained=action.deviates is not None,
        until=action.appeal_until,
    )


def _table_of(state: State, about: Any) -> str | None:
    """The table of the result that a dispute is about."""
    if type(about) is not int:
        return None
    return next((name for name, one in state.tables.items() if about in one.results), None)
