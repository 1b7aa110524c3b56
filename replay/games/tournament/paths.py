"""What can be read off the wall and compared with the record."""

from typing import Any

from replay.counting import Counting
from replay.games.tournament.document import document
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import State
from replay.paths import Lookup, PathDoc

_STANDINGS = ("TO-SCORE-11", "TO-SCORE-12", "TO-STAND-11")

PATHS = (
    PathDoc("points.<player>", "the total, in sixtieths", ("TO-SCORE-11", "TO-SCORE-12")),
    PathDoc("place.<player>", "the place in the standings", _STANDINGS),
    PathDoc("round", "the round that was seated last"),
    PathDoc("phase", "`open`, or `over` once every table of the last round has a result"),
    PathDoc("tables.<table>.places.<player>", "the place at a table, as its result says"),
)


def _extras(state: State) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for line in lines_of(state):
        found[f"points.{line.player}"] = line.points
        found[f"place.{line.player}"] = line.place
    return found


LOOK = Lookup(PATHS, document, _extras, quick={"round": lambda state: state.round, "phase": lambda state: state.phase})
COUNTING = Counting()
