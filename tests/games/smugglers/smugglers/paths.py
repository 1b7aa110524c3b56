"""What can be counted at the table and compared with the record."""

from collections.abc import Iterable
from typing import Any

from replay.action import Reveal
from replay.counting import Counting, contradicted
from replay.paths import Lookup, PathDoc
from replay.rule import OK, Answer
from replay.step import Step
from smugglers.scoring import winners
from smugglers.state import State, document

PATHS = (
    PathDoc("turn", "who is to go up or pass, or null", ("SM-TURN-11",)),
    PathDoc("starter", "who started"),
    PathDoc("pier", "the crates laid, the last one on top"),
    PathDoc("cave", "crates left in the cave", ("SM-CAVE-11",)),
    PathDoc("hands.<seat>", "the crates in hand, in any order", ordered=False),
    PathDoc("hands.<seat>.count", "how many crates are in hand", ("SM-CAVE-11",)),
    PathDoc("winners", "the winners", ("SM-END-11",), ("SM-Q1",)),
)


def _extras(state: State) -> dict[str, Any]:
    """What can be counted and is not in the document."""
    return {"winners": winners(state)}


def _reveals(step: Step[State, Reveal]) -> Iterable[Answer]:
    """A reveal must not name another crate than was logged."""
    contradictions = step.facts or {}
    return contradicted(step.action.what, contradictions[step.seq]) if step.seq in contradictions else OK


LOOK = Lookup(PATHS, document, _extras)
COUNTING = Counting(reveals=_reveals)
