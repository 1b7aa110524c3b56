"""Every game answers the same question in the same file."""

import pkgutil

import pytest

import replay.games
from replay.library import game_of

FILES = {
    "problem": {"problem"},
    "read_kit": {"kit", "kit_file"},
    "check_kit": {"kit", "kit_check"},
    "start": {"setup"},
    "reduce": {"reducer"},
    "gate": {"rules.gate"},
    "complete": {"hindsight"},
    "document": {"document"},
    "knowledge": {"knowledge"},
    "score": {"scoring"},
    "render": {"view"},
    "tell": {"tell"},
    "suggest": {"suggest"},
    "deal": {"dealer"},
    "state": {"state"},
}
"""A field of `Game`, and the files in which its value may be defined."""


GAMES = [module.name.replace("_", "-") for module in pkgutil.iter_modules(replay.games.__path__)]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("field", FILES)
def test_the_parts_of_a_game_are_where_every_game_has_them(game_id: str, field: str) -> None:
    value = getattr(game_of(game_id), field)
    if value is not None and value.__module__ != "replay.game":  # where the defaults are
        assert any(value.__module__.endswith(f".{file}") for file in FILES[field]), value.__module__
