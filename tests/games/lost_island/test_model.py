"""Stratego Lost Island: a second model of the page counts the same things as the reducer, over dealt games."""

import pytest

from replay.library import game_of
from replay.playout import fold
from tests.games.lost_island.model import Model
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import dealt, timeline

GAME = game_of("lost-island")
VARIANTS = [[], *([variant.id] for variant in GAME.variants)]
EVENTS = many(5_000, 100_000)


def compared(players: int, seed: int, variants: list[str]) -> int:
    """Compare both after every event of a dealt game, and return how many there were."""
    simulated = dealt("lost-island", players, seed, variants=variants)
    _, table, line, _ = timeline(simulated.header, simulated.full)
    model = Model(simulated.header)
    for step, body in zip(fold(GAME, table, line), simulated.full, strict=True):
        model.event(body)
        mine, theirs = GAME.document(step.after), model.document()
        assert {key: mine[key] for key in theirs} == theirs, (seed, step.seq)
        assert [mine["turn"][key] for key in ("seat", "used", "won")] == [model.turn, model.used, model.won]
        assert model.faults == [], (seed, step.seq)
    return len(simulated.full)


@pytest.mark.parametrize("variants", first_ones(VARIANTS, quick=3), ids=lambda names: "-".join(names) or "plain")
def test_the_second_model_agrees_with_the_reducer(variants: list[str]) -> None:
    for players in (2, 3, 4):
        assert compared(players, players, variants)


@pytest.mark.slow
def test_the_second_model_agrees_over_many_events() -> None:
    seen = seed = 0
    while seen < EVENTS:
        seen += compared(2 + seed % 3, seed, VARIANTS[seed % len(VARIANTS)])
        seed += 1
