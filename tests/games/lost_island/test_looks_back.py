"""Stratego Lost Island: an event that does not look back is judged as it is in the light of the whole log before it."""

from random import Random
from typing import Any

import pytest

from replay.action import NEVER_REDUCED
from replay.audit import judge_step
from replay.deal import deal, header_for
from replay.library import game_of
from replay.step import Step
from tests.helpers.slow import many, shares
from tests.helpers.tools import Body, timeline
from tests.test_replay_gates import slipped

GAME = game_of("lost-island")
FACES = ("tile", "stone", "stones", "hits")


def not_looking_back(header: Body, bodies: list[Body]) -> int:
    """How many turned or taken tiles need not look back: with the log and without it, all is the same."""
    game, table, line, _ = timeline(header, bodies)
    assert game.looks_back is not None
    told = 0
    before = game.start(table)
    for place, (seq, action) in enumerate(line):
        completed = game.complete(table, line[: place + 1], True)
        assert completed.states is not None
        after = completed.states[-1]
        if type(action) not in NEVER_REDUCED and not game.looks_back(before, action):
            alone = Step(seq, before, action, game.after(before, seq, action))
            inside = Step(seq, before, completed.line[-1].action, after, completed.facts)
            assert (alone.action, alone.after) == (inside.action, inside.after)
            assert judge_step(game, alone) == judge_step(game, inside)
            told += "cell" in type(action).__struct_fields__
        before = after
    return told


def with_less(bodies: list[Body], chance: Random) -> list[Body]:
    """The same with some faces and results left out; a later event of the same cell often tells the face after all."""
    found = []
    lost: dict[str, Any] = {}
    for body in bodies:
        names = [name for name in FACES if name in body]
        body = dict(body)
        cell = body.get("cell") or body.get("to") or ""
        if names and chance.random() < 0.4:
            name = chance.choice(names)
            face = body.pop(name)
            if name in ("tile", "stone"):
                lost[cell] = face
        elif not names and cell in lost and chance.random() < 0.8:
            body["tile" if body["do"] in ("flip", "shrink") else "stone"] = lost[cell]
        found.append(body)
    return found


@pytest.mark.parametrize("seeds", shares(1, many(2, 80)))
def test_in_dealt_games_and_in_games_with_slips(seeds: range) -> None:
    for seed in seeds:
        dealt = deal(GAME, header_for(GAME, GAME.player_counts[seed % len(GAME.player_counts)]), seed)
        assert not_looking_back(dealt.header, dealt.full) > len(dealt.full) // 4
        for number, form in enumerate((dealt.full, dealt.scribe, dealt.revealed)):
            chance = Random(3 * seed + number)
            not_looking_back(dealt.header, with_less(form, chance))
            not_looking_back(dealt.header, slipped(with_less(form, chance), chance, 8))
