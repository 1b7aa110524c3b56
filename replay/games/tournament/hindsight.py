"""What only the whole record says: which result of a table is the last, what was lifted, and which rulings stand."""

import msgspec

from replay.action import Ruling
from replay.game import Completed
from replay.games.tournament.actions import Penalty, Result, SetReading
from replay.games.tournament.reducer import hears
from replay.games.tournament.setup import start
from replay.games.tournament.words import table_id
from replay.step import Placed
from replay.table import Table

PenaltyKey = tuple[str, str, str, int]


class Facts(msgspec.Struct, frozen=True):
    """What the rules may know of the whole record."""

    last_results: dict[str, int]
    """The event of the last result of each table."""
    last_penalties: dict[PenaltyKey, int]
    """The event of the last `penalty` of each key: player, infraction, record and ruling."""
    standing: frozenset[int]
    """The rulings of this record that stand."""


def penalty_key(action: Penalty) -> PenaltyKey:
    """Of the penalties with one key the last one counts."""
    return action.player, action.infraction, action.from_.record, action.from_.seq


_TOUCHED = frozenset({"TO-RESULT-1", "TO-RESULT-7", "TO-PEN-1", "TO-READ-1"})
_LOOKS_AHEAD = (Result, Penalty, SetReading)


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """Nothing is hidden, so no event is filled in; with the whole record the rules learn what came after an event."""
    places = frozenset(seq for seq, action in line if isinstance(action, _LOOKS_AHEAD))
    if forward or not places:
        return Completed(line)
    results: dict[str, int] = {}
    penalties: dict[PenaltyKey, int] = {}
    for seq, action in line:
        if isinstance(action, Result):
            results[table_id(action.round, action.table)] = seq
        elif isinstance(action, Penalty):
            penalties[penalty_key(action)] = seq
    facts = Facts(results, penalties, _standing(table, line))
    return Completed(line, facts, touches=_TOUCHED, places=places)


def _standing(table: Table, line: list[Placed]) -> frozenset[int]:
    """The rulings that stand at the end of a line."""
    if not any(isinstance(action, Ruling) for _, action in line):
        return frozenset()
    state = start(table)
    for seq, action in line:
        state = hears(state, seq, action)
    return frozenset(ruling.seq for ruling in state.rulings)
