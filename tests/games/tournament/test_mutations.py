"""One change for each rule of a tournament, in dealt days: the audit names that rule at that event."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest

from records.record import of_bodies
from replay.playout import fold
from replay.read import read_timeline
from replay.reel import played
from tests.games.tournament.days import GAME, audit_day, day_of
from tests.games.tournament.mutations import MUTATIONS, Moment, Mutation, read_off_wrongly
from tests.helpers.slow import many
from tests.helpers.tools import Body

DAYS = range(many(40, 150))
TRIES = many(1, 8)
"""Changes tried for each way to break a rule, each in another day."""
PLAYERS = (7, 8, 9, 11, 13)
ONE_TABLE = 5
"""Days with so few are dealt at once: there is nobody to change places with."""


@cache
def day(seed: int, players: int) -> tuple[Body, list[Moment]]:
    """A dealt day, line by line; none with a correction, since that changes what came before it."""
    record, dealt = day_of(seed, players)
    header: Body = json.loads(record.lines[0])
    found = played(record, dealt.outcomes)
    if any(body["do"] == "amend" for body in dealt.bodies):
        return header, []
    line = read_timeline(found.game, found.table, record.events)
    steps = {step.seq: step for step in fold(GAME, found.table, line)}
    rng = Random(seed)
    return header, [
        Moment(dealt.bodies[: seq - 1], dealt.bodies[seq - 1], step, dealt.outcomes, rng) for seq, step in steps.items()
    ]


def chances(mutate: Mutation, players: int | None = None) -> Iterator[tuple[Body, Moment]]:
    """The lines at which a change can be made: one in each day."""
    for seed in DAYS:
        header, moments = day(seed, players or PLAYERS[seed % len(PLAYERS)])
        fitting = [at for at in moments if mutate(at) is not None]
        if fitting:
            yield header, Random(seed).choice(fitting)


def test_every_rule_has_a_change() -> None:
    """Derived rules are cited where somebody counted otherwise."""
    assert {rule.id for rule in GAME.rules if rule.kind == "check"} == MUTATIONS.keys()


def check(rule: str, tries: int, players: int | None = None) -> None:
    """Every change that is made for a rule is found by it, at its event and no earlier."""
    mutations, answer = MUTATIONS[rule]
    for mutate in mutations:
        tried = 0
        for header, at in islice(chances(mutate, players), tries):
            changed = mutate(at)
            assert changed is not None
            named = audit_day(of_bodies(header, changed.lines), changed.outcomes).findings
            told = [(one.seq, one.rule, one.answer) for one in named]
            assert (len(changed.lines), rule, answer) in told, (changed.lines[-1], told)
            assert all(seq == len(changed.lines) for seq, *_ in told), f"found before it was made: {told}"
            tried += 1
        assert tried == tries, f"{mutate.__doc__}: only {tried} of the days give a chance"


@pytest.mark.parametrize("rule", ["TO-SETUP-1", "TO-RESULT-2", "TO-RESULT-5"])
def test_a_change_is_found_by_its_rule_at_its_event(rule: str) -> None:
    check(rule, 1, ONE_TABLE)


@pytest.mark.slow
def test_for_every_rule_a_change_is_found_at_its_event() -> None:
    """In one test, since the days are dealt once for all of them."""
    for rule in MUTATIONS:
        check(rule, TRIES)


@pytest.mark.parametrize(("path", "cited"), [("points.", {"TO-SCORE-11", "TO-SCORE-12"}), ("place.", {"TO-STAND-11"})])
def test_a_wrong_count_cites_the_derived_rules(path: str, cited: set[str]) -> None:
    mutate = read_off_wrongly(path)
    header, at = next(chances(mutate, ONE_TABLE))
    changed = mutate(at)
    assert changed is not None
    (found,) = audit_day(of_bodies(header, changed.lines), changed.outcomes).findings
    assert {one.rule for one in found.cites} >= cited
