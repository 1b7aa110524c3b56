"""Places: by winners, points and the game's own tie-break, and only as far as they are certain."""

from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import records
from replay.library import game_ids, game_of
from replay.places import Standing, places_of, with_places
from replay.result import place_of
from replay.score import Score, SeatScore
from replay.simulation import simulate
from replay.whole_record import score_of

SEATS = ("p1", "p2", "p3", "p4")


def places(seats: list[SeatScore], winners: tuple[str, ...] = (), over: bool = True) -> list[int | None]:
    return [place_of(seat) for seat in with_places(Score(tuple(seats), winners, over)).seats]


def of(*totals: Any) -> list[SeatScore]:
    return [
        SeatScore(seat, None if total == "out" else total, out=total == "out")
        for seat, total in zip(SEATS, totals, strict=False)
    ]


def test_level_players_share_a_place_and_the_next_one_is_left_out() -> None:
    assert places(of(41, 37, 37, 12), ("p1",)) == [1, 2, 2, 4]


def test_a_tie_break_tells_the_winner_and_those_behind_apart() -> None:
    seats = [SeatScore("p1", 29, tie=(-1,)), SeatScore("p2", 25), SeatScore("p3", 29, tie=(0,)), SeatScore("p4", 17)]

    assert places(seats, ("p3",)) == [2, 3, 1, 4]


def test_players_who_are_out_share_the_last_place() -> None:
    assert places(of("out", 20, "out", 31), ("p4",)) == [3, 2, 3, 1]
    assert places(of("out", "out")) == [1, 1], "nobody is before anybody"


def test_in_a_game_without_points_all_who_did_not_win_share_the_next_place() -> None:
    assert places(of(None, None, None), ("p2",)) == [2, 1, 2]


def test_nobody_has_a_place_before_the_end() -> None:
    assert places(of(3, 2), over=False) == [None, None]


def test_a_place_is_told_only_where_nothing_unknown_can_change_it() -> None:
    unknown = SeatScore("p2", "?", between=(10, 20))

    assert places([SeatScore("p1", 30), unknown, SeatScore("p3", 5)]) == [1, 2, 3]
    assert places([SeatScore("p1", 15), unknown, SeatScore("p3", 5)]) == [None, None, 3]
    assert places([SeatScore("p1", 15), SeatScore("p2", "?"), SeatScore("p3", None, out=True)]) == [None, None, None]
    assert places([SeatScore("p1", 15), SeatScore("p2", "?")], ("p1",)) == [1, 2], "the game knows who won"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.booleans()), min_size=1, max_size=5))
def test_places_are_those_of_a_plain_sort(rows: list[tuple[int, int, bool]]) -> None:
    standings = [
        Standing(f"p{number}", low=points, high=points, tie=(tie,), out=out)
        for number, (points, tie, out) in enumerate(rows)
    ]
    keys = [(not out, points if not out else 0, tie if not out else 0) for points, tie, out in rows]

    expected = {f"p{number}": 1 + sum(other > key for other in keys) for number, key in enumerate(keys)}
    assert places_of(standings) == expected
    for order in list(permutations(standings))[:6]:
        assert places_of(order) == expected, "the order of the seats plays no part"


@pytest.mark.parametrize("game_id", game_ids())
def test_places_of_dealt_games_agree_with_their_winners_and_points(game_id: str) -> None:
    for seed in range(3):
        count = score_of(simulate(game_id, players=game_of(game_id).player_counts[-1], seed=seed))
        assert count.over
        first = {seat.seat for seat in count.seats if place_of(seat) == 1 and not seat.out}
        assert first == set(count.winners), f"seed {seed}"
        ranked = sorted((place_of(seat) or 0, -int(seat.total)) for seat in count.seats if isinstance(seat.total, int))
        assert [points for _, points in ranked] == sorted(points for _, points in ranked), "more points, better place"
        assert all(1 <= (place_of(seat) or 0) <= len(count.seats) for seat in count.seats)


def test_the_result_names_the_players() -> None:
    count = score_of(records.read("fixtures/loot-island/level-scores.jsonl"))

    assert [seat.name for seat in count.seats][:2] == ["Fay", "Gus"]
    assert all(seat.name is msgspec.UNSET for seat in score_of(simulate("sea-or-shore")).seats)
