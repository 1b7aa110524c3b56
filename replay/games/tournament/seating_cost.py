"""What a seating costs, by kind: the same whether it was searched for or made by hand."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from replay.games.tournament.seating import SeatedTable, SeatingFacts, ranked
from replay.games.tournament.seating_search import DEFAULT_WEIGHTS, history_of


def counts_of(facts: SeatingFacts, tables: Sequence[SeatedTable]) -> dict[str, int]:
    """How often a seating has what each weight is for; the cost is the sum of weight times count."""
    history = history_of(facts.earlier)
    clubs = facts.clubs if facts.round == 1 else {}
    rank = {player: number for number, player in enumerate(ranked(facts))}
    largest = max((len(table.players) for table in tables), default=0)
    found = dict.fromkeys(DEFAULT_WEIGHTS, 0)
    for table in tables:
        for one, other in combinations(table.players, 2):
            found["meet"] += history.met[frozenset((one, other))] ** 2
            found["club"] += one in clubs and clubs[one] == clubs.get(other)
        found["game"] += sum(history.played[player, table.game] for player in table.players)
        if len(table.players) < largest:
            found["short"] += sum(player in history.short for player in table.players)
        ranks = [rank[player] for player in table.players if player in rank]
        if facts.swiss and ranks:
            found["score"] += max(ranks) - min(ranks)
    return found


def cost_of(counts: Mapping[str, int], weights: Mapping[str, int]) -> int:
    """The cost that the search makes small."""
    every = {**DEFAULT_WEIGHTS, **weights}
    return sum(every[kind] * count for kind, count in counts.items())
