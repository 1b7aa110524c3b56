"""The state of Smugglers' Dozen: everything on the table, how it begins, and its document."""

from typing import Any

from msgspec import Struct

from replay.action import UNKNOWN, plain
from replay.table import Table
from smugglers.actions import Position
from smugglers.kit import CRATES, HAND, NUMBER


class State(Struct, frozen=True):
    """What the table shows, and what is known of the hands."""

    table: Table
    phase: str
    starter: str
    turn: str | None
    hands: dict[str, tuple[str, ...]]
    pier: tuple[str, ...]
    """The crates laid, the last one on top."""
    cave: int
    """How many crates are left to take."""
    passes: int
    """How many players in a row have passed."""

    @property
    def height(self) -> int | None:
        """The number to go above; None where the crate on top was not noted."""
        return 0 if not self.pier else NUMBER.get(self.pier[-1])


def start(table: Table) -> State:
    """The table before the deal."""
    return from_position(table, Position(phase="deal"))


def from_position(table: Table, given: Position) -> State:
    """The state that a position describes. What it leaves out is as after the deal."""
    starter = given.starter or table.seats[0]
    turn = starter if given.turn is None and given.phase == "play" else given.turn
    hands = {seat: tuple(given.hands.get(seat, (UNKNOWN,) * HAND)) for seat in table.seats}
    rest = max(0, len(CRATES) - len(given.pier) - sum(map(len, hands.values())))
    cave = rest if given.cave is None else given.cave
    return State(table, given.phase, starter, turn, hands, tuple(given.pier), cave, given.passes)


def is_seen(state: State, crate: str) -> bool:
    """Whether a crate is known to be on the pier or in a hand."""
    return crate != UNKNOWN and (crate in state.pier or any(crate in hand for hand in state.hands.values()))


def document(state: State) -> dict[str, Any]:
    """The state as plain data. It is a position, so that a record can begin anew from it."""
    fields = (name for name in State.__struct_fields__ if name != "table")
    body: dict[str, Any] = plain({name: getattr(state, name) for name in fields})
    return body
