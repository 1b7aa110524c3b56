"""Seating: the vector of the page to the byte, the sizes and games of tables, and the same bytes everywhere."""

import os
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from replay.games.tournament.seating import (
    Seated,
    SeatingFacts,
    games_for,
    in_order,
    meeting_cost,
    meetings,
    ranked,
    seat,
    seed_of,
    sizes_of,
    starts,
)
from replay.games.tournament.seating_cost import cost_of, counts_of
from replay.games.tournament.seating_search import Draw, EarlierTable, history_of
from tests.benchmarks.bench_seating import SHAPES, day_of

ROOT = Path(__file__).parents[3]
NINE = ("ann", "bob", "cleo", "dee", "eve", "fay", "gus", "hal", "ida")
GAMES = (("loot-island", (2, 5)), ("sea-or-shore", (3, 5)))
CLUBS = {"ann": "Harbour", "bob": "Harbour"}
WITHOUT_REPEAT = 11
"""A run of the benchmark in which five rounds of 16 players have no repeat: about one in six."""


def first_round() -> Seated:
    """Round 1 of the page's vector."""
    seed = seed_of("10:root", 1, "6 2 5")
    found = seat(SeatingFacts(round=1, seed=seed, players=NINE, games=GAMES, clubs=CLUBS))
    assert found is not None
    return found


def as_earlier(seated: Seated) -> list[EarlierTable]:
    """A seating as an earlier round."""
    return [EarlierTable(table.game, table.players) for table in seated.tables]


def second_round(players: tuple[str, ...] = NINE) -> Seated:
    """Round 2 of the page's vector."""
    seed = seed_of("11:root", 2, "6 2 5")
    earlier = [as_earlier(first_round())]
    found = seat(SeatingFacts(round=2, seed=seed, players=players, games=GAMES, clubs=CLUBS, earlier=earlier))
    assert found is not None
    return found


def told(seated: Seated) -> str:
    """A seating in one line."""
    return f"{seated.cost} " + "; ".join(f"{table.game} {' '.join(table.players)}" for table in seated.tables)


def test_the_vector_of_the_page() -> None:
    assert seed_of("10:root", 1, "6 2 5").startswith("576eb8eb")
    assert told(first_round()) == "0 loot-island dee hal fay bob gus; sea-or-shore ida ann cleo eve"
    seed = seed_of("11:root", 2, "6 2 5")
    assert seed.startswith("5d8c93c2")
    assert told(second_round()) == "60000020050000 loot-island eve cleo dee gus bob; sea-or-shore ann ida hal fay"
    draw = Draw(seed)
    assert [draw.rand(100) for _ in range(6)] == [81, 55, 42, 60, 46, 36]


def test_the_order_in_which_players_are_named_changes_nothing() -> None:
    assert second_round(NINE[::-1]) == second_round()


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_gives_the_same_bytes(hash_seed: str) -> None:
    code = "from tests.games.tournament.test_seating import *; print(told(second_round()))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert found.stdout.strip() == told(second_round())


def best_by_trying(count: int, allowed: tuple[int, ...]) -> tuple[int, ...] | None:
    """The sizes by the letter of the page: every way, then the least by its words."""
    ways = [
        tuple(sorted(way, reverse=True))
        for tables in range(count + 1)
        for way in combinations_with_replacement(allowed, tables)
        if sum(way) == count
    ]
    key = [(sum((size - 4) ** 2 for size in way), len(way), [-size for size in way], way) for way in ways]
    return min(key)[3] if key else None


@pytest.mark.parametrize("allowed", [(3, 4, 5), (2, 3), (2, 5), (3, 5), (4,)])
def test_sizes_are_the_best_of_all_ways(allowed: tuple[int, ...]) -> None:
    for count in range(17):
        assert sizes_of(count, 4, allowed) == best_by_trying(count, allowed), count


def test_sizes_of_the_page() -> None:
    assert [sizes_of(count, 4, (3, 4, 5)) for count in (5, 6, 9, 10, 13, 19)] == [
        (5,),
        (3, 3),
        (5, 4),
        (5, 5),
        (5, 4, 4),
        (4, 4, 4, 4, 3),
    ]
    assert sizes_of(2, 4, (3, 4, 5)) is None


def test_a_game_that_does_not_allow_a_size_waits_for_its_turn() -> None:
    queue = (("small", (2, 4)), ("large", (3, 5)), ("small", (2, 4)))
    assert games_for((5, 5, 4, 4, 4), queue) == ("large", "large", "small", "small", "large")


def test_nobody_can_be_divided_who_does_not_fit() -> None:
    seed = seed_of("1:x", 1)
    assert seat(SeatingFacts(round=1, seed=seed, players=("ann", "bob"), games=GAMES)) is None


def test_swiss_ranks_by_standings_and_level_ones_by_lot() -> None:
    places = {player: 1 + number // 3 for number, player in enumerate(NINE)}
    facts = SeatingFacts(round=2, seed=seed_of("9:x", 2), players=NINE, games=GAMES, places=places, swiss=True)
    order = ranked(facts)
    assert [places[player] for player in order] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert order != NINE
    found = seat(facts)
    assert found is not None
    assert [set(table.players) for table in found.tables] == [set(order[:5]), set(order[5:])]
    assert found.cost == 4 + 3


def test_a_club_is_kept_apart_in_the_first_round_only() -> None:
    clubs = dict.fromkeys(NINE[:2], "one")
    for round_, weight in ((1, 10**10), (2, 0)):
        facts = SeatingFacts(round=round_, seed=seed_of("9:x", 1), players=NINE[:4], games=GAMES, clubs=clubs)
        found = seat(facts)
        assert found is not None
        assert found.cost == weight


def test_weights_are_the_organisers() -> None:
    earlier = [[EarlierTable("loot-island", NINE[:4])]]
    facts = SeatingFacts(
        round=2, seed=seed_of("9:x", 2), players=NINE[:4], games=GAMES, earlier=earlier, weights={"meet": 7, "game": 3}
    )
    found = seat(facts)
    assert found is not None
    assert found.cost == 6 * 7 + 4 * 3


def test_who_has_started_least_often_starts() -> None:
    earlier = [[EarlierTable("a", ("ann", "bob", "cleo"))], [EarlierTable("a", ("bob", "ann", "cleo"))]]
    assert starts(earlier) == {"ann": 1, "bob": 1}
    assert in_order(("ann", "bob", "cleo"), history_of(earlier), seed_of("1:x", 3))[0] == "cleo"


def test_meetings_are_counted_in_squares() -> None:
    earlier = [[EarlierTable("a", ("ann", "bob", "cleo"))], [EarlierTable("a", ("bob", "ann", "dee"))]]
    tables = [("ann", "bob", "dee"), ("cleo", "eve", "fay")]
    assert meetings(tables, earlier) == {("ann", "bob"): 2, ("ann", "dee"): 1, ("bob", "dee"): 1}
    assert meeting_cost(tables, earlier) == 6


@pytest.mark.slow
def test_the_repeats_of_the_page() -> None:
    """With 16 players the first three rounds decide whether a fourth and a fifth without a repeat are left."""
    expected = {"16×3": {0}, "16×5": {0, 8}, "13×3": {12}, "17×3": {3}, "24×3": {0}}
    found: dict[str, set[int]] = {}
    for shape in SHAPES[:4] + SHAPES[5:6]:
        runs = (0, WITHOUT_REPEAT) if shape.rounds == 5 else (0,)
        found[f"{shape.players}×{shape.rounds}"] = {day_of(shape, run).repeats for run in runs}
    assert found == expected


def test_the_cost_by_kind_adds_up_to_the_cost() -> None:
    """Of the vector of the page, and of a Swiss round."""
    facts: dict[str, Any] = {"players": NINE, "games": GAMES, "clubs": CLUBS}
    first = seat(SeatingFacts(round=1, seed=seed_of("10:root", 1, "6 2 5"), **facts))
    assert first is not None
    earlier = ((*(EarlierTable(one.game, one.players) for one in first.tables),),)
    for swiss in (False, True):
        places = {player: number for number, player in enumerate(NINE, 1)} if swiss else None
        more: dict[str, Any] = {"earlier": earlier, "swiss": swiss, "places": places, **facts}
        second = SeatingFacts(round=2, seed=seed_of("11:root", 2, "6 2 5"), **more)
        found = seat(second)
        assert found is not None
        counts = counts_of(second, found.tables)
        assert cost_of(counts, {}) == found.cost
        assert counts["meet"] > 0 and (counts["score"] > 0) == swiss
