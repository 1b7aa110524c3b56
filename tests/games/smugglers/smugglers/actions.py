"""The actions of Smugglers' Dozen, and what keeps one from being read."""

from collections.abc import Iterable

from msgspec import Struct

from replay.action import Action, Reveal
from replay.game import Problem
from replay.table import Table
from smugglers.kit import Crate

PHASES = ("deal", "play", "show", "over")


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A state to begin from: the document of a state, whole or in part."""

    phase: str = "play"
    starter: str | None = None
    turn: str | None = None
    hands: dict[str, list[Crate]] = {}
    pier: list[Crate] = []
    cave: int | None = None
    passes: int = 0


class Setup(Action, frozen=True, tag="setup"):
    """The crates are dealt: who starts, and the hands where they are known."""

    starter: str | None = None
    hands: dict[str, list[Crate]] | None = None
    position: Position | None = None


class Lay(Action, frozen=True, tag="lay"):
    """A player goes up: lays a crate on the pier."""

    by: str
    crate: Crate


class Pass(Action, frozen=True, tag="pass"):
    """A player does not go up, and takes a crate out of the cave while there is one."""

    by: str
    took: Crate | None = None


class Show(Action, frozen=True, tag="show"):
    """Everybody shows the crates that are left."""

    hands: dict[str, list[Crate]]


ACTIONS: tuple[type[Action], ...] = (Setup, Lay, Pass, Show)
SmugglersAction = Setup | Lay | Pass | Show | Reveal


def problem(table: Table, action: Action) -> Problem | None:
    """A seat that is not at the table, or a phase that there is not."""
    match action:
        case Lay() | Pass():
            return _strangers(table, "by", (action.by,))
        case Show():
            return _strangers(table, "hands", action.hands)
        case Setup():
            dealt = _strangers(table, "starter", (action.starter,)) or _strangers(table, "hands", action.hands or ())
            return dealt or (_misplaced(table, action.position) if action.position else None)
        case _:
            return None


def _misplaced(table: Table, position: Position) -> Problem | None:
    if position.phase not in PHASES:
        return Problem("position.phase", position.phase, ", ".join(PHASES))
    seats = (position.starter, position.turn, *position.hands)
    return _strangers(table, "position", seats)


def _strangers(table: Table, field: str, seats: Iterable[str | None]) -> Problem | None:
    found = [seat for seat in seats if seat is not None and seat not in table.seats]
    return Problem(field, found[0], f"the seats {', '.join(table.seats)}") if found else None
