"""All rules of a tournament."""

from replay.games.tournament.rules import derived, entries, format, linked_results, penalties, results, rounds, seats
from replay.rule import Rule

RULES: tuple[Rule, ...] = (
    *format.RULES,
    *entries.RULES,
    *rounds.RULES,
    *seats.RULES,
    *results.RULES,
    *linked_results.RULES,
    *penalties.RULES,
    *derived.RULES,
)
