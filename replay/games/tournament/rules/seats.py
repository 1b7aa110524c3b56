"""Rules about who meets whom, and who starts: TO-SEAT-3 to 5, judged by the record as it stood then."""

from collections.abc import Iterator

from replay.games.tournament.actions import Round
from replay.games.tournament.rules.common import ROUNDS, links_of
from replay.games.tournament.seating import meeting_cost, meetings, seed_of, starts
from replay.games.tournament.state import State
from replay.games.tournament.the_round import earlier_rounds, seating_of, state_then
from replay.rule import Answer, Broken, Open, rule
from replay.saying import listed
from replay.step import Step


@rule("TO-SEAT-3", cite=ROUNDS, judges=Round, may_open=True, may_break=False)
def nobody_meets_again_if_it_can_be_avoided(step: Step[State, Round]) -> Iterator[Answer]:
    """Nobody meets again while it can be avoided."""
    then, action = state_then(step), step.action
    if then.format.system == "fixed":
        return
    earlier = earlier_rounds(then, action.round)
    here = [table.players for table in action.tables]
    met = meetings(here, earlier)
    if not met:
        return
    found = seating_of(then, action)
    if found is None or meeting_cost(here, earlier) <= meeting_cost((one.players for one in found.tables), earlier):
        return
    pairs = [f"{then.name(one)} and {then.name(other)}" for one, other in met]
    yield Open(f"{listed(pairs)} meet again; fewer could", {"pairs": [list(pair) for pair in met]})


@rule("TO-SEAT-4", cite=ROUNDS, judges=Round, may_open=True)
def who_has_started_least_often_starts(step: Step[State, Round]) -> Iterator[Answer]:
    """At each table one starts who has started least often of those there."""
    then, action = state_then(step), step.action
    started = starts(earlier_rounds(then, action.round))
    for table in action.tables:
        first = table.players[0]
        fewer = [player for player in table.players if started.get(player, 0) < started.get(first, 0)]
        if not fewer:
            continue
        facts = {"table": table.table, "first": first, "fewer": fewer}
        why = f"{then.name(first)} starts again at table {table.table}; {then.name(fewer[0])} has started less often"
        yield Broken(why, facts) if action.hand is None else Open(f"{why}; it was seated by hand", facts)


@rule("TO-SEAT-5", cite=ROUNDS, judges=Round, may_open=True)
def the_seating_follows_from_seed_and_log(step: Step[State, Round]) -> Iterator[Answer]:
    """The seating is the one that follows from seed and log, and the seed from the head before it."""
    action = step.action
    then = state_then(step)
    if then.format.system == "fixed":
        return
    if action.hand is not None:
        yield Open(f"it was seated by hand: {action.hand}", {"hand": action.hand})
        return
    links = links_of(step)
    head = None if links is None else links.head_before(step.seq)
    if head is None:
        yield Open("the lines before it are not at hand", {"seed": action.seed})
    elif seed_of(head, action.round, action.nonce) != action.seed:
        facts = {"seed": action.seed, "head": head, "nonce": action.nonce}
        yield Broken(f"the seed is not that of the head {head.partition(':')[0]} lines long before it", facts)
        return
    found = seating_of(then, action)
    if found is None:
        yield Broken("this many players cannot be divided into tables of the format", {"round": action.round})
        return
    tables = [(one.game, tuple(one.players)) for one in sorted(action.tables, key=lambda one: one.table)]
    expected = [(one.game, one.players) for one in found.tables]
    numbers = [one.table for one in sorted(action.tables, key=lambda one: one.table)]
    if tables != expected or numbers != list(range(1, len(numbers) + 1)):
        wanted = [[game, *players] for game, players in expected]
        yield Broken("the tables are not those that follow from the seed", {"tables": wanted})


RULES = (
    nobody_meets_again_if_it_can_be_avoided,
    who_has_started_least_often_starts,
    the_seating_follows_from_seed_and_log,
)
