"""Gold Island: a score that is not known lies between the fewest and the most points that are possible."""

from random import Random
from typing import Any

import pytest

from replay.score import SeatScore
from tests.games.gold_island.helpers import SETTLED, header, position, reveal
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import Body, dealt, final_state


def scores(lines: list[Body], head: Body | None = None) -> dict[str, SeatScore]:
    game, state = final_state(head or header(), lines)
    return {each.seat: each for each in game.score(state).seats}


def settled(*reveals: Body, **document: Any) -> list[Body]:
    islands = {"isle-1": {"stack": [["red", "?"]]}, "isle-2": {"stack": [["blue", "?"], ["red", 3]]}}
    return [position(**SETTLED, **{"islands": islands, **document}), *reveals, reveal("gold", "isle-2")]


def test_gi_score_2_an_unseen_permit_may_be_higher_or_lower() -> None:
    found = scores(settled(reveal("chest.isle-1", 5), reveal("chest.isle-2", 4)))

    assert {seat: (each.total, each.between) for seat, each in found.items()} == {
        "red": ("?", (5 + 3, 5 + 4 + 3)),
        "blue": ("?", (3, 4 + 3)),
    }


def test_gi_score_1_a_chest_not_turned_up_is_one_that_a_firm_kit_has_left() -> None:
    found = scores(settled(reveal("permits.isle-2", [6, 3]), reveal("chest.isle-2", 7)))

    assert found["red"].between == (3 + 6, 6 + 6)
    assert (found["blue"].total, found["blue"].between) == (7 + 3, None)


def test_gi_score_6_what_no_kit_settles_has_no_bounds() -> None:
    lines = settled(reveal("permits.isle-2", [6, 3]), reveal("chest.isle-2", 7), relics={"hand-5": {"at": "blue"}})
    found = scores(lines, header(kit="box"))

    assert {seat: (each.total, each.between) for seat, each in found.items()} == {
        "red": ("?", None),
        "blue": ("?", None),
    }


def test_gi_score_5_before_the_gold_island_is_known_nobody_has_bounds() -> None:
    found = scores(settled(reveal("chest.isle-2", 4))[:-1])

    assert [each.between for each in found.values()] == [None, None]


@pytest.mark.slow
@pytest.mark.parametrize("games", first_ones([4, many(7, 100)]))
def test_the_true_score_is_never_out_of_bounds(games: int) -> None:
    hidden = bounded = 0
    for seed in range(games):
        for players in (2, 3, 4):
            simulated = dealt("gold-island", players, 900 + seed)
            truth = scores(simulated.full, simulated.header)
            rng = Random(seed)
            kept = [line for line in simulated.scribe if line.get("what", "gold") == "gold" or rng.random() < 0.7]
            for seat, each in scores(kept, simulated.header).items():
                if each.total == "?":
                    hidden += 1
                    bounded += each.between is not None
                if each.between is not None:
                    total = truth[seat].total
                    assert isinstance(total, int)
                    assert each.between[0] <= total <= each.between[1], (seed, players, seat)
                elif each.total != "?":
                    assert each.total == truth[seat].total
    assert hidden == bounded > 5
