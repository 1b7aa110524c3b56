"""Stratego Lost Island: one changed fact of a legal game is never silent, unless the changed game is legal too."""

from random import Random

import pytest

from tests.games.lost_island.book import Illegal
from tests.games.lost_island.facts import all_facts
from tests.games.lost_island.model import Model
from tests.helpers.one_fact import Explanations, judged, some_changes
from tests.helpers.slow import many
from tests.helpers.tools import Body, dealt

CHANGES = many(120, 10_000)
EXPLAINED: Explanations = {}
"""Changes that no audit can notice: none."""


def is_legal(header: Body, lines: list[Body]) -> bool:
    """Whether the second model finds no fault."""
    try:
        Model(header, strict=True).play(lines)
    except Illegal:
        return False
    return True


def prove(players: int, seed: int, number: int) -> int:
    """Change facts of a dealt game, and return how many were changed."""
    simulated = dealt("lost-island", players, seed)
    assert is_legal(simulated.header, simulated.full)
    changes = some_changes(simulated.header, simulated.full, all_facts, Random(seed), number)
    report = judged(changes, is_legal, EXPLAINED)
    assert [str(change) for change in report.silent] == []
    assert [(str(change), rule) for change, rule in report.accused] == []
    return report.tried.total()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_changed_fact_shows_unless_the_game_is_still_legal(players: int) -> None:
    assert prove(players, 10 + players, 40) == 40


@pytest.mark.slow
def test_many_changed_facts_show_unless_the_game_is_still_legal() -> None:
    tried = seed = 0
    while tried < CHANGES:
        tried += prove(2 + seed % 3, 100 + seed, 100)
        seed += 1
