"""What a seating costs, in words: who meets again, plays a game again, sits at a short table again, or starts again."""

from collections import Counter
from typing import NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament
from cli.desk.tournaments.tournaments_round import RoundPlan
from replay.games.tournament.seating import meetings, starts
from replay.games.tournament.seating_cost import counts_of
from replay.games.tournament.the_round import earlier_rounds, seating_facts


class Cost(NamedTuple):
    """One kind of cost: what it is, and how often the seating has it."""

    kind: str
    words: str
    times: int


def costs_of(tournament: Tournament, plan: RoundPlan) -> list[Cost]:
    """The costs of a seating, those that weigh most first."""
    state = tournament.state
    counts = counts_of(seating_facts(state, plan.round, plan.seed, plan.out), plan.tables)
    earlier = earlier_rounds(state, plan.round)
    pairs = meetings([table.players for table in plan.tables], earlier)
    found = [Cost("meet", "pairs who meet again", len(pairs))]
    if plan.round == 1:
        found.append(Cost("club", "pairs of one club", counts["club"]))
    found += _sizes(plan)
    found.append(Cost("short", "at a short table again", counts["short"]))
    found.append(Cost("game", "play a game again", counts["game"]))
    started = starts(earlier)
    again = sum(
        any(started.get(player, 0) < started.get(table.players[0], 0) for player in table.players)
        for table in plan.tables
        if table.players
    )
    found.append(Cost("starts", "start again before others there", again))
    if state.format.system == "swiss" and plan.round > 1:
        found.append(Cost("score", "places apart, all tables", counts["score"]))
    return found


def _sizes(plan: RoundPlan) -> list[Cost]:
    """The tables that are smaller than the largest: `tables of 3 (47 play)`."""
    sizes = Counter(len(table.players) for table in plan.tables)
    every = sum(size * count for size, count in sizes.items())
    return [
        Cost("size", f"{'tables' if sizes[size] > 1 else 'table'} of {size} ({every} play)", sizes[size])
        for size in sorted(sizes, reverse=True)[1:]
    ]
