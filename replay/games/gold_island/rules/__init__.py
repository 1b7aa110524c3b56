"""The rules of Gold Island, in the order of its rules page."""

from replay.games.gold_island.rules import (
    ashore,
    cards,
    islands,
    log,
    move,
    nest,
    permits,
    second_card,
    settle,
    setup,
    shown,
    turn,
)
from replay.rule import Rule

RULES: tuple[Rule, ...] = (
    *setup.RULES,
    *turn.RULES,
    *move.RULES,
    *nest.RULES,
    *second_card.RULES,
    *ashore.RULES,
    *cards.RULES,
    *permits.RULES,
    *islands.RULES,
    *settle.RULES,
    *shown.RULES,
    *log.RULES,
)
