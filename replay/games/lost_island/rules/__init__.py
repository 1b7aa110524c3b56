"""All rules of Stratego Lost Island, in the order of the page."""

from replay.games.lost_island.rules import blasts, fights, hidden, power, setup, shrinking, statements, tiles, turn
from replay.games.lost_island.rules.derived import DERIVED
from replay.rule import Rule

RULES: tuple[Rule, ...] = (
    *setup.RULES,
    *turn.RULES,
    *tiles.RULES,
    *fights.RULES,
    *statements.RULES,
    *blasts.RULES,
    *power.RULES,
    *shrinking.RULES,
    *turn.END,
    *hidden.RULES,
    *DERIVED,
)
