"""All rules of Loot Island, in the order of the rules page."""

from replay.games.loot_island.rules import (
    cards,
    decks,
    effects,
    ending,
    events,
    loot,
    order,
    others,
    placing,
    rounds,
    turns,
)
from replay.rule import Rule

RULES: tuple[Rule, ...] = (
    *order.RULES,
    *rounds.RULES,
    *events.RULES,
    *decks.RULES,
    *cards.RULES,
    *turns.RULES,
    *placing.RULES,
    *effects.RULES,
    *loot.RULES,
    *ending.RULES,
    *others.RULES,
)
