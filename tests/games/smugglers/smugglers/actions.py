"""The actions of Smugglers' Dozen, and what keeps one from being read."""

from msgspec import Struct

from replay.action import Action, Reveal
from replay.game import Problem
from replay.seats import seats_in
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
    """A seat that is not at the table, or an unknown phase."""
    match action:
        case Lay() | Pass():
            return seats_in(table, by=(action.by,))
        case Show():
            return seats_in(table, hands=action.hands)
        case Setup():
            dealt = seats_in(table, starter=(action.starter,), hands=action.hands)
            return dealt or (_misplaced(table, action.position) if action.position else None)
        case _:
            return None


def _misplaced(table: Table, position: Position) -> Problem | None:
    if position.phase not in PHASES:
        return Problem("position.phase", position.phase, ", ".join(PHASES))
    return seats_in(table, position=(position.starter, position.turn, *position.hands))
