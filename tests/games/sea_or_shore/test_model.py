"""Sea or Shore: a second model, written from the page alone, keeps the same books over dealt games."""

from random import Random
from typing import Any

import pytest

from replay.games.sea_or_shore import GAME
from replay.playout import fold
from tests.games.sea_or_shore.model import DEFAULTS, model_of
from tests.helpers.slow import many, shares
from tests.helpers.tools import audit_of, dealt, timeline


def some_readings(rng: Random) -> dict[str, str]:
    """Answers to the questions, every second one another than the default."""
    return {question.id: rng.choice(question.answers) for question in GAME.questions if rng.random() < 0.5}


def test_the_model_takes_the_defaults_of_the_page() -> None:
    assert {f"SS-{name}": answer for name, answer in DEFAULTS.items()} == {
        question.id: question.default for question in GAME.questions
    }


@pytest.mark.parametrize("seeds", shares(1, many(13, 130)))
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("is_usual", [True, False], ids=["by default", "read in other ways"])
def test_the_reducer_and_the_model_agree_on_everything_that_can_be_counted(
    players: int, seeds: range, is_usual: bool
) -> None:
    for seed in seeds:
        options: dict[str, Any] = {} if is_usual else {"readings": some_readings(Random(seed * 7 + players))}
        simulated = dealt("sea-or-shore", players, seed, **options)
        game, table, line, _ = timeline(simulated.header, simulated.full)
        model = model_of(simulated.header)
        for step, body in zip(fold(game, table, line), simulated.full, strict=True):
            model.play(body)
            assert game.differences(step.after, model.facts()) == [], f"seed {seed}, event {step.seq}"


@pytest.mark.parametrize("seeds", shares(1, many(10, 100)))
@pytest.mark.parametrize("players", [3, 4, 5])
def test_games_dealt_for_other_readings_are_clean_under_them(players: int, seeds: range) -> None:
    for seed in seeds:
        readings = some_readings(Random(seed * 11 + players))
        simulated = dealt("sea-or-shore", players, seed, readings=readings)

        assert audit_of(simulated.header, simulated.full).findings == (), f"seed {seed}, {readings}"
        assert audit_of(simulated.header, simulated.revealed).findings == (), f"seed {seed}, {readings}"
        assert audit_of(simulated.header, simulated.scribe).answers.broken == 0, f"seed {seed}, {readings}"
