"""What later events show: crates that were revealed, and hands worked out from what was laid and shown."""

from msgspec.structs import replace

from replay.action import UNKNOWN, Reveal
from replay.game import Completed
from replay.hindsight import fill_reveals
from replay.step import Placed
from replay.table import Table
from smugglers.actions import Lay, Pass, Setup, Show, problem
from smugglers.kit import HAND


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """Revealed crates go into their events, and the hands that the end gives away into the deal."""
    if not any(isinstance(action, Reveal | Show) for _, action in line):
        return Completed(line)
    filled = fill_reveals(table, line, problem, without_order=frozenset({"hands"}))
    facts = filled.contradictions or None
    if forward:
        return Completed(line, facts)
    closers = dict(filled.closers)
    return Completed([_dealt(table, filled.line, placed, closers) for placed in filled.line], facts, closers)


def _dealt(table: Table, line: list[Placed], placed: Placed, closers: dict[int, int]) -> Placed:
    """A deal with the hands that are known now; `closers` learns which event gave them away."""
    seq, action = placed
    if not isinstance(action, Setup) or action.position is not None:
        return placed
    after = line[line.index(placed) + 1 :]
    shown = next((later for later in after if isinstance(later.action, Show)), None)
    if shown is None:
        return placed
    given = action.hands or {}
    found = {seat: _had(seat, after) for seat in table.seats if UNKNOWN in given.get(seat, [UNKNOWN])}
    hands = {seat: had for seat, had in found.items() if len(set(had)) == len(had) == HAND and UNKNOWN not in had}
    if not hands:
        return placed
    closers[seq] = max(shown.seq, closers.get(seq, 0))
    return Placed(seq, replace(action, hands={**given, **hands}))


def _had(seat: str, after: list[Placed]) -> list[str]:
    """Every crate that a player laid or showed, but for those taken out of the cave."""
    had: list[str] = []
    took: list[str] = []
    for _, action in after:
        match action:
            case Lay() if action.by == seat:
                had.append(action.crate)
            case Pass() if action.by == seat and action.took is not None:
                took.append(action.took)
            case Show():
                had += action.hands.get(seat, [UNKNOWN])
    return [crate for crate in had if crate not in took]
