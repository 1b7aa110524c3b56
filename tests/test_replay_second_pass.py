"""The second pass of an audit leaves out what hindsight cannot change, and says the same as if it left out nothing."""

import json

import pytest

from replay.deal import deal, header_for
from replay.library import game_ids, game_of
from tests.helpers.second_pass import audit_both_ways
from tests.helpers.slow import first_ones, many, shares
from tests.helpers.tools import cases, stories_of


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("seeds", shares(2, many(12, 40)))
def test_a_scribes_record(game_id: str, seeds: range) -> None:
    game = game_of(game_id)
    for seed in seeds:
        fewest, most = game.player_counts[0], game.player_counts[-1]
        dealt = deal(game, header_for(game, fewest + seed % (most - fewest + 1)), seed)
        bodies = [dict(body) for body in dealt.scribe]
        for size in (len(bodies) // 3, len(bodies)):
            audit_both_ways(dealt.header, bodies[:size])


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("share", first_ones(range(many(2, 4))))
def test_every_case_of_a_rule(game_id: str, share: int) -> None:
    for case in cases(game_id)[share::4]:
        audit_both_ways(case.record[0], case.record[1:])


@pytest.mark.parametrize("game_id", game_ids())
def test_every_story(game_id: str) -> None:
    for story in stories_of(game_id):
        header, *bodies = [json.loads(line) for line in story.read_text("utf-8").splitlines()]
        audit_both_ways(header, bodies)
