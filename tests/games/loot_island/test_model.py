"""Loot Island: a second bookkeeping, written from the rules page alone, agrees with the reducer after every line."""

from typing import Any

import pytest

from replay.kit import shipped
from replay.library import game_of
from replay.playout import fold
from tests.games.loot_island.model import Model
from tests.games.loot_island.model_count import document, scores
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import Body, dealt, timeline

GAME = game_of("loot-island")
GAMES = many(12, 120)
"""Games for each number of players and kit in the slow run; 1,000 lines take about a second."""


def comparable(theirs: Any, ours: Any, key: str = "") -> Any:
    """The part of the state document that the model keeps, lists without an order sorted."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return {name: comparable(theirs[name], item, f"{key}.{name}") for name, item in ours.items()}
    unordered = ("hands.", "map.discard", "treasure.discard", "treasure.open", "renewed.", "healers.open")
    if isinstance(theirs, list) and any(part in key for part in unordered):
        return sorted(theirs)
    return theirs


def agree(header: Body, bodies: list[Body], kit: dict[str, Any]) -> int:
    """Follow a record with both; the number of lines compared."""
    game, table, line, _ = timeline(header, bodies)
    model = Model(list(table.seats), kit, list(table.variants))
    for body, step in zip(bodies, fold(game, table, line), strict=True):
        model.follow(body)
        ours = document(model)
        assert comparable(game.document(step.after), ours) == ours, body
    result = game.document(step.after)["result"]
    assert result["scores"] == scores(model)
    return len(bodies)


def small_kit() -> dict[str, Any]:
    """A kit with far too few cards, so that decks run out and are renewed."""
    kit = shipped("replay.games.loot_island", "demo")
    kit["treasure"]["cards"] = kit["treasure"]["cards"][::4]
    kit["map"]["cards"] = [card for card in kit["map"]["cards"] if card["color"] in ("red", "blue")]
    return kit


VARIANTS: tuple[list[str], ...] = ([], ["healers-open"], ["healers-dealt"], ["opening-hand"])


@pytest.mark.parametrize("games", first_ones([2, GAMES]))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_model_and_the_reducer_agree_after_every_line(players: int, games: int) -> None:
    lines = 0
    for seed in range(games):
        for name, kit in (("demo", shipped("replay.games.loot_island", "demo")), ("small", small_kit())):
            options = {"variants": VARIANTS[seed % 4], **({"kit": kit} if name == "small" else {})}
            simulated = dealt("loot-island", players, 2_000 + seed, **options)
            lines += agree(simulated.header, simulated.full, kit)
    assert lines > 100
