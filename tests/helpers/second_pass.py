"""An audit whose second pass leaves out nothing, to compare the usual one with."""

from msgspec.structs import replace

from replay.audit import Audit, audit
from replay.game import Completed, Game
from replay.step import Placed
from replay.table import Table
from tests.helpers.tools import Body, timeline


def judging_all_again(game: Game) -> Game:
    """The game, with a hindsight that never says what it cannot change, and a new line to fold for each pass."""

    def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
        return _unlimited(game.complete(table, line, forward))

    return replace(game, complete=complete)


def _unlimited(found: Completed) -> Completed:
    states = None if found.states is None else list(found.states)
    whole = None if found.whole is None else _unlimited(found.whole)
    return replace(
        found, line=list(found.line), states=states, whole=whole, touches=None, places=None, final=False, logged=None
    )


def _told(found: Audit) -> tuple[object, ...]:
    return (found.answers, found.findings, found.changes)


def audit_both_ways(header: Body, bodies: list[Body]) -> Audit:
    """The audit, which says the same whether or not its second pass leaves out what hindsight cannot change."""
    game, table, line, _ = timeline(header, bodies)
    found = audit(game, table, line)
    assert _told(found) == _told(audit(judging_all_again(game), table, line))
    return found
