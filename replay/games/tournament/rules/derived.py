"""What the reducer carries out by itself."""

from replay.games.tournament.rules.common import FORMAT, PENALTIES_CITE
from replay.rule import derived

RULES = (
    derived(
        "TO-SCORE-11",
        "A table brings the points of its places, and those who are level share the points of theirs; or a whole point "
        "for its winners; or each player's share of the table's points.",
        FORMAT,
    ),
    derived(
        "TO-SCORE-12",
        "Standing penalties take points, put a player last at a table, or bring them nothing there; whoever is "
        "disqualified comes last.",
        PENALTIES_CITE,
    ),
    derived(
        "TO-STAND-11",
        "The standings go by totals and then by the breaks in turn; whoever is still level shares the place.",
        FORMAT,
    ),
)
