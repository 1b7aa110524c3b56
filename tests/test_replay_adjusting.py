"""A result adjusted by rulings: points, weights, places and winners, and what a replaced ruling gives back."""

import json
from fractions import Fraction
from math import floor
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from records.record import of_bodies
from replay.adjusting import Ruled, adjusted, read_adjust
from replay.places import with_places
from replay.result import place_of
from replay.score import Adjusted, Score, SeatScore
from replay.simulation import simulate
from replay.whole_record import score_of
from tests.helpers.dispute_samples import ruling

SEATS = ("p1", "p2", "p3", "p4")
ORGANISER = with_places(
    Score(
        tuple(
            SeatScore(seat, total, tie=(tie,))
            for seat, total, tie in zip(SEATS, (29, 25, 29, 17), (0, 0, 1, 0), strict=True)
        ),
        ("p3",),
        True,
    )
)


def ruled(seq: int, *results: dict[str, Any], kind: str = "assigned", weights: tuple[int, ...] = ()) -> Ruled:
    heavy = [*weights, *[1] * (len(results) - len(weights))]
    outcomes = [{"weight": weight, "result": result} for weight, result in zip(heavy, results, strict=True)]
    return Ruled(seq, read_adjust({"kind": kind, "outcomes": outcomes}))


def totals(count: Score) -> list[Any]:
    return [seat.total for seat in count.seats]


def places(count: Score) -> list[int | None]:
    return [place_of(seat) for seat in count.seats]


def test_assigned_points_replace_the_counted_ones_and_both_are_told() -> None:
    count = adjusted(ORGANISER, [ruled(96, {"scores": {"p1": 40, "p2": 0, "p3": 30, "p4": 20}})])

    assert totals(count) == [40, 0, 30, 20]
    assert [seat.counted for seat in count.seats] == [29, 25, 29, 17]
    assert (count.winners, places(count)) == (("p1",), [1, 4, 2, 3])
    assert count.seats[0].words == "40 as ruled (event 96), 29 by the count"
    assert count.adjusted == Adjusted(96, "assigned")


def test_who_is_not_named_keeps_the_counted_points_and_equal_points_share() -> None:
    count = adjusted(ORGANISER, [ruled(96, {"scores": {"p2": 3}})])

    assert totals(count) == [29, 3, 29, 17]
    assert (count.winners, places(count)) == (("p1", "p3"), [1, 4, 1, 3]), "no tie-break after a ruling"
    assert count.seats[0].words == "29"


def test_places_hold_and_winners_alone_come_first() -> None:
    given_places = adjusted(ORGANISER, [ruled(9, {"places": {"p1": 2, "p2": 1, "p3": 2, "p4": 4}})])
    assert (given_places.winners, places(given_places)) == (("p2",), [2, 1, 2, 4])
    assert totals(given_places) == [29, 25, 29, 17]

    given_winners = adjusted(ORGANISER, [ruled(9, {"winners": ["p4"], "scores": {"p1": 30}})])
    assert (given_winners.winners, places(given_winners)) == (("p4",), [2, 4, 3, 1])


def test_a_player_who_is_out_is_ranked_by_the_points_of_the_ruling() -> None:
    count = with_places(
        Score((SeatScore("p1", None, out=True), SeatScore("p2", 4), SeatScore("p3", None, out=True)), ("p2",), True)
    )
    told = adjusted(count, [ruled(7, {"scores": {"p1": 9}})])

    assert (told.winners, places(told)) == (("p1",), [1, 2, 3])
    assert [seat.words for seat in told.seats] == ["9 as ruled (event 7), out by the count", "4", "out"]


def test_weights_are_a_mean_rounded_half_up_and_places_follow_the_exact_means() -> None:
    count = adjusted(ORGANISER, [ruled(8, {"scores": {"p1": 10, "p2": 30}}, {"scores": {"p1": 11}}, kind="weighted")])

    assert totals(count) == [11, 28, 29, 17], "10½ is 11; p2 has 30 and the counted 25"
    thirds = adjusted(
        ORGANISER,
        [ruled(8, {"scores": {"p1": 28, "p3": 28}}, {"scores": {"p1": 29, "p3": 30}}, kind="weighted", weights=(2, 1))],
    )
    assert totals(thirds)[0] == 28 and totals(thirds)[2] == 29
    close = adjusted(
        ORGANISER,
        [ruled(8, {"scores": {"p1": 40, "p3": 40}}, {"scores": {"p1": 41, "p3": 40}}, kind="weighted", weights=(2, 1))],
    )
    assert (totals(close)[0], totals(close)[2], close.winners) == (40, 40, ("p1",)), "40⅓ is more than 40"


def test_of_several_rulings_each_changes_what_it_names() -> None:
    first = ruled(5, {"scores": {"p1": 1}, "winners": ["p4"]})
    second = ruled(9, {"scores": {"p1": 2, "p2": 50}})

    both = adjusted(ORGANISER, [first, second])
    assert totals(both) == [2, 50, 29, 17]
    assert both.winners == ("p4",), "winners that one gave hold until another gives them"
    assert [seat.ruling for seat in both.seats[:2]] == [9, 9]
    third = adjusted(ORGANISER, [first, second, ruled(11, {"places": {"p1": 1, "p2": 1, "p3": 1, "p4": 4}})])
    assert third.winners == ("p1", "p2", "p3")


def test_a_ruling_may_decide_a_game_that_did_not_end() -> None:
    unfinished = Score(
        tuple(SeatScore(seat, total) for seat, total in zip(SEATS, (1, 2, 3, 4), strict=True)), (), False
    )

    part = adjusted(unfinished, [ruled(5, {"scores": {"p1": 9}})])
    assert (part.over, part.winners, places(part)) == (False, (), [None] * 4)
    whole = adjusted(unfinished, [ruled(5, {"scores": dict.fromkeys(SEATS, 3)}, kind="artificial")])
    assert (whole.over, whole.winners, places(whole)) == (True, SEATS, [1] * 4)
    assert adjusted(unfinished, [ruled(5, {"winners": ["p2"]})]).winners == ("p2",)


POINTS = st.integers(-5, 60)
SCORES = st.dictionaries(st.sampled_from(SEATS), POINTS, min_size=1)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.one_of(POINTS, st.none()), min_size=4, max_size=4),
    st.lists(st.tuples(SCORES, st.integers(1, 9)), min_size=2, max_size=4),
)
def test_weighted_results_are_the_plain_mean(
    counts: list[int | None], outcomes: list[tuple[dict[str, int], int]]
) -> None:
    seats = tuple(SeatScore(seat, total, out=total is None) for seat, total in zip(SEATS, counts, strict=True))
    count = adjusted(
        with_places(Score(seats, (), True)),
        [
            ruled(
                3,
                *({"scores": scores} for scores, _ in outcomes),
                kind="weighted",
                weights=tuple(w for _, w in outcomes),
            )
        ],
    )
    named = {seat for scores, _ in outcomes for seat in scores}
    exact: dict[str, Fraction] = {}
    for seat, own in zip(SEATS, counts, strict=True):
        if seat in named:
            total = sum(weight * scores.get(seat, own or 0) for scores, weight in outcomes)
            exact[seat] = Fraction(total, sum(weight for _, weight in outcomes))
        elif own is not None:
            exact[seat] = Fraction(own)

    for told in count.seats:
        mean = exact.get(told.seat)
        assert told.total == (None if mean is None else floor(mean + Fraction(1, 2)))
        ahead = [other for other in SEATS if other in exact and (mean is None or exact[other] > mean)]
        assert place_of(told) == 1 + len(ahead)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(SCORES, min_size=1, max_size=4))
def test_places_always_fit_the_points_and_the_last_word_counts(given_scores: list[dict[str, int]]) -> None:
    count = adjusted(ORGANISER, [ruled(seq, {"scores": scores}) for seq, scores in enumerate(given_scores, 5)])
    last = {seat: points for scores in given_scores for seat, points in scores.items()}

    expected: list[Any] = [last.get(seat.seat, seat.counted) for seat in count.seats]
    assert totals(count) == expected
    assert places(count) == [1 + sum(other > own for other in expected) for own in expected]
    assert set(count.winners) == {seat.seat for seat in count.seats if seat.total == max(expected)}


def _record(*bodies: dict[str, Any]) -> Any:
    dealt = simulate("sea-or-shore", players=3, seed=3)
    header = {**json.loads(dealt.lines[0]), "officials": [{"name": "Kim"}, {"name": "Lee", "level": "head"}]}
    return of_bodies(header, [*(json.loads(line) for line in dealt.lines[1:]), *bodies])


def _claim() -> dict[str, Any]:
    return {"do": "dispute", "by": "p1", "about": "result", "claim": "counted wrongly", "kind": "score"}


def test_a_ruling_counts_while_it_stands_and_has_taken_effect() -> None:
    size = _record().size
    forty = {"kind": "assigned", "outcomes": [{"result": {"scores": {"p1": 400}}}]}
    ruled_now = ruling(size, remedy="adjust", adjust=forty)
    plain = totals(score_of(_record()))

    assert totals(score_of(_record(_claim()))) == plain
    assert totals(score_of(_record(_claim(), ruled_now)))[0] == 400
    assert totals(score_of(_record(_claim(), ruled_now), size)) == plain, "not yet at the claim"
    waiting = {**ruled_now, "takes_effect": "when-final"}
    assert totals(score_of(_record(_claim(), waiting))) == plain
    assert totals(score_of(_record(_claim(), waiting, {"do": "final", "dispute": size, "by": "Kim"})))[0] == 400
    appeal = {"do": "appeal", "by": "p2", "ruling": size + 1, "grounds": "fact"}
    other = ruling(size, "Lee", "stand")
    assert totals(score_of(_record(_claim(), ruled_now, appeal, other))) == plain, (
        "a replaced ruling gives the count back"
    )
    nonsense = {**ruled_now, "adjust": {**forty, "outcomes": [{"result": {"scores": {"nobody": 4}}}]}}
    assert totals(score_of(_record(_claim(), nonsense))) == plain, "QM-RULE-7"
    stranger = {**ruled_now, "by": "Max"}
    assert totals(score_of(_record(_claim(), stranger))) == plain


def test_a_record_without_rulings_is_only_counted() -> None:
    count = score_of(_record())

    assert count.adjusted is msgspec.UNSET
    assert {seat.counted for seat in count.seats} == {msgspec.UNSET}
