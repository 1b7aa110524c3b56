"""A gate says which rules a step plainly keeps, so that they are not asked: asked nevertheless, they say nothing."""

from random import Random
from typing import Any

import pytest

from replay.action import Observe
from replay.audit import audit
from replay.deal import deal, header_for
from replay.game import Game
from replay.library import game_of
from replay.rule import Gate, by_action
from replay.step import Step
from tests.helpers.slow import first_ones, many, shares
from tests.helpers.tools import Body, cases, timeline


def kept_rules_are_silent(header: Body, bodies: list[Body]) -> int:
    """How many rules the gate of a game says are kept, all of which have nothing to say."""
    game, table, line, _ = timeline(header, bodies)
    return sum(_silent(game, step) for step in audit(game, table, line).steps)


def _silent(game: Game, step: Step[Any, Any]) -> int:
    if game.gate is None or type(step.action) is Observe:
        return 0
    found = game.gate(step)
    if not isinstance(found, Gate):
        return 0
    judging = by_action(game.rules).get(type(step.action), ())
    kept = [one for one in judging if one[0].id in found.kept and (found.judges is None or one[0].id in found.judges)]
    for rule, check in kept:
        assert tuple(check(step)) == (), (rule.id, step.seq, step.action)
    return len(kept)


def slipped(bodies: list[Body], chance: Random, slips: int) -> list[Body]:
    """The same with events lost, doubled, swapped, by somebody else, or with a field of another one of their kind."""
    found = [dict(body) for body in bodies]
    for _ in range(slips):
        place, other = chance.randrange(1, len(found)), chance.randrange(1, len(found))
        match chance.randrange(5):
            case 0:
                del found[place]
            case 1:
                found.insert(other, dict(found[place]))
            case 2:
                found[place], found[other] = found[other], found[place]
            case 3:
                found[place] |= {name: value for name, value in found[other].items() if name == "by"}
            case _:
                like = chance.choice([body for body in found if body["do"] == found[place]["do"]])
                field = chance.choice(sorted(like))
                found[place][field] = like[field]
    return found


WITH_GATES = ["gold-island", "loot-island", "lost-island", "sea-or-shore"]
"""The games whose gates say what is kept."""


@pytest.mark.parametrize("game_id", WITH_GATES)
@pytest.mark.parametrize("seeds", shares(1, many(6, 60)))
def test_in_dealt_games_and_in_games_with_slips(game_id: str, seeds: range) -> None:
    game = game_of(game_id)
    for seed in seeds:
        players = game.player_counts[seed % len(game.player_counts)]
        dealt = deal(game, header_for(game, players), seed)
        assert kept_rules_are_silent(dealt.header, dealt.full) > len(dealt.full), "a gate that keeps little is no use"
        for number, form in enumerate((dealt.full, dealt.scribe, dealt.revealed)):
            kept_rules_are_silent(dealt.header, slipped(form, Random(3 * seed + number), 8))


@pytest.mark.parametrize("game_id", WITH_GATES)
@pytest.mark.parametrize("share", first_ones(range(many(2, 4))))
def test_in_every_case_of_a_rule(game_id: str, share: int) -> None:
    for case in cases(game_id)[share::4]:
        kept_rules_are_silent(case.record[0], case.record[1:])
